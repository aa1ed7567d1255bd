-- What the Prisma schema cannot express.

ALTER TABLE "Ticket"
  ADD CONSTRAINT "Ticket_closed_is_not_open" CHECK (("closedAt" IS NULL) = (status <> ALL (ARRAY['RESOLVED'::"TicketStatus", 'CLOSED'::"TicketStatus"]))),
  ADD CONSTRAINT "Ticket_formData_object" CHECK (jsonb_typeof("formData") = 'object'::text),
  ADD CONSTRAINT "Ticket_ticketNumber_range" CHECK ("ticketNumber" >= 1);
CREATE INDEX "Ticket_archived_idx" ON "Ticket" USING btree ("accountId", id) WHERE archived;
CREATE INDEX "Ticket_search_idx" ON "Ticket" USING gin ("accountId", replace(translate(search_form(coalesce('|' || subject, '') || coalesce('|' || "ticketNumber"::text, '') || '|'), '-./@_', '     '), '|', 'Z Q') gin_trgm_ops) WITH (gin_pending_list_limit='64');
