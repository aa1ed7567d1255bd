import { beforeAll, describe, expect, test } from 'vitest';
import { recordTypeOfId } from '../../src/platform/ids/record-ids.ts';
import { useTestApi } from '../support/api.ts';
import { addContact, invoiceOf } from '../support/invoices.ts';
import { publishStaged } from '../support/log-ends.ts';
import type { McpClient, ToolAnswer } from '../support/mcp.ts';
import { connectMcp, mcpKey } from '../support/mcp.ts';
import { snapshot } from '../support/snapshot.ts';

const api = useTestApi({ sendsMail: true, mcp: { writesPerMinute: 0, hasGraphQL: false } });

let mcp: McpClient;

const clientName = 'Lovelace Analytics';
let clientId: string;

beforeAll(async () => {
  // The first signature creates the secret.
  await api.signIn.signer.sign('');
  mcp = await connectMcp(api, await mcpKey(api.ours));
  const { body } = await api.ours.post('clients/create', { name: clientName });
  clientId = body.id;
  const contact = { firstName: 'Ada', email: 'ada@lovelace.example', invoiceContact: true };
  await addContact(api, api.ours, clientId, contact);
});

/** An invoice that was sent. */
async function openInvoice(amount = 100) {
  const { id, invoiceNumberFormatted: number } = await invoiceOf(api.ours, clientName, amount);
  expect((await api.ours.post('invoices/markSent', { id })).status).toBe(200);
  return { id: id as string, number: number as string };
}

const paymentsOf = (invoiceId: string) =>
  api.database.prisma.payment.findMany({ where: { accountId: api.ours.accountId, invoiceId } });

const mails = () =>
  api.database.prisma.outboxMail.count({ where: { accountId: api.ours.accountId } });

/** Runs a call, and checks that it stores nothing. */
async function withoutChange(work: () => Promise<ToolAnswer>): Promise<ToolAnswer> {
  const stored = async () => [
    await snapshot(api.database.pool),
    (await api.owner.query('SELECT count(*) FROM graphile_worker.jobs')).rows,
    (await api.owner.query('SELECT count(*) FROM actiongraph_log."NewLogEntry"')).rows,
  ];
  const before = await stored();
  const answer = await work();
  expect(await stored(), answer.text).toEqual(before);
  return answer;
}

/** A result without ids, links and times, which differ between two writes. */
const comparable = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value)
      .replaceAll(/\b[a-z]{3}_[0-9a-f]{32}\b/g, 'id')
      .replaceAll(/\/view\/\d+-[\w-]+/g, '/view/token')
      .replaceAll(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, 'time'),
  );

