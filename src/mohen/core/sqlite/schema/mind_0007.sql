-- Knowledge by its words. Alone in its file because a rebuild drops the table and runs this again.
-- Terms are expanded by logic/terms.py; `scope` holds the project as one token. Contentless: the
-- text is never stored a second time.
CREATE VIRTUAL TABLE knowledge_search USING fts5(
  scope, terms, content='', contentless_delete=1, tokenize='ascii'
);
INSERT INTO knowledge_search (knowledge_search, rank) VALUES ('automerge', 0);
INSERT INTO knowledge_search (knowledge_search, rank) VALUES ('crisismerge', 200);
