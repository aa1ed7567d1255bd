-- Notifies all processes of the workspaces whose keys, users or settings changed, so that they discard cached keys. The arguments are columns whose
-- changes do not count. The notification "*" means all workspaces.
CREATE OR REPLACE FUNCTION "notify_key_changes"() RETURNS trigger
LANGUAGE plpgsql AS $$
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
