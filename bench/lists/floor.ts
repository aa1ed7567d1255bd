import type { FastifyInstance } from 'fastify';
import type pg from 'pg';

/** Lists of REST by an id or a name, and figures of GraphQL, by hand: one statement each. */

const rows = (object: string, order: string, from: string) =>
  `SELECT coalesce(json_agg(${object} ORDER BY ${order}), '[]')::text AS body FROM ${from}`;
const instant = (column: string) =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const columns = (alias: string, ...names: string[]) =>
  names.map((name) => `'${name}', ${alias}."${name}"`).join(', ');
const amounts = (alias: string, ...names: string[]) =>
  names.map((name) => `'${name}', trim_scale(${alias}."${name}")`).join(', ');
const clientOfProject = `'client', json_build_object('id', c.id, 'name', c.name)`;

const tasksSql = rows(
  `json_build_object(${columns('d', 'id', 'accountId')}, 'clientId', c.id, ${clientOfProject},
    'projectId', p.id, 'project', json_build_object('id', p.id, 'name', p.name), ${columns('p', 'projectTypeId')},
    ${columns('d', 'name', 'statusId')}, 'status', s.label, ${columns('d', 'priority', 'description')},
    'assignedToList', coalesce((SELECT json_agg(a."userId" ORDER BY a."userId") FROM "DeliverableAssignee" a
      WHERE a."accountId" = $1 AND a."deliverableId" = d.id), '[]'),
    ${columns('d', 'approvalRequired', 'invoiceId', 'ticketId', 'startDate', 'dueDate')}, 'created', ${instant('d."createdAt"')},
    'completed', ${instant('d."completedAt"')}, ${columns('d', 'archived', 'externalId', 'source')}, 'parentTaskId', NULL,
    'isSubTask', false, 'toDos', '[]'::json, 'tasks', '[]'::json, 'customValues', '[]'::json)`,
  'd.position, d.id',
  `"Deliverable" d JOIN "Project" p ON p."accountId" = $1 AND p.id = d."projectId"
    JOIN "Client" c ON c."accountId" = $1 AND c.id = p."clientId" JOIN "TaskStage" s ON s."accountId" = $1 AND s.id = d."statusId"
  WHERE d."accountId" = $1 AND d."projectId" = $2 AND NOT d.archived`,
);

const projectsSql = rows(
  `json_build_object(${columns(
    'p',
    ...['id', 'accountId', 'clientId', 'projectTypeId', 'name', 'description', 'startDate'],
  )}, 'dueDate', p."dueDate", 'dateCreated', ${instant('p."dateCreated"')}, ${columns(
    'p',
    ...['active', 'portalAccess', 'showTimeWorkedInPortal', 'feeSchedule', 'hexColor'],
    ...['externalId', 'source'],
  )}, 'customValues', '[]'::json, ${clientOfProject})`,
  'p.name, p.id',
  `"Client" c JOIN "Project" p ON p."accountId" = $1 AND p."clientId" = c.id
  WHERE c."accountId" = $1 AND c.name = $2 AND NOT c.archived AND p.active`,
);

const invoiceColumns = [
  ...['id', 'accountId', 'invoiceNumber', 'invoiceNumberFormatted', 'clientId', 'status'],
  ...['description', 'dateCreated', 'dateSent', 'datePaid', 'invoiceType', 'currency'],
  ...['taxPercentage', 'externalId', 'source', 'dateIssued', 'taxCategory', 'taxReason'],
  ...['taxInclusive', 'supplyDate', 'servicePeriodStart', 'servicePeriodEnd', 'buyerReference'],
  'orderNumber',
];
const invoiceAmounts = [
  ...['subTotal', 'tax', 'total', 'paymentTotal', 'amountDue', 'withholdingAmount'],
  ...['prepaidAmount', 'roundTo', 'roundingAmount', 'creditedTotal', 'discountPercent'],
  'discountAmount',
];
const partsOf = (object: string, alias: string, order: string, table: string) =>
  `coalesce((SELECT json_agg(json_build_object(${object}) ORDER BY ${alias}.${order})
    FROM "${table}" ${alias} WHERE ${alias}."accountId" = $1 AND ${alias}."invoiceId" = i.id), '[]')`;
const clientInfo = [
  ...['name', 'address1', 'address2', 'city', 'locality', 'postal', 'country', 'phone', 'website'],
  ...['taxId', 'legalId', 'legalIdScheme'],
].map((name) => `'${name}', i."clientInfo" -> '${name}'`);

const payableSql = rows(
  `(SELECT row_to_json(x) FROM (SELECT ${invoiceColumns.map((name) => `i."${name}"`).join(', ')},
    ${invoiceAmounts.map((name) => `trim_scale(i."${name}") AS "${name}"`).join(', ')}, i."dueDate" AS "dateDue",
    json_build_object('id', c.id, ${clientInfo.join(', ')}) AS "clientInfo", i."taxRuleSnapshot" AS "taxRule",
    ${partsOf(
      `${columns('t', 'name', 'order', 'compound', 'taxGroup', 'category', 'reason')}, ${amounts('t', 'rate', 'taxableAmount', 'amount')}`,
      't',
      '"order"',
      'InvoiceTaxLine',
    )} AS "taxBreakdown", ${partsOf(
      `${columns('p', 'id', 'date', 'paymentType', 'referenceNumber', 'memo')}, ${amounts('p', 'amount')}`,
      'p',
      'id',
      'Payment',
    )} AS payments, ${partsOf(
      `${columns(
        'l',
        ...['id', 'description', 'unit', 'servicePeriodStart', 'servicePeriodEnd', 'taxable'],
        ...['role', 'taxCategory', 'taxReason', 'type', 'visible', 'projectId', 'projectName'],
        ...['deliverableName', 'depositInvoiceId'],
      )}, ${amounts('l', 'quantity', 'unitPrice', 'lineTotal', 'price', 'baseQuantity', 'percent', 'taxRate')}`,
      'l',
      'position',
      'InvoiceLine',
    )} AS "lineItems") x)`,
  'i."dueDate", i.id',
  `"Client" c JOIN "Invoice" i ON i."accountId" = $1 AND i."clientId" = c.id
  WHERE c."accountId" = $1 AND c.name = $2 AND NOT c.archived AND i."amountDue" > 0
    AND i.status NOT IN ('PAID', 'VOIDED', 'WRITE_OFF')`,
);

