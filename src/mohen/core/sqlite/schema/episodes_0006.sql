-- How many writes were acknowledged, and when the last was: compared with what stands beside the
-- file, so that a lost log is noticed.
CREATE TABLE commits (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  count INTEGER NOT NULL,
  at INTEGER NOT NULL
) STRICT;
INSERT INTO commits VALUES (1, 0, 0);
