-- Invoices that were issued keep what was printed on them, and are paid after their client was erased too. What such a payment answers shows
-- the printed name, and must not be kept for retries: those read the records again. So an answer that shows an invoice that is marked as
-- erased, by its id or by what it prints, is kept without its text, also where it was begun before the erasure and commits after it.
CREATE INDEX "Invoice_erased_idx" ON "Invoice" ("accountId") WHERE "erasedAt" IS NOT NULL;

CREATE FUNCTION "shows_erased"(account integer, answer text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  RETURN EXISTS (
    SELECT FROM "Invoice" i
    WHERE i."accountId" = account AND i."erasedAt" IS NOT NULL
      AND (strpos(answer, i."id") > 0 OR EXISTS (
        -- As texts stand in JSON, without the quotes around them.
        SELECT FROM jsonb_each_text(i."clientInfo") AS printed(part, text)
        WHERE printed.part IN ('name', 'address1', 'address2', 'phone', 'taxId', 'website')
          AND length(printed.text) >= 4
          AND strpos(answer, substr(to_jsonb(printed.text)::text, 2, length(to_jsonb(printed.text)::text) - 2)) > 0)));
END
$$;

CREATE FUNCTION "keep_nothing_of_erased"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF "shows_erased"(NEW."accountId", NEW."answer") THEN
    NEW."answer" := NULL;
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER keep_nothing_of_erased BEFORE INSERT ON "KeptAnswer"
  FOR EACH ROW WHEN (NEW."answer" IS NOT NULL) EXECUTE FUNCTION "keep_nothing_of_erased"();

-- The same where tables are spread over several servers, which have no triggers: asked with COMMIT, behind what keeps the answer.
CREATE FUNCTION "blank_kept_of_erased"(account integer, who text, name text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  kept text;
BEGIN
  SELECT k."answer" INTO kept FROM "KeptAnswer" k
  WHERE k."accountId" = account AND k."caller" = who AND k."key" = name;
  IF kept IS NOT NULL AND "shows_erased"(account, kept) THEN
    UPDATE "KeptAnswer" SET "answer" = NULL
    WHERE "accountId" = account AND "caller" = who AND "key" = name;
  END IF;
END
$$;
