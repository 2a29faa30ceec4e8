-- The store `mind`. What its tables and columns mean is said in core/sqlite/schema; here every key begins
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

CREATE TABLE settings (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  key TEXT COLLATE "C" NOT NULL,
  value sealed NOT NULL,
  updated_at BIGINT NOT NULL,
  PRIMARY KEY (tenant, key)
);

CREATE TABLE stamps (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  name TEXT COLLATE "C" NOT NULL,
  at BIGINT NOT NULL,
  PRIMARY KEY (tenant, name)
);

CREATE TABLE alerts (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  id BIGINT NOT NULL DEFAULT number('alerts'),
  code TEXT COLLATE "C" NOT NULL,
  subject TEXT COLLATE "C" NOT NULL,
  detail TEXT COLLATE "C" NOT NULL,
  began_at BIGINT NOT NULL,
  ended_at BIGINT,
  PRIMARY KEY (tenant, id)
);
CREATE UNIQUE INDEX alerts_open ON alerts (tenant, code, subject)
  WHERE ended_at IS NULL;

CREATE TABLE rules (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  pk BIGINT NOT NULL DEFAULT number('rules'),
  id TEXT COLLATE "C" NOT NULL,
  project_id TEXT COLLATE "C",
  text sealed NOT NULL,
  text_zh sealed,
  text_en sealed,
  category TEXT COLLATE "C" NOT NULL,
  origin TEXT COLLATE "C" NOT NULL CHECK (origin IN ('manual', 'learned', 'distilled')),
  confidence DOUBLE PRECISION NOT NULL CHECK (confidence BETWEEN 0 AND 1),
  predicate sealed,
  user_confirmed BIGINT NOT NULL,
  user_modified BIGINT NOT NULL,
  weight_for DOUBLE PRECISION NOT NULL DEFAULT 0,
  weight_against DOUBLE PRECISION NOT NULL DEFAULT 0,
  gone_supporting BIGINT NOT NULL DEFAULT 0,
  gone_contradicting BIGINT NOT NULL DEFAULT 0,
  history sealed NOT NULL DEFAULT '[]',
  drifted_at BIGINT,
  evidence_at BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  version BIGINT NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant, pk),
  UNIQUE (tenant, id)
);
CREATE INDEX rules_by_project ON rules (tenant, project_id NULLS FIRST);

CREATE TABLE rule_episodes (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  rule BIGINT NOT NULL,
  episode_id TEXT COLLATE "C" NOT NULL,
  supports BIGINT NOT NULL,
  weight DOUBLE PRECISION NOT NULL,
  verdict BIGINT NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant, rule, episode_id),
  FOREIGN KEY (tenant, rule) REFERENCES rules (tenant, pk) ON DELETE CASCADE
);
CREATE INDEX rule_episodes_by_episode ON rule_episodes (tenant, episode_id);

CREATE TABLE learning_events (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  id BIGINT NOT NULL DEFAULT number('learning_events'),
  at BIGINT NOT NULL,
  kind TEXT COLLATE "C" NOT NULL,
  rule_id TEXT COLLATE "C" NOT NULL,
  project_id TEXT COLLATE "C",
  run_id TEXT COLLATE "C",
  before DOUBLE PRECISION,
  after DOUBLE PRECISION,
  supporting BIGINT NOT NULL DEFAULT 0,
  contradicting BIGINT NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant, id)
);
CREATE INDEX learning_events_by_rule ON learning_events (tenant, rule_id);

CREATE TABLE conflicts (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  id TEXT COLLATE "C" NOT NULL,
  project_id TEXT COLLATE "C",
  first TEXT COLLATE "C" NOT NULL,
  second TEXT COLLATE "C" NOT NULL,
  reason sealed NOT NULL,
  created_at BIGINT NOT NULL,
  resolved_at BIGINT,
  chosen TEXT COLLATE "C",
  PRIMARY KEY (tenant, id)
);
CREATE UNIQUE INDEX conflicts_pending ON conflicts (tenant, first, second)
  WHERE resolved_at IS NULL;

