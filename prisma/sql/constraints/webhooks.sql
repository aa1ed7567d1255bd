-- What the Prisma schema cannot express.

ALTER TABLE "WebhookEndpoint"
  ADD CONSTRAINT "WebhookEndpoint_stateReason_of_disabled" CHECK ((state = 'DISABLED'::"WebhookEndpointState") = ("stateReason" IS NOT NULL)),
  ADD CONSTRAINT "WebhookEndpoint_types_size" CHECK (cardinality(types) >= 0 AND cardinality(types) <= 100),
  ADD CONSTRAINT "WebhookEndpoint_url_length" CHECK (length(url) <= 2048);

ALTER TABLE "WebhookCursor"
  ADD CONSTRAINT "WebhookCursor_bucket_range" CHECK (bucket >= 0 AND bucket < 64);

ALTER TABLE "WebhookDelivery"
  ADD CONSTRAINT "WebhookDelivery_responseExcerpt_length" CHECK (length("responseExcerpt") <= 1024);
