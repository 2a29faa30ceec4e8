-- Conversations: the compact, and the way back to the whole (R165, R166).

CREATE TABLE conversations (
  project_id TEXT NOT NULL, -- '' for no project
  id TEXT NOT NULL,
  summary TEXT NOT NULL,
  quality TEXT NOT NULL,
  full_ref TEXT NOT NULL, -- '' where nothing but the compact is kept
  body TEXT, -- the whole as JSON, where the project has no folder to keep it in
  hash TEXT NOT NULL, -- of the whole, to know it again
  messages INTEGER NOT NULL,
  tokens INTEGER NOT NULL,
  compacted INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (project_id, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX conversations_by_time ON conversations (project_id, updated_at, id);