describe('a payment', () => {
  test('that is sent again with its requestId is recorded once', async () => {
    const { id, number } = await openInvoice();
    const input = { invoiceNumber: number, amount: 40, requestId: `pay-${id}` };
    const first = await mcp.call('record_payment', input);
    const second = await mcp.call('record_payment', input);
    expect(first).toMatchObject({ result: { type: 'Invoice', id, status: 'PARTIAL' } });
    expect(first.replayed).toBeUndefined();
    expect(second).toMatchObject({ replayed: true, result: first.result });
    expect(await paymentsOf(id)).toHaveLength(1);
    const other = await mcp.call('record_payment', { ...input, amount: 41 });
    expect(other).toMatchObject({ isError: true, code: 'idempotency_key_reused' });
  });

  test('that is sent again without a requestId is recorded once within ten minutes', async () => {
    const { id, number } = await openInvoice();
    const input = { invoiceNumber: number, amount: 40 };
    const first = await mcp.call('record_payment', input);
    expect(await mcp.call('record_payment', input)).toMatchObject({
      replayed: true,
      result: first.result,
    });
    expect(await paymentsOf(id)).toHaveLength(1);
    const another = await mcp.call('record_payment', { ...input, requestId: 'another' });
    expect(another.replayed).toBeUndefined();
    expect(await paymentsOf(id)).toHaveLength(2);
  });

  test('is recorded again after ten minutes', async () => {
    const { id, number } = await openInvoice();
    const input = { invoiceNumber: number, amount: 40 };
    await mcp.call('record_payment', input);
    await api.owner.query(`UPDATE "KeptAnswer" SET "createdAt" = now() - interval '9 minutes'`);
    expect(await mcp.call('record_payment', input)).toMatchObject({ replayed: true });
    await api.owner.query(`UPDATE "KeptAnswer" SET "createdAt" = now() - interval '11 minutes'`);
    expect((await mcp.call('record_payment', input)).replayed).toBeUndefined();
    expect(await paymentsOf(id)).toHaveLength(2);
  });

  test('is recorded once by simultaneous calls', async () => {
    const { id, number } = await openInvoice();
    const input = { invoiceNumber: number, amount: 40 };
    const answers = await Promise.all([1, 2, 3].map(() => mcp.call('record_payment', input)));
    for (const answer of answers)
      expect(answer.isError ? answer.code : 'done').toMatch(/^(done|idempotency_key_in_use)$/);
    expect(await paymentsOf(id)).toHaveLength(1);
  });

  test('has the errors of the other APIs, at the arguments of the tool', async () => {
    const { number } = await openInvoice();
    const input = { invoiceNumber: number, amount: 400 };
    const rest = await api.ours.post('payment/create', input);
    const answer = await mcp.call('record_payment', input);
    expect(rest.body.code).toBe('payment_exceeds_amount_due');
    expect(answer).toMatchObject({ isError: true, code: rest.body.code, errors: rest.body.errors });
    expect(answer.message).toContain(rest.body.message);
  });

  test('has an audit entry with the tool and the client', async () => {
    const { id, number } = await openInvoice();
    await mcp.call('record_payment', { invoiceNumber: number, amount: 10 });
    await publishStaged(api.database.pool);
    const where = { accountId: api.ours.accountId, recordId: id };
    const entry = await api.database.prisma.logEntry.findFirstOrThrow({
      where,
      orderBy: { place: 'desc' },
    });
    expect(entry).toMatchObject({
      operation: 'mcp record_payment',
      clientName: 'test/1',
      actorKind: 'KEY',
    });
  });
});

