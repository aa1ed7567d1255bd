import type { GraphQLObjectType } from 'graphql';
import { getNamedType, isObjectType } from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import { getDatamodel } from '../../src/generated/pothos/types.ts';
import type { RecordModel } from '../../src/platform/ids/permission-areas.ts';
import { permissionAreaByModel } from '../../src/platform/ids/permission-areas.ts';
import { schema } from '../../src/schema/index.ts';
import type { TestWorkspace } from '../support/api.ts';
import { useTestApi } from '../support/api.ts';
import { everythingInParts, everythingOf, fieldsOf, nodeTypes } from '../support/graphql.ts';
import { personDoors } from '../support/people.ts';
import { userIdOf } from '../support/record-rows.ts';
import { useFilledWorkspaces } from '../support/records.ts';
import { callRoute, readingRoutes } from '../support/routes.ts';

/** In every text that a member may not see, and nowhere else; the number is every amount of money that is not its own. */
const marker = 'zzsecret';
const amount = 7_654_321;

const api = useTestApi();
const { ours } = useFilledWorkspaces(api, { ours: 4, theirs: 1 });
const doors = personDoors(api);
let member: TestWorkspace;
let me: number;

const { models } = getDatamodel().datamodel;

/** The rows of each table that a member sees, implemented again in plain SQL. All others are hidden. */
const assigned = `(SELECT "projectId" FROM "ProjectMember" WHERE "userId" = $2
  UNION SELECT d."projectId" FROM "Deliverable" d JOIN "DeliverableAssignee" a ON a."deliverableId" = d.id
    AND a."accountId" = d."accountId" WHERE a."userId" = $2)`;
const found: Readonly<Record<string, string>> = {
  TimeEntry: '"userId" = $2',
  Expense: '"userId" = $2',
  ExpenseLine: '"expenseId" IN (SELECT id FROM "Expense" WHERE "userId" = $2)',
  Project: `id IN ${assigned}`,
  Deliverable: `"projectId" IN ${assigned}`,
  Client: `id IN (SELECT "clientId" FROM "Project" WHERE id IN ${assigned})`,
  Vendor: 'true',
  // Returned by viewer.
  User: 'id = $2',
  // The words of settings that records carry.
  CustomField: 'true',
  ProjectType: 'true',
  TaskStage: 'true',
};

/** Hidden columns of visible rows. */
const secretColumns: Readonly<Record<string, readonly string[]>> = {
  Client:
    'address1 address2 city locality postal country website phone taxId legalId countryCode electronicAddress electronicAddressScheme buyerReference payInstructions notes leadSource'.split(
      ' ',
    ),
  Vendor: ['email', 'phone', 'website', 'taxId', 'legalId', 'iban', 'countryCode', 'notes'],
};

const bound =
  /^(id|accountId|\w*[cC]urrency|color|hexColor|timeZone|invoiceNumberPattern|hash|prefix|viewToken|scopes|priority|messageId|externalId|mediaType|sha256)$|Id$/;

const freeTexts = (model: string): string[] =>
  (models[model]?.fields ?? [])
    .filter(({ kind, type, isList, name }) => {
      return kind === 'scalar' && type === 'String' && !isList && !bound.test(name);
    })
    .map(({ name }) => name);

async function mark(
  model: RecordModel,
  columns: readonly string[],
  where: string,
): Promise<number> {
  if (columns.length === 0) return 0;
  const key = models[model]?.fields.some(({ name }) => name === 'id') ? 'id' : 'accountId';
  const values = columns.map((name) => {
    const isAddress = name === 'email' || name === 'website';
    const word = `'${marker}${model.toLowerCase()}' || right("${key}"::text, 12)`;
    return `"${name}" = ${isAddress ? `${word} || '@studio.example'` : word}`;
  });
  const { rowCount } = await api.database.pool.query(
    `UPDATE "${model}" SET ${values.join(', ')} WHERE "accountId" = $1 AND $2::int IS NOT NULL AND ${where}`,
    [api.ours.accountId, me],
  );
  return rowCount ?? 0;
}