CREATE TABLE vetoes (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  project_id TEXT COLLATE "C" NOT NULL,
  hash TEXT COLLATE "C" NOT NULL,
  item_id TEXT COLLATE "C" NOT NULL,
  at BIGINT NOT NULL,
  PRIMARY KEY (tenant, project_id, hash)
);

CREATE TABLE runs (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  id TEXT COLLATE "C" NOT NULL,
  project_id TEXT COLLATE "C" NOT NULL,
  trigger TEXT COLLATE "C" NOT NULL,
  started_at BIGINT NOT NULL,
  ended_at BIGINT,
  upto BIGINT NOT NULL DEFAULT 0,
  episodes BIGINT NOT NULL DEFAULT 0,
  error sealed,
  created TEXT COLLATE "C" NOT NULL DEFAULT '[]',
  updated TEXT COLLATE "C" NOT NULL DEFAULT '[]',
  conflicts TEXT COLLATE "C" NOT NULL DEFAULT '[]',
  PRIMARY KEY (tenant, id)
);
CREATE INDEX runs_by_project ON runs (tenant, project_id, started_at);

CREATE TABLE leases (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  name TEXT COLLATE "C" NOT NULL,
  holder TEXT COLLATE "C" NOT NULL,
  until BIGINT NOT NULL,
  PRIMARY KEY (tenant, name)
);

CREATE TABLE receipts (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  id BIGINT NOT NULL DEFAULT number('receipts'),
  at BIGINT NOT NULL,
  purpose TEXT COLLATE "C" NOT NULL,
  model TEXT COLLATE "C" NOT NULL,
  tokens_in BIGINT NOT NULL,
  tokens_out BIGINT NOT NULL,
  result TEXT COLLATE "C" NOT NULL,
  run_id TEXT COLLATE "C",
  PRIMARY KEY (tenant, id)
);
CREATE INDEX receipts_by_time ON receipts (tenant, purpose, at);

CREATE TABLE feedback (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  id TEXT COLLATE "C" NOT NULL,
  at BIGINT NOT NULL,
  project_id TEXT COLLATE "C",
  run_id TEXT COLLATE "C",
  skill_id TEXT COLLATE "C" NOT NULL,
  action TEXT COLLATE "C" NOT NULL CHECK (action IN ('accept', 'reject', 'partial')),
  label named,
  ignored TEXT COLLATE "C",
  PRIMARY KEY (tenant, id)
);
CREATE INDEX feedback_by_label ON feedback (tenant, label NULLS FIRST, project_id)
  WHERE label IS NOT NULL;

CREATE TABLE knowledge (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  pk BIGINT NOT NULL DEFAULT number('knowledge'),
  id TEXT COLLATE "C" NOT NULL,
  project_id TEXT COLLATE "C",
  type TEXT COLLATE "C" NOT NULL,
  content sealed NOT NULL,
  origin TEXT COLLATE "C" NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  version BIGINT NOT NULL DEFAULT 1,
  state TEXT COLLATE "C" NOT NULL DEFAULT 'active',
  category TEXT COLLATE "C" NOT NULL DEFAULT 'general',
  importance DOUBLE PRECISION NOT NULL DEFAULT 0.5,
  score DOUBLE PRECISION NOT NULL DEFAULT 1.0,
  faded_at BIGINT NOT NULL DEFAULT 0,
  confidence DOUBLE PRECISION NOT NULL DEFAULT 1.0,
  basis sealed NOT NULL DEFAULT '',
  entities sealed NOT NULL DEFAULT '[]',
  subject named NOT NULL DEFAULT '',
  attribute named NOT NULL DEFAULT '',
  value named NOT NULL DEFAULT '',
  valid_from BIGINT,
  valid_to BIGINT,
  event_at BIGINT,
  superseded_by TEXT COLLATE "C",
  stale BIGINT NOT NULL DEFAULT 0,
  accessed_at BIGINT,
  accesses BIGINT NOT NULL DEFAULT 0,
  mark named NOT NULL DEFAULT '',
  put_away BIGINT NOT NULL DEFAULT 0,
  read_at BIGINT,
  PRIMARY KEY (tenant, pk),
  UNIQUE (tenant, id)
);
CREATE INDEX knowledge_by_project ON knowledge (tenant, project_id NULLS FIRST, type);
CREATE INDEX knowledge_by_attribute ON knowledge (
  tenant, project_id NULLS FIRST, subject, attribute, state
)
  WHERE attribute <> '';
