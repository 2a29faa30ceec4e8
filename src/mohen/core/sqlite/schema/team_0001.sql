-- Who may come in to a team's server. No word of any author's memory stands here.
CREATE TABLE team (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  id TEXT NOT NULL -- tells teams apart that are served at the same place
) STRICT;

CREATE TABLE authors (
  name TEXT PRIMARY KEY,
  since INTEGER NOT NULL,
  removed INTEGER -- since when nobody comes in by this name; their memory is still there
) STRICT;

CREATE TABLE tokens (
  id TEXT PRIMARY KEY,
  author TEXT NOT NULL REFERENCES authors (name) ON DELETE CASCADE,
  scope TEXT NOT NULL CHECK (scope IN ('read', 'write', 'admin')),
  note TEXT NOT NULL,
  digest TEXT NOT NULL UNIQUE, -- SHA-256 of the secret, which nobody keeps
  made INTEGER NOT NULL,
  expires INTEGER NOT NULL,
  used INTEGER
) STRICT;
CREATE INDEX tokens_of_author ON tokens (author, made);

-- Browsers that were let in, each for a token, with which they go.
CREATE TABLE browsers (
  id TEXT PRIMARY KEY,
  token TEXT NOT NULL REFERENCES tokens (id) ON DELETE CASCADE,
  seal TEXT NOT NULL, -- SHA-256 of both its halves
  name TEXT NOT NULL,
  since INTEGER NOT NULL,
  seen INTEGER NOT NULL
) STRICT;
CREATE INDEX browsers_of_token ON browsers (token);

-- How many commits this file has seen, and when the last was: so that a lost log is noticed.
CREATE TABLE commits (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  count INTEGER NOT NULL,
  at INTEGER NOT NULL
) STRICT;
INSERT INTO commits VALUES (1, 0, 0);
