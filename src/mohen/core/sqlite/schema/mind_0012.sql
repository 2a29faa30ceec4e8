-- Sealed hashes of what looks like an order to a model and a person let stand.
CREATE TABLE seen_orders (
  project_id TEXT NOT NULL, -- '' for what is global
  mark TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (project_id, mark)
) STRICT, WITHOUT ROWID;
-- A snapshot from before has no bounds around what it tells: it is made anew when it is asked for.
DELETE FROM snapshots;
