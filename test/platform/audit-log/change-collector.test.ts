import { beforeAll, expect, test } from 'vitest';
import { recordStatements } from '../../../src/database/statements/statement-recorder.ts';
import { createProjectType } from '../../../src/domain/project-types/create.ts';
import type { AuditedModel, DatabaseRow } from '../../../src/platform/audit-log/audited-columns.ts';
import {
  auditValuesOf,
  auditValuesSql,
  dateColumns,
  timeColumns,
  unauditedColumns,
} from '../../../src/platform/audit-log/audited-columns.ts';
import {
  countAuditEntries,
  readAuditEntryLines,
} from '../../../src/platform/audit-log/entry-export.ts';
import {
  deleteAuditLog,
  deleteExpiredAuditEntries,
  eraseAuditChanges,
} from '../../../src/platform/audit-log/retention.ts';
import { permissionAreaByModel } from '../../../src/platform/ids/permission-areas.ts';
import { inTransaction } from '../../../src/write/in-transaction.ts';
import { write } from '../../../src/write/write.ts';
import { useTestApi } from '../../support/api.ts';
import { countWaiting } from '../../support/citus.ts';
import { watchLog } from '../../support/logged-changes.ts';
import { mutated } from '../../support/mutations.ts';
import { insertOneOfEach } from '../../support/sample-records.ts';

const api = useTestApi();

interface Entry {
  kind: string;
  recordType: string;
  recordId: string;
  before: object | null;
  after: object | null;
}

async function entriesOf(recordId: string): Promise<Entry[]> {
  const { rows } = await api.database.pool.query<Entry>(
    `SELECT kind, "recordType", "recordId", before, after FROM "LogEntry"
     WHERE "accountId" = $1 AND "recordId" = $2 ORDER BY place < 0, place`,
    [api.ours.accountId, recordId],
  );
  return rows;
}

interface Column {
  table: string;
  column: string;
  type: string;
}

let columns: Column[];
beforeAll(async () => {
  ({ rows: columns } = await api.database.pool.query<Column>(
    `SELECT c.relname::text AS table, a.attname::text AS column, y.typname::text AS type
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
       JOIN pg_type y ON y.oid = a.atttypid
     WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND c.relname NOT IN ('CreditNoteDocument', 'EInvoiceDocument', 'IssuedDocument', 'KeptAnswer', 'LogEntry', 'SellerLogo', 'WebhookCursor', 'WebhookDelivery', 'WebhookRetry', 'WebhookSecret')
       AND EXISTS (SELECT FROM pg_attribute w WHERE w.attrelid = c.oid AND w.attname = 'accountId')
     ORDER BY 1, 2`,
  ));
});

const named = (lists: Readonly<Record<string, readonly string[] | undefined>>) =>
  Object.entries(lists)
    .flatMap(([table, names = []]) => names.map((name) => `${table}.${name}`))
    .sort();
const those = (isOne: (column: Column) => boolean) =>
  columns
    .filter(isOne)
    .map(({ table, column }) => `${table}.${column}`)
    .sort();

test('no column that holds a secret or a file is logged', () => {
  const isSecret = ({ column, type }: Column) =>
    type === 'bytea' ||
    /hash|token|secret|password|cipher|salt|pin$|(?<!country|reason)code$/i.test(column);
  const secrets = those(isSecret);
  expect(secrets).toEqual(expect.arrayContaining(['ApiKey.hash', 'Invoice.viewToken']));
  expect(named(unauditedColumns)).toEqual(expect.arrayContaining(secrets));
  // The mails' texts hold the secret link of an invoice.
  expect(named(unauditedColumns)).toEqual(
    expect.arrayContaining(['OutboxMail.body', 'OutboxMail.html']),
  );
});

test('days and times of a day are written as such', () => {
  expect(named(dateColumns), 'dateColumns in audited-columns.ts').toEqual(
    those(({ type }) => type === 'date'),
  );
  expect(named(timeColumns), 'timeColumns in audited-columns.ts').toEqual(
    those(({ type }) => type === 'time'),
  );
});

test('a statement logs the same as the process, for every table', async () => {
  const accountId = await insertOneOfEach(api.database.pool);
  const reported: string[] = [];
  for (const table of new Set(columns.map(({ table }) => table))) {
    if (!(table in permissionAreaByModel) || table === 'InvoiceSequence') continue;
    const model = table as AuditedModel;
    const rows = await api.database.prisma.$queryRawUnsafe<(DatabaseRow & { said: object })[]>(
      `SELECT t.*, ${auditValuesSql(model, 't')} AS said FROM "${model}" t WHERE t."accountId" = $1`,
      accountId,
    );
    for (const { said, ...row } of rows) {
      // As JSON, since that is how it is written.
      expect(said, model).toEqual(JSON.parse(JSON.stringify(auditValuesOf(model, row))));
    }
    if (rows.length > 0) reported.push(model);
  }
  expect(reported.length).toBeGreaterThan(30);
});

