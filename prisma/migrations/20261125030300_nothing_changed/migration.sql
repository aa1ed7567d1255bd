-- A write that changes no value of a row raises no version and moves no moment: who sends a record back as it is has changed
-- nothing. A verb that changes what belongs to a record, and none of its own values, raises the version itself.
CREATE OR REPLACE FUNCTION "raise_version"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW IS DISTINCT FROM OLD THEN
    NEW."version" := OLD."version" + 1;
    NEW."updatedAt" := now();
  END IF;
  RETURN NEW;
END
$$;

-- Nor is it told to those who follow the workspace: a row that changed did so in this transaction.
CREATE OR REPLACE FUNCTION "tell_changes"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM "ChangeListener" WHERE "expiresAt" > now()) THEN
    PERFORM "tell"("accountId", TG_ARGV[0], array_agg(TG_ARGV[2] || (to_jsonb(changed) ->> TG_ARGV[1])))
    FROM changed
    WHERE "accountId" IN (SELECT "accountId" FROM "ChangeListener" WHERE "expiresAt" > now())
      AND (TG_OP <> 'UPDATE' OR "updatedAt" = now()::timestamptz(3))
    GROUP BY "accountId";
  END IF;
  RETURN NULL;
END
$$;
