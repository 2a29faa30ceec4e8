-- The story: who, where, when, and what holds from when to when (background 1.8).

-- Entities, relations, states and marks of time, each with its evidence. `body` holds names,
-- values and excerpts of the author's files.
CREATE TABLE graph_facts (
  pk INTEGER PRIMARY KEY,
  id TEXT NOT NULL,
  project_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('entity', 'relation', 'state', 'mark')),
  source TEXT NOT NULL, -- the file it was read from; '' for what the user said
  body TEXT NOT NULL, -- JSON
  UNIQUE (id, source)
) STRICT;

CREATE INDEX graph_facts_by_source ON graph_facts (project_id, source);

-- Which version of a file the facts are of.
CREATE TABLE graph_sources (
  project_id TEXT NOT NULL,
  ref TEXT NOT NULL,
  digest TEXT NOT NULL,
  facts INTEGER NOT NULL,
  chapters TEXT NOT NULL, -- JSON: [[number, title, first line, aside], …]
  PRIMARY KEY (project_id, ref)
) STRICT, WITHOUT ROWID;

-- Contradictions that the author means.
CREATE TABLE graph_exemptions (
  project_id TEXT NOT NULL,
  finding TEXT NOT NULL,
  reason TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (project_id, finding)
) STRICT, WITHOUT ROWID;

-- Another value after every change: what was made of a project's facts is remembered by it.
CREATE TABLE graph_revisions (
  project_id TEXT PRIMARY KEY,
  revision TEXT NOT NULL
) STRICT, WITHOUT ROWID;