CREATE INDEX knowledge_by_mark ON knowledge (tenant, project_id NULLS FIRST, mark)
  WHERE mark <> '';
CREATE INDEX knowledge_by_score ON knowledge (tenant, project_id NULLS FIRST, state, score DESC);
CREATE INDEX knowledge_by_successor ON knowledge (tenant, superseded_by)
  WHERE superseded_by IS NOT NULL;

CREATE TABLE tombstones (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  id TEXT COLLATE "C" NOT NULL,
  kind TEXT COLLATE "C" NOT NULL,
  project_id TEXT COLLATE "C",
  hash TEXT COLLATE "C" NOT NULL,
  created_at BIGINT NOT NULL,
  deleted_at BIGINT NOT NULL,
  PRIMARY KEY (tenant, id)
);

CREATE TABLE audit (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  id BIGINT NOT NULL DEFAULT number('audit'),
  at BIGINT NOT NULL,
  operator sealed NOT NULL,
  act TEXT COLLATE "C" NOT NULL,
  project_id TEXT COLLATE "C",
  subject TEXT COLLATE "C",
  counts TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant, id)
);

CREATE TABLE generations (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  id TEXT COLLATE "C" NOT NULL,
  run_id TEXT COLLATE "C",
  project_id TEXT COLLATE "C",
  skill_id TEXT COLLATE "C" NOT NULL,
  model TEXT COLLATE "C" NOT NULL,
  tokenizer TEXT COLLATE "C" NOT NULL,
  session_id TEXT COLLATE "C",
  episode_id TEXT COLLATE "C",
  scene_type TEXT COLLATE "C" NOT NULL,
  at BIGINT NOT NULL,
  prefix_hash sealed NOT NULL,
  prompt_hash sealed NOT NULL,
  tokens BIGINT NOT NULL,
  refs sealed NOT NULL,
  compliance sealed,
  pieces sealed NOT NULL,
  echoes sealed NOT NULL DEFAULT '',
  verdicts sealed NOT NULL DEFAULT '{}',
  PRIMARY KEY (tenant, id)
);
CREATE UNIQUE INDEX generations_by_run ON generations (tenant, run_id)
  WHERE run_id IS NOT NULL;
CREATE INDEX generations_by_episode ON generations (tenant, episode_id)
  WHERE episode_id IS NOT NULL;
CREATE INDEX generations_by_session ON generations (tenant, session_id)
  WHERE session_id IS NOT NULL;
CREATE INDEX generations_by_key ON generations (
  tenant, project_id NULLS FIRST, skill_id, model, at, id, prefix_hash
);
CREATE INDEX generations_by_time ON generations (tenant, project_id NULLS FIRST, at, id);

CREATE TABLE folders (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  project_id TEXT COLLATE "C" NOT NULL,
  folder named NOT NULL,
  bound_at BIGINT NOT NULL,
  PRIMARY KEY (tenant, project_id)
);

CREATE TABLE graph_facts (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  pk BIGINT NOT NULL DEFAULT number('graph_facts'),
  id TEXT COLLATE "C" NOT NULL,
  project_id TEXT COLLATE "C" NOT NULL,
  kind TEXT COLLATE "C" NOT NULL CHECK (kind IN ('entity', 'relation', 'state', 'mark')),
  source named NOT NULL,
  body sealed NOT NULL,
  PRIMARY KEY (tenant, pk),
  UNIQUE (tenant, id, source)
);
CREATE INDEX graph_facts_by_source ON graph_facts (tenant, project_id, source);

