-- Knowledge from conversations: what is known, where it was said, and how far agents were heard.

-- A newer value does not change a row, it supersedes it: what held when can always be told.
ALTER TABLE knowledge ADD COLUMN state TEXT NOT NULL DEFAULT 'active';
ALTER TABLE knowledge ADD COLUMN category TEXT NOT NULL DEFAULT 'general';
ALTER TABLE knowledge ADD COLUMN importance REAL NOT NULL DEFAULT 0.5;
ALTER TABLE knowledge ADD COLUMN score REAL NOT NULL DEFAULT 1.0;
ALTER TABLE knowledge ADD COLUMN faded_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE knowledge ADD COLUMN confidence REAL NOT NULL DEFAULT 1.0;
ALTER TABLE knowledge ADD COLUMN basis TEXT NOT NULL DEFAULT '';
ALTER TABLE knowledge ADD COLUMN entities TEXT NOT NULL DEFAULT '[]'; -- JSON: names
ALTER TABLE knowledge ADD COLUMN subject TEXT NOT NULL DEFAULT '';
ALTER TABLE knowledge ADD COLUMN attribute TEXT NOT NULL DEFAULT '';
ALTER TABLE knowledge ADD COLUMN value TEXT NOT NULL DEFAULT '';
ALTER TABLE knowledge ADD COLUMN valid_from INTEGER;
ALTER TABLE knowledge ADD COLUMN valid_to INTEGER;
ALTER TABLE knowledge ADD COLUMN event_at INTEGER;
ALTER TABLE knowledge ADD COLUMN superseded_by TEXT;
ALTER TABLE knowledge ADD COLUMN stale INTEGER NOT NULL DEFAULT 0;
ALTER TABLE knowledge ADD COLUMN accessed_at INTEGER;
ALTER TABLE knowledge ADD COLUMN accesses INTEGER NOT NULL DEFAULT 0;
ALTER TABLE knowledge ADD COLUMN mark TEXT NOT NULL DEFAULT ''; -- of its words: is it said already?

CREATE INDEX knowledge_by_attribute ON knowledge (project_id, subject, attribute, state)
  WHERE attribute <> '';
CREATE INDEX knowledge_by_mark ON knowledge (project_id, mark) WHERE mark <> '';
CREATE INDEX knowledge_by_score ON knowledge (project_id, state, score DESC);
CREATE INDEX knowledge_by_successor ON knowledge (superseded_by) WHERE superseded_by IS NOT NULL;

-- Differs when any item says or is something else; fading is no difference. Random, so that no
-- revision comes twice, not even after a clear.
CREATE TABLE knowledge_revision (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  revision TEXT NOT NULL
) STRICT;
CREATE TRIGGER knowledge_added AFTER INSERT ON knowledge BEGIN
  INSERT OR REPLACE INTO knowledge_revision VALUES (1, hex(randomblob(8)));
END;
CREATE TRIGGER knowledge_changed
AFTER UPDATE OF project_id, type, content, state, updated_at, version ON knowledge
WHEN (old.project_id, old.type, old.content, old.state, old.updated_at, old.version)
  IS NOT (new.project_id, new.type, new.content, new.state, new.updated_at, new.version)
BEGIN
  INSERT OR REPLACE INTO knowledge_revision VALUES (1, hex(randomblob(8)));
END;
CREATE TRIGGER knowledge_removed AFTER DELETE ON knowledge BEGIN
  INSERT OR REPLACE INTO knowledge_revision VALUES (1, hex(randomblob(8)));
END;

