-- Constraints and indexes that the Prisma schema cannot express.

CREATE INDEX "LogEntry_changes_idx" ON "LogEntry" USING btree (COALESCE("publishedAt", "createdAt")) WHERE ((before IS NOT NULL) OR (after IS NOT NULL));
CREATE INDEX "LogEntry_published_idx" ON "LogEntry" USING btree ("accountId", COALESCE("publishedAt", "createdAt"));
CREATE STATISTICS "LogEntry_accountId_actorKind_stats" (mcv) ON "accountId", "actorKind" FROM "LogEntry";
CREATE STATISTICS "LogEntry_accountId_kind_stats" (mcv) ON "accountId", kind FROM "LogEntry";
