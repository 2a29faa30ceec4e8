-- A list of numbers, for who asks for one of them: what comes out of `json_each` is planned for as if it could be
-- anything, and the whole table was read for a few rows.
CREATE FUNCTION numbers_in(array_text TEXT) RETURNS BIGINT[]
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$ SELECT translate(array_text, '[]', '{}')::bigint[] $$;
