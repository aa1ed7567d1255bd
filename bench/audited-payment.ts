import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { newId } from '../src/platform/ids/record-ids.ts';

/** Where the baseline takes a payment with all that the service does for it. */
export const auditedPaymentPath = '/public/action/payment/create-audited';

/** The columns of all audit entries of one payment. */
const author = `$1::int, 'KEY'::"LogActorKind", $8::text, 'Bench', 'recordPayment', $9::text, '127.0.0.1'`;

const valuesOf = (alias: string, ...without: string[]) =>
  `jsonb_strip_nulls(to_jsonb(${alias}) - ARRAY[${['accountId', 'id', 'createdAt', 'updatedAt', 'version', ...without].map((name) => `'${name}'`).join(', ')}])`;
const paidColumns = (alias: string) =>
  `jsonb_build_object('status', ${alias}.status, 'datePaid', ${alias}."datePaid", 'amountDue', trim_scale(${alias}."amountDue")::text, 'paymentTotal', trim_scale(${alias}."paymentTotal")::text)`;

/**
 * One statement: locks the invoice, refuses a duplicate, updates the invoice, adds the payment and the entry of the history, and stages
 * three audit entries. A duplicate that commits while the statement waits for the lock is not found. The service finds it, by a second
 * statement behind the lock.
 */
const paymentSql = `
  WITH locked AS (
    SELECT * FROM "Invoice" WHERE "accountId" = $1 AND "invoiceNumberFormatted" = $2 FOR NO KEY UPDATE
  ), paid AS (
    INSERT INTO "Payment" ("accountId", id, "invoiceId", amount, date, "paymentType", "referenceNumber", memo)
    SELECT $1, $3, id, $4, $5, 'BANK_TRANSFER', $6, NULL FROM locked
    WHERE status NOT IN ('PAID', 'VOIDED', 'WRITE_OFF') AND "amountDue" >= $4 AND NOT EXISTS (
      SELECT FROM "Payment" p WHERE p."accountId" = $1 AND p."invoiceId" = locked.id AND p."reversedAt" IS NULL AND p.amount = $4
        AND p.date = $5 AND lower(regexp_replace(p."referenceNumber", '\\s+', '', 'g')) = lower(regexp_replace($6, '\\s+', '', 'g')))
    RETURNING *
  ), changed AS (
    UPDATE "Invoice" i SET "paymentTotal" = locked."paymentTotal" + $4, "amountDue" = locked."amountDue" - $4,
      status = (CASE WHEN locked."amountDue" = $4 THEN 'PAID' ELSE 'PARTIAL' END)::"InvoiceStatus"
    FROM locked, paid WHERE i."accountId" = $1 AND i.id = paid."invoiceId" RETURNING i.*
  ), noted AS (
    INSERT INTO "InvoiceEvent" ("accountId", id, "invoiceId", kind, "fromStatus", "toStatus", actor, "keyName", note)
    SELECT $1, $7, changed.id, 'PAYMENT_APPLIED', locked.status, changed.status, 'KEY', 'Bench', $4::text || ' ' || changed.currency || ', ' || $6
    FROM changed, locked RETURNING *
  ), logged AS (
    INSERT INTO actiongraph_log."NewLogEntry" ("accountId", "actorKind", "actorId", "actorName", operation, "requestId", address,
      kind, "recordType", "recordId", "recordVersion", before, after)
    SELECT ${author}, 'UPDATED'::"LogEntryKind", 'Invoice', changed.id, changed.version, ${paidColumns('locked')}, ${paidColumns('changed')}
      FROM changed, locked
    UNION ALL SELECT ${author}, 'CREATED', 'Payment', paid.id, paid.version, NULL, ${valuesOf('paid')} FROM paid
    UNION ALL SELECT ${author}, 'CREATED', 'InvoiceEvent', noted.id, noted.version, NULL, ${valuesOf('noted')} FROM noted
  )
  SELECT id FROM changed`;

type Authenticate = (key: string) => Promise<{ accountId: number }>;

/** Adds the payment that has the duties of the service's. `invoiceSql` reads what is answered. */
export function addAuditedPayment(
  app: FastifyInstance,
  pool: pg.Pool,
  authenticate: Authenticate,
  invoiceSql: string,
): void {
  app.post<{ Body: Record<string, string> }>(auditedPaymentPath, async (request, reply) => {
    const { accountId } = await authenticate(String(request.headers['x-api-key']));
    const { invoiceNumber, amount, date, referenceNumber = null } = request.body;
    const values = [
      ...[accountId, invoiceNumber, newId('Payment'), amount, date, referenceNumber],
      ...[newId('InvoiceEvent'), 'key', request.id],
    ];
    const paid = await pool.query({ name: 'audited payment', text: paymentSql, values });
    const found = await pool.query({
      name: 'payable invoice',
      text: invoiceSql,
      values: [accountId, paid.rows[0].id],
    });
    return reply.type('application/json').send(found.rows[0].body);
  });
}
