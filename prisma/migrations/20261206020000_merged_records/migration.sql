-- AlterTable
ALTER TABLE "Client" ADD COLUMN     "mergedRecords" JSONB NOT NULL DEFAULT '[]';

-- AlterTable
ALTER TABLE "Contact" ADD COLUMN     "mergedRecords" JSONB NOT NULL DEFAULT '[]';

-- Names, ids and external ids of merged records find the record that they were merged into.
CREATE INDEX "Client_mergedRecords_idx" ON "Client" USING gin ("mergedRecords" jsonb_path_ops) WHERE "mergedRecords" <> '[]';
CREATE INDEX "Contact_mergedRecords_idx" ON "Contact" USING gin ("mergedRecords" jsonb_path_ops) WHERE "mergedRecords" <> '[]';

ALTER TABLE "Client" ADD CONSTRAINT "Client_mergedRecords_array" CHECK (jsonb_typeof("mergedRecords") = 'array');
ALTER TABLE "Contact" ADD CONSTRAINT "Contact_mergedRecords_array" CHECK (jsonb_typeof("mergedRecords") = 'array');
