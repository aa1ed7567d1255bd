/**
 * The floor: what the same work costs with Fastify, `pg` and SQL written by hand, and nothing else. It checks the key,
 * reads and writes the same rows and answers the same JSON; it validates nothing, explains nothing and has one way of
 * failing. Run with DATABASE_URL and PORT.
 */
import { createHash } from 'node:crypto';
import Fastify from 'fastify';
import pg from 'pg';
import { newId } from '../src/platform/ids/record-ids.ts';
import { addAuditedPayment } from './audited-payment.ts';
import { addGraphQLFloor } from './graphql/floor.ts';
import { addListsFloor } from './lists/floor.ts';

pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const app = Fastify();

const keySql = `
  SELECT k.hash, k."expiresAt", k."revokedAt", (SELECT u.id FROM "User" u
    WHERE u."accountId" = k."accountId" AND u.role = 'OWNER' ORDER BY u.id LIMIT 1) AS "ownerId"
  FROM "ApiKey" k JOIN "Workspace" w USING ("accountId") WHERE k."accountId" = $1 AND k.prefix = $2`;

async function authenticate(key: string): Promise<{ accountId: number; ownerId: number }> {
  const [, account, prefix] = key.split('_');
  const accountId = Number(account);
  const { rows } = await pool.query({ name: 'key', text: keySql, values: [accountId, prefix] });
  const [row] = rows;
  const hash = createHash('sha256').update(key).digest('hex');
  if (!row || row.hash !== hash || row.revokedAt) throw new Error('unauthorized');
  return { accountId, ownerId: row.ownerId };
}

addGraphQLFloor(app, pool, authenticate);
addListsFloor(app, pool, authenticate);

const contact = `json_build_object('id', k.id, 'accountId', k."accountId", 'clientId', k."clientId",
  'firstName', k."firstName", 'lastName', k."lastName", 'role', k.role, 'email', k.email, 'phone', k.phone,
  'mobile', k.mobile, 'notes', k.notes, 'defaultContact', k."defaultContact", 'invoiceContact', k."invoiceContact",
  'portalAccess', k."portalAccess", 'archive', k.archived, 'externalId', k."externalId", 'source', k.source, 'customValues', '[]'::json)`;

const client = `json_build_object('id', c.id, 'accountId', c."accountId", 'name', c.name,
    'clientType', initcap(c."clientType"::text), 'address1', c.address1, 'address2', c.address2, 'city', c.city,
    'locality', c.locality, 'postal', c.postal, 'country', c.country, 'website', c.website, 'phone', c.phone,
    'taxId', c."taxId", 'legalId', c."legalId", 'legalIdScheme', c."legalIdScheme", 'currency', c.currency, 'defaultTaxRate', c."defaultTaxRate",
    'payInstructions', c."payInstructions", 'notes', c.notes, 'initials', c.initials, 'color', c.color,
    'leadSource', c."leadSource", 'paymentTerms', c."paymentTerms", 'hourlyAmount', c."hourlyAmount",
    'roundingIncrement', c."roundingIncrement", 'language', c.language, 'archive', c.archived, 'externalId', c."externalId", 'source', c.source,
    'created', to_char(c."createdAt" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'customValues', '[]'::json,
    'contacts', coalesce((SELECT json_agg(${contact} ORDER BY k.id) FROM "Contact" k
      WHERE k."accountId" = $1 AND k."clientId" = c.id AND NOT k.archived), '[]'::json),
    'creditBalance', coalesce((SELECT json_agg(json_build_object('currency', b.currency, 'amount', trim_scale(b.amount)) ORDER BY b.currency)
      FROM (SELECT t.currency, sum(t.amount) AS amount FROM "ClientCredit" t
        WHERE t."accountId" = $1 AND t."clientId" = c.id GROUP BY 1 HAVING sum(t.amount) <> 0) b), '[]'::json))`;

const searchSql = `
  WITH hits AS (
    SELECT id FROM "Client" WHERE "accountId" = $1 AND lower(name) ~>=~ $2 AND lower(name) ~<~ $3
    UNION SELECT id FROM "Client" WHERE "accountId" = $1 AND lower(phone) ~>=~ $2 AND lower(phone) ~<~ $3
    UNION SELECT "clientId" FROM "Contact"
      WHERE "accountId" = $1 AND NOT archived AND lower(email) ~>=~ $2 AND lower(email) ~<~ $3
    UNION SELECT "clientId" FROM "Contact"
      WHERE "accountId" = $1 AND NOT archived AND lower(phone) ~>=~ $2 AND lower(phone) ~<~ $3
    UNION SELECT "clientId" FROM "Contact"
      WHERE "accountId" = $1 AND NOT archived
        AND lower(coalesce("firstName", '') || ' ' || coalesce("lastName", '')) LIKE $4
  )
  SELECT coalesce(json_agg(${client} ORDER BY c.name, c.id), '[]')::text AS body
  FROM hits JOIN "Client" c ON c."accountId" = $1 AND c.id = hits.id WHERE NOT c.archived`;

