-- Trigger of tables with a `clientId`: an erased client gets no new records, except when the owner of the table restores a backup.
CREATE OR REPLACE FUNCTION "reject_record_of_erased_client"() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM "Client" c
      WHERE c."accountId" = NEW."accountId" AND c.id = NEW."clientId" AND c."erasedAt" IS NOT NULL)
    AND NOT pg_has_role((SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE')
  THEN
    RAISE EXCEPTION 'client % is erased', NEW."clientId"
      USING ERRCODE = 'check_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = 'Client_erased_rejects_new_records';
  END IF;
  RETURN NULL;
END
$$;
