-- Whether a person archived it, rather than time: then nothing is made of it any more.
ALTER TABLE knowledge ADD COLUMN put_away INTEGER NOT NULL DEFAULT 0;
CREATE TRIGGER knowledge_taken_out AFTER UPDATE OF state ON knowledge
WHEN new.state = 'active' AND new.put_away
BEGIN
  UPDATE knowledge SET put_away = 0 WHERE pk = new.pk;
END;
