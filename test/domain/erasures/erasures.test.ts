import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { runProgram } from '../../../src/cli/program.ts';
import { readConfig } from '../../../src/config/config.ts';
import { unsubscribe } from '../../../src/domain/mail-suppressions/subscriptions.ts';
import { newId } from '../../../src/platform/ids/record-ids.ts';
import type { TestWorkspace } from '../../support/api.ts';
import { useTestApi } from '../../support/api.ts';
import { conflict, mutate, sourceOf } from '../../support/mutations.ts';
import { personDoors } from '../../support/people.ts';
import { snapshot } from '../../support/snapshot.ts';
import { columnsWith } from '../../support/stored-texts.ts';

const api = useTestApi({ sendsMail: true });
const doors = personDoors(api);

const words = {
  name: 'Quuxandra-Lee & Söhne "Werk" (a+b) [x] {y} 50% ^$?|',
  address: '77 Quuxian Way',
  phone: '+49 30 7700 8899',
  taxId: 'DE770088991',
  legalId: 'HRB 7700889 B',
  website: 'https://quuxandra.example',
  email: 'ada.quux@quuxandra.example',
  contact: 'Ada Quuxworth',
  mobile: '+49 170 7700 8899',
};
const all = Object.values(words);

/** What a document that was issued prints. */
const documents = [
  'CreditNote.reason',
  'CreditNoteLine.description',
  'Invoice.buyerReference',
  'Invoice.clientInfo',
  'Invoice.description',
  'Invoice.invoiceNumberFormatted',
  'Invoice.notes',
  'Invoice.orderNumber',
  'Invoice.paymentInstructions',
  'InvoiceLine.deliverableName',
  'InvoiceLine.description',
  'InvoiceLine.ownTax',
  'InvoiceLine.projectName',
  'InvoiceLine.taxReason',
  'InvoiceTaxLine.reason',
];

interface Made {
  clientId: string;
  contactId: string;
  otherId: string;
}

const note = `About ${words.name}, ${words.contact} <${words.email}>, ${words.phone}, ${words.address}, ${words.legalId}`;

async function ok(answer: Promise<{ status: number; body: unknown }>) {
  const { body, status } = await answer;
  if (status !== 200) throw new Error(JSON.stringify(body));
  // biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
  return body as any;
}

/** Every write that was sent with a key, to be sent again. */
const sent: { path: string; init: RequestInit }[] = [];

