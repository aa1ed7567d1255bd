-- CreateTable
CREATE TABLE "WorkspaceLogo" (
    "accountId" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,
    "mediaType" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "WorkspaceLogo_pkey" PRIMARY KEY ("accountId")
);

-- AddForeignKey
ALTER TABLE "WorkspaceLogo" ADD CONSTRAINT "WorkspaceLogo_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Workspace"("accountId") ON DELETE RESTRICT ON UPDATE CASCADE;

CREATE TRIGGER raise_version BEFORE UPDATE ON "WorkspaceLogo" FOR EACH ROW EXECUTE FUNCTION "raise_version"();

-- A logo is part of its workspace.
CREATE TRIGGER tell_created AFTER INSERT ON "WorkspaceLogo" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_changes"('UPDATED Workspace', 'accountId', 'wsp_');
CREATE TRIGGER tell_updated AFTER UPDATE ON "WorkspaceLogo" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_changes"('UPDATED Workspace', 'accountId', 'wsp_');
CREATE TRIGGER tell_deleted AFTER DELETE ON "WorkspaceLogo" REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_changes"('UPDATED Workspace', 'accountId', 'wsp_');

ALTER TABLE "WorkspaceLogo"
  ADD CONSTRAINT "WorkspaceLogo_mediaType_known" CHECK ("mediaType" IN ('image/png', 'image/jpeg')),
  ADD CONSTRAINT "WorkspaceLogo_size_is_that_of_bytes" CHECK ("size" = octet_length("bytes")),
  ADD CONSTRAINT "WorkspaceLogo_size_range" CHECK ("size" BETWEEN 1 AND 1048576),
  ADD CONSTRAINT "WorkspaceLogo_width_range" CHECK ("width" BETWEEN 1 AND 2000),
  ADD CONSTRAINT "WorkspaceLogo_height_range" CHECK ("height" BETWEEN 1 AND 2000);

-- Neither kind of image gets any smaller.
ALTER TABLE "WorkspaceLogo" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;