app.get<{ Querystring: { query: string } }>(
  '/public/action/clients/search',
  async (request, reply) => {
    const { accountId } = await authenticate(String(request.headers['x-api-key']));
    const query = request.query.query.toLowerCase();
    const like = `%${query.replace(/[\\%_]/g, '\\$&')}%`;
    const values = [accountId, query, `${query}\u{10ffff}`, like];
    const { rows } = await pool.query({ name: 'search', text: searchSql, values });
    return reply.type('application/json').send(rows[0].body);
  },
);

const listSql = `
  SELECT coalesce(json_agg(${client} ORDER BY c.name, c.id), '[]')::text AS body
  FROM "Client" c WHERE c."accountId" = $1 AND NOT c.archived`;

app.get('/public/action/clients/list', async (request, reply) => {
  const { accountId } = await authenticate(String(request.headers['x-api-key']));
  const { rows } = await pool.query({ name: 'list', text: listSql, values: [accountId] });
  return reply.type('application/json').send(rows[0].body);
});

const timeSql = `
  WITH made AS (
    INSERT INTO "TimeEntry" ("accountId", id, "clientId", "projectId", "deliverableId", "userId", "timerStart", "timerEnd", notes)
    SELECT $1, $2, c.id, p.id, d.id, $3, $4, $5, $6
    FROM "Client" c JOIN "Project" p ON p."accountId" = $1 AND p."clientId" = c.id AND p.name = $8
      JOIN "Deliverable" d ON d."accountId" = $1 AND d."projectId" = p.id AND d.name = $9
    WHERE c."accountId" = $1 AND c.name = $7
    RETURNING "clientId", "projectId", "deliverableId", billable, "hourlyAmount", "externalId", source
  )
  SELECT made.*, nullif(concat_ws(' ', u."firstName", u."lastName"), '') AS "userFullName"
  FROM made JOIN "User" u ON u."accountId" = $1 AND u.id = $3`;

app.post<{ Body: Record<string, string> }>('/public/action/timeWorked/create', async (request) => {
  const { accountId, ownerId } = await authenticate(String(request.headers['x-api-key']));
  const {
    timerStart,
    timerEnd,
    notes = null,
    clientName,
    projectName,
    deliverableName,
  } = request.body;
  const id = newId('TimeEntry');
  const start = new Date(String(timerStart));
  const end = new Date(String(timerEnd));
  const values = [
    accountId,
    id,
    ownerId,
    start,
    end,
    notes,
    clientName,
    projectName,
    deliverableName,
  ];
  const { rows } = await pool.query({ name: 'time', text: timeSql, values });
  const {
    clientId,
    projectId,
    deliverableId,
    billable,
    hourlyAmount,
    userFullName,
    externalId,
    source,
  } = rows[0];
  return {
    id,
    accountId,
    clientId,
    clientName,
    projectId,
    projectName,
    deliverableId,
    deliverableName,
    timerStart: start.toISOString(),
    timerEnd: end.toISOString(),
    duration: (end.getTime() - start.getTime()) / 1_000,
    billable,
    hourlyAmount,
    notes,
    userId: ownerId,
    userFullName,
    invoiceId: null,
    externalId,
    source,
  };
});

const paymentSql = `
  WITH locked AS (
    SELECT * FROM "Invoice" WHERE "accountId" = $1 AND "invoiceNumberFormatted" = $2 FOR NO KEY UPDATE
  ), paid AS (
    INSERT INTO "Payment" ("accountId", id, "invoiceId", amount, date, "paymentType", "referenceNumber", memo)
    SELECT $1, $3, id, $4, $5, 'BANK_TRANSFER', $6, NULL FROM locked
    WHERE status NOT IN ('PAID', 'VOIDED', 'WRITE_OFF') AND "amountDue" >= $4 RETURNING "invoiceId"
  )
  UPDATE "Invoice" i SET "paymentTotal" = locked."paymentTotal" + $4, "amountDue" = locked."amountDue" - $4,
    status = (CASE WHEN locked."amountDue" = $4 THEN 'PAID' ELSE 'PARTIAL' END)::"InvoiceStatus"
  FROM locked, paid WHERE i."accountId" = $1 AND i.id = paid."invoiceId" RETURNING i.id`;

const clientInfo = [
  'name',
  'address1',
  'address2',
  'city',
  'locality',
  'postal',
  'country',
  'phone',
  'website',
  'taxId',
  'legalId',
  'legalIdScheme',
]
  .map((name) => `'${name}', i."clientInfo" -> '${name}'`)
  .join(', ');

