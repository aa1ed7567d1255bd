import { beforeAll, describe, expect, inject, test } from 'vitest';
import { allocateNumber } from '../../src/domain/invoices/invoice-numbers.ts';
import { newId } from '../../src/platform/ids/record-ids.ts';
import { inTransaction } from '../../src/write/in-transaction.ts';
import type { TestWorkspace } from '../support/api.ts';
import { useTestApi } from '../support/api.ts';
import { holdClock } from '../support/clock.ts';
import { addContact, created, invoiceOf } from '../support/invoices.ts';
import { mutate, mutated } from '../support/mutations.ts';

const api = useTestApi();
let ours: TestWorkspace;

beforeAll(async () => {
  ours = api.ours;
  await created(ours, 'clients/create', { name: 'Acme' });
  await created(api.theirs, 'clients/create', { name: 'Acme' });
});

/** A workspace whose sequence starts at 1, with a client. */
async function freshWorkspace(pattern?: string): Promise<TestWorkspace> {
  const workspace = await api.addWorkspace();
  const { accountId } = workspace;
  if (pattern) {
    const data = { invoiceNumberPattern: pattern };
    await api.database.prisma.workspace.update({ where: { accountId }, data });
  }
  await created(workspace, 'clients/create', { name: 'Acme' });
  return workspace;
}

const numbered = (workspace: TestWorkspace, invoiceNumber?: unknown) =>
  invoiceOf(workspace, 'Acme', 1, invoiceNumber === undefined ? {} : { invoiceNumber });

const requested = (workspace: TestWorkspace, invoiceNumber: unknown) =>
  workspace.post('invoices/create', {
    clientName: 'Acme',
    items: [{ rate: 1 }],
    invoiceNumber,
  });

describe('an invoice’s number', () => {
  test('is the workspace’s own next one, written by its pattern', async () => {
    const workspace = await freshWorkspace('2026/###-A');
    const invoices = [await numbered(workspace), await numbered(workspace)];
    expect(invoices.map((i) => [i.invoiceNumber, i.invoiceNumberFormatted])).toEqual([
      [1, '2026/001-A'],
      [2, '2026/002-A'],
    ]);
  });

  test('can be given as digits, as a number or in its printed form, and is then taken', async () => {
    const workspace = await freshWorkspace();
    const rows: [unknown, number | null, string][] = [
      ['42', 42, 'INV-00042'],
      [43, 43, 'INV-00043'],
      ['INV-00044', 44, 'INV-00044'],
      ['2026-ACME-7', null, '2026-ACME-7'],
      [' Final bill ', null, 'Final bill'],
      ['PO/1', null, 'PO/1'],
      ['1.5', null, '1.5'],
      ['-5', null, '-5'],
      ['R-99999999999', null, 'R-99999999999'],
    ];
    for (const [number, plain, formatted] of rows) {
      const { body } = await requested(workspace, number);
      expect([body.invoiceNumber, body.invoiceNumberFormatted]).toEqual([plain, formatted]);
    }
    for (const number of ['42', 42, 'INV-00042', 'INV-00043', '44', '2026-ACME-7', 'Final bill']) {
      const answer = await requested(workspace, number);
      expect([answer.status, answer.body.code]).toEqual([409, 'number_taken']);
      expect(answer.body.errors[0].path).toBe('invoiceNumber');
    }
  });

  test('skips the given ones, and leaves no gap otherwise', async () => {
    const workspace = await freshWorkspace();
    for (const number of [2, '3', 'INV-00004', 'INV-6', 'ACME-7'])
      await requested(workspace, number);
    const numbers = [];
    for (let n = 0; n < 4; n += 1) numbers.push((await numbered(workspace)).invoiceNumber);
    expect(numbers).toEqual([1, 5, 7, 8]);
  });

  test('is not taken by the digits of another number: a payment still finds its invoice', async () => {
    const workspace = await freshWorkspace();
    const first = await numbered(workspace);
    await requested(workspace, 'PO/1');
    const payment = { invoiceNumber: '1', amount: 0.5 };
    const { status, body } = await workspace.post('payment/create', payment);
    expect([status, body.id, body.status]).toEqual([200, first.id, 'PARTIAL']);
    const other = await workspace.post('payment/create', { ...payment, invoiceNumber: 'PO/1' });
    expect(other.body.invoiceNumberFormatted).toBe('PO/1');
  });

  test('begins again with each year, in series of their own, without a gap or a double', async () => {
    const workspace = await freshWorkspace();
    const settings = { invoiceNumberPattern: 'RE-{YYYY}-{SEQ:3}', numberRestart: 'YEAR' };
    await mutated(
      workspace,
      'updateWorkspace',
      { ...settings, creditNoteNumberPattern: 'G-{YY}-#' },
      'name',
    );
    const at = (now: string) => ({ ...workspace.context, now: new Date(now) });
    const draw = (now: string, series: 'INVOICE' | 'CREDIT_NOTE' | 'DEPOSIT') =>
      inTransaction(at(now), (tx) => allocateNumber(tx, series, { clientName: 'Acme' }));
    const drawn = async (now: string, series: 'INVOICE' | 'CREDIT_NOTE' | 'DEPOSIT') =>
      (await draw(now, series)).invoiceNumberFormatted;
    expect(await drawn('2026-12-31T12:00:00Z', 'INVOICE')).toBe('RE-2026-001');
    expect(await drawn('2026-12-31T12:00:00Z', 'DEPOSIT')).toBe('RE-2026-002');
    expect(await drawn('2026-12-31T12:00:00Z', 'CREDIT_NOTE')).toBe('G-26-1');
    expect(await drawn('2027-01-01T12:00:00Z', 'INVOICE')).toBe('RE-2027-001');
    expect(await drawn('2027-01-01T12:00:00Z', 'CREDIT_NOTE')).toBe('G-27-1');
    await mutated(workspace, 'updateWorkspace', { depositNumberPattern: 'D{YY}#' }, 'name');
    expect(await drawn('2027-01-01T12:00:00Z', 'DEPOSIT')).toBe('D271');
    holdClock();
    const year = new Date().getUTCFullYear();
    const made = await Promise.all([...Array(12).keys()].map(() => numbered(workspace)));
    const numbers = made.map(({ invoiceNumberFormatted }) => invoiceNumberFormatted).sort();
    expect(numbers).toEqual(
      [...Array(12).keys()].map((index) => `RE-${year}-${String(index + 1).padStart(3, '0')}`),
    );
    const last = made.find(({ invoiceNumber }) => invoiceNumber === 12);
    await mutated(workspace, 'deleteInvoice', { id: last.id });
    expect((await numbered(workspace)).invoiceNumberFormatted).toBe(`RE-${year}-012`);
    const old = await requested(workspace, 'RE-2019-012');
    expect(old.body).toMatchObject({ invoiceNumber: 12 });
    expect((await mutate(workspace, 'deleteInvoice', { id: old.body.id })).__typename).toBe(
      'ConflictError',
    );
    for (const [input, path] of [
      [{ invoiceNumberPattern: 'RE-{SEQ}' }, 'invoiceNumberPattern'],
      [{ numberRestart: 'MONTH' }, 'invoiceNumberPattern'],
      [{ invoiceNumberPattern: 'RE-{year}-{number}' }, 'invoiceNumberPattern'],
    ] as const) {
      const rejected = await mutate(workspace, 'updateWorkspace', input, 'name');
      expect(rejected).toMatchObject({ __typename: 'InvalidInputError' });
      expect(rejected.errors[0].path).toBe(path);
    }
  });

  test('is 0 on request, and deleting that invoice does not reset the counter', async () => {
    const workspace = await freshWorkspace();
    const zero = await requested(workspace, 'INV-00000');
    expect(zero.body).toMatchObject({ invoiceNumber: 0 });
    await mutated(workspace, 'deleteInvoice', { id: zero.body.id });
    expect(await numbered(workspace)).toMatchObject({ invoiceNumber: 1 });
  });

  test('is taken by one that looks like it on paper', async () => {
    const workspace = await freshWorkspace();
    await requested(workspace, 'R-252528');
    for (const number of ['R-\u200b252528', 'R-２52528', 'Ｒ-252528', 'R-252\u2060528']) {
      const answer = await requested(workspace, number);
      expect([answer.status, answer.body.code], number).toEqual([409, 'number_taken']);
    }
    expect((await requested(workspace, 'R-252529')).status).toBe(200);
  });

  test('jumps over a long run of them', async () => {
    const workspace = await freshWorkspace();
    const first = await numbered(workspace);
    const { prisma } = api.database;
    const where = { accountId_id: { accountId: workspace.accountId, id: first.id } };
    const {
      usualTax: _standard,
      deliverTo: _place,
      ...row
    } = await prisma.invoice.findUniqueOrThrow({ where });
    await prisma.invoice.createMany({
      data: Array.from({ length: 100 }, (_, index) => ({
        ...row,
        id: newId('Invoice'),
        viewToken: null,
        invoiceNumber: index + 2,
        invoiceNumberFormatted: `OLD-${index + 2}`,
        clientInfo: {},
        sellerInfo: {},
        taxRuleSnapshot: {},
      })),
    });
    expect((await numbered(workspace)).invoiceNumber).toBe(102);
  });

  test('is another workspace’s concern no more than its invoices are', async () => {
    await requested(api.theirs, 'SHARED-1');
    expect((await requested(ours, 'SHARED-1')).status).toBe(200);
  });
});