-- Ids are numbered by day and type (C53).
CREATE TABLE knowledge_numbers (
  series TEXT PRIMARY KEY, -- f_20260204
  last INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Down to the line of the transcript.
CREATE TABLE knowledge_sources (
  item INTEGER NOT NULL REFERENCES knowledge (pk) ON DELETE CASCADE,
  session TEXT NOT NULL,
  line INTEGER NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (item, session, line)
) STRICT, WITHOUT ROWID;
CREATE INDEX knowledge_sources_by_line ON knowledge_sources (session, line);

-- What was derived from what: summaries, promoted beliefs.
CREATE TABLE knowledge_links (
  item INTEGER NOT NULL REFERENCES knowledge (pk) ON DELETE CASCADE,
  source TEXT NOT NULL, -- an item's id; it may be gone
  PRIMARY KEY (item, source)
) STRICT, WITHOUT ROWID;
CREATE INDEX knowledge_links_by_source ON knowledge_links (source);

CREATE TABLE knowledge_entities (
  item INTEGER NOT NULL REFERENCES knowledge (pk) ON DELETE CASCADE,
  project_id TEXT NOT NULL, -- '' for what is global
  name TEXT NOT NULL,
  type TEXT NOT NULL,
  PRIMARY KEY (item, name)
) STRICT, WITHOUT ROWID;
CREATE INDEX knowledge_entities_by_name ON knowledge_entities (project_id, name);

-- Whose words and vectors: `knowledge_search` holds the scope as one token, and a matrix in memory
-- that is behind knows by `removals` that it is stale.
CREATE TABLE knowledge_scopes (
  pk INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE, -- the project; '' for what is global
  removals INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE knowledge_embedders (
  pk INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  dims INTEGER NOT NULL,
  UNIQUE (name, dims)
) STRICT;

CREATE TABLE knowledge_vectors (
  id INTEGER PRIMARY KEY AUTOINCREMENT, -- order of arrival: a matrix reads on from its last
  seq INTEGER NOT NULL UNIQUE REFERENCES knowledge (pk) ON DELETE CASCADE,
  project INTEGER NOT NULL REFERENCES knowledge_scopes (pk) ON DELETE CASCADE,
  embedder INTEGER NOT NULL REFERENCES knowledge_embedders (pk),
  vector BLOB NOT NULL
) STRICT;
CREATE INDEX knowledge_vectors_by_project ON knowledge_vectors (project, embedder, id);

-- What is not embedded yet, and of it what the full-text table does not know either.
CREATE TABLE knowledge_pending (
  item INTEGER PRIMARY KEY REFERENCES knowledge (pk) ON DELETE CASCADE,
  wordless INTEGER NOT NULL
) STRICT;
INSERT INTO knowledge_pending SELECT pk, 1 FROM knowledge;

-- Who shares the home.
CREATE TABLE agents (
  project_id TEXT PRIMARY KEY,
  workspace TEXT,
  sources TEXT NOT NULL, -- JSON: [[kind, path], …]
  sees TEXT NOT NULL, -- JSON: project ids
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX agents_by_workspace ON agents (workspace) WHERE workspace IS NOT NULL;

-- How far each session was read (C58).
CREATE TABLE bookmarks (
  project_id TEXT NOT NULL,
  key TEXT NOT NULL,
  session TEXT NOT NULL,
  line INTEGER NOT NULL,
  byte INTEGER NOT NULL,
  mark TEXT NOT NULL,
  changed_at INTEGER NOT NULL,
  played INTEGER NOT NULL DEFAULT 0, -- the line that opened what is still played
  heard_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (project_id, key)
) STRICT, WITHOUT ROWID;

-- Between the phases of a consolidation; empty when it is over.
CREATE TABLE fragments (
  pk INTEGER PRIMARY KEY,
  project_id TEXT NOT NULL,
  session TEXT NOT NULL,
  line INTEGER NOT NULL,
  part INTEGER NOT NULL,
  role TEXT NOT NULL,
  text TEXT NOT NULL,
  tag TEXT NOT NULL,
  at INTEGER NOT NULL,
  quoted INTEGER NOT NULL,
  frame TEXT NOT NULL DEFAULT '', -- what the message around it makes of it
  previous INTEGER NOT NULL DEFAULT 0, -- the line in which the same speaker last said something
  verdict TEXT NOT NULL DEFAULT '', -- of phase 2
  reason TEXT NOT NULL DEFAULT '',
  importance REAL,
  UNIQUE (project_id, session, line, part)
) STRICT;

CREATE TABLE statements (
  pk INTEGER PRIMARY KEY,
  project_id TEXT NOT NULL,
  fragment INTEGER NOT NULL,
  session TEXT NOT NULL,
  line INTEGER NOT NULL,
  at INTEGER NOT NULL,
  importance REAL NOT NULL,
  body TEXT NOT NULL, -- JSON
  previous INTEGER NOT NULL DEFAULT 0 -- as of its fragment
) STRICT;
CREATE INDEX statements_in_order ON statements (project_id, at, fragment, pk);
CREATE INDEX statements_by_line ON statements (project_id, session, line);

CREATE TABLE consolidations (
  project_id TEXT PRIMARY KEY, -- '' for what is global
  last_run INTEGER,
  last_success INTEGER,
  current_phase INTEGER,
  phase_data TEXT NOT NULL DEFAULT '{}', -- JSON
  retry_count INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

-- Sealed hashes of what we said ourselves (C64): snapshots, what was injected.
CREATE TABLE spoken (
  project_id TEXT NOT NULL,
  hash TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (project_id, hash)
) STRICT, WITHOUT ROWID;

-- What was last written into a workspace's files, to know a person's edit from our own writing.
CREATE TABLE projections (
  project_id TEXT NOT NULL,
  ref TEXT NOT NULL,
  hash TEXT NOT NULL,
  lines TEXT NOT NULL, -- JSON: of items by their ids, a mark of the line each stood in
  at INTEGER NOT NULL,
  PRIMARY KEY (project_id, ref)
) STRICT, WITHOUT ROWID;

-- The snapshot as it stands: the same bytes until items, order or wording would differ (C97).
CREATE TABLE snapshots (
  project_id TEXT PRIMARY KEY, -- '' for what is global
  text TEXT NOT NULL,
  body TEXT NOT NULL, -- without time, counts and scores: what is compared
  items TEXT NOT NULL, -- JSON: ids
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
