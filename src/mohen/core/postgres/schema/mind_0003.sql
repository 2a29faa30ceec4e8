-- Who said a thought, where several people speak to the agents of a project; empty: the user.
ALTER TABLE fragments ADD COLUMN speaker sealed NOT NULL DEFAULT '';

-- Who speaks by name in a project, as a sealed hash, and since which message. Who spoke first is the
-- user; what others say of themselves is kept under their names.
CREATE TABLE talkers (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  project_id TEXT COLLATE "C" NOT NULL,
  mark TEXT COLLATE "C" NOT NULL,
  since BIGINT NOT NULL,
  PRIMARY KEY (tenant, project_id, mark)
);
