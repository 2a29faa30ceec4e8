-- episodes.db: what the author did with each suggestion. Bulky and expendable: the rules learned
-- from it live in mind.db and survive its loss (R96).

CREATE TABLE projects (
  pk INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  -- How many vectors were ever taken away: a matrix in memory that is behind knows it is stale.
  removals INTEGER NOT NULL DEFAULT 0
) STRICT;

-- Narrow rows: everything that is filtered, sorted or counted. Text lives next door, so that a
-- scan never drags it along and compression frees it by deleting one row.
CREATE TABLE episodes (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, -- order of acknowledgement
  id TEXT NOT NULL UNIQUE,
  project INTEGER NOT NULL REFERENCES projects (pk) ON DELETE CASCADE,
  state TEXT NOT NULL CHECK (state IN ('open', 'closed', 'abandoned')), -- C84
  timestamp INTEGER NOT NULL,
  recorded_at INTEGER NOT NULL,
  -- trigger
  skill_used TEXT NOT NULL,
  chapter_id TEXT,
  scene_type TEXT NOT NULL,
  scene_inferred INTEGER NOT NULL,
  generation_id TEXT,
  -- AI output and what became of it; null while open
  selected_index INTEGER,
  lengths TEXT NOT NULL, -- JSON {input, candidates: [], final}: outlives the text (C95)
  -- feedback
  signal TEXT,
  weight REAL NOT NULL,
  edit_distance REAL,
  response_time_ms INTEGER,
  undone_at INTEGER,
  undo_latency_ms INTEGER,
  -- life
  importance REAL NOT NULL,
  recall_count INTEGER NOT NULL DEFAULT 0,
  last_recalled_at INTEGER,
  strength REAL NOT NULL,
  band TEXT NOT NULL,
  strength_at INTEGER NOT NULL,
  user_confirmed INTEGER NOT NULL,
  core_setting INTEGER NOT NULL,
  compressed INTEGER NOT NULL DEFAULT 0,
  private INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 1
) STRICT;

-- list newest first, and TTL oldest first
CREATE INDEX episodes_by_time ON episodes (project, timestamp, seq);
-- recall by scene, newest first
CREATE INDEX episodes_by_scene ON episodes (project, scene_type, timestamp)
WHERE compressed = 0 AND state = 'closed';
-- undo by generation (C70)
CREATE INDEX episodes_by_generation ON episodes (generation_id) WHERE generation_id IS NOT NULL;
-- eviction, coldest first (edge: Capacity); only what may go is in it
CREATE INDEX episodes_by_cold ON episodes (
  project, importance, recall_count, last_recalled_at, timestamp, id
) WHERE compressed = 0 AND user_confirmed = 0 AND core_setting = 0;
-- digests, oldest first
CREATE INDEX episodes_compressed ON episodes (project, timestamp) WHERE compressed = 1;

CREATE TABLE texts (
  seq INTEGER PRIMARY KEY REFERENCES episodes (seq) ON DELETE CASCADE,
  input_context TEXT NOT NULL,
  candidates TEXT NOT NULL, -- JSON array
  final_text TEXT,
  explicit TEXT
) STRICT;

CREATE TABLE digests (
  seq INTEGER PRIMARY KEY REFERENCES episodes (seq) ON DELETE CASCADE,
  digest TEXT NOT NULL,
  explicit TEXT
) STRICT;

-- Measured differences outlive the text they were measured on (C76).
CREATE TABLE evidence (
  seq INTEGER PRIMARY KEY REFERENCES episodes (seq) ON DELETE CASCADE,
  body TEXT NOT NULL
) STRICT;

-- Meaning. A vector belongs to the embedder that made it; others are never compared with it.
CREATE TABLE embedders (
  pk INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  dims INTEGER NOT NULL,
  UNIQUE (name, dims)
) STRICT;

CREATE TABLE vectors (
  id INTEGER PRIMARY KEY AUTOINCREMENT, -- order of arrival: a matrix reads on from its last
  seq INTEGER NOT NULL REFERENCES episodes (seq) ON DELETE CASCADE,
  project INTEGER NOT NULL REFERENCES projects (pk) ON DELETE CASCADE,
  embedder INTEGER NOT NULL REFERENCES embedders (pk),
  vector BLOB NOT NULL,
  UNIQUE (seq, embedder)
) STRICT;

CREATE INDEX vectors_by_project ON vectors (project, embedder, id);