describe('a dry run', () => {
  const work = async () => {
    const entry = {
      ...{ timerStart: '2026-03-02T09:00:00Z', timerEnd: '2026-03-02T11:30:00Z', clientName },
      hourlyAmount: 80,
    };
    expect((await api.ours.post('timeWorked/create', entry)).status).toBe(200);
  };

  /** Inputs of the tools that need no confirmation. */
  const inputs: Record<string, () => Promise<Record<string, unknown>>> = {
    create_record: async () => ({ type: 'Vendor', data: { name: 'Adobe' } }),
    update_record: async () => ({
      ...{ type: 'Client', id: clientName },
      changes: { phone: '+44 20 7946 0000' },
    }),
    log_time: async () => ({ clientName, start: '2026-03-02T09:00:00Z', hours: 2.5 }),
    bill_work: async () => {
      await work();
      return { client: clientName, groupBy: 'ENTRY', hourlyAmount: 80, taxRate: 19 };
    },
    create_invoice: async () => ({
      client: clientId,
      lines: [{ description: 'Consulting', quantity: 2, unitPrice: 80.5, unit: 'h', taxRate: 19 }],
      notes: 'Thank you',
    }),
    record_payment: async () => ({
      ...{ invoiceNumber: (await openInvoice()).number, amount: 40, reference: 'RF 1' },
      ...{ date: '2026-11-01', paymentType: 'BANK_TRANSFER' },
    }),
  };

  test.each(Object.keys(inputs))('of %s stores nothing and returns the result', async (tool) => {
    const input = (await inputs[tool]?.()) ?? {};
    const dryRun = await withoutChange(() => mcp.call(tool, { ...input, dryRun: true }));
    expect(dryRun.isError, dryRun.text).toBe(false);
    expect(dryRun.dryRun).toBe(true);
    expect(dryRun.changes.length).toBeGreaterThan(0);
    const real = await mcp.call(tool, input);
    expect(real.isError, real.text).toBe(false);
    expect(comparable(dryRun.result)).toEqual(comparable(real.result));
    const again = await withoutChange(() =>
      mcp.call(tool, { ...input, requestId: 'other', dryRun: true }),
    );
    expect(again.replayed).toBeUndefined();
  });

  test('shows the values before and after', async () => {
    const { id, number } = await openInvoice();
    const { changes } = await mcp.call('record_payment', {
      ...{ invoiceNumber: number, amount: 40 },
      dryRun: true,
    });
    expect(changes).toContainEqual(
      expect.objectContaining({
        record: { type: 'Invoice', id },
        before: expect.objectContaining({ status: 'SENT', amountDue: '100' }),
        after: expect.objectContaining({ status: 'PARTIAL', amountDue: '60' }),
      }),
    );
  });

  test('shows no changes of records that the key cannot read', async () => {
    const { number } = await openInvoice();
    const scopes = ['invoices:write', 'clients:read', 'mcp:write'] as const;
    const writer = await connectMcp(api, await mcpKey(api.ours, scopes));
    const input = { invoiceNumber: number, amount: 40, dryRun: true };
    const answer = await withoutChange(() => writer.call('record_payment', input));
    expect(answer).toMatchObject({ dryRun: true, isError: false });
    expect(answer.changes).toBeUndefined();
    expect(answer.text).not.toContain('amountDue');
  });

  test('has the errors of the call', async () => {
    const input = { type: 'Client', data: { name: clientName } };
    const dryRun = await withoutChange(() => mcp.call('create_record', { ...input, dryRun: true }));
    const real = await mcp.call('create_record', input);
    expect(dryRun).toMatchObject({ isError: true, code: 'name_taken' });
    expect(dryRun.errors).toEqual([expect.objectContaining({ path: 'data.name' })]);
    expect(real).toEqual(dryRun);
  });
});

