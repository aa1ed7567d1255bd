import {
  auditChangesSql,
  auditColumnsSql,
  auditMergedValuesSql,
} from '../../platform/audit-log/audited-columns.ts';
import {
  auditEntryParameterCount,
  insertAuditEntriesSql,
} from '../../platform/audit-log/write-entries.ts';
import { quoteLiteral } from '../../query/conditions.ts';
import { payableStatuses } from '../invoices/invoice-record.ts';

/**
 * One statement, because several would hold the invoice for as many round trips. The invoice's row is
 * locked first; a payment that has to wait for another then sees what that one left, in `named` as well as in the UPDATE,
 * which is what makes the decision safe under READ COMMITTED.
 */
const namedSql = `
    FROM "Invoice" i
    WHERE i."accountId" = $1
      AND (i."invoiceNumberFormatted" = $2 OR i."invoiceNumber" = $3::int)
      AND ($4::text IS NULL OR i."clientId" = $4)
      AND ($5::text IS NULL OR i."clientId" = (
        SELECT c.id FROM "Client" c WHERE c."accountId" = $1 AND c.name = $5 AND NOT c.archived))
    ORDER BY i.id FOR NO KEY UPDATE OF i`;

/** What the history says besides of a payment of what was written off. */
export const reopenedByPaymentNote = '. The invoice had been written off and was reopened.';

/** References that are one to whoever reads them: those of banks are printed in groups, and typed in either case. */
export const normalizedReferenceSql = (reference: string) =>
  `lower(regexp_replace(${reference}, '[\\s\\u00a0\\u200b\\u202f]+', '', 'g'))`;

const sums = ['paymentTotal', 'amountDue'];
const state = ['status', 'datePaid'];
/** Kept by the database where the payment issues a draft. */
const issue = ['dateIssued', 'plannedIssueDate', 'dueDate', 'sellerInfo'];

/**
 * What a payment changes of its invoice, before and after. Of one that is issued and owed both sums change, and its seller does not: to compare all
 * that may change takes longer than to write the rest of the entry.
 */
const [invoiceBefore, invoiceAfter] = (['m', 'paid'] as const).map((alias, index) => {
  const changed = (columns: readonly string[]) =>
    auditChangesSql('Invoice', columns, 'm', 'paid')[index];
  return `CASE WHEN m.status IN ('DRAFT', 'WRITE_OFF') THEN ${changed([...sums, ...state, ...issue])}
    ELSE ${auditColumnsSql('Invoice', alias, sums)} || ${changed(state)} END`;
}) as [before: string, after: string];

const firstOfLog = 25;

/** What the log says of the payment and of the line of the invoice's history: the process says what it knows, behind what else the log needs. */
const loggedPayment = auditMergedValuesSql(
  `$${firstOfLog + auditEntryParameterCount}`,
  'Payment',
  't',
  {
    always: ['invoiceId'],
  },
);
const saidOfEvent = `$${firstOfLog + auditEntryParameterCount + 1}`;
const everyEvent = { always: ['invoiceId', 'fromStatus', 'toStatus', 'note'] };
const loggedEvent = `CASE WHEN t."fromStatus" = 'WRITE_OFF'
  THEN ${auditMergedValuesSql(saidOfEvent, 'InvoiceEvent', 't', { ...everyEvent, perhaps: ['givenUp', 'bookedOn'] })}
  ELSE ${auditMergedValuesSql(saidOfEvent, 'InvoiceEvent', 't', everyEvent)} END`;

const logged = insertAuditEntriesSql(firstOfLog, [
  {
    ...{ kind: 'UPDATED', model: 'Invoice', id: 'paid.id', version: 'paid.version' },
    ...{ before: invoiceBefore, after: invoiceAfter, from: 'paid JOIN matching m USING (id)' },
  },
  {
    kind: 'CREATED',
    model: 'Payment',
    id: 'id',
    version: 'version',
    after: 'logged',
    from: 'recorded',
  },
  {
    kind: 'CREATED',
    model: 'InvoiceEvent',
    id: 'id',
    version: 'version',
    after: 'logged',
    from: 'told',
  },
]);

