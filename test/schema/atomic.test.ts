import { beforeAll, describe, expect, test } from 'vitest';
import { recordStatements } from '../../src/database/statements/statement-recorder.ts';
import { createApiKey } from '../../src/domain/workspaces/api-keys.ts';
import { useTestApi } from '../support/api.ts';
import { addContact, created } from '../support/invoices.ts';

/** Mutations of one operation in one transaction. */

const api = useTestApi();

beforeAll(async () => {
  const { id } = await created(api.ours, 'clients/create', { name: 'Taken' });
  const ada = { firstName: 'Ada', email: 'ada@taken.example', invoiceContact: true };
  await addContact(api, api.ours, id, ada);
});

const reported = '... on ExpectedError { __typename code message path }';
const client = (alias: string, name: string, directive = '') =>
  `${alias}: createClient(input: { name: "${name}" }) ${directive} { ... on CreateClientSuccess { client { id name } } ${reported} }`;
const project = (alias: string, name: string, clientName: string) =>
  `${alias}: createProject(input: { name: "${name}", clientName: "${clientName}" }) { ... on CreateProjectSuccess { project { name client { name } } } ${reported} }`;
const invoice = (alias: string) =>
  `${alias}: createSimpleInvoice(input: { clientName: "Taken", amount: 10, sendTo: { send: true } }) { ... on CreateSimpleInvoiceSuccess { invoice { id } } ${reported} }`;

async function send(
  fields: string[],
  { name, key = api.ours.key, head = 'mutation @atomic' }: Record<string, string> = {},
) {
  const response = await api.app.request('/graphql', {
    method: 'POST',
    headers: {
      'x-api-key': key,
      'content-type': 'application/json',
      ...(name && { 'idempotency-key': name }),
    },
    body: JSON.stringify({ query: `${head} { ${fields.join(' ')} }` }),
  });
  const text = await response.text();
  const { data, errors } = JSON.parse(text);
  return { text, data, errors, isReplayed: response.headers.get('idempotency-replayed') };
}

const counts = async () => {
  const { prisma } = api.database;
  const where = { accountId: api.ours.accountId };
  return Promise.all([
    prisma.client.count({ where }),
    prisma.project.count({ where }),
    prisma.invoice.count({ where }),
    prisma.outboxMail.count({ where }),
    prisma.keptAnswer.count({ where }),
  ]);
};

const notDone = { __typename: 'NotDoneError', code: 'not_done', path: null };

describe('mutations of an operation with @atomic', () => {
  test('are one transaction, in which each sees the effects of earlier ones', async () => {
    const { result, statements } = await recordStatements(() =>
      send([client('a', 'One'), project('b', 'Site', 'One'), invoice('c')]),
    );
    expect(result.errors).toBeUndefined();
    expect(result.data).toMatchObject({
      a: { client: { name: 'One' } },
      b: { project: { name: 'Site', client: { name: 'One' } } },
      c: { invoice: {} },
    });
    const frame = statements.filter((text) => /^(BEGIN|COMMIT|ROLLBACK)/.test(text));
    expect(frame).toEqual(['BEGIN', 'COMMIT']);
    expect(statements.at(-1)).toBe('COMMIT');
  });

  const failing: [why: string, field: string, answered: object][] = [
    ['its input is wrong', client('x', ''), { __typename: 'InvalidInputError', path: 'name' }],
    [
      'a constraint of the database refuses it',
      client('x', 'Taken'),
      { code: 'name_taken', message: 'There is already a client named "Taken".' },
    ],
    [
      'its record is not there',
      'x: deleteVendor(input: { id: "ven_none" }) { __typename ... on ExpectedError { code } }',
      { __typename: 'NotFoundError', code: 'record_not_found' },
    ],
  ];
  test.each(failing)('are all rolled back if one fails: %s', async (_, field, returned) => {
    const before = await counts();
    const others = [client('a', 'Never'), invoice('b')];
    for (const at of [0, 1, 2]) {
      const { data, errors } = await send(others.toSpliced(at, 0, field));
      expect(errors).toBeUndefined();
      expect(data).toMatchObject({ a: notDone, b: notDone, x: returned });
      expect(data.a.message).toContain('was not executed because "x" failed');
      expect(await counts()).toEqual(before);
    }
  });

  test('are all rolled back if one is rejected, or its arguments are invalid', async () => {
    const before = await counts();
    const scopes = ['read', 'clients:write'];
    const { key } = await createApiKey(api.ours.context, { name: 'Clients', scopes });
    const { data, errors } = await send([client('a', 'Never'), invoice('b')], { key });
    expect(data).toMatchObject({ a: notDone, b: null });
    expect(errors).toMatchObject([{ path: ['b'], extensions: { code: 'missing_scope' } }]);
    expect(await counts()).toEqual(before);
  });

  describe('simultaneous with others that do the same in another order', () => {
    const upTo = (count: number) => Array.from({ length: count }, (_, at) => at);
    const clientId = async () =>
      (await api.database.prisma.client.findFirstOrThrow({ where: { name: 'Taken' } })).id;
    const hours = 'timerStart: "2026-03-02T09:00:00Z", timerEnd: "2026-03-02T10:00:00Z"';
    const change = (name: string, input: string) =>
      `${name}(input: { ${input} }) { ${reported} __typename }`;
    const documents: [what: string, field: (at: number) => string | Promise<string>][] = [
      ['new names', (at) => change('createClient', `name: "New ${at}"`)],
      ['new vendors', (at) => change('createExpense', `amount: 1, vendor: "Vendor ${at}"`)],
      ['new labels', (at) => change('createPipelineStage', `label: "Stage ${at}"`)],
      [
        'names that they may make',
        (at) => change('createTimeEntry', `${hours}, clientName: "Made ${at}", createClient: true`),
      ],
      [
        'names of a list',
        (at) => change('createExpenses', `items: [{ amount: 1, vendor: "Listed ${at}" }]`),
      ],
      [
        'external ids',
        (at) => change('createExpense', `amount: 1, source: "till", externalId: "${at}"`),
      ],
      [
        'new ids',
        (at) =>
          change('createVendor', `name: "Own ${at}", id: "ven_${String(at).padStart(32, '0')}"`),
      ],
      [
        'events',
        (at) =>
          change(
            'createOrUpdateCalendarEvent',
            `eventId: "event-${at}", startsAt: "2026-04-02T14:00:00Z", endsAt: "2026-04-02T15:00:00Z"`,
          ),
      ],
      [
        'records',
        async (at) => {
          const id = at === 0 ? await clientId() : `cli_${at}`;
          if (at > 0) {
            const data = { accountId: api.ours.accountId, id, name: `Old ${at}` };
            await api.database.prisma.client.upsert({
              where: { accountId_id: { accountId: data.accountId, id } },
              create: data,
              update: {},
            });
          }
          return change('updateClient', `id: "${id}", notes: "${Math.random()}"`);
        },
      ],
      [
        'invoices',
        (at) => change('recordPayment', `invoiceNumber: "${bills[at]}", amount: "0.01"`),
      ],
    ];
    const bills: string[] = [];
    beforeAll(async () => {
      for (const _ of upTo(6)) {
        const bill = await created(api.ours, 'invoices/create', {
          clientName: 'Taken',
          amount: 10,
        });
        bills.push(String(bill.invoiceNumberFormatted));
      }
    });

    test.each(documents)('%s: none has to be repeated', async (_, fieldOf) => {
      const fields = await Promise.all(upTo(6).map(async (at) => `f${at}: ${await fieldOf(at)}`));
      const done = await Promise.all(
        upTo(4).map((at) =>
          recordStatements(() => send(at % 2 === 0 ? fields : fields.toReversed())),
        ),
      );
      const responses = done.map(({ result }) => Object.values(result.data ?? {}));
      const succeeded = responses.filter((all) =>
        all.every((one) => !(one as { code?: string }).code),
      );
      expect(succeeded.length, JSON.stringify(responses)).toBeGreaterThan(0);
      const begun = done.flatMap(({ statements }) => statements.filter((one) => one === 'BEGIN'));
      expect(begun.length).toBeLessThanOrEqual(4);
    });
  });

  test('are executed one by one without it, and it is for mutations only', async () => {
    const { data } = await send([client('a', 'Alone'), client('x', 'Taken')], { head: 'mutation' });
    expect(data).toMatchObject({ a: { client: { name: 'Alone' } }, x: { code: 'name_taken' } });
    const { errors } = await send(['viewer { __typename }'], { head: 'query @atomic' });
    expect(errors[0].message).toContain('"@atomic" may not be used on QUERY');
  });
});

