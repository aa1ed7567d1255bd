import type { GraphQLObjectType } from 'graphql';
import { getNamedType, isObjectType } from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import { defaultOperationLimits } from '../../src/config/operation-settings.ts';
import { getDatamodel } from '../../src/generated/pothos/types.ts';
import { portalRootFields } from '../../src/platform/access-policies/row-filters.ts';
import type { RecordModel } from '../../src/platform/ids/permission-areas.ts';
import { permissionAreaByModel } from '../../src/platform/ids/permission-areas.ts';
import { schema } from '../../src/schema/index.ts';
import type { TestWorkspace } from '../support/api.ts';
import { useTestApi } from '../support/api.ts';
import { withoutLinkExpiry } from '../support/attachments.ts';
import { everythingOf, fieldsOf, nodeTypeOf, nodeTypes } from '../support/graphql.ts';
import { personDoors } from '../support/people.ts';
import { TestBrowser } from '../support/persons.ts';
import { inTheNameOf } from '../support/portal.ts';
import { useFilledWorkspaces } from '../support/records.ts';
import { routes } from '../support/routes.ts';

/** In every text that a contact of a client may not see, and nowhere else. */
const marker = 'zzsecret';
/** The same of numbers, days and users. */
const markedNumber = 98.765;
const markedDay = '1987-06-05';
const markedUser = 9_876_543;
const marks = [marker, String(markedNumber), markedDay, String(markedUser)];

const api = useTestApi({
  limits: { ...defaultOperationLimits, timeMs: 50_000, cost: 1_000_000, depth: 30 },
});
const { ours } = useFilledWorkspaces(api, { ours: 4, theirs: 1 });
const contactEmail = 'ada@portal.example';
/** The contact as a browser with a cookie, and as an app with a token. */
let contact: TestWorkspace;
let byToken: TestWorkspace;
let clientId: string;
const project: Record<string, string> = {};

const { models } = getDatamodel().datamodel;

/** The rows of each table that a contact sees, implemented again in plain SQL. $2 is its client, $3 itself. */
const open = `(SELECT id FROM "Project" WHERE "clientId" = $2 AND "portalAccess" IN ('FULL', 'READ_ONLY'))`;
const observed: Readonly<Record<string, string>> = {
  Client: 'id = $2',
  Contact: 'id = $3',
  Project: `"clientId" = $2 AND "portalAccess" <> 'NONE'`,
  Deliverable: `"projectId" IN ${open} AND NOT archived`,
  TimeEntry: `"projectId" IN ${open} AND "projectId" IN (SELECT id FROM "Project" WHERE "showTimeWorkedInPortal")`,
  Invoice: `"clientId" = $2 AND status <> 'DRAFT'`,
  InvoiceLine: `visible AND "invoiceId" IN (SELECT id FROM "Invoice" WHERE "clientId" = $2 AND status <> 'DRAFT')`,
  InvoiceTaxLine: `"invoiceId" IN (SELECT id FROM "Invoice" WHERE "clientId" = $2 AND status <> 'DRAFT')`,
  Ticket: '"contactId" = $3 AND "clientId" = $2',
  TicketComment: `NOT "privateComment" AND "ticketId" IN (SELECT id FROM "Ticket" WHERE "contactId" = $3 AND "clientId" = $2)`,
  TaskStage: 'true',
  ProjectType: 'true',
  Workspace: 'true',
};

/** The columns that a contact sees of visible records, listed by hand, besides ids and common columns. */
const displayed: Readonly<Record<string, string>> = {
  Client: 'name clientType archived',
  Contact: 'clientId firstName lastName email defaultContact invoiceContact portalAccess archived',
  Project:
    'clientId projectTypeId name description startDate dueDate dateCreated active portalAccess showTimeWorkedInPortal hexColor',
  Deliverable:
    'projectId name statusId priority description approvalRequired startDate dueDate completedAt position archived',
  TimeEntry: 'clientId projectId deliverableId timerStart timerEnd billable',
  Invoice: `invoiceNumber invoiceNumberFormatted numberSeries numberPeriod clientId status invoiceType currency description subTotal discountPercent
    discountAmount taxPercentage tax total paymentTotal creditedTotal amountDue dateCreated dateIssued dateSent dueDate datePaid paymentInstructions
    taxRuleSnapshot clientInfo viewToken taxCategory taxReason taxReasonCode deliverTo usualTax taxInclusive roundTo roundingAmount withholdingAmount
    prepaidAmount buyerReference orderNumber supplyDate servicePeriodStart servicePeriodEnd`,
  InvoiceLine: `invoiceId position description quantity unitPrice unit taxable lineTotal type visible projectId projectName
    price baseQuantity percent role taxCategory taxRate taxReason taxReasonCode ownTax servicePeriodStart servicePeriodEnd`,
  InvoiceTaxLine:
    'invoiceId name rate order compound compoundOnOrder taxableAmount amount taxGroup category reason reasonCode',
  Ticket:
    'ticketNumber clientId contactId subject ticketType status dueDate lastCommentAt closedAt archived',
  TicketComment: 'ticketId authorName comment privateComment',
  Workspace: 'name currency timeZone',
};

