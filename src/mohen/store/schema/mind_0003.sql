-- What prompts were made of, and where projects live.

-- One row a generation: ids, numbers and sealed hashes, never text (C93).
CREATE TABLE generations (
  id TEXT PRIMARY KEY,
  run_id TEXT,
  project_id TEXT,
  skill_id TEXT NOT NULL,
  model TEXT NOT NULL,
  session_id TEXT,
  episode_id TEXT,
  scene_type TEXT NOT NULL,
  at INTEGER NOT NULL,
  prefix_hash TEXT NOT NULL,
  prompt_hash TEXT NOT NULL,
  tokens INTEGER NOT NULL,
  refs TEXT NOT NULL, -- JSON: [[id, kind, strength, tokens, effect, weight], …]
  compliance TEXT, -- JSON: [[rule id, measured, obeyed], …]; null: no output was seen
  pieces TEXT NOT NULL, -- JSON: [[layer, name, tokens, recalled, blocks], …]
  echoes TEXT NOT NULL DEFAULT '', -- hashes of what we put in ourselves (C64)
  verdict TEXT CHECK (verdict IN ('correct', 'incorrect'))
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX generations_by_run ON generations (run_id) WHERE run_id IS NOT NULL;
-- the newest of a project, skill and model: is its prefix unchanged?
CREATE INDEX generations_by_key ON generations (project_id, skill_id, model, at);

-- Which folder belongs to a project.
CREATE TABLE folders (
  project_id TEXT PRIMARY KEY,
  folder TEXT NOT NULL,
  bound_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