describe('with an idempotency key', () => {
  test('of the request, all are executed once, and replayed the same', async () => {
    const fields = [client('a', 'Once'), project('b', 'Once', 'Once'), invoice('c')];
    const sendIdempotent = () => send(fields, { name: 'all-1' });
    const first = await sendIdempotent();
    const made = await counts();
    const again = await Promise.all([sendIdempotent(), sendIdempotent(), sendIdempotent()]);
    expect(first.data.b.project.name).toBe('Once');
    for (const one of again) expect(one).toMatchObject({ text: first.text, isReplayed: 'true' });
    expect(await counts()).toEqual(made);
    const { errors } = await send(fields.slice(1), { name: 'all-1' });
    expect(errors).toMatchObject([{ extensions: { code: 'idempotency_key_reused' } }]);
  });

  test('of the request, nothing rolled back is stored: a retry executes it again', async () => {
    const fields = [client('a', 'Retried'), client('b', 'Later free')];
    const { id } = await created(api.ours, 'clients/create', { name: 'Later free' });
    expect((await send(fields, { name: 'all-2' })).data).toMatchObject({ a: notDone });
    await api.database.prisma.client.updateMany({ where: { id }, data: { name: 'Renamed' } });
    const { data, isReplayed } = await send(fields, { name: 'all-2' });
    expect([data.a.client.name, data.b.client.name, isReplayed]).toEqual([
      'Retried',
      'Later free',
      null,
    ]);
  });

  test('of each field, those are replayed the same; a rolled-back one is not stored', async () => {
    const key = (name: string) => `@idempotent(key: "${name}")`;
    const fields = [client('a', 'Keyed A', key('f-1')), client('b', 'Keyed B', key('f-2'))];
    const before = await counts();
    const failed = await send([...fields, client('x', 'Taken', key('f-3'))]);
    expect(failed.data).toMatchObject({ a: notDone, b: notDone, x: { code: 'name_taken' } });
    expect(await counts()).toEqual(before);
    const first = await send(fields);
    const again = await send(fields);
    expect(first.data.a.client.name).toBe('Keyed A');
    expect(again).toMatchObject({ text: first.text, isReplayed: 'true' });
    const twice = await send([
      client('a', 'Twice A', key('f-4')),
      client('b', 'Twice B', key('f-4')),
    ]);
    const both = await send([client('a', 'Both A', key('f-5')), client('b', 'Both B')], {
      name: 'all-3',
    });
    for (const { errors } of [twice, both]) {
      expect(errors).toMatchObject([{ extensions: { code: 'invalid_operation' } }]);
    }
  });
});