/** A client with a record of each type, and with its name in every text. */
async function fill(own: TestWorkspace): Promise<Made> {
  const { pool, prisma } = api.database;
  const { accountId } = own;
  const post = (path: string, body: object) => {
    const headers = { 'x-api-key': own.key, 'content-type': 'application/json' };
    const single = { ...headers, 'idempotency-key': `${randomUUID()}` };
    const init = { method: 'POST', headers: single, body: JSON.stringify(body) };
    sent.push({ path: `/public/action/${path}`, init });
    return ok(api.request(`/public/action/${path}`, init));
  };
  await post('clients/create', { name: 'Other Ltd' });
  const client = await post('clients/create', {
    name: words.name,
    address1: words.address,
    phone: words.phone,
    taxId: words.taxId,
    legalId: words.legalId,
    website: words.website,
    notes: note,
    customValues: { Field: note },
  });
  const contact = await post('contacts/create', {
    first: 'Ada',
    last: 'Quuxworth',
    email: words.email,
    mobile: words.mobile,
    notes: note,
    clientName: words.name,
    portalAccess: true,
  });
  const clientName = words.name;
  const projectName = `Site of ${words.name}`;
  await post('projects/create', { name: projectName, clientName, description: note });
  const time = { timerStart: '2026-03-02T09:00:00Z', timerEnd: '2026-03-02T10:00:00Z' };
  await post('timeWorked/create', {
    ...time,
    clientName,
    projectName,
    deliverableName: `Logo of ${words.name}`,
    createDeliverable: true,
    notes: note,
  });
  await post('timeWorked/create', { ...time, clientName: 'Other Ltd', notes: note });
  await post('expenses/create', { amount: 10, vendor: 'Printer', clientName, description: note });
  await post('opportunities/create', { name: `Deal ${words.name}`, clientName, description: note });
  await post('formSubmissions/create', {
    formName: 'Contact',
    firstName: 'Ada',
    lastName: 'Quuxworth',
    email: words.email,
    phone: words.phone,
    notes: note,
  });
  const ticket = { userEmail: words.email, subject: note, formData: { email: words.email } };
  await post('tickets/create', { ...ticket, comment: note });
  const ofBuyer = { buyerReference: words.contact, orderNumber: `Order of ${words.name}` };
  const exempt = { taxCategory: 'EXEMPT', taxReason: note };
  const issued = await post('invoices/create', {
    clientName,
    notes: note,
    description: note,
    ...ofBuyer,
    items: [{ description: note, rate: 100, projectName, ...exempt }],
    sendTo: { send: true, contacts: [words.email] },
  });
  const paid = await post('payment/create', {
    invoiceNumber: issued.invoiceNumberFormatted,
    clientName,
    amount: 1,
    memo: note,
    referenceNumber: `${words.name} 1`,
  });
  await post('invoices/create', {
    clientName,
    notes: note,
    ...ofBuyer,
    items: [{ description: note, rate: 1, ...exempt }],
  });
  await post('creditNotes/create', {
    invoiceId: issued.id,
    reason: note,
    lines: [{ lineId: issued.lineItems[0].id, quantity: 0.1 }],
  });
  await post('payment/reverse', { id: paid.payments[0].id, reason: 'OTHER', note });
  await post('calendar/createOrUpdate', {
    startTime: '2026-04-02T14:00:00Z',
    endTime: '2026-04-02T15:00:00Z',
    summary: `Lunch with ${words.contact}`,
    description: note,
  });
  const other = await prisma.client.findFirstOrThrow({ where: { accountId, name: 'Other Ltd' } });
  await pool.query(
    `UPDATE "Client" SET notes = $2, "customValues" = $3 WHERE "accountId" = $1 AND id = $4`,
    [accountId, note, JSON.stringify({ [note]: ['x', note] }), other.id],
  );
  // A key that a script made of a name.
  const named = { operation: 'createClient', items: [{ name: 'Third Ltd' }] };
  await ok(
    api.request('/public/action/bulk', {
      method: 'POST',
      headers: {
        'x-api-key': own.key,
        'content-type': 'application/json',
        'idempotency-key': `third-of-${words.email}`,
      },
      body: JSON.stringify(named),
    }),
  );
  await signedIn(words.email);
  await unsubscribe(prisma, { accountId, email: words.email });
  const colleague = await post('contacts/create', {
    first: 'Grace',
    last: 'Hopper',
    notes: note,
    clientName: 'Other Ltd',
  });
  await prisma.logEntry.create({
    data: {
      ...{ accountId, kind: 'SIGNED_IN', recordType: 'Contact', recordId: colleague.id },
      ...{ actorKind: 'CONTACT', actorId: colleague.id, actorName: 'Grace Hopper' },
      ...{ operation: 'auth', requestId: 'request', address: '203.0.113.7' },
    },
  });
  return { clientId: client.id, contactId: contact.id, otherId: other.id };
}

/** A person who signed in with an address, with another sign-in pending. */
async function signedIn(email: string) {
  const { pool } = api.database;
  const id = randomUUID();
  await pool.query(`INSERT INTO "Person" (id, email, name) VALUES ($1, $2, $3)`, [
    id,
    email,
    words.contact,
  ]);
  await pool.query(
    `INSERT INTO "SignInMethod" (id, "personId", "providerId", subject) VALUES ($1, $1, 'credential', $2)`,
    [id, email],
  );
  await pool.query(
    `INSERT INTO "SignInVerification" (id, identifier, value, "expiresAt") VALUES ($1, $2, $3, now())`,
    [id, `sign-in-otp-${email}`, JSON.stringify({ email })],
  );
  await pool.query(
    `INSERT INTO "SignInMail" (id, recipient, subject, body, "expiresAt") VALUES ($1, $2, $3, $3, now())`,
    [id, email, `A code for ${email}`],
  );
}

const plan = 'name words records { recordType action count reason }';