test('time and payments log their changes', async () => {
  const { accountId } = api.ours;
  await api.ours.post('clients/create', { name: 'By one' });
  const work = { clientName: 'By one', projectName: 'P', deliverableName: 'D' };
  const hours = { timerStart: '2026-03-02T09:00:00Z', timerEnd: '2026-03-02T10:00:00.125Z' };
  const made = { ...work, ...hours, createProject: true, createDeliverable: true };
  const { body: ids } = await api.ours.post('timeWorked/create', made);
  const { clientId, projectId, deliverableId } = ids;
  const { body: invoice } = await api.ours.post('invoices/create', {
    clientName: 'By one',
    items: [{ description: 'Work', quantity: 1, rate: 100 }],
  });
  const payment = {
    ...{ invoiceNumber: invoice.invoiceNumberFormatted, date: '2026-03-02', memo: 'With "quotes"' },
    ...{ paymentType: 'BANK_TRANSFER' },
  };
  const writes: [string, object][] = [
    ['timeWorked/create', { ...work, ...hours, notes: 'Line\n"two"' }],
    ['timeWorked/create', { ...hours, clientId, projectId, deliverableId, billable: false }],
    ['timeWorked/create', { ...hours, notes: null }],
    [
      'timeWorked/create',
      { ...work, ...hours, hourlyAmount: 12.5, externalId: 'é"1', source: 's' },
    ],
    ['payment/create', { ...payment, amount: 10.5, referenceNumber: 'A 1' }],
    ['payment/create', { ...payment, amount: 0.01 }],
    ['payment/create', { ...payment, amount: 89.49 }],
  ];
  for (const [path, body] of writes) {
    const sinceThen = await watchLog(api.database.pool, accountId);
    const result = await api.ours.post(path, body);
    expect(result.status, result.text).toBe(200);
    const { happened, logged, said } = await sinceThen();
    expect(logged).toEqual(happened);
    expect(Object.keys(logged)).toHaveLength(path === 'payment/create' ? 3 : 1);
    for (const one of said) {
      expect(one).toEqual({
        actorKind: 'KEY',
        actorId: expect.stringMatching(/^key_/),
        operation: `POST ${path}`,
        requestId: result.headers.get('x-request-id'),
      });
    }
  }
  const sinceThen = await watchLog(api.database.pool, accountId);
  const tooMuch = await api.ours.post('payment/create', { ...payment, amount: 1 });
  const noWork = await api.ours.post('timeWorked/create', { ...hours, clientName: 'Nobody' });
  expect([tooMuch.status, noWork.status]).toEqual([409, 404]);
  expect(await sinceThen()).toMatchObject({ logged: {}, happened: {} });
});

test('a paid invoice logs its changes, from any previous status, and nothing else', async () => {
  const { accountId } = api.ours;
  await api.ours.post('clients/create', { name: 'By state' });
  const make = async () => {
    const { body } = await api.ours.post('invoices/create', {
      ...{ clientName: 'By state', amount: 100 },
    });
    return { id: body.id as string, invoiceNumber: body.invoiceNumberFormatted as string };
  };
  const [sent, off, paidOff] = [await make(), await make(), await make()];
  for (const { id } of [sent, off, paidOff]) await mutated(api.ours, 'markInvoiceSent', { id });
  for (const { id } of [off, paidOff]) await mutated(api.ours, 'writeOffInvoice', { id });
  const changed: string[][] = [];
  for (const [{ id, invoiceNumber }, amount] of [
    ...([
      [sent, 40],
      [sent, 10],
      [sent, 50],
    ] as const),
    ...([
      [off, 30],
      [paidOff, 100],
    ] as const),
  ]) {
    const sinceThen = await watchLog(api.database.pool, accountId);
    const { status } = await api.ours.post('payment/create', { invoiceNumber, amount });
    expect(status).toBe(200);
    const { happened, logged } = await sinceThen();
    expect(logged).toEqual(happened);
    const { rows } = await api.owner.query(
      `SELECT ARRAY(SELECT jsonb_object_keys(after) ORDER BY 1) AS names FROM "LogEntry"
       WHERE "accountId" = $1 AND "recordId" = $2 ORDER BY place < 0 DESC, place DESC LIMIT 1`,
      [accountId, id],
    );
    changed.push(rows[0].names);
  }
  const sums = ['amountDue', 'paymentTotal'];
  expect(changed).toEqual([
    [...sums, 'status'],
    sums,
    ['amountDue', 'datePaid', 'paymentTotal', 'status'],
    [...sums, 'status'],
    ['datePaid', 'paymentTotal', 'status'],
  ]);
});

