-- What was said, message by message, as it may be kept (C102). Bulky and expendable: whatever was
-- made of it stands in mind.db.
CREATE TABLE messages (
  pk INTEGER PRIMARY KEY AUTOINCREMENT, -- order of hearing; an edited message is heard anew
  project_id TEXT NOT NULL,
  session TEXT NOT NULL,
  place INTEGER NOT NULL, -- its order in the session, from 1: what is known names it by this
  line INTEGER, -- of the transcript, where it was read from one
  host_id TEXT, -- what the host calls it
  role TEXT NOT NULL,
  speaker TEXT NOT NULL,
  at INTEGER, -- when it was said; null: nobody says, so when it was heard
  heard_at INTEGER NOT NULL,
  mark TEXT NOT NULL, -- a sealed hash of role and words: the same message again is known by it
  gone INTEGER NOT NULL DEFAULT 0, -- forgotten, or older than is kept: its mark alone is left
  text TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX messages_in_order ON messages (project_id, session, place);
CREATE INDEX messages_by_mark ON messages (project_id, session, mark);
CREATE INDEX messages_by_host_id ON messages (project_id, session, host_id)
  WHERE host_id IS NOT NULL;
CREATE INDEX messages_by_line ON messages (project_id, session, line) WHERE line IS NOT NULL;
CREATE INDEX messages_of_project ON messages (project_id, pk);

-- Places whose words are others now, or stand on a branch that was left: what is known from them
-- is taken back, and then they go from here. Place 0: a whole session.
CREATE TABLE unsaid (
  project_id TEXT NOT NULL,
  session TEXT NOT NULL,
  place INTEGER NOT NULL,
  PRIMARY KEY (project_id, session, place)
) STRICT, WITHOUT ROWID;

-- Messages that are gone, in the order of their going: an index in memory reads on from its last.
CREATE TABLE removed (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id TEXT NOT NULL,
  message INTEGER NOT NULL
) STRICT;
CREATE INDEX removed_of_project ON removed (project_id, id);
CREATE TRIGGER messages_erased AFTER UPDATE OF gone ON messages WHEN new.gone AND NOT old.gone
BEGIN
  INSERT INTO removed (project_id, message) VALUES (new.project_id, new.pk);
END;
CREATE TRIGGER messages_dropped AFTER DELETE ON messages WHEN NOT old.gone
BEGIN
  INSERT INTO removed (project_id, message) VALUES (old.project_id, old.pk);
END;

-- Which file this is: how far another was learned from says nothing of this one.
CREATE TABLE origin (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  epoch TEXT NOT NULL
) STRICT;
INSERT INTO origin VALUES (1, lower(hex(randomblob(16))));

-- How many commits this file has seen, and when the last was: so that a lost log is noticed.
CREATE TABLE commits (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  count INTEGER NOT NULL,
  at INTEGER NOT NULL
) STRICT;
INSERT INTO commits VALUES (1, 0, 0);
