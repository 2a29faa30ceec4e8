-- What a message is found by. Its terms are written with it, ' a b c ', so that nobody makes them
-- again: an index in memory is built of them, and who asks once and ends looks through them. Its
-- vector follows in the background. Both go with the message.
ALTER TABLE messages ADD COLUMN terms TEXT NOT NULL DEFAULT ''; -- '' where none were written

CREATE TABLE projects (
  pk INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  -- How many vectors were ever taken away: a matrix in memory that is behind knows it is stale.
  removals INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE embedders (
  pk INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  dims INTEGER NOT NULL,
  UNIQUE (name, dims)
) STRICT;

CREATE TABLE vectors (
  id INTEGER PRIMARY KEY AUTOINCREMENT, -- order of arrival: a matrix reads on from its last
  seq INTEGER NOT NULL REFERENCES messages (pk) ON DELETE CASCADE,
  project INTEGER NOT NULL REFERENCES projects (pk) ON DELETE CASCADE,
  embedder INTEGER NOT NULL REFERENCES embedders (pk),
  vector BLOB NOT NULL, -- 16-bit floats
  UNIQUE (seq, embedder)
) STRICT;
CREATE INDEX vectors_by_project ON vectors (project, embedder, id);

CREATE TRIGGER vectors_erased AFTER UPDATE OF gone ON messages WHEN new.gone AND NOT old.gone
BEGIN
  DELETE FROM vectors WHERE seq = new.pk;
  UPDATE projects SET removals = removals + 1 WHERE id = new.project_id;
END;
CREATE TRIGGER vectors_dropped AFTER DELETE ON messages WHEN NOT old.gone
BEGIN
  UPDATE projects SET removals = removals + 1 WHERE id = old.project_id;
END;
