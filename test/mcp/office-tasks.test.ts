import { beforeAll, expect, test } from 'vitest';
import type { TestApi } from '../support/api.ts';
import { useTestApi } from '../support/api.ts';
import { addContact, invoiceOf } from '../support/invoices.ts';
import type { McpClient, ToolAnswer } from '../support/mcp.ts';
import { connectMcp, mcpKey } from '../support/mcp.ts';

/** What an office asks of an assistant, as calls of the official client. Each task checks the state that it leaves. */

const api = useTestApi({ sendsMail: true, mcp: { writesPerMinute: 0, hasGraphQL: false } });

let mcp: McpClient;

const lovelace = 'Lovelace Analytics';

const daysAgo = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** @throws Error if the tool reports an error */
async function done(answer: Promise<ToolAnswer>): Promise<ToolAnswer> {
  const { isError, ...result } = await answer;
  if (isError) throw new Error(result.text);
  return { isError, ...result };
}

const call = (tool: string, input: Record<string, unknown>) => done(mcp.call(tool, input));
const confirm = (tool: string, input: Record<string, unknown>) => done(mcp.confirm(tool, input));

const list = async (type: string, where: object) =>
  (await call('list_records', { type, where })).records ?? [];

/** A new client with a contact who gets its invoices. */
async function newClient(name: string): Promise<string> {
  const { result } = await call('create_record', { type: 'Client', data: { name } });
  const email = `office@${name.toLowerCase().replaceAll(/\W+/g, '-')}.example`;
  const contact = { firstName: 'Ada', lastName: name, email, invoiceContact: true };
  await addContact(api, api.ours, result.id, contact);
  return result.id;
}

/** An invoice that was sent. */
async function openInvoice(clientName: string, amount: number, dates: object = {}) {
  const { id, invoiceNumberFormatted: number } = await invoiceOf(
    api.ours,
    clientName,
    amount,
    dates,
  );
  const { status } = await api.ours.post('invoices/markSent', { id });
  expect(status).toBe(200);
  return { id: id as string, number: number as string };
}

type Delegate = {
  findFirstOrThrow(options: { where: object }): Promise<Record<string, unknown>>;
};

/** The row of a record, as the database has it. */
const stored = (model: keyof TestApi['database']['prisma'], where: object) =>
  (api.database.prisma[model] as unknown as Delegate).findFirstOrThrow({
    where: { accountId: api.ours.accountId, ...where },
  });

beforeAll(async () => {
  mcp = await connectMcp(api, await mcpKey(api.ours));
  await newClient(lovelace);
});