CREATE TABLE graph_sources (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  project_id TEXT COLLATE "C" NOT NULL,
  ref named NOT NULL,
  digest sealed NOT NULL,
  facts BIGINT NOT NULL,
  chapters sealed NOT NULL,
  PRIMARY KEY (tenant, project_id, ref)
);

CREATE TABLE graph_exemptions (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  project_id TEXT COLLATE "C" NOT NULL,
  finding TEXT COLLATE "C" NOT NULL,
  reason sealed NOT NULL,
  at BIGINT NOT NULL,
  PRIMARY KEY (tenant, project_id, finding)
);

CREATE TABLE graph_revisions (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  project_id TEXT COLLATE "C" NOT NULL,
  revision TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant, project_id)
);

CREATE TABLE conversations (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  project_id TEXT COLLATE "C" NOT NULL,
  id TEXT COLLATE "C" NOT NULL,
  summary sealed NOT NULL,
  quality TEXT COLLATE "C" NOT NULL,
  full_ref sealed NOT NULL,
  body sealed,
  hash sealed NOT NULL,
  messages BIGINT NOT NULL,
  tokens BIGINT NOT NULL,
  compacted BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  PRIMARY KEY (tenant, project_id, id)
);
CREATE INDEX conversations_by_time ON conversations (tenant, project_id, updated_at, id);

CREATE TABLE knowledge_revision (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  one BIGINT NOT NULL CHECK (one = 1),
  revision TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant, one)
);

CREATE TABLE knowledge_numbers (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  series TEXT COLLATE "C" NOT NULL,
  last BIGINT NOT NULL,
  PRIMARY KEY (tenant, series)
);

CREATE TABLE knowledge_sources (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  item BIGINT NOT NULL,
  session TEXT COLLATE "C" NOT NULL,
  line BIGINT NOT NULL,
  at BIGINT NOT NULL,
  PRIMARY KEY (tenant, item, session, line),
  FOREIGN KEY (tenant, item) REFERENCES knowledge (tenant, pk) ON DELETE CASCADE
);
CREATE INDEX knowledge_sources_by_line ON knowledge_sources (tenant, session, line);

CREATE TABLE knowledge_links (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  item BIGINT NOT NULL,
  source TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant, item, source),
  FOREIGN KEY (tenant, item) REFERENCES knowledge (tenant, pk) ON DELETE CASCADE
);
CREATE INDEX knowledge_links_by_source ON knowledge_links (tenant, source);

CREATE TABLE knowledge_entities (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  item BIGINT NOT NULL,
  project_id TEXT COLLATE "C" NOT NULL,
  name named NOT NULL,
  type TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant, item, name),
  FOREIGN KEY (tenant, item) REFERENCES knowledge (tenant, pk) ON DELETE CASCADE
);
CREATE INDEX knowledge_entities_by_name ON knowledge_entities (tenant, project_id, name);

CREATE TABLE knowledge_scopes (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  pk BIGINT NOT NULL DEFAULT number('knowledge_scopes'),
  id TEXT COLLATE "C" NOT NULL,
  removals BIGINT NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant, pk),
  UNIQUE (tenant, id)
);

CREATE TABLE knowledge_embedders (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  pk BIGINT NOT NULL DEFAULT number('knowledge_embedders'),
  name TEXT COLLATE "C" NOT NULL,
  dims BIGINT NOT NULL,
  PRIMARY KEY (tenant, pk),
  UNIQUE (tenant, name, dims)
);

CREATE TABLE knowledge_pending (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  item BIGINT NOT NULL,
  wordless BIGINT NOT NULL,
  PRIMARY KEY (tenant, item),
  FOREIGN KEY (tenant, item) REFERENCES knowledge (tenant, pk) ON DELETE CASCADE
);