describe('erasing a client', () => {
  let own: TestWorkspace;
  let made: Made;
  beforeAll(async () => {
    own = api.ours;
    made = await fill(own);
  });

  test('has a preview that changes nothing', async () => {
    const before = await snapshot(api.database.pool);
    const { body } = await own.gql(`{ clientErasure(id: "${made.clientId}") { ${plan} } }`);
    expect(body.errors).toBeUndefined();
    expect(await snapshot(api.database.pool)).toEqual(before);
    const { name, records, words: sought } = body.data.clientErasure;
    expect(name).toBe(words.name);
    expect(new Set(sought)).toEqual(new Set([...all, 'Quuxworth, Ada']));
    const lines = records.map(
      ({ action, count, recordType }: { action: string; count: number; recordType: string }) =>
        `${recordType} ${action} ${count}`,
    );
    expect(lines).toMatchInlineSnapshot(`
      [
        "FormSubmission DELETED 1",
        "Opportunity DELETED 2",
        "TicketComment DELETED 1",
        "Ticket DELETED 1",
        "OutboxMail DELETED 1",
        "MailSuppression DELETED 1",
        "InvoiceEvent BLANKED 4",
        "Payment BLANKED 1",
        "CreditNote KEPT 1",
        "InvoiceLine BLANKED 1",
        "InvoiceTaxLine BLANKED 1",
        "Invoice KEPT 1",
        "Invoice BLANKED 1",
        "TimeEntry BLANKED 1",
        "Expense BLANKED 1",
        "Deliverable BLANKED 1",
        "Project BLANKED 1",
        "Contact DELETED 1",
        "Client BLANKED 1",
        "CalendarEvent BLANKED 1",
        "Client BLANKED 1",
        "Contact BLANKED 1",
        "TimeEntry BLANKED 1",
      ]
    `);
    const stored = records.filter(({ action }: { action: string }) => action !== 'DELETED');
    for (const { reason } of stored) expect(reason).toMatch(/\w/);
  });

  test('is for owners, and confirmed by the name', async () => {
    const before = await snapshot(api.database.pool);
    const admin = doors({ role: 'ADMIN' });
    const input = { id: made.clientId, confirmName: words.name };
    await expect(mutate(admin, 'eraseClient', input, 'erasedId')).rejects.toThrow('not_for_role');
    expect(
      await mutate(own, 'eraseClient', { ...input, confirmName: 'Quuxandra' }, 'erasedId'),
    ).toMatchObject({
      __typename: 'InvalidInputError',
      path: 'confirmName',
    });
    expect(await snapshot(api.database.pool)).toEqual(before);
  });

  test('waits for a mail that is being sent', async () => {
    const { pool } = api.database;
    const jobs = `UPDATE graphile_worker._private_jobs SET locked_at = $1, locked_by = $2 WHERE key LIKE $3`;
    const key = `${own.accountId}/%`;
    await pool.query(jobs, [new Date(), 'worker', key]);
    const input = { id: made.clientId, confirmName: words.name };
    expect(await mutate(own, 'eraseClient', input, 'erasedId')).toMatchObject(conflict);
    await pool.query(jobs, [null, null, key]);
  });

  test('leaves no word of it in any column of any table, but in invoices that were issued', async () => {
    const { pool } = api.database;
    const before = await columnsWith(pool, all);
    expect(before).toEqual(
      expect.arrayContaining([
        'OutboxMail.recipients',
        'KeptAnswer.answer',
        'LogEntry.after',
        'FormSubmission.formData',
        'SignInMail.recipient',
      ]),
    );
    const input = { id: made.clientId, confirmName: words.name };
    const operation = {
      query: sourceOf('eraseClient', `erasedId erasure { ${plan} }`),
      variables: { input },
    };
    const headers = { 'x-api-key': own.key, 'content-type': 'application/json' };
    const erased = await api.request('/graphql', {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': 'erase' },
      body: JSON.stringify(operation),
    });
    const done = erased.body.data.result;
    expect(done).toMatchObject({ erasedId: made.clientId, erasure: { name: words.name } });
    expect((await columnsWith(pool, all)).filter((column) => !documents.includes(column))).toEqual(
      [],
    );
    const drafts = await pool.query<{ row: string }>(
      `SELECT concat(to_jsonb(i), (SELECT jsonb_agg(l) FROM "InvoiceLine" l WHERE l."accountId" = $1 AND l."invoiceId" = i.id),
         (SELECT jsonb_agg(x) FROM "InvoiceTaxLine" x WHERE x."accountId" = $1 AND x."invoiceId" = i.id)) AS row
       FROM "Invoice" i WHERE "accountId" = $1 AND status = 'VOIDED'`,
      [own.accountId],
    );
    expect(drafts.rows).toHaveLength(1);
    for (const word of all) expect(drafts.rows[0]?.row).not.toContain(word);
    const [invoice] = (
      await pool.query(
        `SELECT "clientInfo" ->> 'name' AS name, "erasedAt" IS NOT NULL AS marked, "viewToken" FROM "Invoice"
         WHERE "accountId" = $1 AND status <> 'VOIDED'`,
        [own.accountId],
      )
    ).rows;
    expect(invoice).toEqual({ name: words.name, marked: true, viewToken: null });
  });

  test('is not undone by writes that are sent again with their keys', async () => {
    const { pool } = api.database;
    const before = await snapshot(pool);
    for (const { path, init } of sent) {
      const { status, text } = await api.request(path, init);
      // A deleted record is neither returned nor created again.
      expect([200, 404, 500], text).toContain(status);
    }
    expect(await snapshot(pool)).toEqual(before);
  });

  test('is in the log, which redacts its entries and does not contain the old values', async () => {
    const { rows } = await api.database.pool.query(
      `SELECT kind, operation, before, after, "actorKind" FROM "LogEntry" WHERE "accountId" = $1 AND "recordId" = $2 ORDER BY place < 0, place`,
      [own.accountId, made.clientId],
    );
    const blank = { before: null, after: null, actorKind: 'KEY' };
    expect(rows[0]).toMatchObject({ ...blank, kind: 'CREATED' });
    expect(rows.at(-1)).toEqual({ ...blank, kind: 'ERASED', operation: 'eraseClient' });
  });

  test('keeps other actors and references in the log', async () => {
    const { rows } = await api.database.pool.query(
      `SELECT "actorName", address FROM "LogEntry" WHERE "accountId" = $1 AND kind = 'SIGNED_IN'`,
      [own.accountId],
    );
    expect(rows).toEqual([{ actorName: 'Grace Hopper', address: '203.0.113.7' }]);
  });

  test('keeps hours, amounts, numbers and other records', async () => {
    const { rows } = await api.database.pool.query(
      `SELECT (SELECT count(*)::int FROM "TimeEntry" WHERE "accountId" = $1) AS entries,
         (SELECT sum(amount)::int FROM "Expense" WHERE "accountId" = $1) AS spent,
         (SELECT count(*)::int FROM "Invoice" WHERE "accountId" = $1) AS invoices,
         (SELECT sum(amount)::int FROM "Payment" WHERE "accountId" = $1) AS paid,
         (SELECT notes FROM "Client" WHERE "accountId" = $1 AND id = $2) AS notes,
         (SELECT name FROM "Client" WHERE "accountId" = $1 AND id = $3) AS name`,
      [own.accountId, made.otherId, made.clientId],
    );
    expect(rows[0]).toEqual({
      entries: 2,
      spent: 10,
      invoices: 2,
      paid: 1,
      notes: 'About [erased], [erased] <[erased]>, [erased], [erased], [erased]',
      name: expect.stringMatching(/^Erased client \w{12}$/),
    });
  });
});

