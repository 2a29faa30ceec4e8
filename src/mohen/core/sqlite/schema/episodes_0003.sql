-- Episodes that taught a rule its author deleted: they speak no more for it (R77). `topic` is the
-- keyed hash that its veto holds in mind.db, so that no text is kept here.
CREATE TABLE marks (
  seq INTEGER NOT NULL REFERENCES episodes (seq) ON DELETE CASCADE,
  topic TEXT NOT NULL,
  PRIMARY KEY (seq, topic)
) STRICT, WITHOUT ROWID;