test('a failed write has no entry, and one operation on a record has one', async () => {
  const { body: client } = await api.ours.post('clients/create', { name: 'Once' });
  const sinceThen = await watchLog(api.database.pool, api.ours.accountId);
  const taken = await api.ours.post('clients/create', { name: 'Once', contacts: [{ first: 'A' }] });
  const { context } = api.ours;
  const broken = write(context, async (tx) => {
    await tx.updateById('Client', client.id, { city: 'Rome' });
    await tx.flush();
    throw new Error('broken');
  });
  expect([taken.status, await broken.catch((error: Error) => error.message)]).toEqual([
    409,
    'broken',
  ]);
  expect(await sinceThen()).toMatchObject({ logged: {}, happened: {} });
  await write(context, async (tx) => {
    const row = tx.update('Client', await tx.lock('Client', client.id), { city: 'Rome' });
    tx.update('Client', row, { city: 'Oslo', phone: '1' });
    const vendor = await tx.insertReturning('Vendor', { id: 'ven_gone', name: 'Gone' });
    tx.delete('Vendor', [vendor]);
  });
  const [created, changed, ...more] = await entriesOf(client.id);
  expect(created).toMatchObject({ kind: 'CREATED', before: null, after: { name: 'Once' } });
  const was = { city: null, phone: null };
  expect(changed).toMatchObject({ before: was, after: { city: 'Oslo', phone: '1' } });
  expect([more, await entriesOf('ven_gone')]).toEqual([[], []]);
});

test('records that the database moves or deletes are logged as well', async () => {
  const { context, accountId } = api.ours;
  await createProjectType(context, {
    name: 'Moving',
    isDefaultProjectType: true,
    statusList: [{ label: 'To do' }],
  });
  for (const name of ['From', 'To']) await api.ours.post('clients/create', { name });
  const { body: project } = await api.ours.post('projects/create', {
    name: 'Moved',
    clientName: 'From',
  });
  const work = { clientName: 'From', projectName: 'Moved' };
  const hours = { timerStart: '2026-03-02T09:00:00Z', timerEnd: '2026-03-02T10:00:00Z' };
  await api.ours.post('timeWorked/create', { ...work, ...hours });
  await api.ours.post('expenses/create', { ...work, amount: 10 });
  const { body: task } = await api.ours.post('tasks/create', {
    ...work,
    name: 'Assigned',
    assignedTo: ['owner@ours.example'],
  });
  const sinceThen = await watchLog(api.database.pool, accountId);
  const { id: to } = await api.database.prisma.client.findFirstOrThrow({
    where: { accountId, name: 'To' },
  });
  const movement = await api.ours.patch('projects/update', { id: project.id, clientId: to });
  const deleted = await api.ours.gql(
    `mutation ($id: ID!) { deleteDeliverable(input: { id: $id }) { __typename } }`,
    { id: task.id },
  );
  expect([movement.status, deleted.body]).toEqual([
    200,
    { data: { deleteDeliverable: { __typename: 'DeleteDeliverableSuccess' } } },
  ]);
  const { happened, logged } = await sinceThen();
  const kinds = Object.entries(happened).map(([name, { kind }]) => `${kind} ${name.split(' ')[0]}`);
  expect(kinds.sort()).toEqual([
    'DELETED Deliverable',
    'DELETED DeliverableAssignee',
    'UPDATED Expense',
    'UPDATED Project',
    'UPDATED TimeEntry',
  ]);
  expect(logged).toEqual(happened);
});

