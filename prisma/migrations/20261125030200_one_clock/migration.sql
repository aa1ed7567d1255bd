-- When a record was made and changed is told by the clock of the database, which all processes share: whoever reads what
-- changed since a moment would miss what a process wrote whose clock is behind. Prisma gives a column whose default is now() the
-- moment of its own process; a default by another name it leaves to the database.
DO $$
DECLARE
  clock record;
BEGIN
  FOR clock IN
    SELECT c.relname AS name, a.attname AS moment
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND a.attname IN ('createdAt', 'updatedAt')
      AND EXISTS (SELECT FROM pg_attribute w WHERE w.attrelid = c.oid AND w.attname = 'accountId')
  LOOP
    EXECUTE format('ALTER TABLE %I ALTER COLUMN %I SET DEFAULT transaction_timestamp()', clock.name, clock.moment);
  END LOOP;
END
$$;
