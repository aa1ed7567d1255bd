DROP INDEX "Client_near_name_idx";

DROP INDEX "Client_phone_digits_idx";

DROP INDEX "Contact_search_text_idx";

CREATE INDEX "Client_search_idx" ON "Client" USING gin ("accountId", lower(name) gin_trgm_ops, phone_digits(phone) gin_trgm_ops, replace(translate(search_form(((COALESCE(('|'::text || name), ''::text) || COALESCE(('|'::text || translate(replace(phone, '(0)'::text, ''::text), ' +()./-‐‑–—'::text, ''::text)), ''::text)) || '|'::text)), '-./@_'::text, '     '::text), '|'::text, 'Z Q'::text) gin_trgm_ops) WITH (gin_pending_list_limit='64');

CREATE INDEX "Contact_search_idx" ON "Contact" USING gin ("accountId", search_form(((COALESCE("firstName", ''::text) || ' '::text) || COALESCE("lastName", ''::text))) gin_trgm_ops, lower(email) gin_trgm_ops, phone_digits(phone) gin_trgm_ops, phone_digits(mobile) gin_trgm_ops, replace(translate(search_form(((((COALESCE(('|'::text || NULLIF(btrim(((COALESCE("firstName", ''::text) || ' '::text) || COALESCE("lastName", ''::text))), ''::text)), ''::text) || COALESCE(('|'::text || email), ''::text)) || COALESCE(('|'::text || translate(replace(phone, '(0)'::text, ''::text), ' +()./-‐‑–—'::text, ''::text)), ''::text)) || COALESCE(('|'::text || translate(replace(mobile, '(0)'::text, ''::text), ' +()./-‐‑–—'::text, ''::text)), ''::text)) || '|'::text)), '-./@_'::text, '     '::text), '|'::text, 'Z Q'::text) gin_trgm_ops) WITH (gin_pending_list_limit='64');

CREATE INDEX "Deliverable_search_idx" ON "Deliverable" USING gin ("accountId", replace(translate(search_form(((COALESCE(('|'::text || name), ''::text) || COALESCE(('|'::text || "left"(description, 1000)), ''::text)) || '|'::text)), '-./@_'::text, '     '::text), '|'::text, 'Z Q'::text) gin_trgm_ops) WITH (gin_pending_list_limit='64');

CREATE INDEX "Expense_search_idx" ON "Expense" USING gin ("accountId", replace(translate(search_form(((COALESCE(('|'::text || "left"(description, 1000)), ''::text) || COALESCE(('|'::text || "billNo"), ''::text)) || '|'::text)), '-./@_'::text, '     '::text), '|'::text, 'Z Q'::text) gin_trgm_ops) WITH (gin_pending_list_limit='64');

CREATE INDEX "FormSubmission_search_idx" ON "FormSubmission" USING gin ("accountId", replace(translate(search_form((((((COALESCE(('|'::text || NULLIF(btrim(((COALESCE(("formData" ->> 'firstName'::text), ''::text) || ' '::text) || COALESCE(("formData" ->> 'lastName'::text), ''::text))), ''::text)), ''::text) || COALESCE(('|'::text || ("formData" ->> 'businessName'::text)), ''::text)) || COALESCE(('|'::text || ("formData" ->> 'email'::text)), ''::text)) || COALESCE(('|'::text || translate(replace(("formData" ->> 'phone'::text), '(0)'::text, ''::text), ' +()./-‐‑–—'::text, ''::text)), ''::text)) || COALESCE(('|'::text || "left"(notes, 1000)), ''::text)) || '|'::text)), '-./@_'::text, '     '::text), '|'::text, 'Z Q'::text) gin_trgm_ops) WITH (gin_pending_list_limit='64');

CREATE INDEX "Invoice_search_idx" ON "Invoice" USING gin ("accountId", replace(translate(search_form(((((COALESCE(('|'::text || "invoiceNumberFormatted"), ''::text) || COALESCE(('|'::text || ("invoiceNumber")::text), ''::text)) || COALESCE(('|'::text || "orderNumber"), ''::text)) || COALESCE(('|'::text || "left"(description, 1000)), ''::text)) || '|'::text)), '-./@_'::text, '     '::text), '|'::text, 'Z Q'::text) gin_trgm_ops) WITH (gin_pending_list_limit='64');

CREATE INDEX "Opportunity_search_idx" ON "Opportunity" USING gin ("accountId", replace(translate(search_form(((COALESCE(('|'::text || name), ''::text) || COALESCE(('|'::text || "left"(description, 1000)), ''::text)) || '|'::text)), '-./@_'::text, '     '::text), '|'::text, 'Z Q'::text) gin_trgm_ops) WITH (gin_pending_list_limit='64');

CREATE INDEX "Project_search_idx" ON "Project" USING gin ("accountId", replace(translate(search_form(((COALESCE(('|'::text || name), ''::text) || COALESCE(('|'::text || "left"(description, 1000)), ''::text)) || '|'::text)), '-./@_'::text, '     '::text), '|'::text, 'Z Q'::text) gin_trgm_ops) WITH (gin_pending_list_limit='64');

CREATE INDEX "Ticket_search_idx" ON "Ticket" USING gin ("accountId", replace(translate(search_form(((COALESCE(('|'::text || subject), ''::text) || COALESCE(('|'::text || ("ticketNumber")::text), ''::text)) || '|'::text)), '-./@_'::text, '     '::text), '|'::text, 'Z Q'::text) gin_trgm_ops) WITH (gin_pending_list_limit='64');
