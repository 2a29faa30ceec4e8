-- The store `episodes`. What its tables and columns mean is said in core/sqlite/schema; here every key begins
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

CREATE TABLE projects (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  pk BIGINT NOT NULL DEFAULT number('projects'),
  id TEXT COLLATE "C" NOT NULL,
  removals BIGINT NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant, pk),
  UNIQUE (tenant, id)
);

CREATE TABLE episodes (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  seq BIGINT NOT NULL DEFAULT number('episodes'),
  id TEXT COLLATE "C" NOT NULL,
  project BIGINT NOT NULL,
  state TEXT COLLATE "C" NOT NULL CHECK (state IN ('open', 'closed', 'abandoned')),
  timestamp BIGINT NOT NULL,
  recorded_at BIGINT NOT NULL,
  skill_used TEXT COLLATE "C" NOT NULL,
  chapter_id TEXT COLLATE "C",
  scene_type TEXT COLLATE "C" NOT NULL,
  scene_inferred BIGINT NOT NULL,
  generation_id TEXT COLLATE "C",
  selected_index BIGINT,
  lengths TEXT COLLATE "C" NOT NULL,
  signal TEXT COLLATE "C",
  weight DOUBLE PRECISION NOT NULL,
  edit_distance DOUBLE PRECISION,
  response_time_ms BIGINT,
  undone_at BIGINT,
  undo_latency_ms BIGINT,
  importance DOUBLE PRECISION NOT NULL,
  recall_count BIGINT NOT NULL DEFAULT 0,
  last_recalled_at BIGINT,
  strength DOUBLE PRECISION NOT NULL,
  band TEXT COLLATE "C" NOT NULL,
  strength_at BIGINT NOT NULL,
  user_confirmed BIGINT NOT NULL,
  core_setting BIGINT NOT NULL,
  compressed BIGINT NOT NULL DEFAULT 0,
  private BIGINT NOT NULL,
  version BIGINT NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant, seq),
  UNIQUE (tenant, id),
  FOREIGN KEY (tenant, project) REFERENCES projects (tenant, pk) ON DELETE CASCADE
);
CREATE INDEX episodes_by_time ON episodes (tenant, project, timestamp, seq);
CREATE INDEX episodes_by_scene ON episodes (tenant, project, scene_type, timestamp)
  WHERE compressed = 0 AND state = 'closed';
CREATE INDEX episodes_by_generation ON episodes (tenant, generation_id)
  WHERE generation_id IS NOT NULL;
CREATE INDEX episodes_by_cold ON episodes (
  tenant, project, importance, recall_count, last_recalled_at NULLS FIRST, timestamp, id
)
  WHERE compressed = 0 AND user_confirmed = 0 AND core_setting = 0;
CREATE INDEX episodes_compressed ON episodes (tenant, project, timestamp)
  WHERE compressed = 1;

CREATE TABLE texts (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  seq BIGINT NOT NULL,
  input_context sealed NOT NULL,
  candidates sealed NOT NULL,
  final_text sealed,
  explicit sealed,
  PRIMARY KEY (tenant, seq),
  FOREIGN KEY (tenant, seq) REFERENCES episodes (tenant, seq) ON DELETE CASCADE
);

CREATE TABLE digests (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  seq BIGINT NOT NULL,
  digest sealed NOT NULL,
  explicit sealed,
  PRIMARY KEY (tenant, seq),
  FOREIGN KEY (tenant, seq) REFERENCES episodes (tenant, seq) ON DELETE CASCADE
);

CREATE TABLE evidence (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  seq BIGINT NOT NULL,
  body sealed NOT NULL,
  PRIMARY KEY (tenant, seq),
  FOREIGN KEY (tenant, seq) REFERENCES episodes (tenant, seq) ON DELETE CASCADE
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
  FOREIGN KEY (tenant, seq) REFERENCES episodes (tenant, seq) ON DELETE CASCADE
);
CREATE INDEX vectors_by_project ON vectors (tenant, project, embedder, id);

CREATE TABLE marks (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  seq BIGINT NOT NULL,
  topic TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant, seq, topic),
  FOREIGN KEY (tenant, seq) REFERENCES episodes (tenant, seq) ON DELETE CASCADE
);

CREATE TABLE repeats (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  seq BIGINT NOT NULL,
  of TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant, seq),
  FOREIGN KEY (tenant, seq) REFERENCES episodes (tenant, seq) ON DELETE CASCADE
);
CREATE INDEX repeats_by_episode ON repeats (tenant, of);

-- Words: which terms stand in which rows. Length counts the scope as one more word, as FTS5 does, so
-- that both engines rank alike.
CREATE TABLE search_rows (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  seq BIGINT NOT NULL,
  scope TEXT COLLATE "C" NOT NULL,
  length BIGINT NOT NULL,
  terms TEXT[] COLLATE "C" NOT NULL, -- marks, to find its postings by when it goes
  said sealed NOT NULL, -- the words, for a copy
  PRIMARY KEY (tenant, seq)
);
CREATE TABLE search_postings (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  term TEXT COLLATE "C" NOT NULL,
  seq BIGINT NOT NULL,
  tf BIGINT NOT NULL,
  length BIGINT NOT NULL,
  scope TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant, term, seq) INCLUDE (tf, length, scope)
);
CREATE TABLE search_totals (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  one BIGINT NOT NULL CHECK (one = 1),
  rows BIGINT NOT NULL,
  words BIGINT NOT NULL,
  PRIMARY KEY (tenant, one)
);

-- What words of a few hundred rows are marked with; stale when one of these rows is gone.
CREATE TABLE search_keys (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  segment BIGINT NOT NULL,
  key sealed NOT NULL,
  stale BIGINT NOT NULL,
  PRIMARY KEY (tenant, segment)
);

-- An author's first row, and what a new store of theirs holds.
CREATE FUNCTION begin_author() RETURNS void LANGUAGE sql AS $$
  INSERT INTO commits (one, count, at) VALUES (1, 0, 0) ON CONFLICT (tenant, one) DO NOTHING;
$$;