const tasks: Record<string, () => Promise<void>> = {
  'Who has owed us something for more than 30 days?': async () => {
    await newClient('Late Ltd');
    await newClient('Punctual Ltd');
    await openInvoice('Late Ltd', 90, { dateCreated: daysAgo(60), dueDate: daysAgo(45) });
    await openInvoice('Punctual Ltd', 70);
    const invoices = await list('Invoice', {
      status: { in: ['SENT', 'PARTIAL'] },
      dueDate: { lt: daysAgo(30) },
    });
    expect(invoices).toMatchObject([{ client: { name: 'Late Ltd' } }]);
    expect(Number(invoices[0].amountDue)).toBe(90);
  },
  'Log two and a half hours for a client and bill them.': async () => {
    const name = 'Hourly Ltd';
    await newClient(name);
    await call('log_time', { clientName: name, start: '2026-03-02T09:00:00Z', hours: 2.5 });
    const bill = { client: name, hourlyAmount: 80, taxRate: 0 };
    expect((await call('bill_work', { ...bill, dryRun: true })).result.total).toBe('200');
    const { result } = await call('bill_work', bill);
    expect(await stored('invoice', { id: result.id })).toMatchObject({ status: 'DRAFT' });
    const again = await mcp.call('bill_work', { ...bill, requestId: 'again' });
    expect(again).toMatchObject({ isError: true, code: 'conflicting_state' });
  },
  'Record that a client paid a part of an invoice by bank transfer.': async () => {
    const { id, number } = await openInvoice(lovelace, 500);
    const payment = { amount: 200, paymentType: 'BANK_TRANSFER', reference: 'RF 18' };
    await call('record_payment', { invoiceNumber: number, ...payment });
    expect(await stored('invoice', { id })).toMatchObject({ status: 'PARTIAL' });
    expect(Number((await stored('invoice', { id })).amountDue)).toBe(300);
  },
  'Add a client with a project and its first task.': async () => {
    const client = { name: 'Fresh Ltd', currency: 'EUR', city: 'Berlin' };
    await call('create_record', { type: 'Client', data: client });
    const project = { name: 'Website', clientName: 'Fresh Ltd' };
    const made = await call('create_record', { type: 'Project', data: project });
    const task = { name: 'Wireframes', projectId: made.result.id };
    const { result } = await call('create_record', { type: 'Deliverable', data: task });
    expect(await stored('deliverable', { id: result.id })).toMatchObject({
      ...{ name: 'Wireframes', projectId: made.result.id },
    });
  },
  'Move a deal to the next stage.': async () => {
    const deal = { name: 'Relaunch', clientName: lovelace, value: 5_000 };
    const { result } = await call('create_record', { type: 'Opportunity', data: deal });
    const stages = await list('PipelineStage', {});
    const next = stages.at(-1);
    const changes = { statusId: next.id };
    await call('update_record', { type: 'Opportunity', id: 'Relaunch', changes });
    expect(await stored('opportunity', { id: result.id })).toMatchObject({ statusId: next.id });
  },
  'Write off the invoice of an insolvent client.': async () => {
    const { id, number } = await openInvoice(lovelace, 80);
    const correction = { invoice: number, action: 'write_off', reason: 'Insolvent' };
    await confirm('correct_invoice', correction);
    expect(await stored('invoice', { id })).toMatchObject({ status: 'WRITE_OFF' });
  },
  'Credit two hours of an invoice.': async () => {
    const items = [{ description: 'Work', rate: 50, quantity: 8, unit: 'h' }];
    const { id, number } = await openInvoice(lovelace, 0, { items });
    const line = await stored('invoiceLine', { invoiceId: id });
    await confirm('correct_invoice', {
      ...{ invoice: number, action: 'credit', reason: 'Two hours fewer' },
      lines: [{ lineId: line.id, quantity: 2 }],
    });
    expect(Number((await stored('creditNote', { invoiceId: id })).total)).toBe(100);
    expect(Number((await stored('invoice', { id })).amountDue)).toBe(300);
  },
  'Send a reminder of an overdue invoice.': async () => {
    const dates = { dateCreated: daysAgo(60), dueDate: daysAgo(10) };
    const { id, number } = await openInvoice('Late Ltd', 45, dates);
    await confirm('send_document', { invoice: number, kind: 'reminder' });
    expect(await stored('outboxMail', { invoiceId: id, kind: 'REMINDER' })).toMatchObject({
      recipients: ['office@late-ltd.example'],
    });
  },
  'Correct the wrong address of a client.': async () => {
    const address = { address1: 'St James’s Square 12', city: 'London', postal: 'SW1Y 4JH' };
    await call('update_record', { type: 'Client', id: lovelace, changes: address });
    expect(await stored('client', { name: lovelace })).toMatchObject(address);
  },
  'Write an invoice of two lines and send it.': async () => {
    const { result } = await call('create_invoice', {
      client: lovelace,
      lines: [
        { description: 'Workshop', quantity: 1, unitPrice: 900, taxRate: 19 },
        { description: 'Travel', quantity: 2, unitPrice: 45.5, taxRate: 0 },
      ],
    });
    await confirm('send_document', { invoice: result.invoiceNumberFormatted });
    const invoice = await stored('invoice', { id: result.id });
    expect(invoice).toMatchObject({ status: 'SENT' });
    expect(Number(invoice.total)).toBe(1_162);
    expect(await stored('outboxMail', { invoiceId: result.id })).toMatchObject({ kind: 'INVOICE' });
  },
  'Void an invoice that was sent to the wrong client, and tell them.': async () => {
    const { id, number } = await openInvoice(lovelace, 60);
    const correction = { invoice: number, action: 'void', reason: 'Wrong client' };
    await confirm('correct_invoice', correction);
    await confirm('send_document', { invoice: number, kind: 'cancellation' });
    expect(await stored('invoice', { id })).toMatchObject({ status: 'VOIDED' });
    expect(await stored('outboxMail', { invoiceId: id })).toMatchObject({ kind: 'CANCELLATION' });
  },
  'Record that a payment bounced.': async () => {
    const { id, number } = await openInvoice(lovelace, 70);
    await call('record_payment', { invoiceNumber: number, amount: 70 });
    const correction = { invoice: number, action: 'reverse_payment', reason: 'BOUNCED' };
    await confirm('correct_invoice', correction);
    expect(await stored('payment', { invoiceId: id })).toMatchObject({ reversalReason: 'BOUNCED' });
    expect(await stored('invoice', { id })).toMatchObject({ status: 'SENT' });
  },
  'Refund 20 of a payment.': async () => {
    const { id, number } = await openInvoice(lovelace, 100);
    await call('record_payment', { invoiceNumber: number, amount: 100 });
    const refund = { invoice: number, action: 'refund_payment', amount: 20, reason: 'Discount' };
    await confirm('correct_invoice', refund);
    const payment = await stored('payment', { invoiceId: id });
    expect(Number(payment.refundedTotal)).toBe(20);
    expect(await stored('refund', { paymentId: payment.id })).toMatchObject({ memo: 'Discount' });
  },
  'Send a receipt of the payment of an invoice.': async () => {
    const { id, number } = await openInvoice(lovelace, 30);
    await call('record_payment', { invoiceNumber: number, amount: 30 });
    await confirm('send_document', { invoice: number, kind: 'receipt' });
    expect(await stored('outboxMail', { invoiceId: id })).toMatchObject({ kind: 'RECEIPT' });
  },
  'Log time of a project that does not exist yet.': async () => {
    const work = { clientName: lovelace, projectName: 'Audit', start: '2026-03-03T09:00:00Z' };
    const missing = await mcp.call('log_time', { ...work, hours: 1 });
    expect(missing).toMatchObject({ isError: true, code: 'name_not_found' });
    const { result } = await call('log_time', { ...work, hours: 1, create: true });
    expect(await stored('project', { name: 'Audit' })).toMatchObject({ id: result.project.id });
    expect(await stored('timeEntry', { id: result.id })).toMatchObject({
      timerEnd: new Date('2026-03-03T10:00:00Z'),
    });
  },
  'Delete a time entry that was logged twice.': async () => {
    const { result } = await call('log_time', {
      ...{ clientName: lovelace, start: '2026-03-04T09:00:00Z', end: '2026-03-04T10:00:00Z' },
    });
    await confirm('delete_record', { type: 'TimeEntry', id: result.id });
    await expect(stored('timeEntry', { id: result.id })).rejects.toThrow();
  },
  'Archive a client that has gone.': async () => {
    const id = await newClient('Gone Ltd');
    await confirm('delete_record', { type: 'Client', id: 'Gone Ltd' });
    expect(await stored('client', { id })).toMatchObject({ archived: true });
  },
  'Add a contact to a client.': async () => {
    const contact = { firstName: 'Grace', lastName: 'Hopper', email: 'grace@lovelace.example' };
    const { result } = await call('create_record', {
      ...{ type: 'Contact', data: { ...contact, clientName: lovelace } },
    });
    expect(await stored('contact', { id: result.id })).toMatchObject(contact);
  },
  'Record an expense with a receipt number and mark it as paid.': async () => {
    const expense = { amount: 59.5, currency: 'EUR', vendor: 'Adobe', billNo: 'A-1' };
    const { result } = await call('create_record', { type: 'Expense', data: expense });
    const changes = { paid: true };
    await call('update_record', {
      ...{ type: 'Expense', id: result.id, changes, expectedVersion: result.version },
    });
    expect(await stored('expense', { id: result.id })).toMatchObject({ billNo: 'A-1', paid: true });
  },
  'Correct a draft invoice before it is sent.': async () => {
    const { result } = await call('create_invoice', {
      ...{ client: lovelace, lines: [{ description: 'Draft', unitPrice: 10 }] },
    });
    const changes = { lineItems: [{ description: 'Final', unitPrice: 12, taxRate: 0 }] };
    await call('update_record', { type: 'Invoice', id: result.invoiceNumberFormatted, changes });
    expect(await stored('invoiceLine', { invoiceId: result.id })).toMatchObject({
      description: 'Final',
    });
  },
};

test.each(Object.keys(tasks))('%s', async (task) => {
  expect.hasAssertions();
  await tasks[task]?.();
});
