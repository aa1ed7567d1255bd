-- What the Prisma schema cannot express.

ALTER TABLE "Attachment"
  ADD CONSTRAINT "Attachment_of_one_record" CHECK (num_nonnulls("clientId", "projectId", "deliverableId", "opportunityId", "expenseId", "invoiceId", "ticketId") = 1),
  ADD CONSTRAINT "Attachment_sha256_format" CHECK (sha256 ~ '^[0-9a-f]{64}$'::text),
  ADD CONSTRAINT "Attachment_size_range" CHECK (size > 0);
