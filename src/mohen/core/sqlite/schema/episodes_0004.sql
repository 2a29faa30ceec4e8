-- In how many episodes a word stands, so that long questions ask for the telling ones.
CREATE VIRTUAL TABLE words USING fts5vocab(search, row);
