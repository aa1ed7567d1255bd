-- Converts stored texts with to_single_line. Returns those that cannot be changed, with the reason.
CREATE OR REPLACE FUNCTION "convert_texts_to_single_line"() RETURNS TABLE(workspace integer, model text, id text, field text, text text, reason text)
LANGUAGE plpgsql AS $$
DECLARE
  place RECORD;
  found_line RECORD;
  detail TEXT;
BEGIN
  FOR place IN
    SELECT n.model, c.field, CASE n.model WHEN 'Workspace' THEN 'accountId' ELSE 'id' END AS key,
      CASE n.model WHEN 'Person' THEN 'NULL::int' ELSE '"accountId"' END AS account
    FROM (VALUES
      ('ApiKey', 'name'),
      ('CalendarEvent', 'summary location externalId'),
      ('Client', 'name initials leadSource phone website taxId address1 address2 city locality postal country externalId source'),
      ('Contact', 'firstName lastName role email phone mobile externalId source'),
      ('CustomField', 'name mappingKey'),
      ('Deliverable', 'name ticketId externalId source'),
      ('EmailTemplate', 'name subject'),
      ('Expense', 'category billNo externalId source'),
      ('Form', 'name'),
      ('Invoice', 'externalId source'),
      ('InvoiceTemplate', 'name'),
      ('Opportunity', 'name externalId source'),
      ('Payment', 'referenceNumber externalId source'),
      ('Person', 'email name'),
      ('PipelineStage', 'label'),
      ('Project', 'name externalId source'),
      ('ProjectTemplate', 'name'),
      ('ProjectTemplateDeliverable', 'name'),
      ('ProjectType', 'name'),
      ('Refund', 'referenceNumber'),
      ('TaskStage', 'label'),
      ('TaxComponent', 'name'),
      ('TaxRule', 'name providerId'),
      ('TimeEntry', 'externalId source'),
      ('User', 'email firstName lastName'),
      ('Vendor', 'name email phone website taxId'),
      ('Workspace', 'name taxId taxLabel phone website address1 address2 city locality postal country accountHolder '
        || 'invoiceNumberPattern creditNoteNumberPattern depositNumberPattern')
    ) AS n (model, fields), regexp_split_to_table(n.fields, ' ') AS c (field)
  LOOP
    FOR found_line IN EXECUTE format(
      'SELECT %1$s AS account, %2$I::text AS key, %3$I AS line FROM %4$I
       WHERE %3$I !~ ''^[!-~]+( [!-~]+)*$'' AND %3$I <> "to_single_line"(%3$I) ORDER BY 1, %2$I',
      place.account, place.key, place.field, place.model)
    LOOP
      BEGIN
        EXECUTE format('UPDATE %1$I SET %2$I = nullif("to_single_line"(%2$I), ''''), "version" = "version" + 1, "updatedAt" = now()
            WHERE %3$I::text = $2 AND ($1 IS NULL OR %4$s = $1)',
          place.model, place.field, place.key, place.account)
        USING found_line.account, found_line.key;
      EXCEPTION WHEN unique_violation OR not_null_violation OR check_violation THEN
        GET STACKED DIAGNOSTICS detail = PG_EXCEPTION_DETAIL;
        RETURN QUERY SELECT found_line.account, place.model, found_line.key, place.field, found_line.line, detail;
      END;
    END LOOP;
  END LOOP;
END
$$;
