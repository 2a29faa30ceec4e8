-- Words. Alone in its file because a rebuild drops the table and runs this again.
--
-- Terms are expanded by logic/terms.py; `scope` holds the project as one token, so that a search
-- reads one project's rows only. Contentless: the text is never stored a second time.
CREATE VIRTUAL TABLE search USING fts5(
  scope, terms, content='', contentless_delete=1, tokenize='ascii'
);
-- Merging segments is the slow tail of full-text writes; the lane does it when it rests.
INSERT INTO search (search, rank) VALUES ('automerge', 0);
INSERT INTO search (search, rank) VALUES ('crisismerge', 200);
