-- CreateTable
CREATE TABLE "EInvoiceDocument" (
    "accountId" INTEGER NOT NULL,
    "recordId" TEXT NOT NULL,
    "format" "EInvoiceFormat" NOT NULL,
    "invoiceId" TEXT NOT NULL,
    "creditNoteId" TEXT,
    "mediaType" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "sha256" TEXT NOT NULL,
    "bytes" BYTEA NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "EInvoiceDocument_pkey" PRIMARY KEY ("accountId","recordId","format")
);

-- CreateIndex
CREATE INDEX "EInvoiceDocument_accountId_invoiceId_idx" ON "EInvoiceDocument"("accountId", "invoiceId");

-- CreateIndex
CREATE INDEX "EInvoiceDocument_accountId_creditNoteId_idx" ON "EInvoiceDocument"("accountId", "creditNoteId");

-- AddForeignKey
ALTER TABLE "EInvoiceDocument" ADD CONSTRAINT "EInvoiceDocument_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Workspace"("accountId") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "EInvoiceDocument" ADD CONSTRAINT "EInvoiceDocument_accountId_invoiceId_fkey" FOREIGN KEY ("accountId", "invoiceId") REFERENCES "Invoice"("accountId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "EInvoiceDocument" ADD CONSTRAINT "EInvoiceDocument_accountId_creditNoteId_fkey" FOREIGN KEY ("accountId", "creditNoteId") REFERENCES "CreditNote"("accountId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

ALTER TABLE "EInvoiceDocument" ADD CONSTRAINT "EInvoiceDocument_recordId_is_its_record" CHECK (("recordId" = COALESCE("creditNoteId", "invoiceId")));

ALTER TABLE "EInvoiceDocument" ADD CONSTRAINT "EInvoiceDocument_sha256_is_that_of_bytes" CHECK ((sha256 = encode(sha256(bytes), 'hex'::text)));

ALTER TABLE "EInvoiceDocument" ADD CONSTRAINT "EInvoiceDocument_size_is_that_of_bytes" CHECK ((size = octet_length(bytes)));

CREATE TRIGGER raise_version BEFORE UPDATE ON "EInvoiceDocument" FOR EACH ROW EXECUTE FUNCTION raise_version();
