-- When what was known of a client, or of somebody whom an invoice names, was erased.
ALTER TABLE "Client" ADD COLUMN     "erasedAt" TIMESTAMPTZ(3);
ALTER TABLE "Invoice" ADD COLUMN     "erasedAt" TIMESTAMPTZ(3);