CREATE TABLE agents (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  project_id TEXT COLLATE "C" NOT NULL,
  workspace named,
  sources sealed NOT NULL,
  sees TEXT COLLATE "C" NOT NULL,
  created_at BIGINT NOT NULL,
  host TEXT COLLATE "C" NOT NULL DEFAULT 'command',
  PRIMARY KEY (tenant, project_id)
);
CREATE UNIQUE INDEX agents_by_workspace ON agents (tenant, workspace)
  WHERE workspace IS NOT NULL;

CREATE TABLE bookmarks (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  project_id TEXT COLLATE "C" NOT NULL,
  key TEXT COLLATE "C" NOT NULL,
  session TEXT COLLATE "C" NOT NULL,
  line BIGINT NOT NULL,
  byte BIGINT NOT NULL,
  mark TEXT COLLATE "C" NOT NULL,
  changed_at BIGINT NOT NULL,
  played BIGINT NOT NULL DEFAULT 0,
  heard_at BIGINT NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant, project_id, key)
);

CREATE TABLE fragments (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  pk BIGINT NOT NULL DEFAULT number('fragments'),
  project_id TEXT COLLATE "C" NOT NULL,
  session TEXT COLLATE "C" NOT NULL,
  line BIGINT NOT NULL,
  part BIGINT NOT NULL,
  role TEXT COLLATE "C" NOT NULL,
  text sealed NOT NULL,
  tag TEXT COLLATE "C" NOT NULL,
  at BIGINT NOT NULL,
  quoted BIGINT NOT NULL,
  frame TEXT COLLATE "C" NOT NULL DEFAULT '',
  previous BIGINT NOT NULL DEFAULT 0,
  verdict TEXT COLLATE "C" NOT NULL DEFAULT '',
  reason sealed NOT NULL DEFAULT '',
  importance DOUBLE PRECISION,
  PRIMARY KEY (tenant, pk),
  UNIQUE (tenant, project_id, session, line, part)
);

CREATE TABLE statements (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  pk BIGINT NOT NULL DEFAULT number('statements'),
  project_id TEXT COLLATE "C" NOT NULL,
  fragment BIGINT NOT NULL,
  session TEXT COLLATE "C" NOT NULL,
  line BIGINT NOT NULL,
  at BIGINT NOT NULL,
  importance DOUBLE PRECISION NOT NULL,
  body sealed NOT NULL,
  previous BIGINT NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant, pk)
);
CREATE INDEX statements_in_order ON statements (tenant, project_id, at, fragment, pk);
CREATE INDEX statements_by_line ON statements (tenant, project_id, session, line);

CREATE TABLE consolidations (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  project_id TEXT COLLATE "C" NOT NULL,
  last_run BIGINT,
  last_success BIGINT,
  current_phase BIGINT,
  phase_data sealed NOT NULL DEFAULT '{}',
  retry_count BIGINT NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant, project_id)
);

CREATE TABLE spoken (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  project_id TEXT COLLATE "C" NOT NULL,
  hash TEXT COLLATE "C" NOT NULL,
  at BIGINT NOT NULL,
  PRIMARY KEY (tenant, project_id, hash)
);

CREATE TABLE projections (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  project_id TEXT COLLATE "C" NOT NULL,
  ref named NOT NULL,
  hash sealed NOT NULL,
  lines TEXT COLLATE "C" NOT NULL,
  at BIGINT NOT NULL,
  PRIMARY KEY (tenant, project_id, ref)
);

CREATE TABLE snapshots (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  project_id TEXT COLLATE "C" NOT NULL,
  text sealed NOT NULL,
  body sealed NOT NULL,
  items TEXT COLLATE "C" NOT NULL,
  at BIGINT NOT NULL,
  given TEXT COLLATE "C" NOT NULL DEFAULT '[]',
  PRIMARY KEY (tenant, project_id)
);

