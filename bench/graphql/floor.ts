import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { newId } from '../../src/platform/ids/record-ids.ts';

/** The GraphQL workloads by hand: one statement each, which builds the JSON of the whole answer. */

const page = (rows: string) => `json_build_object('edges', coalesce((${rows}), '[]'))`;
const edges = (node: string, order: string) =>
  `json_agg(json_build_object('node', json_build_object(${node})) ORDER BY ${order})`;

const clientsSql = `
  SELECT json_build_object('data', json_build_object('clients', ${page(`
    SELECT ${edges(
      `'id', c.id, 'name', c.name, 'city', c.city, 'country', c.country, 'currency', c.currency,
      'contacts', ${page(`SELECT ${edges(
        `'id', k.id, 'firstName', k."firstName", 'lastName', k."lastName", 'email', k.email, 'defaultContact', k."defaultContact"`,
        'k."lastName", k."firstName", k.id',
      )} FROM (SELECT * FROM "Contact" WHERE "accountId" = $1 AND "clientId" = c.id AND NOT archived
          ORDER BY "lastName", "firstName", id LIMIT 25) k`)},
      'projects', ${page(`SELECT ${edges(
        `'id', p.id, 'name', p.name, 'startDate', p."startDate"`,
        'p.name, p.id',
      )} FROM (SELECT * FROM "Project" WHERE "accountId" = $1 AND "clientId" = c.id AND active
          ORDER BY name, id LIMIT 25) p`)}`,
      'c.name, c.id',
    )} FROM (SELECT * FROM "Client" WHERE "accountId" = $1 AND NOT archived ORDER BY name, id LIMIT 50) c`)}))::text AS body`;

const money = (table: string, ...names: string[]) =>
  names.map((name) => `'${name}', trim_scale(${table}."${name}")::text`).join(', ');
const list = (rows: string) => `coalesce((${rows}), '[]')`;

const invoiceSql = `
  SELECT json_build_object('data', json_build_object('invoice', json_build_object(
    'id', i.id, 'invoiceNumberFormatted', i."invoiceNumberFormatted", 'status', i.status, 'currency', i.currency,
    ${money('i', 'subTotal', 'tax', 'total', 'amountDue')}, 'dateCreated', i."dateCreated",
    'client', json_build_object('id', c.id, 'name', c.name, 'city', c.city, 'country', c.country),
    'lineItems', ${list(`SELECT json_agg(json_build_object('id', l.id, 'position', l.position, 'description', l.description,
        ${money('l', 'quantity', 'unitPrice')}, 'taxable', l.taxable, ${money('l', 'lineTotal')}) ORDER BY l.position, l.id)
      FROM "InvoiceLine" l WHERE l."accountId" = $1 AND l."invoiceId" = i.id`)},
    'payments', ${list(`SELECT json_agg(json_build_object('id', p.id, ${money('p', 'amount')}, 'date', p.date,
        'paymentType', p."paymentType", 'referenceNumber', p."referenceNumber") ORDER BY p.id)
      FROM "Payment" p WHERE p."accountId" = $1 AND p."invoiceId" = i.id`)},
    'taxBreakdown', ${list(`SELECT json_agg(json_build_object('id', t.id, 'name', t.name,
        ${money('t', 'rate', 'taxableAmount', 'amount')}) ORDER BY t."order", t.id)
      FROM "InvoiceTaxLine" t WHERE t."accountId" = $1 AND t."invoiceId" = i.id`)})))::text AS body
  FROM "Invoice" i JOIN "Client" c ON c."accountId" = $1 AND c.id = i."clientId"
  WHERE i."accountId" = $1 AND i.id = $2`;

const projectsSql = `
  SELECT json_build_object('data', json_build_object('projects', ${page(`
    SELECT ${edges(
      `'id', p.id, 'name', p.name, 'startDate', p."startDate", 'trackedMinutes', coalesce((
        SELECT floor(sum(extract(epoch FROM t."timerEnd" - t."timerStart")) / 60)::int
        FROM "TimeEntry" t WHERE t."accountId" = $1 AND t."projectId" = p.id), 0),
      'client', json_build_object('id', c.id, 'name', c.name),
      'deliverables', ${page(`SELECT ${edges(
        `'id', d.id, 'name', d.name, 'dueDate', d."dueDate"`,
        'd.position, d.id',
      )} FROM (SELECT * FROM "Deliverable" WHERE "accountId" = $1 AND "projectId" = p.id
          ORDER BY position, id LIMIT 25) d`)}`,
      'p.name, p.id',
    )} FROM (SELECT * FROM "Project" WHERE "accountId" = $1 AND active ORDER BY name, id LIMIT 100) p
      JOIN "Client" c ON c."accountId" = $1 AND c.id = p."clientId"`)}))::text AS body`;

const bulkSql = `
  WITH item AS MATERIALIZED (
    SELECT r.*, row_number() OVER () - 1 AS index FROM json_to_recordset($3) AS r (
      id text, "clientName" text, "projectName" text, "deliverableName" text,
      "timerStart" timestamptz, "timerEnd" timestamptz, notes text)
  ), made AS (
    INSERT INTO "TimeEntry" ("accountId", id, "clientId", "projectId", "deliverableId", "userId", "timerStart", "timerEnd", notes)
    SELECT $1, item.id, c.id, p.id, d.id, $2, item."timerStart", item."timerEnd", item.notes
    FROM item JOIN "Client" c ON c."accountId" = $1 AND c.name = item."clientName"
      JOIN "Project" p ON p."accountId" = $1 AND p."clientId" = c.id AND p.name = item."projectName"
      JOIN "Deliverable" d ON d."accountId" = $1 AND d."projectId" = p.id AND d.name = item."deliverableName"
    RETURNING id, "clientId", "projectId"
  )
  SELECT json_build_object('data', json_build_object('createTimeEntries', json_build_object(
    'made', count(*), 'refused', 0, 'results', json_agg(json_build_object('timeEntry', json_build_object(
      'id', made.id, 'clientId', made."clientId", 'projectId', made."projectId")) ORDER BY item.index))))::text AS body
  FROM made JOIN item USING (id)`;

const statements = {
  clients: { text: clientsSql, values: [] },
  invoice: { text: invoiceSql, values: ['id'] },
  projects: { text: projectsSql, values: [] },
} as const;

/** Answers what the service's GraphQL answers; the path says which operation is meant. */
export function addGraphQLFloor(
  app: FastifyInstance,
  pool: pg.Pool,
  authenticate: (key: string) => Promise<{ accountId: number; ownerId: number }>,
): void {
  for (const [name, { text, values }] of Object.entries(statements)) {
    app.post<{ Body: { variables: Record<string, unknown> } }>(
      `/graphql/${name}`,
      async ({ headers, body }, reply) => {
        const { accountId } = await authenticate(String(headers['x-api-key']));
        const parameters = [accountId, ...values.map((value) => body.variables[value])];
        const { rows } = await pool.query({ name, text, values: parameters });
        return reply.type('application/json').send(rows[0].body);
      },
    );
  }
  app.post<{ Body: { variables: { items: object[] } } }>(
    '/graphql/bulk',
    async ({ headers, body }, reply) => {
      const { accountId, ownerId } = await authenticate(String(headers['x-api-key']));
      const items = body.variables.items.map((item) => ({ ...item, id: newId('TimeEntry') }));
      const values = [accountId, ownerId, JSON.stringify(items)];
      const { rows } = await pool.query({ name: 'bulk', text: bulkSql, values });
      return reply.type('application/json').send(rows[0].body);
    },
  );
}