const bound =
  /^(id|accountId|\w*[cC]urrency|color|hexColor|timeZone|invoiceNumberPattern|hash|prefix|viewToken|scopes|priority|messageId|externalId|mediaType|sha256)$|Id$/;

const sql = (text: string, more: readonly unknown[] = []) =>
  api.database.pool.query(text, [api.ours.accountId, ...more]);

/** What a mark of a column is in SQL; undefined where it takes none. */
function markOf(model: string, name: string, type: string): string | undefined {
  const key = models[model]?.fields.some((field) => field.name === 'id') ? 'id' : 'accountId';
  if (name === 'userId' && model === 'TimeEntry') return String(markedUser);
  if (['id', 'accountId', 'createdAt', 'updatedAt', 'version', 'deletedAt'].includes(name))
    return undefined;
  if (type === 'String') {
    if (bound.test(name)) return undefined;
    const isAddress = name === 'email' || name === 'website';
    return `'${marker}' || right("${key}"::text, 12)${isAddress ? ` || '@studio.example'` : ''}`;
  }
  if (type === 'DateTime') return `'${markedDay}'`;
  if (type === 'Decimal') return String(markedNumber);
  if (type !== 'Json') return undefined;
  return ['toDos', 'mergedRecords'].includes(name)
    ? `'[{"item": "${marker}"}]'`
    : `'{"${marker}": "${marker}"}'`;
}

/** Marks columns of records; of those that are not the contact's, texts alone, since others are bound to each other. */
async function mark(model: RecordModel, where: string, isVisible: boolean): Promise<void> {
  const columns = (models[model]?.fields ?? [])
    .filter(({ kind, isList }) => kind === 'scalar' && !isList)
    .filter(({ name, type }) => (isVisible ? !isDisplayed(model, name) : type === 'String'));
  const values = columns.flatMap(({ name, type }) => {
    const value = markOf(model, name, type);
    return value === undefined ? [] : [`"${name}" = ${value}`];
  });
  if (values.length === 0) return;
  await sql(
    `UPDATE "${model}" SET ${values.join(', ')} WHERE "accountId" = $1 AND $2::text <> $3::text AND ${where}`,
    [clientId, ours.id('Contact', 0)],
  );
}

const isDisplayed = (model: string, name: string) =>
  displayed[model]?.split(/\s+/).includes(name) === true;

/** The contact signs in, as it has to once its access was taken. */
async function signIn(): Promise<void> {
  const browser = new TestBrowser(api);
  expect((await browser.signIn(contactEmail)).status).toBe(200);
  const { token } = (await browser.get('/auth/token')).body;
  const { cookie, origin } = browser;
  contact = inTheNameOf(api, { cookie, origin: String(origin) });
  byToken = inTheNameOf(api, { authorization: `Bearer ${token}` });
}

