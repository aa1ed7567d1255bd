-- Ids never change, and what has to follow another record is written by the statement that moves it: a database that is spread
-- over several servers has no cascading updates. The constraints keep their names and what they say of deletes.
DO $$
DECLARE
  cascading record;
BEGIN
  FOR cascading IN
    SELECT c.conrelid::regclass AS "table", c.conname AS name,
      replace(pg_get_constraintdef(c.oid), ' ON UPDATE CASCADE', '') AS definition
    FROM pg_constraint c
    WHERE c.contype = 'f' AND c.confupdtype = 'c' AND c.connamespace = current_schema()::regnamespace
    ORDER BY 1, 2
  LOOP
    EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', cascading."table", cascading.name);
    EXECUTE format('ALTER TABLE %s ADD CONSTRAINT %I %s', cascading."table", cascading.name, cascading.definition);
  END LOOP;
END
$$;

-- A project goes to another client before what hangs on it does, in one transaction: that they agree is seen when it commits.
ALTER TABLE "TimeEntry" DROP CONSTRAINT "TimeEntry_accountId_clientId_projectId_fkey";
ALTER TABLE "TimeEntry" ADD CONSTRAINT "TimeEntry_accountId_clientId_projectId_fkey"
  FOREIGN KEY ("accountId", "clientId", "projectId") REFERENCES "Project"("accountId", "clientId", "id")
  ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE "Expense" DROP CONSTRAINT "Expense_accountId_clientId_projectId_fkey";
ALTER TABLE "Expense" ADD CONSTRAINT "Expense_accountId_clientId_projectId_fkey"
  FOREIGN KEY ("accountId", "clientId", "projectId") REFERENCES "Project"("accountId", "clientId", "id")
  ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;
