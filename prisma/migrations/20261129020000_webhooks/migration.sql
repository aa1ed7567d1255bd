-- CreateEnum
CREATE TYPE "WebhookPayload" AS ENUM ('EVENT', 'REST_HOOK');

-- CreateEnum
CREATE TYPE "WebhookOrder" AS ENUM ('RECORD', 'ALL');

-- CreateEnum
CREATE TYPE "WebhookEndpointState" AS ENUM ('ACTIVE', 'FAILING', 'DISABLED');

-- CreateEnum
CREATE TYPE "WebhookStateReason" AS ENUM ('MANUAL', 'GONE', 'FAILED', 'KEY_REVOKED', 'PERMISSION_LOST', 'EVENTS_EXPIRED', 'RESTORED');

-- CreateEnum
CREATE TYPE "WebhookRetryState" AS ENUM ('RETRYING', 'WAITING');

-- CreateEnum
CREATE TYPE "WebhookDeliveryStatus" AS ENUM ('DELIVERED', 'RETRYING', 'FAILED');

-- CreateTable
CREATE TABLE "WebhookEndpoint" (
    "accountId" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "description" TEXT,
    "types" TEXT[],
    "where" JSONB,
    "payload" "WebhookPayload" NOT NULL DEFAULT 'EVENT',
    "hookType" TEXT,
    "order" "WebhookOrder" NOT NULL DEFAULT 'RECORD',
    "scopes" TEXT[],
    "state" "WebhookEndpointState" NOT NULL DEFAULT 'ACTIVE',
    "stateReason" "WebhookStateReason",
    "madeByKeyId" TEXT,
    "madeByUserId" INTEGER,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "WebhookEndpoint_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "WebhookCursor" (
    "accountId" INTEGER NOT NULL,
    "endpointId" TEXT NOT NULL,
    "isReplay" BOOLEAN NOT NULL DEFAULT false,
    "bucket" INTEGER NOT NULL,
    "position" TEXT NOT NULL,
    "until" TEXT,
    "types" TEXT[],
    "consecutiveFailures" INTEGER NOT NULL DEFAULT 0,
    "firstFailureAt" TIMESTAMPTZ(3),
    "nextAttemptAt" TIMESTAMPTZ(3),
    "notifiedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "WebhookCursor_pkey" PRIMARY KEY ("accountId","endpointId","isReplay")
);

-- CreateTable
CREATE TABLE "WebhookSecret" (
    "accountId" INTEGER NOT NULL,
    "endpointId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "secret" TEXT NOT NULL,
    "expiresAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "WebhookSecret_pkey" PRIMARY KEY ("accountId","endpointId","id")
);

-- CreateTable
CREATE TABLE "WebhookRetry" (
    "accountId" INTEGER NOT NULL,
    "endpointId" TEXT NOT NULL,
    "position" BIGINT NOT NULL,
    "recordType" TEXT NOT NULL,
    "recordId" TEXT NOT NULL,
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "nextAttemptAt" TIMESTAMPTZ(3) NOT NULL,
    "state" "WebhookRetryState" NOT NULL DEFAULT 'RETRYING',
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "WebhookRetry_pkey" PRIMARY KEY ("accountId","endpointId","position")
);

-- CreateTable
CREATE TABLE "WebhookDelivery" (
    "accountId" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "endpointId" TEXT NOT NULL,
    "position" TEXT,
    "type" TEXT NOT NULL,
    "recordId" TEXT,
    "status" "WebhookDeliveryStatus" NOT NULL,
    "attempts" INTEGER NOT NULL,
    "statusCode" INTEGER,
    "durationMs" INTEGER NOT NULL,
    "error" TEXT,
    "responseExcerpt" TEXT,
    "requestedAt" TIMESTAMPTZ(3) NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "WebhookDelivery_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "WebhookBucket" (
    "bucket" INTEGER NOT NULL,
    "owner" TEXT NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "WebhookBucket_pkey" PRIMARY KEY ("bucket")
);

