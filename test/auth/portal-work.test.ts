import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordStatements } from '../../src/database/statements/statement-recorder.ts';
import { archiveContact } from '../../src/domain/contacts/archive.ts';
import { createProject } from '../../src/domain/deliverables/create-project.ts';
import { authenticateSession } from '../../src/domain/identities/signed-in-callers.ts';
import { testPublicUrl, useTestApi } from '../support/api.ts';
import { invoiceOf } from '../support/invoices.ts';
import { TestBrowser } from '../support/persons.ts';
import { enteredContact } from '../support/portal.ts';
import type { TestProcess } from '../support/streams.ts';
import { startProcess, useStreams } from '../support/streams.ts';

/** What contacts of clients do once they signed in. */
const api = useTestApi();
const subscribe = useStreams();
let service: TestProcess;

beforeAll(async () => {
  service = await startProcess(api);
});
afterAll(() => service?.close());

const source = `subscription { recordChanged { kind type id node { __typename
  ... on Project { name portalAccess description } ... on Deliverable { name completedAt } } } }`;
const headersOf = ({ cookie }: TestBrowser) => ({ headers: { cookie, origin: testPublicUrl } });

const change = async (mutation: string) => {
  const { body } = await api.ours.gql(`mutation { ${mutation} { __typename } }`);
  expect(JSON.stringify(body)).toContain('Success');
};

/** A contact who signed in, with a project of its client for each portal access. */
async function arranged() {
  const contact = await enteredContact(api);
  const { clientId } = contact;
  const projects: Record<string, string> = {};
  const deliverables: Record<string, string> = {};
  for (const portalAccess of ['FULL', 'READ_ONLY', 'OVERVIEW', 'NONE'] as const) {
    const { context } = api.ours;
    const fields = { clientId, name: `${portalAccess} ${clientId}`, portalAccess };
    const { id } = await createProject(context, fields as never);
    projects[portalAccess] = id;
    const made = await api.ours.gql(
      `mutation { createDeliverable(input: { projectId: "${id}", name: "Draft", approvalRequired: true }) { ... on CreateDeliverableSuccess { deliverable { id } } } }`,
    );
    deliverables[portalAccess] = made.body.data.createDeliverable.deliverable.id;
  }
  return { ...contact, projects, deliverables };
}

const approve = (id?: string) =>
  `mutation { approveDeliverable(input: { deliverableId: "${id}" }) { __typename ... on ApproveDeliverableSuccess { deliverable { id completedAt status } } } }`;

test('a contact approves deliverables of projects with FULL; the approver is recorded and published to the workspace', async () => {
  const { browser, deliverables } = await arranged();
  const state = `{ deliverable(id: "${deliverables.FULL}") { status } }`;
  const before = (await browser.gql(state)).body.data.deliverable;
  const { body } = await browser.gql(approve(deliverables.FULL));
  expect(body.data?.approveDeliverable, JSON.stringify(body)).toMatchObject({
    deliverable: { completedAt: expect.any(String), status: 'Complete' },
  });
  const codes = [];
  for (const access of ['READ_ONLY', 'OVERVIEW', 'NONE']) {
    const rejected = (await browser.gql(approve(deliverables[access]))).body;
    codes.push(rejected.errors?.[0].extensions.code ?? rejected.data.approveDeliverable.__typename);
  }
  expect(codes).toEqual(['not_for_role', 'NotFoundError', 'NotFoundError']);
  const ask = `{ deliverable(id: "${deliverables.FULL}") { approvedBy approvedAt completedAt } }`;
  const reported = (await api.ours.gql(ask)).body.data.deliverable;
  expect(reported).toEqual({
    approvedBy: 'Ada Lovelace',
    approvedAt: reported.completedAt,
    completedAt: expect.any(String),
  });
  const own = await browser.gql(ask);
  expect(own.body.data.deliverable).toMatchObject({ approvedBy: null, approvedAt: null });
  expect(own.body.errors.map(({ path }: { path: string[] }) => path.at(-1))).toEqual([
    'approvedBy',
    'approvedAt',
  ]);
  // A key's approval has the key's name, and to go on with the work takes it back.
  await api.ours.gql(approve(deliverables.NONE));
  const { rows } = await api.database.pool.query(
    'SELECT "approvedBy" FROM "Deliverable" WHERE id = $1',
    [deliverables.NONE],
  );
  const key = (await api.ours.gql('{ viewer { key { name } } }')).body.data.viewer.key;
  expect(rows[0].approvedBy).toBe(key.name);
  await change(
    `updateDeliverable(input: { id: "${deliverables.FULL}", statusName: "${before.status}" })`,
  );
  expect((await api.ours.gql(ask)).body.data.deliverable).toEqual({
    approvedBy: null,
    approvedAt: null,
    completedAt: null,
  });
});

test('a replay with an idempotency key contains only the records that the contact may see now', async () => {
  const { browser, clientId, deliverables, projects } = await arranged();
  const keyed = `mutation { approveDeliverable(input: { deliverableId: "${deliverables.FULL}" }) @idempotent(key: "approve") {
    ... on ApproveDeliverableSuccess { deliverable { id completedAt project { name } } } } }`;
  const first = await browser.gql(keyed);
  expect(first.text).toContain(`FULL ${clientId}`);
  const where = { id: deliverables.FULL ?? '' };
  const rowOf = () => api.database.prisma.deliverable.findFirstOrThrow({ where });
  const approved = await rowOf();
  const again = await browser.gql(keyed);
  expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([first.text, 'true']);
  await change(`updateProject(input: { id: "${projects.FULL}", portalAccess: NONE })`);
  const hidden = await browser.gql(keyed);
  expect(hidden.text).not.toContain(`FULL ${clientId}`);
  expect(hidden.text).not.toContain('completedAt":"');
  expect(await rowOf()).toEqual(approved);
});

