-- The file in which a credit note was issued is made once and kept, as that of an invoice is.
CREATE TABLE "CreditNoteDocument" (
    "accountId" INTEGER NOT NULL,
    "creditNoteId" TEXT NOT NULL,
    "mediaType" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "sha256" TEXT NOT NULL,
    "bytes" BYTEA NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "CreditNoteDocument_pkey" PRIMARY KEY ("accountId", "creditNoteId"),
    CONSTRAINT "CreditNoteDocument_size_is_that_of_bytes" CHECK ("size" = octet_length("bytes")),
    CONSTRAINT "CreditNoteDocument_sha256_is_that_of_bytes" CHECK ("sha256" = encode(sha256("bytes"), 'hex'))
);

-- AddForeignKey
ALTER TABLE "CreditNoteDocument" ADD CONSTRAINT "CreditNoteDocument_accountId_fkey"
  FOREIGN KEY ("accountId") REFERENCES "Workspace"("accountId") ON DELETE RESTRICT ON UPDATE NO ACTION;
ALTER TABLE "CreditNoteDocument" ADD CONSTRAINT "CreditNoteDocument_accountId_creditNoteId_fkey"
  FOREIGN KEY ("accountId", "creditNoteId") REFERENCES "CreditNote"("accountId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;
-- Most of a PDF is compressed already.
ALTER TABLE "CreditNoteDocument" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;
CREATE TRIGGER raise_version BEFORE UPDATE ON "CreditNoteDocument" FOR EACH ROW EXECUTE FUNCTION "raise_version"();
