-- In how many items each term stands.
CREATE VIRTUAL TABLE knowledge_words USING fts5vocab(knowledge_search, row);