CREATE TABLE knowledge_vectors (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  id BIGINT NOT NULL DEFAULT number('knowledge_vectors'),
  seq BIGINT NOT NULL,
  project BIGINT NOT NULL,
  embedder BIGINT NOT NULL,
  vector sealed NOT NULL,
  PRIMARY KEY (tenant, id),
  UNIQUE (tenant, seq, embedder),
  FOREIGN KEY (tenant, embedder) REFERENCES knowledge_embedders (tenant, pk),
  FOREIGN KEY (tenant, project) REFERENCES knowledge_scopes (tenant, pk) ON DELETE CASCADE,
  FOREIGN KEY (tenant, seq) REFERENCES knowledge (tenant, pk) ON DELETE CASCADE
);
CREATE INDEX knowledge_vectors_by_project ON knowledge_vectors (tenant, project, embedder, id);

CREATE TABLE seen_orders (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  project_id TEXT COLLATE "C" NOT NULL,
  mark TEXT COLLATE "C" NOT NULL,
  at BIGINT NOT NULL,
  PRIMARY KEY (tenant, project_id, mark)
);

CREATE TABLE listened (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  project_id TEXT COLLATE "C" NOT NULL,
  epoch TEXT COLLATE "C" NOT NULL,
  upto BIGINT NOT NULL,
  PRIMARY KEY (tenant, project_id)
);

CREATE TABLE listening (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  project_id TEXT COLLATE "C" NOT NULL,
  session TEXT COLLATE "C" NOT NULL,
  told BIGINT NOT NULL,
  played BIGINT NOT NULL,
  heard_at BIGINT NOT NULL,
  PRIMARY KEY (tenant, project_id, session)
);

CREATE TABLE talk_erasures (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  project_id TEXT COLLATE "C" NOT NULL,
  session TEXT COLLATE "C" NOT NULL,
  place BIGINT NOT NULL,
  PRIMARY KEY (tenant, project_id, session, place)
);

CREATE TABLE documents (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  pk BIGINT NOT NULL DEFAULT number('documents'),
  project_id TEXT COLLATE "C" NOT NULL,
  namespace named NOT NULL,
  key named NOT NULL,
  value sealed NOT NULL,
  ttl_ms BIGINT,
  expires_at BIGINT,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  PRIMARY KEY (tenant, pk),
  UNIQUE (tenant, project_id, namespace, key)
);
CREATE INDEX documents_expiring ON documents (tenant, expires_at)
  WHERE expires_at IS NOT NULL;

CREATE TABLE document_vectors (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  pk BIGINT NOT NULL DEFAULT number('document_vectors'),
  document BIGINT NOT NULL,
  vector sealed NOT NULL,
  PRIMARY KEY (tenant, pk),
  FOREIGN KEY (tenant, document) REFERENCES documents (tenant, pk) ON DELETE CASCADE
);
CREATE INDEX document_vectors_of ON document_vectors (tenant, document);

CREATE TABLE story_originals (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  pk BIGINT NOT NULL DEFAULT number('story_originals'),
  project_id TEXT COLLATE "C" NOT NULL,
  form TEXT COLLATE "C" NOT NULL,
  name named NOT NULL,
  ref sealed NOT NULL,
  body sealed NOT NULL,
  holes sealed NOT NULL,
  picture sealed NOT NULL,
  PRIMARY KEY (tenant, pk),
  UNIQUE (tenant, project_id, form, name)
);

CREATE TABLE story_original_parts (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  pk BIGINT NOT NULL DEFAULT number('story_original_parts'),
  original BIGINT NOT NULL,
  project_id TEXT COLLATE "C" NOT NULL,
  kind TEXT COLLATE "C" NOT NULL CHECK (kind IN ('thing', 'text')),
  place sealed NOT NULL,
  owner TEXT COLLATE "C" NOT NULL,
  body sealed NOT NULL,
  PRIMARY KEY (tenant, pk),
  FOREIGN KEY (tenant, original) REFERENCES story_originals (tenant, pk) ON DELETE CASCADE
);
CREATE INDEX story_original_parts_of ON story_original_parts (tenant, original);
CREATE INDEX story_original_parts_by_owner ON story_original_parts (tenant, owner);

