CREATE INDEX "Client_archived_idx" ON "Client" USING btree ("accountId", id) WHERE archived;

CREATE INDEX "Contact_archived_idx" ON "Contact" USING btree ("accountId", id) WHERE archived;

CREATE INDEX "Deliverable_archived_idx" ON "Deliverable" USING btree ("accountId", id) WHERE archived;

CREATE INDEX "Opportunity_archived_idx" ON "Opportunity" USING btree ("accountId", id) WHERE archived;
