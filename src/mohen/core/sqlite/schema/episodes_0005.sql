-- Episodes that repeat the text of another, because a verdict was given on what it holds: whoever forgets
-- one forgets the other. By its id: answering a run gives its episode another number.
CREATE TABLE repeats (
  seq INTEGER PRIMARY KEY REFERENCES episodes (seq) ON DELETE CASCADE,
  of TEXT NOT NULL
) STRICT;
CREATE INDEX repeats_by_episode ON repeats (of);
