-- mind.db: what Mohen knows and how it is set. Small and precious.

CREATE TABLE settings (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL, -- JSON
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- When something last ran, so that a restart does not run it again (C8).
CREATE TABLE stamps (
  name TEXT PRIMARY KEY,
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Alarms reach someone (C96), and what ended stays to be looked at.
CREATE TABLE alerts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  code TEXT NOT NULL,
  subject TEXT NOT NULL,
  detail TEXT NOT NULL, -- JSON: ids, counts and reasons, never text
  began_at INTEGER NOT NULL,
  ended_at INTEGER
) STRICT;

CREATE UNIQUE INDEX alerts_open ON alerts (code, subject) WHERE ended_at IS NULL;
