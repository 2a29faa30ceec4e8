-- What every store's schema stands on: who may work with rows, which version each store has, and the
-- few functions of SQLite that the stores' one SQL text uses and PostgreSQL lacks.

-- Works with rows and owns none: row-level security holds for it, whoever connects.
DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'mohen_author') THEN
    CREATE ROLE mohen_author NOLOGIN NOSUPERUSER NOBYPASSRLS;
  END IF;
  IF NOT pg_has_role(current_user, 'mohen_author', 'MEMBER') THEN
    EXECUTE format('GRANT mohen_author TO %I', current_user);
  END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; -- another database was faster
END $$;
GRANT USAGE ON SCHEMA mohen TO mohen_author;

CREATE TABLE versions (
  store TEXT PRIMARY KEY,
  version INTEGER NOT NULL
);
GRANT SELECT ON versions TO PUBLIC;
GRANT USAGE ON SCHEMA mohen TO PUBLIC;

CREATE FUNCTION json_each(array_text TEXT, OUT key BIGINT, OUT value TEXT)
RETURNS SETOF record LANGUAGE sql IMMUTABLE PARALLEL SAFE ROWS 20 AS $$
  SELECT n - 1, v FROM jsonb_array_elements_text(array_text::jsonb) WITH ORDINALITY AS e (v, n)
$$;

CREATE FUNCTION json_array_length(array_text TEXT) RETURNS INTEGER
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$ SELECT jsonb_array_length(array_text::jsonb) $$;

CREATE FUNCTION element(json_text TEXT, place INTEGER) RETURNS TEXT
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$ SELECT json_text::json ->> place $$;
CREATE FUNCTION element(json_text TEXT, name TEXT) RETURNS TEXT
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$ SELECT json_text::json ->> name $$;
CREATE FUNCTION part(json_text TEXT, name TEXT) RETURNS TEXT
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$ SELECT (json_text::json -> name)::text $$;
CREATE OPERATOR -> (LEFTARG = TEXT, RIGHTARG = TEXT, FUNCTION = part);
CREATE OPERATOR ->> (LEFTARG = TEXT, RIGHTARG = INTEGER, FUNCTION = element);
CREATE OPERATOR ->> (LEFTARG = TEXT, RIGHTARG = TEXT, FUNCTION = element);

CREATE FUNCTION instr(whole TEXT, part TEXT) RETURNS INTEGER
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$ SELECT strpos(whole, part) $$;

CREATE FUNCTION substr(whole TEXT, first BIGINT, many BIGINT) RETURNS TEXT
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT pg_catalog.substr(whole, first::integer, many::integer)
$$;

-- How an author's own words are kept (core/sealing.py): under a key of their row's, or as a name that is the
-- same for the same words, so that it can be looked up. What says nothing ('', '[]', '{}') stands as it is.
CREATE DOMAIN sealed AS BYTEA;
CREATE DOMAIN named AS TEXT COLLATE "C";

CREATE FUNCTION key_of(value BYTEA) RETURNS BIGINT
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE WHEN octet_length(value) >= 38
    THEN ('x' || encode(substr(value, 3, 8), 'hex'))::bit(64)::bigint END
$$;
CREATE FUNCTION length(value sealed) RETURNS INTEGER -- of bytes, as they were before
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$ SELECT octet_length(value) - 38 $$;