const invoiceSql = `
  SELECT json_build_object('id', i.id, 'accountId', i."accountId", 'invoiceNumber', i."invoiceNumber",
    'invoiceNumberFormatted', i."invoiceNumberFormatted", 'clientId', i."clientId", 'status', i.status,
    'clientInfo', json_build_object(${clientInfo}), 'description', i.description, 'dateCreated', i."dateCreated",
    'dateSent', i."dateSent", 'dateDue', i."dueDate", 'datePaid', i."datePaid",
    'invoiceType', i."invoiceType", 'currency', i.currency, 'subTotal', trim_scale(i."subTotal"), 'tax', trim_scale(i.tax),
    'taxPercentage', i."taxPercentage", 'taxRule', i."taxRuleSnapshot", 'taxBreakdown', coalesce((
      SELECT json_agg(json_build_object('name', t.name, 'rate', t.rate, 'order', t."order", 'compound', t.compound,
        'taxableAmount', t."taxableAmount", 'amount', t.amount) ORDER BY t."order")
      FROM "InvoiceTaxLine" t WHERE t."accountId" = $1 AND t."invoiceId" = i.id), '[]'),
    'total', trim_scale(i.total), 'paymentTotal', trim_scale(i."paymentTotal"), 'amountDue', trim_scale(i."amountDue"),
    'externalId', i."externalId", 'source', i.source, 'dateIssued', i."dateIssued", 'taxCategory', i."taxCategory",
    'taxReason', i."taxReason", 'taxInclusive', i."taxInclusive", 'withholdingAmount', trim_scale(i."withholdingAmount"),
    'prepaidAmount', trim_scale(i."prepaidAmount"), 'roundTo', trim_scale(i."roundTo"), 'roundingAmount', trim_scale(i."roundingAmount"),
    'supplyDate', i."supplyDate", 'servicePeriodStart', i."servicePeriodStart", 'servicePeriodEnd', i."servicePeriodEnd",
    'buyerReference', i."buyerReference", 'orderNumber', i."orderNumber", 'creditedTotal', trim_scale(i."creditedTotal"),
    'discountPercent', trim_scale(i."discountPercent"), 'discountAmount', trim_scale(i."discountAmount"),
    'payments', coalesce((SELECT json_agg(json_build_object('id', p.id, 'amount', trim_scale(p.amount), 'date', p.date,
        'paymentType', p."paymentType", 'referenceNumber', p."referenceNumber", 'memo', p.memo,
        'externalId', p."externalId", 'source', p.source) ORDER BY p.id)
      FROM "Payment" p WHERE p."accountId" = $1 AND p."invoiceId" = i.id), '[]'),
    'lineItems', (SELECT json_agg(json_build_object('id', l.id, 'description', l.description, 'quantity', trim_scale(l.quantity),
        'unitPrice', trim_scale(l."unitPrice"), 'unit', l.unit,
        'servicePeriodStart', l."servicePeriodStart", 'servicePeriodEnd', l."servicePeriodEnd", 'taxable', l.taxable, 'lineTotal', trim_scale(l."lineTotal"),
        'role', l.role, 'price', trim_scale(l.price), 'baseQuantity', trim_scale(l."baseQuantity"), 'percent', trim_scale(l.percent),
        'taxCategory', l."taxCategory", 'taxRate', trim_scale(l."taxRate"), 'taxReason', l."taxReason",
        'type', l.type, 'visible', l.visible, 'projectId', l."projectId", 'projectName', l."projectName",
        'deliverableName', l."deliverableName", 'depositInvoiceId', l."depositInvoiceId") ORDER BY l.position)
      FROM "InvoiceLine" l WHERE l."accountId" = $1 AND l."invoiceId" = i.id), 'warnings', '[]'::json)::text AS body
  FROM "Invoice" i WHERE i."accountId" = $1 AND i.id = $2`;

app.post<{ Body: Record<string, string> }>(
  '/public/action/payment/create',
  async (request, reply) => {
    const { accountId } = await authenticate(String(request.headers['x-api-key']));
    const { invoiceNumber, amount, date, referenceNumber = null } = request.body;
    const values = [accountId, invoiceNumber, newId('Payment'), amount, date, referenceNumber];
    const paid = await pool.query({ name: 'payment', text: paymentSql, values });
    const found = await pool.query({
      name: 'payable invoice',
      text: invoiceSql,
      values: [accountId, paid.rows[0].id],
    });
    return reply.type('application/json').send(found.rows[0].body);
  },
);

addAuditedPayment(app, pool, authenticate, invoiceSql);

await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
console.log('listening');
