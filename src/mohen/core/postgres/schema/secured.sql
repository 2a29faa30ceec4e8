-- Run after the migrations of a store: every table of its schema shows an author's rows to that author
-- alone, its owner included. Done for all tables alike, so that none can be forgotten.
DO $$
DECLARE
  found RECORD;
BEGIN
  FOR found IN
    SELECT c.oid::regclass AS name, c.relrowsecurity AS done FROM pg_class c
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')
  LOOP
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO mohen_author', found.name);
    CONTINUE WHEN found.done;
    EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', found.name);
    EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', found.name);
    EXECUTE format(
      'CREATE POLICY own ON %s USING (tenant = current_setting(''mohen.author'', true))'
      ' WITH CHECK (tenant = current_setting(''mohen.author'', true) AND tenant <> '''')',
      found.name
    );
  END LOOP;
  EXECUTE format('GRANT USAGE ON SCHEMA %I TO mohen_author', current_schema());
END $$;
