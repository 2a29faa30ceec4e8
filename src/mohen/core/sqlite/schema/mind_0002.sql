-- What was learned of the author, and what became of it.

CREATE TABLE rules (
  pk INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  project_id TEXT, -- null: global. No foreign key: a promoted rule outlives its project.
  text TEXT NOT NULL,
  text_zh TEXT,
  text_en TEXT,
  category TEXT NOT NULL,
  origin TEXT NOT NULL CHECK (origin IN ('manual', 'learned', 'distilled')),
  confidence REAL NOT NULL CHECK (confidence BETWEEN 0 AND 1),
  predicate TEXT, -- JSON
  user_confirmed INTEGER NOT NULL,
  user_modified INTEGER NOT NULL,
  weight_for REAL NOT NULL DEFAULT 0,
  weight_against REAL NOT NULL DEFAULT 0,
  gone_supporting INTEGER NOT NULL DEFAULT 0, -- episodes that policy deleted since (C3)
  gone_contradicting INTEGER NOT NULL DEFAULT 0,
  history TEXT NOT NULL DEFAULT '[]', -- JSON: earlier wordings
  drifted_at INTEGER,
  evidence_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 1
) STRICT;

CREATE INDEX rules_by_project ON rules (project_id);

-- Which episodes speak for and against a rule; they live in the other file, by their ids.
CREATE TABLE rule_episodes (
  rule INTEGER NOT NULL REFERENCES rules (pk) ON DELETE CASCADE,
  episode_id TEXT NOT NULL,
  supports INTEGER NOT NULL,
  weight REAL NOT NULL,
  PRIMARY KEY (rule, episode_id)
) STRICT, WITHOUT ROWID;

-- when an episode goes, every rule it spoke for or against must know
CREATE INDEX rule_episodes_by_episode ON rule_episodes (episode_id);

-- The learning history: ids and numbers, never text (C93).
CREATE TABLE learning_events (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL,
  rule_id TEXT NOT NULL,
  project_id TEXT,
  run_id TEXT,
  before REAL,
  after REAL,
  supporting INTEGER NOT NULL DEFAULT 0,
  contradicting INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX learning_events_by_rule ON learning_events (rule_id);

CREATE TABLE conflicts (
  id TEXT PRIMARY KEY,
  project_id TEXT,
  first TEXT NOT NULL,
  second TEXT NOT NULL,
  reason TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  resolved_at INTEGER,
  chosen TEXT
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX conflicts_pending ON conflicts (first, second) WHERE resolved_at IS NULL;

-- What was deleted and must not be learned again: a keyed hash of what it said (C64, C93).
CREATE TABLE vetoes (
  project_id TEXT NOT NULL, -- '' for everywhere
  hash TEXT NOT NULL,
  item_id TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (project_id, hash)
) STRICT, WITHOUT ROWID;

CREATE TABLE runs (
  id TEXT PRIMARY KEY,
  project_id TEXT NOT NULL,
  trigger TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  ended_at INTEGER,
  upto INTEGER NOT NULL DEFAULT 0,
  episodes INTEGER NOT NULL DEFAULT 0,
  error TEXT,
  created TEXT NOT NULL DEFAULT '[]', -- JSON arrays of ids
  updated TEXT NOT NULL DEFAULT '[]',
  conflicts TEXT NOT NULL DEFAULT '[]'
) STRICT, WITHOUT ROWID;

CREATE INDEX runs_by_project ON runs (project_id, started_at);

-- One process at a time does this; a holder that died lets go when its time is up (C91).
CREATE TABLE leases (
  name TEXT PRIMARY KEY,
  holder TEXT NOT NULL,
  until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Every call of a language model (C65).
CREATE TABLE receipts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  purpose TEXT NOT NULL,
  model TEXT NOT NULL,
  tokens_in INTEGER NOT NULL,
  tokens_out INTEGER NOT NULL,
  result TEXT NOT NULL, -- ok, failed, nonsense
  run_id TEXT
) STRICT;

CREATE INDEX receipts_by_time ON receipts (purpose, at);

-- Threshold learning: every act is kept and counts are derived, so that a threshold that is
-- lowered later still works (B16).
CREATE TABLE feedback (
  id TEXT PRIMARY KEY,
  at INTEGER NOT NULL,
  project_id TEXT,
  run_id TEXT,
  skill_id TEXT NOT NULL,
  action TEXT NOT NULL CHECK (action IN ('accept', 'reject', 'partial')),
  label TEXT, -- the normalised label; null when it was ignored
  ignored TEXT -- why it teaches nothing
) STRICT, WITHOUT ROWID;

CREATE INDEX feedback_by_label ON feedback (label, project_id) WHERE label IS NOT NULL;

CREATE TABLE knowledge (
  pk INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  project_id TEXT,
  type TEXT NOT NULL,
  content TEXT NOT NULL,
  origin TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 1
) STRICT;

CREATE INDEX knowledge_by_project ON knowledge (project_id, type);

-- That something was here: id, kind, times and a keyed hash, no text (C93).
CREATE TABLE tombstones (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  project_id TEXT,
  hash TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  deleted_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Destructive acts: who, when, what kind, how many (R119, C99).
CREATE TABLE audit (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  operator TEXT NOT NULL,
  act TEXT NOT NULL,
  project_id TEXT,
  subject TEXT,
  counts TEXT NOT NULL -- JSON
) STRICT;