beforeAll(async () => {
  const { accountId } = api.ours;
  me = userIdOf(accountId, 1);
  const sql = (text: string) => api.database.pool.query(text, [accountId, me]);
  await api.database.prisma.projectMember.deleteMany({ where: { accountId } });
  await sql(`DELETE FROM "DeliverableAssignee" WHERE "accountId" = $1 AND "userId" = $2`);
  const project = ours.id('Project', 0);
  await api.database.prisma.projectMember.create({
    data: { accountId, projectId: project, userId: me },
  });
  const deliverableId = ours.id('Deliverable', 1);
  await api.database.prisma.deliverableAssignee.create({
    data: { accountId, deliverableId, userId: me },
  });
  await sql(
    `UPDATE "Expense" SET "userId" = CASE WHEN right(id, 1) IN ('1', '3') THEN $2::int END WHERE "accountId" = $1`,
  );
  // Money, wherever it is not a member's own.
  await sql(
    `UPDATE "Client" SET "hourlyAmount" = ${amount} WHERE "accountId" = $1 AND $2::int > 0`,
  );
  await sql(
    `UPDATE "Project" SET "feeSchedule" = jsonb_build_object('feeType', 'HOURLY', 'amount', '${amount}') WHERE "accountId" = $1 AND $2::int > 0`,
  );
  await sql(
    `UPDATE "Expense" SET amount = ${amount} WHERE "accountId" = $1 AND "userId" IS DISTINCT FROM $2`,
  );
  for (const recordType of ['PROJECT', 'DELIVERABLE'] as const) {
    const id = `fld_secret${recordType.toLowerCase()}`;
    const name = `Price ${recordType}`;
    await api.database.prisma.customField.create({
      data: { accountId, id, recordType, name, mappingKey: name, type: 'CURRENCY' },
    });
    const table = recordType === 'PROJECT' ? 'Project' : 'Deliverable';
    await sql(
      `UPDATE "${table}" SET "customValues" = "customValues" || '{"${id}": ${amount}}' WHERE "accountId" = $1 AND $2::int > 0`,
    );
  }
  await sql(
    `UPDATE "Client" SET "customValues" = '{"${ours.id('CustomField', 0)}": "${marker}"}' WHERE "accountId" = $1 AND $2::int > 0`,
  );
  for (const model of Object.keys(permissionAreaByModel) as RecordModel[]) {
    const rows = found[model];
    await mark(
      model,
      rows === 'true' ? [] : freeTexts(model),
      rows === undefined ? 'true' : `NOT (${rows})`,
    );
    await mark(model, secretColumns[model] ?? [], 'true');
  }
  member = doors({ role: 'MEMBER', userId: me });
});

/** Values that no response to a member may contain. */
function expectNothingSecret(answer: { body: unknown }, about: string): void {
  const text = JSON.stringify(answer.body);
  const at = text.indexOf(marker);
  expect(at < 0 ? '' : text.slice(Math.max(0, at - 200), at + 60), about).toBe('');
  expect(text, about).not.toContain(String(amount));
  expect(text, about).not.toContain('internal_error');
}