const figuresSql = `
  SELECT json_build_object('data', json_build_object('clients', json_build_object('edges', json_agg(
    json_build_object('node', json_build_object('id', c.id, 'name', c.name,
      'outstanding', coalesce((SELECT json_agg(json_build_object('currency', o.currency, 'amount', trim_scale(o.amount)::text) ORDER BY o.currency)
        FROM (SELECT i.currency, sum(i."amountDue") AS amount FROM "Invoice" i WHERE i."accountId" = $1 AND i."clientId" = c.id
          AND i."amountDue" > 0 AND i.status IN ('SENT', 'PARTIAL', 'PENDING') GROUP BY 1) o), '[]'),
      'unbilledMinutes', coalesce((SELECT floor(sum(floor(extract(epoch FROM t."timerEnd" - t."timerStart"))) / 60)::int
        FROM "TimeEntry" t WHERE t."accountId" = $1 AND t."clientId" = c.id AND t."invoiceId" IS NULL AND t.billable), 0),
      'invoices', json_build_object('totalCount', (SELECT count(*) FROM "Invoice" i WHERE i."accountId" = $1 AND i."clientId" = c.id)))
    ) ORDER BY c.name, c.id))))::text AS body
  FROM (SELECT * FROM "Client" WHERE "accountId" = $1 AND NOT archived ORDER BY name, id LIMIT 50) c`;

const unbilledSql = `
  WITH work AS MATERIALIZED (
    SELECT t.id, t."timerStart" AS at, t.notes AS description, coalesce(c.currency, w.currency) AS currency, s.seconds, r.rate,
      round((s.seconds * r.rate)::numeric(40, 12) / 3600, 2) AS amount
    FROM "TimeEntry" t JOIN "Workspace" w ON w."accountId" = $1 JOIN "User" u ON u."accountId" = $1 AND u.id = t."userId"
      JOIN "Client" c ON c."accountId" = $1 AND c.id = t."clientId" LEFT JOIN "Project" p ON p."accountId" = $1 AND p.id = t."projectId"
      CROSS JOIN LATERAL (SELECT floor(extract(epoch FROM t."timerEnd" - t."timerStart")) AS seconds) s
      CROSS JOIN LATERAL (SELECT coalesce(t."hourlyAmount", u."hourlyAmount", (p."feeSchedule" ->> 'amount')::numeric,
        c."hourlyAmount", w."hourlyAmount") AS rate) r
    WHERE t."accountId" = $1 AND t."clientId" = $2 AND t."invoiceId" IS NULL AND t.billable
  )
  SELECT json_build_object('data', json_build_object('unbilledWork', json_build_object(
    'totals', (SELECT coalesce(json_agg(x), '[]') FROM (SELECT currency, trim_scale(round(sum(seconds) / 3600, 6))::text AS hours,
      trim_scale(coalesce(sum(amount), 0))::text AS total, count(*) AS items FROM work GROUP BY currency ORDER BY currency) x),
    'items', json_build_object('nodes', (SELECT coalesce(json_agg(json_build_object('at', ${instant('x.at')}, 'description', x.description,
      'quantity', trim_scale(round(x.seconds / 3600, 6))::text, 'amount', trim_scale(x.amount)::text, 'currency', x.currency) ORDER BY x.at, x.id), '[]')
      FROM (SELECT * FROM work ORDER BY at, id LIMIT 25) x)))))::text AS body`;

type Authenticate = (key: string) => Promise<{ accountId: number }>;

export function addListsFloor(app: FastifyInstance, pool: pg.Pool, authenticate: Authenticate) {
  const read = async (key: unknown, name: string, text: string, values: unknown[]) => {
    const { accountId } = await authenticate(String(key));
    const { rows: found } = await pool.query({ name, text, values: [accountId, ...values] });
    return found[0].body as string;
  };
  const lists = {
    'tasks/list': tasksSql,
    'projects/search': projectsSql,
    'payableInvoices/search': payableSql,
  };
  for (const [path, text] of Object.entries(lists)) {
    app.get<{ Querystring: Record<string, string> }>(
      `/public/action/${path}`,
      async ({ headers, query }, reply) => {
        const body = await read(headers['x-api-key'], path, text, Object.values(query));
        return reply.type('application/json').send(body);
      },
    );
  }
  for (const [name, text] of Object.entries({ figures: figuresSql, unbilled: unbilledSql })) {
    app.post<{ Body: { variables: Record<string, unknown> } }>(
      `/graphql/${name}`,
      async ({ headers, body: { variables } }, reply) => {
        const body = await read(headers['x-api-key'], name, text, Object.values(variables));
        return reply.type('application/json').send(body);
      },
    );
  }
}