/** The statement that applies a payment, which logs by itself what it writes where it is to. */
const applySql = (logsItself: boolean) => `
  WITH named AS (
    SELECT i.id, i."invoiceNumberFormatted", i.status, i.currency, i."amountDue", i."paymentTotal", i."creditedTotal", i."datePaid", i."dateIssued", i."plannedIssueDate", i."defaultPaymentDays", i."dueDate", i."sellerInfo", i.version,
      CASE WHEN i.status = 'WRITE_OFF' THEN i.total - i."paymentTotal" - i."creditedTotal" ELSE i."amountDue" END AS due,
      least(i."dateCreated", i."dateIssued") AS "firstDay", i."invoiceNumberFormatted" = $2 AS exact
    ${namedSql}
  ), matching AS (
    SELECT *, count(*) OVER () AS matches, $7::date < least("firstDay", $23::date) - interval '10 years' AS early,
      NOT $19::boolean AND $11::text IS NOT NULL AND EXISTS (SELECT FROM "Payment" p WHERE p."accountId" = $1
        AND p."invoiceId" = named.id AND p."reversedAt" IS NULL AND p.amount = $6::numeric AND p.date = $7::date
        AND ${normalizedReferenceSql('p."referenceNumber"')} = ${normalizedReferenceSql('$11::text')}) AS duplicate,
      NOT $19::boolean AND $11::text IS NOT NULL AND version <> (SELECT s.version FROM "Invoice" s
        WHERE s."accountId" = $1 AND s.id = named.id) AS stale,
      $24::date IS NOT NULL AND coalesce("dateIssued" <> $24::date, "defaultPaymentDays" IS NULL AND "dueDate" < $24::date) AS "otherIssue"
    FROM named WHERE exact OR NOT EXISTS (SELECT FROM named WHERE exact)
  ), paid AS (
    UPDATE "Invoice" i SET
      "paymentTotal" = i."paymentTotal" + $6::numeric,
      "amountDue" = m.due - $6::numeric,
      status = (CASE WHEN m.due = $6::numeric THEN 'PAID' ELSE 'PARTIAL' END)::"InvoiceStatus",
      "datePaid" = CASE WHEN m.due = $6::numeric THEN $7::date END,
      "plannedIssueDate" = CASE m.status WHEN 'DRAFT' THEN coalesce($24::date, m."plannedIssueDate") ELSE m."plannedIssueDate" END
    FROM matching m
    WHERE i."accountId" = $1 AND i.id = m.id AND m.matches = 1
      AND NOT m.duplicate AND NOT m.stale AND NOT m.early AND NOT m."otherIssue"
      AND m.status IN (${payableStatuses.map(quoteLiteral).join(', ')})
      AND m.currency <> ALL ($8::text[])
      AND m.due >= $6::numeric
    RETURNING i.id, i.status, i."paymentTotal", i."amountDue", i."datePaid", i."dateIssued", i."plannedIssueDate", i."dueDate", i."sellerInfo", i.version
  ), recorded AS (
    INSERT INTO "Payment" AS t
      ("accountId", id, "invoiceId", amount, date, "paymentType", "referenceNumber", memo, "externalId", source, "groupId")
    SELECT $1, $9, paid.id, $6::numeric, $7::date, $10::"PaymentProviderType", $11, $12, $20, $21, $22
    FROM paid ${logsItself ? `RETURNING t.id, t.version, ${loggedPayment} AS logged` : ''}
  ), told AS (
    INSERT INTO "InvoiceEvent" AS t ("accountId", id, "invoiceId", kind, "fromStatus", "toStatus", actor, "keyName",
      "personName", "givenUp", "bookedOn", note)
    SELECT $1, $13, paid.id, 'PAYMENT_APPLIED', m.status, paid.status, $14::"InvoiceEventActor", $15, $18,
      CASE m.status WHEN 'WRITE_OFF' THEN - m.due END,
      CASE m.status WHEN 'WRITE_OFF' THEN $23::date END, concat_ws(', ', $16 || ' ' || m.currency, $11::text)
        || CASE m.status WHEN 'DRAFT' THEN $17 WHEN 'WRITE_OFF' THEN ${quoteLiteral(reopenedByPaymentNote)} ELSE '' END
    FROM paid JOIN matching m USING (id)
    RETURNING t.note${logsItself ? `, t.id, t.version, ${loggedEvent} AS logged` : ''}
  )${logsItself ? `, logged AS (${logged})` : ''}
  SELECT paid.id, paid.status, paid."paymentTotal", paid."amountDue", paid."datePaid", paid."dateIssued", paid."dueDate", m."dueDate" AS "dueDateBefore", paid.version,
    paid."plannedIssueDate", m."plannedIssueDate" AS "plannedIssueDateBefore", m."dateIssued" AS "dateIssuedBefore", m."otherIssue" AS "isOtherIssueDate",
    CASE WHEN m.status = 'DRAFT' THEN paid."sellerInfo" END AS "sellerInfo",
    (SELECT note FROM told), m."paymentTotal" AS "paidBefore", m."datePaid" AS "datePaidBefore", m."invoiceNumberFormatted" AS number, m.status AS "statusBefore", m.currency AS "currencyBefore",
    m.id AS "invoiceId", m."creditedTotal" AS "creditedBefore", m.due AS "dueBefore", m."amountDue" AS "amountDueBefore", m.duplicate AS "isDuplicate", m.stale AS "isStale", m.early AS "isEarly", m."firstDay"
  FROM matching m LEFT JOIN paid ON paid.id = m.id ORDER BY m.id`;

/** It, where what it writes is noted. Its parameters are those of `recordPaymentOnInvoice`. */
export const recordPaymentSql = applySql(false);
/** It, where it logs by itself; what the log needs comes after its other parameters. */
export const recordAuditedPaymentSql = applySql(true);
