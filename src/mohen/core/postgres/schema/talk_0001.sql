-- The store `talk`. What its tables and columns mean is said in core/sqlite/schema; here every key begins
-- with whose row it is, which is the author of the transaction unless somebody says otherwise.

-- The numbers that rows get, for each author and table from one: a number that everybody shared would
-- tell each how much the others write. Nobody else writes meanwhile (the lock of author and store).
CREATE TABLE numbers (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  name TEXT COLLATE "C" NOT NULL,
  last BIGINT NOT NULL,
  PRIMARY KEY (tenant, name)
);
CREATE FUNCTION number(of_table TEXT) RETURNS BIGINT LANGUAGE plpgsql AS $$
DECLARE
  given BIGINT;
BEGIN
  INSERT INTO numbers (name, last) VALUES (of_table, 1)
  ON CONFLICT (tenant, name) DO UPDATE SET last = numbers.last + 1
  RETURNING numbers.last INTO given;
  RETURN given;
END $$;

-- How many commits there were, so that another process is noticed; and the names of the last of them,
-- so that whoever lost the connection while committing can tell whether it was kept.
CREATE TABLE commits (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  one BIGINT NOT NULL CHECK (one = 1),
  count BIGINT NOT NULL,
  at BIGINT NOT NULL,
  PRIMARY KEY (tenant, one)
);
CREATE TABLE commit_names (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  place BIGINT NOT NULL,
  name TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant, place)
);

-- The author's key in force, which is kept elsewhere, and what is wrapped by it: the key of names, and a
-- key for each row that was written.
CREATE TABLE author_key (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  one BIGINT NOT NULL CHECK (one = 1),
  id TEXT COLLATE "C" NOT NULL,
  lineage TEXT COLLATE "C" NOT NULL,
  names BYTEA NOT NULL,
  PRIMARY KEY (tenant, one)
);
CREATE TABLE item_keys (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  number BIGINT NOT NULL,
  wrapped BYTEA NOT NULL,
  PRIMARY KEY (tenant, number)
);

CREATE TABLE messages (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  pk BIGINT NOT NULL DEFAULT number('messages'),
  project_id TEXT COLLATE "C" NOT NULL,
  session TEXT COLLATE "C" NOT NULL,
  place BIGINT NOT NULL,
  line BIGINT,
  host_id TEXT COLLATE "C",
  role TEXT COLLATE "C" NOT NULL,
  speaker named NOT NULL,
  at BIGINT,
  heard_at BIGINT NOT NULL,
  mark TEXT COLLATE "C" NOT NULL,
  gone BIGINT NOT NULL DEFAULT 0,
  text sealed NOT NULL,
  terms sealed NOT NULL DEFAULT '',
  PRIMARY KEY (tenant, pk)
);
CREATE UNIQUE INDEX messages_in_order ON messages (tenant, project_id, session, place);
CREATE INDEX messages_by_mark ON messages (tenant, project_id, session, mark);
CREATE INDEX messages_by_host_id ON messages (tenant, project_id, session, host_id)
  WHERE host_id IS NOT NULL;
CREATE INDEX messages_by_line ON messages (tenant, project_id, session, line)
  WHERE line IS NOT NULL;
CREATE INDEX messages_of_project ON messages (tenant, project_id, pk);

CREATE TABLE unsaid (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  project_id TEXT COLLATE "C" NOT NULL,
  session TEXT COLLATE "C" NOT NULL,
  place BIGINT NOT NULL,
  PRIMARY KEY (tenant, project_id, session, place)
);

CREATE TABLE removed (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  id BIGINT NOT NULL DEFAULT number('removed'),
  project_id TEXT COLLATE "C" NOT NULL,
  message BIGINT NOT NULL,
  PRIMARY KEY (tenant, id)
);
CREATE INDEX removed_of_project ON removed (tenant, project_id, id);

CREATE TABLE origin (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  one BIGINT NOT NULL CHECK (one = 1),
  epoch TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant, one)
);

CREATE TABLE projects (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  pk BIGINT NOT NULL DEFAULT number('projects'),
  id TEXT COLLATE "C" NOT NULL,
  removals BIGINT NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant, pk),
  UNIQUE (tenant, id)
);

CREATE TABLE embedders (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  pk BIGINT NOT NULL DEFAULT number('embedders'),
  name TEXT COLLATE "C" NOT NULL,
  dims BIGINT NOT NULL,
  PRIMARY KEY (tenant, pk),
  UNIQUE (tenant, name, dims)
);

CREATE TABLE vectors (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  id BIGINT NOT NULL DEFAULT number('vectors'),
  seq BIGINT NOT NULL,
  project BIGINT NOT NULL,
  embedder BIGINT NOT NULL,
  vector sealed NOT NULL,
  PRIMARY KEY (tenant, id),
  UNIQUE (tenant, seq, embedder),
  FOREIGN KEY (tenant, embedder) REFERENCES embedders (tenant, pk),
  FOREIGN KEY (tenant, project) REFERENCES projects (tenant, pk) ON DELETE CASCADE,
  FOREIGN KEY (tenant, seq) REFERENCES messages (tenant, pk) ON DELETE CASCADE
);
CREATE INDEX vectors_by_project ON vectors (tenant, project, embedder, id);

CREATE FUNCTION messages_erased() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO removed (project_id, message) VALUES (OLD.project_id, OLD.pk);
  DELETE FROM vectors WHERE seq = OLD.pk;
  UPDATE projects SET removals = removals + 1 WHERE id = OLD.project_id;
  RETURN NULL;
END $$;
CREATE TRIGGER messages_erased AFTER UPDATE OF gone ON messages FOR EACH ROW
WHEN (NEW.gone <> 0 AND OLD.gone = 0) EXECUTE FUNCTION messages_erased();
CREATE TRIGGER messages_dropped AFTER DELETE ON messages FOR EACH ROW
WHEN (OLD.gone = 0) EXECUTE FUNCTION messages_erased();

-- An author's first row, and what a new store of theirs holds.
CREATE FUNCTION begin_author() RETURNS void LANGUAGE sql AS $$
  INSERT INTO commits (one, count, at) VALUES (1, 0, 0) ON CONFLICT (tenant, one) DO NOTHING;
  INSERT INTO origin (one, epoch) VALUES (1, replace(gen_random_uuid()::text, '-', ''))
  ON CONFLICT (tenant, one) DO NOTHING;
$$;
