-- Who said a thought, where several people speak to the agents of a project; empty: the user.
ALTER TABLE fragments ADD COLUMN speaker TEXT NOT NULL DEFAULT '';

-- Who speaks by name in a project, as a sealed hash, and since which message. Who spoke first is the
-- user; what others say of themselves is kept under their names.
CREATE TABLE talkers (
  project_id TEXT NOT NULL,
  mark TEXT NOT NULL,
  since INTEGER NOT NULL,
  PRIMARY KEY (project_id, mark)
) STRICT, WITHOUT ROWID;