/** In `npm run test:long`, many more than the service has connections. */
const concurrent = inject('longRun') === undefined ? 50 : 200;

describe('numbers of simultaneous invoices', () => {
  test('have no gap and no duplicate if some fail at the end', async () => {
    const workspace = await freshWorkspace();
    const { accountId } = workspace;
    const client = await created(workspace, 'clients/create', { name: 'Mailed' });
    await addContact(api, workspace, client.id, { email: 'm@m.example', defaultContact: true });
    const broken = { name: 'Broken', subject: 'Bill', body: '{% if %}' };
    await api.database.prisma.emailTemplate.create({
      data: { ...broken, accountId, id: newId('EmailTemplate') },
    });
    const fails = (index: number) => index % 5 === 0;
    const answers = await Promise.all(
      Array.from({ length: concurrent }, (_, index) =>
        workspace.post('invoices/create', {
          clientName: 'Mailed',
          items: [{ rate: index }],
          sendTo: fails(index) ? { send: true, emailTemplateName: 'Broken' } : null,
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(
      answers.map((_, index) => (fails(index) ? 409 : 200)),
    );
    const numbers = answers.filter(({ status }) => status === 200).map((a) => a.body.invoiceNumber);
    const made = (concurrent * 4) / 5;
    expect(numbers.toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: made }, (_, index) => index + 1),
    );
    expect((await invoiceOf(workspace, 'Mailed', 1)).invoiceNumber).toBe(made + 1);
  });

  test('are assigned once if one caller requests the next number of the sequence', async () => {
    const workspace = await freshWorkspace();
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        index % 2 === 0 ? requested(workspace, index + 1) : requested(workspace, null),
      ),
    );
    const value = answers.filter(({ status }) => status === 200).map((a) => a.body.invoiceNumber);
    expect(new Set(value).size).toBe(value.length);
    expect(answers.filter((_, index) => index % 2 === 1).every((a) => a.status === 200)).toBe(true);
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
  });
});