test('works if the log no longer contains the owner of the records', async () => {
  const own = await api.addWorkspace();
  const { clientId, otherId } = await fill(own);
  const printed = { position: 1 };
  await api.owner.query(
    `UPDATE "LogEntry" SET before = NULL, after = $2 WHERE "accountId" = $1 AND kind <> 'SIGNED_IN'`,
    [own.accountId, JSON.stringify(printed)],
  );
  const input = { id: clientId, confirmName: words.name };
  expect(await mutate(own, 'eraseClient', input, 'erasedId')).toMatchObject({ erasedId: clientId });
  const { rows } = await api.database.pool.query<{ type: string; id: string }>(
    `SELECT "recordType" AS type, "recordId" AS id FROM "LogEntry" WHERE "accountId" = $1 AND after IS NOT NULL`,
    [own.accountId],
  );
  const left = new Set(rows.map(({ type }) => type));
  const itsOwn = [
    'Project',
    'Deliverable',
    'Payment',
    'Opportunity',
    'FormSubmission',
    'OutboxMail',
  ];
  for (const type of itsOwn) expect(left).not.toContain(type);
  expect(rows.map(({ id }) => id)).toContain(otherId);
  expect(rows.map(({ id }) => id)).not.toContain(clientId);
});

test('works if names and ids of other records contain the erased ones', async () => {
  const own = await api.addWorkspace();
  const post = (path: string, body: object) => ok(own.post(path, body));
  const other = await post('clients/create', { name: 'Other Ltd' });
  const [first, second] = ['Quuxandra Werke', 'Bertram Quux KG'];
  const ids = [];
  for (const name of [first, second]) {
    ids.push((await post('clients/create', { name, address1: `At ${name}` })).id);
    await post('contacts/create', { first: 'Ada', last: name, clientName: name });
    for (const output of [name, `Ada ${name}`]) {
      const project = await post('projects/create', { name: `For ${output}`, clientId: other.id });
      const { id: projectId } = project;
      await post('tasks/create', { name: `Call ${output}`, projectName: project.name });
      await post('expenses/create', { amount: 1, projectId, externalId: output, source: 'ERP' });
    }
  }
  for (const [index, id] of ids.entries()) {
    const input = { id, confirmName: [first, second][index] };
    expect(await mutate(own, 'eraseClient', input, 'erasedId')).toMatchObject({ erasedId: id });
  }
  expect(await columnsWith(api.database.pool, [first, second].map(String))).toEqual([]);
});