const query = schema.getQueryType() as GraphQLObjectType;
const rootFields = fieldsOf(query).filter(({ name }) => name !== 'node' && name !== 'nodes');
const isPage = (type: unknown) => isObjectType(type) && /Connection$/.test(type.name);
const capped = (selection: string) =>
  selection.replaceAll(/(\w+) \{ totalCount edges/g, '$1(first: 3) { totalCount edges');

/** The lists that a member is shown some of. */
const lists = {
  timeEntries: 'TimeEntry',
  expenses: 'Expense',
  projects: 'Project',
  deliverables: 'Deliverable',
  clients: 'Client',
  vendors: 'Vendor',
} as const;

describe('through GraphQL a member sees nothing of others', () => {
  test.each([
    ['projects', 'Price PROJECT'],
    ['deliverables', 'Price DELIVERABLE'],
  ])('%s cannot be found by amounts in custom fields', async (list, key) => {
    const where = `{ customValues: { some: [{ key: "${key}", number: { gte: 0 } }] } }`;
    const source = `{ ${list}(where: ${where}) { totalCount } all: ${list} { totalCount nodes { customValue(key: "${key}") { value } } } }`;
    const { body } = await member.gql(source);
    expect(body.errors).toBeUndefined();
    expect(body.data[list].totalCount).toBe(0);
    expect(body.data.all.totalCount).toBeGreaterThan(0);
    for (const { customValue } of body.data.all.nodes) expect(customValue).toBeNull();
    const owner = await api.ours.gql(source);
    expect(owner.body.data[list].totalCount).toBeGreaterThan(0);
  });

  test.each(rootFields.map((field) => [field.name, field] as const))(
    '%s, two levels of relations deep, with all counts',
    async (name, { type }) => {
      const named = getNamedType(type);
      const whole = await api.ours.gql(`{ ${name} { __typename } }`);
      expect(whole.status).toBe(200);
      for (const part of everythingInParts(named, isPage(named) ? 2 : 1)) {
        const source = `{ ${name}${isPage(named) ? '(first: 8)' : ''} ${capped(part)} }`;
        const answer = await member.gql(source);
        expectNothingSecret(answer, source);
        const { data, errors = [] } = answer.body;
        // Tables that no operation returns contain no secrets either.
        if (name in lists) expect(data, JSON.stringify(errors)).toBeDefined();
        if (name in lists) expect(data[name].edges.length).toBeGreaterThan(0);
        for (const { extensions } of errors) {
          expect(['missing_scope', 'not_for_role']).toContain(extensions.code);
        }
      }
    },
  );

  test('every record by its id: invisible ones are missing', async () => {
    for (const { name: model } of nodeTypes()) {
      const key = model === 'Workspace' ? '"accountId"' : 'id';
      const { rows } = await api.database.pool.query(
        `SELECT ${key} AS id, coalesce(${found[model] ?? 'false'}, false) AS seen FROM "${model}" WHERE "accountId" = $1 AND $2::int > 0`,
        [api.ours.accountId, me],
      );
      for (const { id, seen: isVisible } of rows) {
        const prefixed = model === 'User' ? `usr_${id}` : model === 'Workspace' ? `wsp_${id}` : id;
        const type = schema.getType(model) as GraphQLObjectType;
        const source = `{ node(id: "${prefixed}") { id ... on ${model} ${capped(everythingOf(type, 1))} } }`;
        const answer = await member.gql(source);
        expectNothingSecret(answer, source);
        if (
          isVisible &&
          ['Project', 'Client', 'Deliverable', 'TimeEntry', 'Expense'].includes(model)
        ) {
          expect(answer.body.data?.node?.id, source).toBe(prefixed);
        } else if (!isVisible) expect(answer.body.data?.node ?? null, source).toBeNull();
      }
    }
  });

  test('how many there are', async () => {
    const source = `{ timeEntries { totalCount } expenses { totalCount } projects { totalCount pageInfo { hasNextPage } }
      deliverables { totalCount } clients { totalCount nodes { projects { totalCount } timeEntries { totalCount } expenses { totalCount } contacts { totalCount } } } }`;
    const { body } = await member.gql(source);
    expect(body.errors).toBeUndefined();
    const count = async (model: string) => {
      const archived = /Client|Deliverable/.test(model) ? 'AND NOT archived' : '';
      const { rows } = await api.database.pool.query(
        `SELECT count(*)::int AS count FROM "${model}" WHERE "accountId" = $1 AND ${found[model]} ${archived}`,
        [api.ours.accountId, me],
      );
      return rows[0].count;
    };
    for (const [list, model] of [
      ['timeEntries', 'TimeEntry'],
      ['expenses', 'Expense'],
      ['projects', 'Project'],
      ['deliverables', 'Deliverable'],
      ['clients', 'Client'],
    ] as const) {
      const expected = await count(model);
      expect(expected).toBeGreaterThan(0);
      expect(body.data[list].totalCount, list).toBe(expected);
    }
    for (const client of body.data.clients.nodes) expect(client.contacts.totalCount).toBe(0);
  });
});

describe('through REST a member sees nothing of others', () => {
  test.each(readingRoutes.map((route) => [route.operationId, route] as const))(
    '%s',
    async (_, route) => {
      const { input } = route.example as { input?: Record<string, string> };
      for (const example of [{}, input ?? {}, { query: marker.slice(0, 6) }, { query: 'C' }]) {
        const call = { query: { ...example, accountId: String(api.ours.accountId) } };
        const asMember = {
          ...api,
          request: (path: string, init?: RequestInit) => {
            const [, , , ...rest] = path.split('/');
            return member.get(rest.join('/')).then((answer) => (init ? answer : answer));
          },
        };
        expectNothingSecret(
          await callRoute(asMember as never, route, call as never),
          route.operationId,
        );
      }
    },
  );
});
