-- Whatever the log is asked for is found by an index: without one, what is rare was looked for in all of a workspace's log.

-- CreateIndex
CREATE INDEX "LogEntry_accountId_recordType_place_idx" ON "LogEntry"("accountId", "recordType", "place");

-- CreateIndex
CREATE INDEX "LogEntry_accountId_actorId_place_idx" ON "LogEntry"("accountId", "actorId", "place");

-- CreateIndex
CREATE INDEX "LogEntry_accountId_actorKind_place_idx" ON "LogEntry"("accountId", "actorKind", "place");

-- CreateIndex
CREATE INDEX "LogEntry_accountId_operation_place_idx" ON "LogEntry"("accountId", "operation", "place");

-- CreateIndex
CREATE INDEX "LogEntry_accountId_kind_place_idx" ON "LogEntry"("accountId", "kind", "place");

-- CreateIndex
CREATE INDEX "LogEntry_accountId_createdAt_idx" ON "LogEntry"("accountId", "createdAt");

-- What is rare in one workspace may be most of what another has: how often a kind is, depends on the workspace.
CREATE STATISTICS "LogEntry_accountId_kind_stats" (mcv) ON "accountId", kind FROM "LogEntry";
CREATE STATISTICS "LogEntry_accountId_actorKind_stats" (mcv) ON "accountId", "actorKind" FROM "LogEntry";
