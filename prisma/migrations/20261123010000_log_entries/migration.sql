-- CreateEnum
CREATE TYPE "LogEntryKind" AS ENUM ('CREATED', 'UPDATED', 'DELETED', 'SIGNED_IN', 'SIGNED_OUT', 'SESSION_ENDED', 'SECOND_FACTOR_CHANGED', 'SIGN_IN_RESET', 'ERASED');

-- CreateEnum
CREATE TYPE "LogActorKind" AS ENUM ('PERSON', 'KEY', 'CONTACT', 'ADMINISTRATION', 'SERVICE', 'CUSTOMER');

-- CreateTable
CREATE TABLE "LogEntry" (
    "accountId" INTEGER NOT NULL,
    "place" BIGSERIAL NOT NULL,
    "transaction" BIGINT NOT NULL DEFAULT ((pg_current_xact_id())::text)::bigint,
    "kind" "LogEntryKind" NOT NULL,
    "recordType" TEXT NOT NULL,
    "recordId" TEXT NOT NULL,
    "recordVersion" INTEGER,
    "before" JSONB,
    "after" JSONB,
    "actorKind" "LogActorKind" NOT NULL,
    "actorId" TEXT,
    "actorName" TEXT,
    "operation" TEXT NOT NULL,
    "requestId" TEXT NOT NULL,
    "address" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "LogEntry_pkey" PRIMARY KEY ("accountId","place")
);

-- CreateIndex
CREATE INDEX "LogEntry_accountId_recordId_place_idx" ON "LogEntry"("accountId", "recordId", "place");

-- CreateIndex
CREATE INDEX "LogEntry_createdAt_idx" ON "LogEntry" USING BRIN ("createdAt");

-- AddForeignKey
ALTER TABLE "LogEntry" ADD CONSTRAINT "LogEntry_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Workspace"("accountId") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What changed is swept before who did what: this index holds what is still to be swept.
CREATE INDEX "LogEntry_changes_idx" ON "LogEntry" ("createdAt") WHERE before IS NOT NULL OR after IS NOT NULL;

CREATE TRIGGER raise_version BEFORE UPDATE ON "LogEntry" FOR EACH ROW EXECUTE FUNCTION "raise_version"();

-- Nothing but these functions changes or removes what the log says. They run as whoever owns the table, so that a service
-- could connect as a role that may only read the log and add to it.

-- Blanks what the log keeps of records, and the names of those who acted, by their ids; answers how many entries it blanked.
CREATE FUNCTION "erase_log"(workspace int, records text[], actors text[]) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  blanked bigint;
  named bigint;
BEGIN
  UPDATE "LogEntry" SET before = NULL, after = NULL
  WHERE "accountId" = workspace AND "recordId" = ANY (records) AND (before IS NOT NULL OR after IS NOT NULL);
  GET DIAGNOSTICS blanked = ROW_COUNT;
  UPDATE "LogEntry" SET "actorName" = NULL, address = NULL
  WHERE "accountId" = workspace AND "actorId" = ANY (actors) AND ("actorName" IS NOT NULL OR address IS NOT NULL);
  GET DIAGNOSTICS named = ROW_COUNT;
  RETURN blanked + named;
END
$$;

-- Blanks what changed before a moment, as many entries as are asked for at most; answers how many it blanked.
CREATE FUNCTION "sweep_log_changes"(until timestamptz, most int) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  swept bigint;
BEGIN
  UPDATE "LogEntry" l SET before = NULL, after = NULL FROM (
    SELECT "accountId", place FROM "LogEntry"
    WHERE "createdAt" < until AND (before IS NOT NULL OR after IS NOT NULL)
    ORDER BY "createdAt" LIMIT most FOR UPDATE SKIP LOCKED
  ) old WHERE l."accountId" = old."accountId" AND l.place = old.place;
  GET DIAGNOSTICS swept = ROW_COUNT;
  RETURN swept;
END
$$;

-- Removes entries that are older than a moment, as many as are asked for at most; answers how many it removed.
CREATE FUNCTION "sweep_log"(until timestamptz, most int) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  swept bigint;
BEGIN
  DELETE FROM "LogEntry" l USING (
    SELECT "accountId", place FROM "LogEntry" WHERE "createdAt" < until LIMIT most FOR UPDATE SKIP LOCKED
  ) old WHERE l."accountId" = old."accountId" AND l.place = old.place;
  GET DIAGNOSTICS swept = ROW_COUNT;
  RETURN swept;
END
$$;

-- Removes the log of a workspace that is deleted, as many entries as are asked for at most; answers how many it removed.
CREATE FUNCTION "delete_log"(workspace int, most int) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  removed bigint;
BEGIN
  DELETE FROM "LogEntry" l USING (
    SELECT place FROM "LogEntry" WHERE "accountId" = workspace LIMIT most
  ) old WHERE l."accountId" = workspace AND l.place = old.place;
  GET DIAGNOSTICS removed = ROW_COUNT;
  RETURN removed;
END
$$;

REVOKE EXECUTE ON FUNCTION "erase_log"(int, text[], text[]), "sweep_log_changes"(timestamptz, int),
  "sweep_log"(timestamptz, int), "delete_log"(int, int) FROM PUBLIC;
