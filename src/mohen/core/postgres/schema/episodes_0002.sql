-- Words: a sealed row for each text and nothing beside it. Which words stand where is told in the memory of
-- who asks (core/postgres/fulltext.py), so there is nothing left that somebody could guess by trial.
DROP TABLE search_postings;
DROP TABLE search_totals;
DROP TABLE search_keys;
ALTER TABLE search_rows DROP COLUMN length;
ALTER TABLE search_rows DROP COLUMN terms;
-- How many commits the author had made before this one, so that others read on from where they were.
ALTER TABLE search_rows ADD COLUMN changed BIGINT NOT NULL DEFAULT 0;
CREATE INDEX search_rows_by_change ON search_rows (tenant, changed);
-- Rows that went since, for a while; 0: all of them.
CREATE TABLE search_gone (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  changed BIGINT NOT NULL,
  seq BIGINT NOT NULL,
  PRIMARY KEY (tenant, changed, seq)
);