describe('a confirmation', () => {
  /** Calls that need one. */
  const inputs: Record<string, () => Promise<Record<string, unknown>>> = {
    send_document: async () => ({ invoice: (await openInvoice()).number, kind: 'reminder' }),
    correct_invoice: async () => ({
      ...{ invoice: (await openInvoice()).number, action: 'write_off', reason: 'Insolvent' },
    }),
    delete_record: async () => {
      const { body } = await api.ours.post('expenses/create', { amount: 5, currency: 'EUR' });
      return { type: 'Expense', id: body.id };
    },
  };

  test.each(Object.keys(inputs))(
    'is required by %s, which first only shows what it does',
    async (tool) => {
      const input = (await inputs[tool]?.()) ?? {};
      const preview = await withoutChange(() => mcp.call(tool, input));
      expect(preview, preview.text).toMatchObject({
        ...{ isError: false, dryRun: true, confirmation: expect.any(String) },
        changes: expect.any(Array),
      });
      const { confirmation } = preview;
      const real = await mcp.call(tool, { ...input, confirmation });
      expect(real.isError, real.text).toBe(false);
      expect(real.dryRun).toBeUndefined();
      expect(comparable(real.result)).toEqual(comparable(preview.result));
    },
  );

  test('of another call, another key or an earlier time is rejected', async () => {
    const { number } = await openInvoice();
    const input = { invoice: number, action: 'void', reason: 'Ordered twice' };
    const { confirmation } = await mcp.call('correct_invoice', input);
    const other = await connectMcp(api, await mcpKey(api.ours));
    const [expires, ...parts] = String(confirmation).split('.');
    const refused = [
      () => mcp.call('correct_invoice', { ...input, action: 'write_off', confirmation }),
      () => mcp.call('send_document', { invoice: number, confirmation }),
      () => other.call('correct_invoice', { ...input, confirmation }),
      () =>
        mcp.call('correct_invoice', {
          ...input,
          confirmation: [Number(expires) + 1, ...parts].join('.'),
        }),
      () => mcp.call('correct_invoice', { ...input, confirmation: 'x' }),
    ];
    for (const send of refused)
      expect(await withoutChange(send)).toMatchObject({
        ...{ isError: true, code: 'invalid_input', errors: [{ path: 'confirmation' }] },
      });
    const real = await mcp.call('correct_invoice', { ...input, confirmation });
    expect(real.result).toMatchObject({ status: 'VOIDED' });
  });

  const paid = async () => {
    const { number } = await openInvoice();
    await mcp.call('record_payment', { invoiceNumber: number, amount: 10 });
    return number;
  };
  const correction = (action: string, invoice: string) => ({
    ...{ invoice, action, reason: 'Wrong' },
  });

  /** Calls for each kind of record that they lock. */
  const targets: Record<string, [tool: string, () => Promise<Record<string, unknown>>]> = {
    ...Object.fromEntries(
      ['void', 'credit', 'write_off'].map((action) => [
        action,
        ['correct_invoice', async () => correction(action, (await openInvoice()).number)],
      ]),
    ),
    refund: ['correct_invoice', async () => correction('refund_payment', await paid())],
    reversal: ['correct_invoice', async () => correction('reverse_payment', await paid())],
    invoice: ['send_document', async () => ({ invoice: (await openInvoice()).number })],
    reminder: [
      'send_document',
      async () => ({ invoice: (await openInvoice()).number, kind: 'reminder' }),
    ],
    receipt: ['send_document', async () => ({ invoice: await paid(), kind: 'receipt' })],
    cancellation: [
      'send_document',
      async () => {
        const { number } = await openInvoice();
        await mcp.confirm('correct_invoice', correction('void', number));
        return { invoice: number, kind: 'cancellation' };
      },
    ],
    'credit note': [
      'send_document',
      async () => {
        const { number } = await openInvoice();
        await mcp.confirm('correct_invoice', correction('credit', number));
        return { invoice: number, kind: 'credit_note' };
      },
    ],
    deletion: ['delete_record', () => inputs.delete_record?.() ?? Promise.resolve({})],
    archival: ['delete_record', async () => ({ type: 'Client', id: clientId })],
  };

  test.each(Object.keys(targets))(
    'is no longer valid once the record has changed (%s)',
    async (name) => {
      const [tool, inputOf] = targets[name] as (typeof targets)[string];
      const input = await inputOf();
      const { confirmation, text } = await mcp.call(tool, input);
      expect(confirmation, text).toEqual(expect.any(String));
      const [, id = ''] = String(confirmation).split('.');
      // A trigger raises the version.
      await api.owner.query(
        `UPDATE "${recordTypeOfId(id)}" SET "createdAt" = "createdAt" - interval '1 second' WHERE id = $1`,
        [id],
      );
      const refused = await withoutChange(() => mcp.call(tool, { ...input, confirmation }));
      expect(refused, refused.text).toMatchObject({
        ...{ isError: true, code: 'version_mismatch', currentVersion: expect.any(Number) },
        ...{ dryRun: true, result: expect.any(Object) },
      });
      expect(refused.confirmation).not.toBe(confirmation);
      const real = await mcp.call(tool, { ...input, confirmation: refused.confirmation });
      expect(real.isError, real.text).toBe(false);
      if (name === 'archival')
        await mcp.call('update_record', { ...input, changes: { archived: false } });
    },
  );

  test('sends one mail, also if the call is sent again', async () => {
    const { number } = await openInvoice();
    const input = { invoice: number, kind: 'reminder' };
    const before = await mails();
    const { confirmation } = await mcp.call('send_document', input);
    expect(await mails()).toBe(before);
    const first = await mcp.call('send_document', { ...input, confirmation });
    const second = await mcp.call('send_document', { ...input, confirmation });
    expect(first.isError, first.text).toBe(false);
    expect(second).toMatchObject({ replayed: true });
    expect(await mails()).toBe(before + 1);
  });

  test('finds the payment or credit note of an invoice, and asks for it if there are several', async () => {
    const { id, number } = await openInvoice();
    const refund = { invoice: number, action: 'refund_payment', reason: 'Too much' };
    expect(await mcp.call('correct_invoice', refund)).toMatchObject({
      ...{ isError: true, errors: [{ path: 'invoice' }] },
    });
    for (const amount of [10, 20])
      await mcp.call('record_payment', { invoiceNumber: number, amount });
    const [payment] = await paymentsOf(id);
    const several = await mcp.call('correct_invoice', refund);
    expect(several.message).toContain(payment?.id);
    const answer = await mcp.confirm('correct_invoice', {
      ...refund,
      invoice: payment?.id,
      amount: 5,
    });
    expect(answer.result).toMatchObject({ type: 'Payment', id: payment?.id });
  });
});

