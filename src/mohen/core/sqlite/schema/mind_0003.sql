-- What prompts were made of, and where projects live.

-- One row a generation: ids, numbers and sealed hashes, never text (C93). Rows are long, so they
-- are not kept in their index.
CREATE TABLE generations (
  id TEXT PRIMARY KEY,
  run_id TEXT,
  project_id TEXT,
  skill_id TEXT NOT NULL,
  model TEXT NOT NULL,
  tokenizer TEXT NOT NULL,
  session_id TEXT,
  episode_id TEXT,
  scene_type TEXT NOT NULL,
  at INTEGER NOT NULL,
  prefix_hash TEXT NOT NULL,
  prompt_hash TEXT NOT NULL,
  tokens INTEGER NOT NULL,
  refs TEXT NOT NULL, -- JSON: [[id, kind, strength, tokens, effect, weight], …]
  compliance TEXT, -- JSON: [[rule id, measured, obeyed, hash], …]; null: no output was seen
  pieces TEXT NOT NULL, -- JSON: [[layer, name, tokens, recalled, hashes of blocks], …]
  echoes TEXT NOT NULL DEFAULT '', -- hashes of what we put in ourselves (C64)
  verdicts TEXT NOT NULL DEFAULT '{}' -- JSON: by the memory that was judged, '' for the whole
) STRICT;

CREATE UNIQUE INDEX generations_by_run ON generations (run_id) WHERE run_id IS NOT NULL;
CREATE INDEX generations_by_episode ON generations (episode_id) WHERE episode_id IS NOT NULL;
CREATE INDEX generations_by_session ON generations (session_id) WHERE session_id IS NOT NULL;
-- the newest of a project, skill and model: is its prefix unchanged?
CREATE INDEX generations_by_key
  ON generations (project_id, skill_id, model, at, id, prefix_hash);
-- the newest of a project: for the cache report, and what is too old
CREATE INDEX generations_by_time ON generations (project_id, at, id);

-- The author judged the rule itself, and no distillation thinks otherwise (R86).
ALTER TABLE rule_episodes ADD COLUMN verdict INTEGER NOT NULL DEFAULT 0;

-- Which folder belongs to a project.
CREATE TABLE folders (
  project_id TEXT PRIMARY KEY,
  folder TEXT NOT NULL,
  bound_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