test('64 writers of a record that alternate between two values log the value that each of them replaced', async () => {
  const { body: client } = await api.ours.post('clients/create', { name: 'Raced', city: 'First' });
  const cities = Array.from({ length: 64 }, (_, index) => (index % 2 ? 'Second' : 'First'));
  const answers = await Promise.all(
    cities.map((city) => api.ours.patch('clients/update', { id: client.id, city })),
  );
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  const where = { accountId_id: { accountId: api.ours.accountId, id: client.id } };
  const { city, version } = await api.database.prisma.client.findUniqueOrThrow({ where });
  const [, ...changes] = (await entriesOf(client.id)) as unknown as {
    before: { city: string };
    after: { city: string };
  }[];
  expect(changes.length).toBeGreaterThan(0);
  expect(version).toBe(1 + changes.length);
  const after = ['First', ...changes.map((change) => change.after.city)];
  expect(changes.map(({ before }) => before.city)).toEqual(after.slice(0, -1));
  expect(city).toBe(after.at(-1));
});

test('an update that changes nothing has no entry, although another session changes the record concurrently', async () => {
  const { body: client } = await api.ours.post('clients/create', { name: 'Archived twice' });
  const archived = `mutation { archiveClient(input: { id: "${client.id}" }) { __typename } }`;
  await api.ours.gql(archived);
  const vendor = await api.database.prisma.vendor.create({
    data: { accountId: api.ours.accountId, id: 'ven_0same', name: 'Same', notes: 'as it is' },
  });
  const waiting = await write(api.ours.context, async (tx) => {
    tx.update('Client', await tx.lock('Client', client.id), { city: 'Second' });
    tx.update('Vendor', await tx.lock('Vendor', vendor.id), { phone: '1' });
    await tx.flush();
    const again = api.ours.gql(archived);
    const same = write(api.ours.context, (other) =>
      other.updateById('Vendor', vendor.id, { notes: 'as it is' }),
    );
    await expect.poll(() => countWaiting(api.owner)).toBe(2);
    return { again, same };
  });
  expect((await waiting.again).body.data.archiveClient.__typename).toBe('ArchiveClientSuccess');
  await waiting.same;
  expect((await entriesOf(client.id)).slice(1)).toMatchObject([
    { before: { archived: false }, after: { archived: true } },
    { before: { city: null }, after: { city: 'Second' } },
  ]);
  expect(await entriesOf(vendor.id)).toMatchObject([{ before: { phone: null } }]);
});

