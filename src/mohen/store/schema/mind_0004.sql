-- The story: who, where, when, and what holds from when to when (background 1.8).

CREATE TABLE graph_entities (
  pk INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  project_id TEXT NOT NULL,
  type TEXT NOT NULL,
  name TEXT NOT NULL,
  body TEXT NOT NULL -- JSON
) STRICT;

CREATE INDEX graph_entities_by_project ON graph_entities (project_id, type, name);