test('a contact gets the changes that its projects grant, also after the grant changes', async () => {
  const { browser, projects, deliverables } = await arranged();
  const other = await arranged();
  const stream = await subscribe(service, headersOf(browser), source);
  const received = async () => {
    const { kind, type, node } = await stream.nextChange();
    return { kind, type, node };
  };
  const describe = (access: string, words: string, of = projects) =>
    change(`updateProject(input: { id: "${of[access]}", description: "${words}" })`);
  const redo = (access: string) =>
    change(`updateDeliverable(input: { id: "${deliverables[access]}", name: "Of ${access}" })`);
  // Neither is published: a record of another client, and a hidden one of this client.
  await describe('FULL', 'Theirs', other.projects);
  await describe('NONE', 'Hidden');
  await redo('NONE');
  await redo('OVERVIEW');
  await describe('OVERVIEW', 'Hidden');
  const project = { kind: 'UPDATED', type: 'PROJECT' };
  const overview = { portalAccess: 'OVERVIEW', description: null };
  expect(await received()).toMatchObject({ ...project, node: overview });
  for (const access of ['READ_ONLY', 'FULL']) {
    await describe(access, 'Shown');
    const node = { portalAccess: access, description: 'Shown' };
    expect(await received()).toMatchObject({ ...project, node });
    await redo(access);
    const deliverable = { __typename: 'Deliverable', name: `Of ${access}` };
    expect(await received()).toMatchObject({ type: 'DELIVERABLE', node: deliverable });
  }
  await change(`updateProject(input: { id: "${projects.FULL}", portalAccess: NONE })`);
  await redo('FULL');
  await change(`updateProject(input: { id: "${projects.NONE}", portalAccess: READ_ONLY })`);
  expect(await received()).toMatchObject({
    ...project,
    node: { portalAccess: 'READ_ONLY', description: 'Hidden' },
  });
});

test('a stream ends with its own sign-in, and with the contact’s access', async () => {
  const { browser, contactId, email } = await enteredContact(api);
  const second = new TestBrowser(api);
  await second.signIn(email);
  const [first, staying] = [
    await subscribe(service, headersOf(browser), source),
    await subscribe(service, headersOf(second), source),
  ];
  await browser.post('/auth/sign-out');
  const over = { errors: [{ extensions: { code: 'not_signed_in' } }] };
  expect((await first.rest()).at(-1)).toMatchObject(over);
  await change(`updateContact(input: { id: "${contactId}", lastName: "Byron" })`);
  expect(await staying.nextChange()).toMatchObject({ type: 'CONTACT', id: contactId });
  await archiveContact(api.ours.context, { id: contactId });
  expect((await staying.rest()).at(-1)).toMatchObject(over);
});

test('a contact opens the pages and PDFs of its issued invoices, and finds no draft', async () => {
  const { browser } = await enteredContact(api);
  const { name } = (await browser.gql('{ clients { nodes { name } } }')).body.data.clients.nodes[0];
  const ids: string[] = [];
  for (const price of [100, 200]) {
    ids.push((await invoiceOf(api.ours, name, price)).id);
  }
  await change(`markInvoiceSent(input: { id: "${ids[0]}" })`);
  const { body } = await browser.gql('{ invoices { nodes { id total viewOnlineUrl pdfUrl } } }');
  expect(body.data.invoices.nodes.map(({ id }: { id: string }) => id)).toEqual([ids[0]]);
  const [{ pdfUrl, viewOnlineUrl }] = body.data.invoices.nodes;
  const page = await browser.get(viewOnlineUrl.replace(testPublicUrl, ''));
  expect([page.status, String(page.body)]).toEqual([200, expect.stringContaining('100.00')]);
  const pdf = await browser.get(pdfUrl.replace(testPublicUrl, ''));
  expect(pdf.headers.get('content-type')).toBe('application/pdf');
});

test('a request of a contact costs two statements, and none of them grows with the workspaces', async () => {
  const { browser, contactId } = await arranged();
  const ask = () =>
    browser.gql(
      '{ projects { nodes { name deliverables { nodes { name } } timeEntries { nodes { timerStart } } } } }',
    );
  await ask();
  const { result, statements } = await recordStatements(ask);
  expect(result.body.errors).toBeUndefined();
  expect(statements).toHaveLength(2);
  const named = await recordStatements(() =>
    authenticateSession(
      api.database.prisma,
      { sessionToken: 'none' },
      { accountId: null, contactId },
      new Date(),
    ).catch(() => undefined),
  );
  expect(named.statements).toHaveLength(1);
  await api.database.pool.query(
    `INSERT INTO "Contact" ("accountId", id, "clientId", email, "portalAccess")
     SELECT c."accountId", 'con_many' || n, c."clientId", 'many' || n || '@clients.example', true
     FROM "Contact" c, generate_series(1, 5000) n WHERE c.id = $1`,
    [contactId],
  );
  await api.owner.query('ANALYZE "Contact"');
  const { rows } = await api.database.pool.query(
    `EXPLAIN (FORMAT JSON) SELECT FROM "Person" o JOIN "Contact" c ON lower(c.email COLLATE "C") = o.email
       AND c."portalAccess" AND NOT c.archived AND c."clientId" IS NOT NULL WHERE o.id = 'prs_none'`,
  );
  expect(JSON.stringify(rows)).toContain('Contact_portal_address_idx');
});
