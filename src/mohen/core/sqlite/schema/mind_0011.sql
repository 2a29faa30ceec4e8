-- An item may have a vector of each of two embedders: while all are made anew the old ones answer.
CREATE TABLE knowledge_vectors_of_each (
  id INTEGER PRIMARY KEY AUTOINCREMENT, -- order of arrival: a matrix reads on from its last
  seq INTEGER NOT NULL REFERENCES knowledge (pk) ON DELETE CASCADE,
  project INTEGER NOT NULL REFERENCES knowledge_scopes (pk) ON DELETE CASCADE,
  embedder INTEGER NOT NULL REFERENCES knowledge_embedders (pk),
  vector BLOB NOT NULL,
  UNIQUE (seq, embedder)
) STRICT;
INSERT INTO knowledge_vectors_of_each SELECT id, seq, project, embedder, vector FROM knowledge_vectors;
DROP TABLE knowledge_vectors;
ALTER TABLE knowledge_vectors_of_each RENAME TO knowledge_vectors;
CREATE INDEX knowledge_vectors_by_project ON knowledge_vectors (project, embedder, id);