-- CreateTable
CREATE TABLE "EncryptionKey" (
    "id" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "EncryptionKey_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "WebhookEndpoint_accountId_url_id_idx" ON "WebhookEndpoint"("accountId", "url", "id");

-- CreateIndex
CREATE INDEX "WebhookEndpoint_accountId_madeByKeyId_idx" ON "WebhookEndpoint"("accountId", "madeByKeyId");

-- CreateIndex
CREATE INDEX "WebhookEndpoint_accountId_madeByUserId_idx" ON "WebhookEndpoint"("accountId", "madeByUserId");

-- CreateIndex
CREATE INDEX "WebhookCursor_bucket_idx" ON "WebhookCursor"("bucket");

-- CreateIndex
CREATE INDEX "WebhookRetry_accountId_endpointId_state_nextAttemptAt_idx" ON "WebhookRetry"("accountId", "endpointId", "state", "nextAttemptAt");

-- CreateIndex
CREATE INDEX "WebhookDelivery_accountId_endpointId_requestedAt_id_idx" ON "WebhookDelivery"("accountId", "endpointId", "requestedAt", "id");

-- CreateIndex
CREATE INDEX "WebhookDelivery_accountId_requestedAt_id_idx" ON "WebhookDelivery"("accountId", "requestedAt", "id");

-- CreateIndex
CREATE INDEX "WebhookDelivery_accountId_recordId_idx" ON "WebhookDelivery"("accountId", "recordId");

-- CreateIndex
CREATE INDEX "WebhookDelivery_requestedAt_idx" ON "WebhookDelivery"("requestedAt");

-- CreateIndex
CREATE UNIQUE INDEX "WebhookDelivery_accountId_endpointId_position_key" ON "WebhookDelivery"("accountId", "endpointId", "position");

-- AddForeignKey
ALTER TABLE "WebhookEndpoint" ADD CONSTRAINT "WebhookEndpoint_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Workspace"("accountId") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "WebhookEndpoint" ADD CONSTRAINT "WebhookEndpoint_accountId_madeByKeyId_fkey" FOREIGN KEY ("accountId", "madeByKeyId") REFERENCES "ApiKey"("accountId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "WebhookEndpoint" ADD CONSTRAINT "WebhookEndpoint_accountId_madeByUserId_fkey" FOREIGN KEY ("accountId", "madeByUserId") REFERENCES "User"("accountId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "WebhookCursor" ADD CONSTRAINT "WebhookCursor_accountId_endpointId_fkey" FOREIGN KEY ("accountId", "endpointId") REFERENCES "WebhookEndpoint"("accountId", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "WebhookSecret" ADD CONSTRAINT "WebhookSecret_accountId_endpointId_fkey" FOREIGN KEY ("accountId", "endpointId") REFERENCES "WebhookEndpoint"("accountId", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "WebhookRetry" ADD CONSTRAINT "WebhookRetry_accountId_endpointId_fkey" FOREIGN KEY ("accountId", "endpointId") REFERENCES "WebhookEndpoint"("accountId", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "WebhookDelivery" ADD CONSTRAINT "WebhookDelivery_accountId_endpointId_fkey" FOREIGN KEY ("accountId", "endpointId") REFERENCES "WebhookEndpoint"("accountId", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

ALTER TABLE "WebhookCursor" ADD CONSTRAINT "WebhookCursor_bucket_range" CHECK (((bucket >= 0) AND (bucket < 64)));

ALTER TABLE "WebhookDelivery" ADD CONSTRAINT "WebhookDelivery_responseExcerpt_length" CHECK ((length("responseExcerpt") <= 1024));

ALTER TABLE "WebhookEndpoint" ADD CONSTRAINT "WebhookEndpoint_stateReason_of_disabled" CHECK (((state = 'DISABLED'::"WebhookEndpointState") = ("stateReason" IS NOT NULL)));

ALTER TABLE "WebhookEndpoint" ADD CONSTRAINT "WebhookEndpoint_types_size" CHECK (((cardinality(types) >= 0) AND (cardinality(types) <= 100)));

ALTER TABLE "WebhookEndpoint" ADD CONSTRAINT "WebhookEndpoint_url_length" CHECK ((length(url) <= 2048));

CREATE TRIGGER raise_version BEFORE UPDATE ON "EncryptionKey" FOR EACH ROW EXECUTE FUNCTION raise_version();

CREATE TRIGGER raise_version BEFORE UPDATE ON "WebhookBucket" FOR EACH ROW EXECUTE FUNCTION raise_version();

CREATE TRIGGER raise_version BEFORE UPDATE ON "WebhookCursor" FOR EACH ROW EXECUTE FUNCTION raise_version();

CREATE TRIGGER raise_version BEFORE UPDATE ON "WebhookDelivery" FOR EACH ROW EXECUTE FUNCTION raise_version();

CREATE TRIGGER raise_version BEFORE UPDATE ON "WebhookEndpoint" FOR EACH ROW EXECUTE FUNCTION raise_version();

CREATE TRIGGER raise_version BEFORE UPDATE ON "WebhookRetry" FOR EACH ROW EXECUTE FUNCTION raise_version();

CREATE TRIGGER raise_version BEFORE UPDATE ON "WebhookSecret" FOR EACH ROW EXECUTE FUNCTION raise_version();