describe('erasing a contact', () => {
  test('is a dry run on the command line, until it is confirmed', async () => {
    const { accountId, context } = api.theirs;
    const id = newId('Contact');
    const name = { firstName: 'Katherine', lastName: 'Johnson' };
    await context.db.contact.create({ data: { accountId, id, ...name } });
    const run = async (...more: string[]) => {
      let said = '';
      const write = (text: string) => {
        said += text;
      };
      const config = () => readConfig({ DATABASE_URL: api.databaseUrl });
      const args = ['erase', 'contact', id, '--workspace', String(accountId), ...more];
      return { code: await runProgram(args, { config, write, writeError: write }), said };
    };
    const there = () => context.db.contact.count({ where: { accountId, id } });
    expect((await run()).said).toMatch(
      /would do the following. Nothing was changed.*Contact +1 +deleted/s,
    );
    expect(await run('--confirm-name', 'Katherine')).toEqual({
      code: 1,
      said: expect.stringContaining(
        '--confirm-name: must be the name as it is, "Katherine Johnson"',
      ),
    });
    expect(await there()).toBe(1);
    expect((await run('--confirm-name', 'Katherine Johnson')).said).toContain('Erased Katherine');
    expect(await there()).toBe(0);
  });

  test('finds a name with ß in capitals, or by a caller without ß, and the reverse', async () => {
    const own = await api.addWorkspace();
    const client = async (name: string) => (await own.post('clients/create', { name })).body;
    const erased = [await client('Weißquux GmbH'), await client('Grossquux GmbH')];
    const { body } = await own.post('clients/create', {
      name: 'Other Ltd',
      notes:
        'WEISSQUUX GMBH, WEIẞQUUX GMBH and Weissquux GmbH; GROẞQUUX GMBH and Großquux GmbH stay out.',
    });
    for (const { id, name: confirmName } of erased)
      await mutate(own, 'eraseClient', { id, confirmName }, 'erasedId');
    const { rows } = await api.database.pool.query('SELECT notes FROM "Client" WHERE id = $1', [
      body.id,
    ]);
    expect(rows).toEqual([
      {
        notes: '[erased], [erased] and [erased]; [erased] and [erased] stay out.',
      },
    ]);
    const spelled = ['weissquux', 'weißquux', 'WEIẞQUUX', 'GROẞQUUX', 'großquux', 'grossquux'];
    expect(await columnsWith(api.database.pool, spelled)).toEqual([]);
  });

  test('takes it out of everything, and leaves its client', async () => {
    const own = await api.addWorkspace();
    const { clientId, contactId } = await fill(own);
    const { pool } = api.database;
    const input = { id: contactId, confirmName: words.contact };
    const done = await mutate(own, 'eraseContact', input, `erasedId erasure { ${plan} }`);
    expect(done.erasedId).toBe(contactId);
    const personal = [words.email, words.contact, words.mobile];
    expect(
      (await columnsWith(pool, personal)).filter((column) => !documents.includes(column)),
    ).toEqual([]);
    const client = await own.gql(`{ node(id: "${clientId}") { ... on Client { name } } }`);
    expect(client.body.data.node.name).toBe(words.name);
  });

  test('changes no sign-in data if another user has the address', async () => {
    const [own, other] = [await api.addWorkspace(), await api.addWorkspace()];
    const email = 'shared@quuxandra.example';
    const ids = [newId('Contact'), newId('Contact')];
    for (const [index, { accountId }] of [own, other].entries()) {
      await api.database.prisma.contact.create({
        data: { accountId, id: ids[index] ?? '', firstName: 'Grace', lastName: 'Hopper', email },
      });
    }
    await signedIn(email);
    const erase = (workspace: TestWorkspace, id = '') =>
      mutate(workspace, 'eraseContact', { id, confirmName: 'Grace Hopper' }, 'erasedId');
    expect(await erase(own, ids[0])).toMatchObject({ erasedId: ids[0] });
    expect(await columnsWith(api.database.pool, [email])).toContain('Person.email');
    expect(await erase(other, ids[1])).toMatchObject({ erasedId: ids[1] });
    expect(await columnsWith(api.database.pool, [email])).toEqual([]);
  });
});