test('values are deleted before actors, and erased values are redacted', async () => {
  const { prisma } = api.database;
  const day = 86_400_000;
  const ids: string[] = [];
  for (const [index, age] of [0, 29, 31, 3_654].entries()) {
    const { body } = await api.ours.post('clients/create', { name: `Aged ${index}` });
    ids.push(body.id);
    const at = new Date(Date.now() - age * day);
    await api.owner.query('UPDATE "LogEntry" SET "createdAt" = $2 WHERE "recordId" = $1', [
      body.id,
      at,
    ]);
  }
  const storage = { changes: 30, entries: 3_653 };
  expect(await deleteExpiredAuditEntries(prisma, new Date(), storage)).toEqual({
    cleared: 2,
    deleted: 1,
  });
  expect(await deleteExpiredAuditEntries(prisma, new Date(), storage)).toEqual({
    cleared: 0,
    deleted: 0,
  });
  const left = await Promise.all(ids.map(entriesOf));
  expect(left.map((entries) => entries.map(({ after }) => after !== null))).toEqual([
    [true],
    [true],
    [false],
    [],
  ]);
  const [kept = '', erased = ''] = ids;
  const erasing = { subject: { type: 'Client', id: erased }, records: [erased] } as const;
  const erase = ({ context }: typeof api.ours) =>
    inTransaction(context, (tx) => eraseAuditChanges(tx, erasing));
  expect(await erase(api.theirs)).toBe(0);
  // This transaction erases no client, or one of another workspace.
  const untold = (accountId: number, sender: Pick<typeof prisma, '$queryRaw'> = prisma) =>
    sender.$queryRaw`SELECT "redact_audit_log"(${accountId}::int, ${[erased]}::text[], '{}'::text[], '{}'::text[])::int`;
  await expect(untold(api.ours.accountId)).rejects.toThrow(
    /in a transaction that wrote the ERASED entry/,
  );
  const elsewhere = inTransaction(api.theirs.context, async (tx) => {
    await eraseAuditChanges(tx, erasing);
    await untold(api.ours.accountId, tx.db);
  });
  await expect(elsewhere).rejects.toThrow(/in a transaction that wrote the ERASED entry/);
  // It is logged, and not erased.
  await expect(erase(api.ours)).rejects.toThrow(/only for an erased client or a deleted contact/);
  expect(await entriesOf(erased)).toMatchObject([{ kind: 'CREATED', after: { name: 'Aged 1' } }]);
  await api.owner.query('UPDATE "Client" SET "erasedAt" = now() WHERE id = $1', [erased]);
  const contact = await api.ours.post('contacts/create', { first: 'Ada', clientName: 'Aged 0' });
  for (const actor of [contact.body.id, 'usr_1', 'key_1']) {
    const naming = inTransaction(api.ours.context, (tx) =>
      eraseAuditChanges(tx, { ...erasing, actors: [actor] }),
    );
    await expect(naming, actor).rejects.toThrow(/Only deleted contacts can be redacted/);
  }
  // Records of others stay: another client, its parts, and records that another user deleted.
  const gone = await api.ours.post('expenses/create', { amount: 1, clientName: 'Aged 0' });
  await mutated(api.ours, 'deleteExpense', { id: gone.body.id });
  const project = await api.ours.post('projects/create', { name: 'Other', clientId: kept });
  const others = { kept, contact: contact.body.id, gone: gone.body.id, project: project.body.id };
  for (const [what, other] of Object.entries(others)) {
    const reaching = inTransaction(api.ours.context, (tx) =>
      eraseAuditChanges(tx, { ...erasing, records: [erased, other] }),
    );
    await expect(reaching, what).rejects.toThrow(/does not belong to the erased client or contact/);
  }
  const short = inTransaction(api.ours.context, (tx) =>
    eraseAuditChanges(tx, { ...erasing, words: ['Age'] }),
  );
  await expect(short).rejects.toThrow(/Words of fewer than four bytes/);
  const { result, statements } = await recordStatements(() => erase(api.ours));
  expect(result).toBe(1);
  // Alone, and as it is: where tables are spread, it is sent so to the server that has the workspace.
  const alone =
    /^\s*SELECT count FROM "redact_audit_log"\(\$1::int(, \$\d::text\[\]){3}\) AS count$/;
  expect(statements.filter((text) => alone.test(text))).toHaveLength(1);
  // An entry of another transaction is not enough.
  await expect(untold(api.ours.accountId)).rejects.toThrow(
    /in a transaction that wrote the ERASED entry/,
  );
  expect(await entriesOf(erased)).toMatchObject([
    { kind: 'CREATED', before: null, after: null },
    { kind: 'ERASED', before: null, after: null },
  ]);
  expect(await entriesOf(kept)).toMatchObject([{ after: { name: 'Aged 0' } }]);
  const { accountId } = api.theirs;
  const before = await prisma.logEntry.count({ where: { accountId } });
  await expect(deleteAuditLog(prisma, accountId)).rejects.toThrow(/is not deleted/);
  await expect(
    deleteExpiredAuditEntries(prisma, new Date(), { changes: 30, entries: 0 }),
  ).rejects.toThrow(/last twelve hours/);
  await prisma.workspace.update({ where: { accountId }, data: { deletedAt: new Date() } });
  expect(await deleteAuditLog(prisma, accountId)).toBe(before);
  expect(await entriesOf(kept)).toHaveLength(1);
});

test('the log is written as lines of JSON, of a stretch of time, in its order', async () => {
  const { context, accountId } = await api.addWorkspace();
  const { prisma } = api.database;
  await write(context, (tx) =>
    tx.insertAll(
      'Vendor',
      Array.from({ length: 1_200 }, (_, index) => ({
        id: `ven_${index}`,
        name: `Vendor ${index}`,
      })),
    ),
  );
  const whole = { accountId, from: null, to: null };
  const parts: string[][] = [];
  for await (const part of readAuditEntryLines(prisma, whole)) parts.push(part);
  const entries = parts.flat().map((line) => JSON.parse(line));
  expect(parts.map(({ length }) => length)).toEqual([
    1_000,
    (await countAuditEntries(prisma, whole)) - 1_000,
  ]);
  expect(entries.map(({ place }) => place)).toEqual(
    entries.map(({ place }) => place).sort((a, b) => a - b),
  );
  expect(entries.at(-1)).toEqual({
    place: expect.any(Number),
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    ...{ kind: 'CREATED', recordType: 'Vendor', recordId: 'ven_1199', recordVersion: 1 },
    ...{ actorKind: 'ADMINISTRATION', actorId: null, actorName: null, address: null },
    clientName: null,
    ...{ operation: 'workspace create', requestId: expect.any(String), before: null },
    after: expect.objectContaining({ name: 'Vendor 1199' }),
  });
  const later = { ...whole, from: new Date(Date.now() + 60_000) };
  expect([
    await countAuditEntries(prisma, later),
    await countAuditEntries(prisma, { ...whole, to: later.from }),
  ]).toEqual([0, entries.length]);
});
