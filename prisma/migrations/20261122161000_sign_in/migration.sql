-- AlterTable
ALTER TABLE "User" ADD COLUMN     "invitationExpiresAt" TIMESTAMPTZ(3),
ADD COLUMN     "invitationHash" TEXT,
ADD COLUMN     "invitedAt" TIMESTAMPTZ(3),
ADD COLUMN     "personId" TEXT;

-- CreateTable
CREATE TABLE "Person" (
    "id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "emailVerified" BOOLEAN NOT NULL DEFAULT false,
    "name" TEXT NOT NULL DEFAULT '',
    "image" TEXT,
    "twoFactorEnabled" BOOLEAN NOT NULL DEFAULT false,
    "lastSignInAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "Person_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "SignInSession" (
    "id" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "personId" TEXT NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "ipAddress" TEXT,
    "userAgent" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "SignInSession_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "SignInMethod" (
    "id" TEXT NOT NULL,
    "personId" TEXT NOT NULL,
    "providerId" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "password" TEXT,
    "accessToken" TEXT,
    "refreshToken" TEXT,
    "idToken" TEXT,
    "accessTokenExpiresAt" TIMESTAMPTZ(3),
    "refreshTokenExpiresAt" TIMESTAMPTZ(3),
    "scope" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "SignInMethod_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "SignInVerification" (
    "id" TEXT NOT NULL,
    "identifier" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "SignInVerification_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "SecondFactor" (
    "id" TEXT NOT NULL,
    "personId" TEXT NOT NULL,
    "secret" TEXT NOT NULL,
    "backupCodes" TEXT NOT NULL,
    "verified" BOOLEAN NOT NULL DEFAULT true,
    "failedVerificationCount" INTEGER NOT NULL DEFAULT 0,
    "lockedUntil" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "SecondFactor_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "SigningKey" (
    "id" TEXT NOT NULL,
    "publicKey" TEXT NOT NULL,
    "privateKey" TEXT NOT NULL,
    "alg" TEXT,
    "crv" TEXT,
    "expiresAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "SigningKey_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "SignInSecret" (
    "id" TEXT NOT NULL,
    "secret" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "SignInSecret_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "SignInMail" (
    "id" TEXT NOT NULL,
    "recipient" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "body" TEXT,
    "status" "OutboxMailStatus" NOT NULL DEFAULT 'KEPT',
    "lastError" TEXT,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "SignInMail_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "Person_email_key" ON "Person"("email");

-- CreateIndex
CREATE UNIQUE INDEX "SignInSession_token_key" ON "SignInSession"("token");

-- CreateIndex
CREATE INDEX "SignInSession_personId_idx" ON "SignInSession"("personId");

-- CreateIndex
CREATE INDEX "SignInMethod_personId_idx" ON "SignInMethod"("personId");

-- CreateIndex
CREATE UNIQUE INDEX "SignInMethod_providerId_subject_key" ON "SignInMethod"("providerId", "subject");

-- CreateIndex
CREATE INDEX "SignInVerification_identifier_idx" ON "SignInVerification"("identifier");

-- CreateIndex
CREATE INDEX "SignInVerification_expiresAt_idx" ON "SignInVerification"("expiresAt");

-- CreateIndex
CREATE INDEX "SecondFactor_personId_idx" ON "SecondFactor"("personId");

-- CreateIndex
CREATE INDEX "SecondFactor_secret_idx" ON "SecondFactor"("secret");

-- CreateIndex
CREATE INDEX "SignInMail_recipient_idx" ON "SignInMail"("recipient");

-- CreateIndex
CREATE INDEX "SignInMail_expiresAt_idx" ON "SignInMail"("expiresAt");

-- CreateIndex
CREATE INDEX "User_personId_idx" ON "User"("personId");

-- CreateIndex
CREATE UNIQUE INDEX "User_accountId_personId_key" ON "User"("accountId", "personId");

-- AddForeignKey
ALTER TABLE "SignInSession" ADD CONSTRAINT "SignInSession_personId_fkey" FOREIGN KEY ("personId") REFERENCES "Person"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SignInMethod" ADD CONSTRAINT "SignInMethod_personId_fkey" FOREIGN KEY ("personId") REFERENCES "Person"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SecondFactor" ADD CONSTRAINT "SecondFactor_personId_fkey" FOREIGN KEY ("personId") REFERENCES "Person"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "User" ADD CONSTRAINT "User_personId_fkey" FOREIGN KEY ("personId") REFERENCES "Person"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

CREATE TRIGGER raise_version BEFORE UPDATE ON "Person" FOR EACH ROW EXECUTE FUNCTION "raise_version"();

CREATE TRIGGER raise_version BEFORE UPDATE ON "SignInSession" FOR EACH ROW EXECUTE FUNCTION "raise_version"();

CREATE TRIGGER raise_version BEFORE UPDATE ON "SignInMethod" FOR EACH ROW EXECUTE FUNCTION "raise_version"();

CREATE TRIGGER raise_version BEFORE UPDATE ON "SignInVerification" FOR EACH ROW EXECUTE FUNCTION "raise_version"();

CREATE TRIGGER raise_version BEFORE UPDATE ON "SecondFactor" FOR EACH ROW EXECUTE FUNCTION "raise_version"();

CREATE TRIGGER raise_version BEFORE UPDATE ON "SigningKey" FOR EACH ROW EXECUTE FUNCTION "raise_version"();

CREATE TRIGGER raise_version BEFORE UPDATE ON "SignInSecret" FOR EACH ROW EXECUTE FUNCTION "raise_version"();

CREATE TRIGGER raise_version BEFORE UPDATE ON "SignInMail" FOR EACH ROW EXECUTE FUNCTION "raise_version"();