-- Words: which terms stand in which rows. Length counts the scope as one more word, as FTS5 does, so
-- that both engines rank alike.
CREATE TABLE knowledge_search_rows (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  seq BIGINT NOT NULL,
  scope TEXT COLLATE "C" NOT NULL,
  length BIGINT NOT NULL,
  terms TEXT[] COLLATE "C" NOT NULL, -- marks, to find its postings by when it goes
  said sealed NOT NULL, -- the words, for a copy
  PRIMARY KEY (tenant, seq)
);
CREATE TABLE knowledge_search_postings (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  term TEXT COLLATE "C" NOT NULL,
  seq BIGINT NOT NULL,
  tf BIGINT NOT NULL,
  length BIGINT NOT NULL,
  scope TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant, term, seq) INCLUDE (tf, length, scope)
);
CREATE TABLE knowledge_search_totals (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  one BIGINT NOT NULL CHECK (one = 1),
  rows BIGINT NOT NULL,
  words BIGINT NOT NULL,
  PRIMARY KEY (tenant, one)
);

-- What words of a few hundred rows are marked with; stale when one of these rows is gone.
CREATE TABLE knowledge_search_keys (
  tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('mohen.author'),
  segment BIGINT NOT NULL,
  key sealed NOT NULL,
  stale BIGINT NOT NULL,
  PRIMARY KEY (tenant, segment)
);

CREATE FUNCTION knowledge_is_other() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO knowledge_revision (one, revision) VALUES (1, gen_random_uuid()::text)
  ON CONFLICT (tenant, one) DO UPDATE SET revision = excluded.revision;
  RETURN NULL;
END $$;
CREATE TRIGGER knowledge_added AFTER INSERT ON knowledge FOR EACH ROW
EXECUTE FUNCTION knowledge_is_other();
CREATE TRIGGER knowledge_changed
AFTER UPDATE OF project_id, type, content, state, updated_at, version ON knowledge FOR EACH ROW
WHEN ((OLD.project_id, OLD.type, OLD.content, OLD.state, OLD.updated_at, OLD.version)
  IS DISTINCT FROM (NEW.project_id, NEW.type, NEW.content, NEW.state, NEW.updated_at, NEW.version))
EXECUTE FUNCTION knowledge_is_other();
CREATE TRIGGER knowledge_removed AFTER DELETE ON knowledge FOR EACH ROW
EXECUTE FUNCTION knowledge_is_other();

CREATE FUNCTION knowledge_taken_out() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE knowledge SET put_away = 0 WHERE pk = NEW.pk;
  RETURN NULL;
END $$;
CREATE TRIGGER knowledge_taken_out AFTER UPDATE OF state ON knowledge FOR EACH ROW
WHEN (NEW.state = 'active' AND NEW.put_away <> 0) EXECUTE FUNCTION knowledge_taken_out();

CREATE FUNCTION story_originals_follow_knowledge() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM story_original_parts WHERE owner = OLD.id;
  RETURN NULL;
END $$;
CREATE TRIGGER story_originals_follow_knowledge AFTER DELETE ON knowledge FOR EACH ROW
EXECUTE FUNCTION story_originals_follow_knowledge();

CREATE FUNCTION story_originals_follow_entities() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM story_originals WHERE pk IN (
    SELECT original FROM story_original_parts WHERE owner = OLD.id AND place = '[]');
  DELETE FROM story_original_parts WHERE owner = OLD.id;
  RETURN NULL;
END $$;
CREATE TRIGGER story_originals_follow_entities AFTER DELETE ON graph_facts FOR EACH ROW
WHEN (OLD.kind = 'entity' AND OLD.source = '') EXECUTE FUNCTION story_originals_follow_entities();

-- An author's first row, and what a new store of theirs holds.
CREATE FUNCTION begin_author() RETURNS void LANGUAGE sql AS $$
  INSERT INTO commits (one, count, at) VALUES (1, 0, 0) ON CONFLICT (tenant, one) DO NOTHING;
$$;
