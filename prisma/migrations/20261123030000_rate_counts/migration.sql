-- CreateTable
CREATE TABLE "RateCount" (
    "key" TEXT NOT NULL,
    "points" INTEGER NOT NULL,
    "expire" BIGINT NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "RateCount_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE INDEX "RateCount_expire_idx" ON "RateCount"("expire");

CREATE TRIGGER raise_version BEFORE UPDATE ON "RateCount" FOR EACH ROW EXECUTE FUNCTION "raise_version"();
