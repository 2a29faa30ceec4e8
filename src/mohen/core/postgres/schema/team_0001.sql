-- The store `team`, which no author has: its rows are of the team itself (core/served.py: TEAM). What its tables and columns mean is said in core/sqlite/schema; here every key begins
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

CREATE TABLE team (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  one BIGINT NOT NULL CHECK (one = 1),
  id TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant, one)
);

CREATE TABLE authors (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  name TEXT COLLATE "C" NOT NULL,
  since BIGINT NOT NULL,
  removed BIGINT,
  PRIMARY KEY (tenant, name)
);

CREATE TABLE tokens (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  id TEXT COLLATE "C" NOT NULL,
  author TEXT COLLATE "C" NOT NULL,
  scope TEXT COLLATE "C" NOT NULL CHECK (scope IN ('read', 'write', 'admin')),
  note TEXT COLLATE "C" NOT NULL,
  digest TEXT COLLATE "C" NOT NULL,
  made BIGINT NOT NULL,
  expires BIGINT NOT NULL,
  used BIGINT,
  PRIMARY KEY (tenant, id),
  UNIQUE (tenant, digest),
  FOREIGN KEY (tenant, author) REFERENCES authors (tenant, name) ON DELETE CASCADE
);
CREATE INDEX tokens_of_author ON tokens (tenant, author, made);

CREATE TABLE browsers (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  id TEXT COLLATE "C" NOT NULL,
  token TEXT COLLATE "C" NOT NULL,
  seal TEXT COLLATE "C" NOT NULL,
  name TEXT COLLATE "C" NOT NULL,
  since BIGINT NOT NULL,
  seen BIGINT NOT NULL,
  PRIMARY KEY (tenant, id),
  FOREIGN KEY (tenant, token) REFERENCES tokens (tenant, id) ON DELETE CASCADE
);
CREATE INDEX browsers_of_token ON browsers (tenant, token);

CREATE FUNCTION begin_author() RETURNS void LANGUAGE sql AS $$
  INSERT INTO commits (one, count, at) VALUES (1, 0, 0) ON CONFLICT (tenant, one) DO NOTHING;
$$;