beforeAll(async () => {
  const contactId = ours.id('Contact', 0);
  const { rows } = await sql(
    `SELECT "clientId" FROM "Contact" WHERE "accountId" = $1 AND id = $2`,
    [contactId],
  );
  clientId = rows[0].clientId;
  await sql(
    `UPDATE "Contact" SET "portalAccess" = true, email = $3 WHERE "accountId" = $1 AND id = $2`,
    [contactId, contactEmail],
  );
  await sql(`INSERT INTO "User" ("accountId", id, email, "updatedAt") VALUES ($1, $2, $3, now())`, [
    markedUser,
    `${marker}@studio.example`,
  ]);
  for (const [index, access] of ['FULL', 'READ_ONLY', 'OVERVIEW', 'NONE'].entries()) {
    const id = ours.id('Project', index);
    project[access] = id;
    await sql(
      `WITH time AS (UPDATE "TimeEntry" SET "clientId" = $2 WHERE "accountId" = $1 AND "projectId" = $5),
         expenses AS (UPDATE "Expense" SET "clientId" = $2 WHERE "accountId" = $1 AND "projectId" = $5)
       UPDATE "Project" SET "clientId" = $2, name = $3, description = 'About ' || $3, "portalAccess" = $3::text::"PortalAccess",
        "showTimeWorkedInPortal" = $4 WHERE "accountId" = $1 AND id = $5`,
      [clientId, access, access !== 'READ_ONLY', id],
    );
  }
  await sql(
    `UPDATE "Project" SET description = '${marker}' WHERE "accountId" = $1 AND "portalAccess" = 'OVERVIEW'`,
  );
  const draft = `draft AS (SELECT id FROM "Invoice" WHERE "accountId" = $1 AND "clientId" = $2 ORDER BY id LIMIT 1)`;
  const payments = `FROM "Payment" p WHERE p."accountId" = $1 AND p."invoiceId" IN (SELECT id FROM draft)`;
  await sql(
    `WITH ${draft}, refunds AS (DELETE FROM "Refund" WHERE "accountId" = $1 AND "paymentId" IN (SELECT p.id ${payments})),
      credits AS (DELETE FROM "ClientCredit" WHERE "accountId" = $1 AND "paymentId" IN (SELECT p.id ${payments})),
      whole AS (UPDATE "Payment" SET "refundedTotal" = 0, "creditedAmount" = 0 WHERE "accountId" = $1 AND "invoiceId" IN (SELECT id FROM draft))
    UPDATE "Invoice" SET "paymentTotal" = (SELECT sum(amount) ${payments}), "amountDue" = total - "creditedTotal" - (SELECT sum(amount) ${payments})
    WHERE "accountId" = $1 AND id IN (SELECT id FROM draft)`,
    [clientId],
  );
  await sql(
    `WITH ${draft},
      gone AS (DELETE FROM "Payment" WHERE "accountId" = $1 AND "invoiceId" IN (SELECT id FROM draft))
    UPDATE "Invoice" SET status = 'DRAFT', "paymentTotal" = 0, "amountDue" = total - "creditedTotal"
    WHERE "accountId" = $1 AND id IN (SELECT id FROM draft)`,
    [clientId],
  );
  // All lines on an invoice that is seen, every second of which its page does not show.
  for (const [model, location] of [
    ['InvoiceLine', 'position'],
    ['InvoiceTaxLine', '"order"'],
  ]) {
    // What a line charges goes along with it.
    const charged = ['TimeEntry', 'Expense', 'Deliverable'].map(
      (work) => `${work} AS (UPDATE "${work}" SET "invoiceId" = i.id FROM i
        WHERE "accountId" = $1 AND "invoiceLineId" IS NOT NULL AND $3::text = 'InvoiceLine')`,
    );
    await sql(
      `WITH i AS (SELECT id FROM "Invoice" WHERE "accountId" = $1 AND "clientId" = $2 AND status <> 'DRAFT' ORDER BY id LIMIT 1),
        ${charged.join()}
      UPDATE "${model}" l SET ${location} = 1000 + n.row, "invoiceId" = i.id ${model === 'InvoiceLine' ? ', visible = n.row % 2 = 0' : ''}
      FROM i, (SELECT id, row_number() OVER (ORDER BY id) AS row FROM "${model}" WHERE "accountId" = $1) n
      WHERE l."accountId" = $1 AND l.id = n.id`,
      [clientId, model],
    );
  }
  for (const [model, rows] of Object.entries(observed)) {
    const { rows: found } = await sql(
      `SELECT count(*)::int AS many FROM "${model}" WHERE "accountId" = $1 AND $2::text <> $3::text AND ${rows}`,
      [clientId, contactId],
    );
    expect([model, found[0].many > 0]).toEqual([model, true]);
  }
  for (const model of Object.keys(permissionAreaByModel) as RecordModel[]) {
    const rows = observed[model];
    if (rows !== 'true') await mark(model, rows === undefined ? 'true' : `NOT (${rows})`, false);
    // Hidden fields of visible records, of any kind.
    if (rows !== undefined && displayed[model]) await mark(model, rows, true);
  }
  await signIn();
});

function expectNothingSecret({ body }: { body: unknown }, about: string): void {
  const text = JSON.stringify(body);
  for (const secret of marks) {
    const at = text.indexOf(secret);
    expect(at < 0 ? '' : text.slice(Math.max(0, at - 200), at + 60), about).toBe('');
  }
  expect(text, about).not.toContain('internal_error');
}