test('a credit leaves the charges of the invoice out, and other corrections reject its arguments', async () => {
  const charges = [{ reason: 'Shipping', amount: 20 }];
  const { id } = await invoiceOf(api.ours, clientName, 100, { charges });
  expect((await api.ours.post('invoices/markSent', { id })).status).toBe(200);
  const line = await api.database.prisma.invoiceLine.findFirst({ where: { invoiceId: id } });
  const call = {
    ...{ invoice: id, action: 'credit', reason: 'Agreed', lines: [{ lineId: line?.id }] },
    includeDocumentAdjustments: false,
  };
  const { result, text } = await mcp.call('correct_invoice', call);
  expect(Number(result?.total), text).toBe(100);
  const others = { ...call, action: 'void', amount: 5, excess: 'REFUND' };
  const { errors } = await mcp.call('correct_invoice', others);
  expect(errors.map(({ path }: { path: string }) => path).sort()).toEqual([
    ...['amount', 'excess', 'includeDocumentAdjustments', 'lines'],
  ]);
});

test('time without an offset is in the time zone of the workspace', async () => {
  const own = await api.addWorkspace({ timeZone: 'America/New_York' });
  const client = await connectMcp(api, await mcpKey(own));
  const timesOf = async (input: object) => {
    const { result, text } = await client.call('log_time', { ...input });
    return result ? [result.timerStart, result.timerEnd] : text.split('\n')[0];
  };
  expect(await timesOf({ start: '2026-03-02T09:00', hours: 2.5 })).toEqual([
    ...['2026-03-02T14:00:00.000Z', '2026-03-02T16:30:00.000Z'],
  ]);
  expect(await timesOf({ start: '2026-03-02T09:00Z', end: '2026-03-02T09:00' })).toEqual([
    ...['2026-03-02T09:00:00.000Z', '2026-03-02T14:00:00.000Z'],
  ]);
  expect(await timesOf({ start: '2026-03-02T09:00' })).toContain('hours');
});

test('a key sees the tools of its scopes, and without mcp:write none that writes', async () => {
  const toolsOf = async (scopes: Parameters<typeof mcpKey>[1]) => {
    const client = await connectMcp(api, await mcpKey(api.ours, scopes));
    return (await client.tools()).map(({ name }) => name);
  };
  const writing = [
    ...['create_record', 'update_record', 'delete_record', 'log_time', 'bill_work'],
    ...['create_invoice', 'send_document', 'record_payment', 'correct_invoice'],
  ];
  expect(await toolsOf(undefined)).toEqual(expect.arrayContaining(writing));
  const own = async (scopes: Parameters<typeof mcpKey>[1]) =>
    (await toolsOf(scopes)).filter((name) => writing.includes(name));
  expect(await own(['read', 'write'])).toEqual([]);
  expect(await own(['read', 'mcp:write'])).toEqual([]);
  expect(await own(['time:write', 'mcp:write'])).toEqual(
    writing.filter((name) => /_record$|log_time/.test(name)),
  );
});
