-- Processes remember what keys may do as long as they hear of every change of it. So whoever writes, a verb, the command
-- line or a person, the transaction tells the workspace's number on the channel "actiongraph_keys", or * for all workspaces.
-- All this is written seldom: committing transactions that NOTIFY take turns.

-- Tells of the workspaces whose rows were written. Arguments: columns that say nothing of what a key may do; a statement
-- that changes nothing else tells nothing.
CREATE FUNCTION "tell_keys"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  accounts text[];
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    accounts := ARRAY['*'];
  ELSIF TG_OP = 'UPDATE' THEN
    SELECT array_agg(DISTINCT "accountId"::text) INTO accounts FROM (
      (SELECT "accountId", to_jsonb(before) - TG_ARGV FROM before
       EXCEPT SELECT "accountId", to_jsonb(changed) - TG_ARGV FROM changed)
      UNION ALL
      (SELECT "accountId", to_jsonb(changed) - TG_ARGV FROM changed
       EXCEPT SELECT "accountId", to_jsonb(before) - TG_ARGV FROM before)
    ) AS differing;
  ELSE
    SELECT array_agg(DISTINCT "accountId"::text) INTO accounts FROM changed;
  END IF;
  IF cardinality(accounts) > 100 THEN
    accounts := ARRAY['*'];
  END IF;
  PERFORM pg_notify('actiongraph_keys', account) FROM unnest(accounts) AS account;
  RETURN NULL;
END
$$;

-- A new key is remembered by nobody.
CREATE TRIGGER tell_keys_updated AFTER UPDATE ON "ApiKey" REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_keys"('lastUsedAt', 'updatedAt', 'version');
CREATE TRIGGER tell_keys_deleted AFTER DELETE ON "ApiKey" REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_keys"();
CREATE TRIGGER tell_keys_truncated AFTER TRUNCATE ON "ApiKey"
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_keys"();

CREATE TRIGGER tell_keys_updated AFTER UPDATE ON "Workspace" REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_keys"('updatedAt', 'version');
CREATE TRIGGER tell_keys_deleted AFTER DELETE ON "Workspace" REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_keys"();
CREATE TRIGGER tell_keys_truncated AFTER TRUNCATE ON "Workspace"
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_keys"();

-- Who owns the workspace is given the time for which nobody is named.
CREATE TRIGGER tell_keys_created AFTER INSERT ON "User" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_keys"();
CREATE TRIGGER tell_keys_updated AFTER UPDATE ON "User" REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_keys"('updatedAt', 'version');
CREATE TRIGGER tell_keys_deleted AFTER DELETE ON "User" REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_keys"();
CREATE TRIGGER tell_keys_truncated AFTER TRUNCATE ON "User"
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_keys"();

-- Also for a session that leaves triggers out (session_replication_role), as those who copy rows like to do.
ALTER TABLE "ApiKey" ENABLE ALWAYS TRIGGER tell_keys_updated, ENABLE ALWAYS TRIGGER tell_keys_deleted,
  ENABLE ALWAYS TRIGGER tell_keys_truncated;
ALTER TABLE "Workspace" ENABLE ALWAYS TRIGGER tell_keys_updated, ENABLE ALWAYS TRIGGER tell_keys_deleted,
  ENABLE ALWAYS TRIGGER tell_keys_truncated;
ALTER TABLE "User" ENABLE ALWAYS TRIGGER tell_keys_created, ENABLE ALWAYS TRIGGER tell_keys_updated,
  ENABLE ALWAYS TRIGGER tell_keys_deleted, ENABLE ALWAYS TRIGGER tell_keys_truncated;