const query = schema.getQueryType() as GraphQLObjectType;
const rootFields = fieldsOf(query).filter(({ name }) => name !== 'node' && name !== 'nodes');
const capped = (selection: string) =>
  selection.replaceAll(/(\w+) \{ totalCount edges/g, '$1(first: 3) { totalCount edges');

/** The fields of a type that a contact gets: one operation for each, since some hide the record of the others. */
function questionsOf(type: GraphQLObjectType): string[] {
  return fieldsOf(type).map((field) => {
    const named = getNamedType(field.type);
    if (!isObjectType(named)) return field.name;
    const isPage = /Connection$/.test(named.name);
    return `${field.name}${isPage ? '(first: 3)' : ''} ${capped(everythingOf(named, 0))}`;
  });
}

describe('a contact of a client', () => {
  test.each(rootFields.map((field) => [field.name, field] as const))(
    'reads %s, and sees only records that are visible to it',
    async (name, { type }) => {
      const named = getNamedType(type);
      const isPage = /Connection$/.test(named.name);
      const ask = (below: string) =>
        contact.gql(`{ ${name}${isPage ? '(first: 20)' : ''} ${below} }`);
      const node = (nodeTypeOf(named) ?? named) as GraphQLObjectType;
      const plain = await ask(isPage ? '{ totalCount nodes { __typename } }' : '{ __typename }');
      const codes = (plain.body.errors ?? []).map(
        (error: { extensions: { code: string } }) => error.extensions.code,
      );
      if (!portalRootFields.has(name)) {
        expect(['not_for_role', 'missing_scope'], JSON.stringify(plain.body)).toContain(codes[0]);
        return;
      }
      expect(codes, JSON.stringify(plain.body)).toEqual([]);
      if (isPage) expect(plain.body.data[name].totalCount, name).toBeGreaterThan(0);
      for (const question of questionsOf(node)) {
        const answer = await ask(isPage ? `{ nodes { ${question} } }` : `{ ${question} }`);
        expectNothingSecret(answer, question);
        const source = isPage ? `{ nodes { ${question} } }` : `{ ${question} }`;
        const again = await byToken.gql(`{ ${name}${isPage ? '(first: 20)' : ''} ${source} }`);
        const [data, dataByToken] = [answer, again].map(({ body }) => withoutLinkExpiry(body.data));
        expect(dataByToken, question).toEqual(data);
        for (const { extensions } of answer.body.errors ?? []) {
          expect(['not_for_role', 'missing_scope'], question).toContain(extensions.code);
        }
      }
    },
  );

  test('finds by their ids the records that are meant for it, and no other', async () => {
    for (const { name: model } of nodeTypes()) {
      if (model === 'Workspace' || model === 'User') continue;
      const { rows } = await sql(
        `SELECT id, coalesce(${observed[model] ?? 'false'}, false) AS seen FROM "${model}" WHERE "accountId" = $1 AND $2::text <> $3::text`,
        [clientId, ours.id('Contact', 0)],
      );
      for (const { id, seen: isReadable } of rows) {
        const { body } = await contact.gql(`{ node(id: "${id}") { id } }`);
        const mayRead = !['TaskStage', 'ProjectType'].includes(model);
        expect(body.data?.node?.id ?? null, `${model} ${id} ${JSON.stringify(body)}`).toBe(
          isReadable && mayRead ? id : null,
        );
      }
    }
  });

  test('sees of each project the parts that its portal access grants', async () => {
    const { body } = await contact.gql(
      '{ projects(orderBy: [{ name: ASC }], where: { NOT: { name: { startsWith: "Project" } } }) { nodes { name description deliverables { totalCount } timeEntries { totalCount } } } }',
    );
    expect(body.errors).toBeUndefined();
    const bigger = { totalCount: expect.toSatisfy((count: number) => count > 0) };
    const none = { totalCount: 0 };
    expect(body.data.projects.nodes).toEqual([
      { name: 'FULL', description: 'About FULL', deliverables: bigger, timeEntries: bigger },
      { name: 'OVERVIEW', description: null, deliverables: none, timeEntries: none },
      {
        name: 'READ_ONLY',
        description: 'About READ_ONLY',
        deliverables: bigger,
        timeEntries: none,
      },
    ]);
  });

  test('sees its issued invoices with their pages and PDFs', async () => {
    const { body } = await contact.gql(
      '{ invoices { nodes { status total viewOnlineUrl pdfUrl client { name } } } }',
    );
    expect(body.errors).toBeUndefined();
    expect(body.data.invoices.nodes.length).toBeGreaterThan(0);
    for (const { status, viewOnlineUrl, pdfUrl } of body.data.invoices.nodes) {
      expect(status).not.toBe('DRAFT');
      expect(viewOnlineUrl).toMatch(/^http/);
      expect(pdfUrl).toMatch(/\.pdf/);
    }
  });

  test('never sees notes, costs and rates, nor finds by them', async () => {
    for (const [source, path] of [
      ['{ projects { nodes { feeSchedule { amount } } } }', 'feeSchedule'],
      ['{ clients { nodes { hourlyAmount } } }', 'hourlyAmount'],
      ['{ timeEntries { nodes { notes } } }', 'notes'],
      ['{ invoices { nodes { notes } } }', 'notes'],
      ['{ clients(where: { phone: { contains: "1" } }) { totalCount } }', 'clients'],
    ] as const) {
      const { body } = await contact.gql(source);
      expect(body.errors[0].extensions.code, source).toBe('not_for_role');
      expect(body.errors[0].path.at(-1)).toBe(path);
    }
  });

  test('is let into no action, and into no mutation but the approval', async () => {
    for (const route of routes) {
      if (route.base !== routes[0]?.base) continue;
      const method = route.method.toLowerCase() as 'get' | 'post';
      const { status, body } = await contact[method](
        route.path.replace('{accountId}', '1'),
        {} as never,
      );
      expect([status, body.code], route.path).toEqual([403, 'not_for_role']);
    }
    for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
      const source = `mutation ($input: ${field.args[0]?.type ?? 'String'}) { done: ${field.name}${field.args[0] ? '(input: $input)' : ''} { __typename } }`;
      if (field.name === 'approveDeliverable') continue;
      const { body } = await contact.gql(source.replace(/\$input: ([^)!]+)!/, '$input: $1!'), {
        input: {},
      });
      const codes = (body.errors ?? []).map(
        (error: { extensions: { code: string } }) => error.extensions.code,
      );
      expect(codes.length, field.name).toBeGreaterThan(0);
      expect(body.data?.done ?? null, field.name).toBeNull();
    }
  });

  test('approves deliverables of projects with FULL, and of no others', async () => {
    const deliverableOf = async (access: string) =>
      (
        await sql(
          `SELECT id FROM "Deliverable" WHERE "accountId" = $1 AND "projectId" = $2 ORDER BY id LIMIT 1`,
          [project[access]],
        )
      ).rows[0]?.id;
    await sql(
      `UPDATE "TaskStage" SET complete = (right(id, 1) IN ('1', '3', '5', '7')) WHERE "accountId" = $1`,
    );
    const approve = async (access: string) => {
      const id = await deliverableOf(access);
      expect(id, access).toBeDefined();
      const source = `mutation { approveDeliverable(input: { deliverableId: "${id}" }) { __typename ... on ApproveDeliverableSuccess { deliverable { id completedAt } } } }`;
      return (await contact.gql(source)).body;
    };
    const full = await approve('FULL');
    expect(JSON.stringify(full)).not.toContain('not_for_role');
    expect(['ApproveDeliverableSuccess', 'ConflictError']).toContain(
      full.data.approveDeliverable.__typename,
    );
    expect((await approve('READ_ONLY')).errors[0].extensions.code).toBe('not_for_role');
    for (const access of ['OVERVIEW', 'NONE']) {
      expect((await approve(access)).data.approveDeliverable.__typename).toBe('NotFoundError');
    }
  });

  test('sees nothing after its access is removed, or it is archived', async () => {
    const id = ours.id('Contact', 0);
    // The row filters hide it, even if a contact gets access.
    const letIn = personDoors(api)({ contact: { contactId: id, clientId } });
    const counts =
      '{ projects { totalCount } invoices { totalCount } clients { totalCount } contacts { totalCount } timeEntries { totalCount } deliverables { totalCount } }';
    for (const change of ['"portalAccess" = NOT "portalAccess"', 'archived = NOT archived']) {
      const toggle = () =>
        sql(`UPDATE "Contact" SET ${change} WHERE "accountId" = $1 AND id = $2`, [id]);
      await toggle();
      for (const caller of [contact, byToken]) {
        const rejected = await caller.gql(counts);
        expect(rejected.body.errors[0].extensions.code).toBe('wrong_workspace');
      }
      const { body } = await letIn.gql(counts);
      expect(
        Object.values(body.data).map((list) => (list as { totalCount: number }).totalCount),
      ).toEqual([0, 0, 0, 0, 0, 0]);
      await toggle();
      expect((await contact.gql(counts)).status).toBe(403);
      await signIn();
      expect((await contact.gql(counts)).body.data.projects.totalCount).toBeGreaterThan(0);
    }
  });
});

test('a contact that lacks a scope gets an error for contacts', async () => {
  const { body } = await contact.gql(
    'mutation { createClient(input: { name: "X" }) { __typename } }',
  );
  expect(body.errors[0].message).toContain(
    'The access of a client’s contact lacks the scope "clients:write"',
  );
});
