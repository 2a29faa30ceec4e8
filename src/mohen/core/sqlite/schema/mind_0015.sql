-- Exact JSON for frameworks that want a store. A put makes a new row, so the numbers of rows are the
-- order of writing, whatever the clock says. A namespace is its labels as JSON strings, each with a
-- comma behind it: what lies below one begins with the same text, and nothing else does.
CREATE TABLE documents (
  pk INTEGER PRIMARY KEY,
  project_id TEXT NOT NULL,
  namespace TEXT NOT NULL,
  key TEXT NOT NULL,
  value TEXT NOT NULL,
  ttl_ms INTEGER, -- of its life from the last write, or the last read that prolongs it
  expires_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (project_id, namespace, key)
) STRICT;
CREATE INDEX documents_expiring ON documents (expires_at) WHERE expires_at IS NOT NULL;

-- What a document is found by: given by whoever puts it, 32-bit floats of length one.
CREATE TABLE document_vectors (
  pk INTEGER PRIMARY KEY,
  document INTEGER NOT NULL REFERENCES documents (pk) ON DELETE CASCADE,
  vector BLOB NOT NULL
) STRICT;
CREATE INDEX document_vectors_of ON document_vectors (document);
