-- Whether a response contains an id or printed data of an erased client.
CREATE OR REPLACE FUNCTION "contains_erased_client"(account integer, answer text) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
  RETURN EXISTS (
    SELECT FROM "Invoice" i
    WHERE i."accountId" = account AND i."erasedAt" IS NOT NULL
      AND (strpos(answer, i."id") > 0 OR EXISTS (
        -- Texts as JSON contains them, without the quotes.
        SELECT FROM jsonb_each_text(i."clientInfo") AS printed(part, text)
        WHERE printed.part IN ('name', 'address1', 'address2', 'phone', 'taxId', 'website')
          AND length(printed.text) >= 4
          AND strpos(answer, substr(to_jsonb(printed.text)::text, 2, length(to_jsonb(printed.text)::text) - 2)) > 0)));
END
$$;
