import { createHash } from 'node:crypto';
import unhomoglyph from 'unhomoglyph';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { TestWorkspace } from '../../support/api.ts';
import { useTestApi } from '../../support/api.ts';
import { created } from '../../support/invoices.ts';
import { mutate, mutated } from '../../support/mutations.ts';

/** Numbers of all series over months and years, and numbers that look alike. */

const api = useTestApi();

beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterAll(() => void vi.useRealTimers());

async function workspaceOf(settings: Record<string, unknown>): Promise<TestWorkspace> {
  const ours = await api.addWorkspace();
  await created(ours, 'clients/create', { name: 'Acme' });
  await mutated(ours, 'updateWorkspace', settings, 'name');
  return ours;
}

const item = { description: 'Work', rate: 100, quantity: 1 };
const { rate: unitPrice, ...plainItem } = item;
const lineItems = [{ ...plainItem, unitPrice }];

/** Makes one document of each series: by turns through each door. */
async function oneOfEach(ours: TestWorkspace, isRest: boolean, invoiceNumber?: string) {
  const clientName = 'Acme';
  const make = async (more: Record<string, unknown>) =>
    isRest
      ? await created(ours, 'invoices/create', { clientName, items: [item], ...more })
      : await mutated(
          ours,
          'createInvoice',
          { clientName, lineItems, ...more },
          'id invoiceNumberFormatted',
        );
  const invoice = await make(invoiceNumber === undefined ? {} : { invoiceNumber });
  const deposit = await make({ invoiceType: 'DEPOSIT' });
  await mutated(ours, 'markInvoiceSent', { id: invoice.id });
  const crediting = { invoiceId: invoice.id };
  const note = isRest
    ? await created(ours, 'creditNotes/create', crediting)
    : await mutated(ours, 'createCreditNote', crediting, 'numberFormatted');
  return {
    ids: { invoice: invoice.id, deposit: deposit.id },
    numbers: [
      invoice.invoiceNumberFormatted,
      deposit.invoiceNumberFormatted,
      note.numberFormatted,
    ] as string[],
  };
}

const days = ['2026-11-30', '2026-12-31', '2027-01-01', '2027-12-05'] as const;

describe.each(['NEVER', 'YEAR', 'MONTH'] as const)('counters that begin again: %s', (restart) => {
  const dates = ['{YYYY}-{MM}', '{MM}/{YY}', '{YYYY}', ''];
  const fits = (date: string) =>
    restart === 'NEVER' || (date.includes('YY') && (restart === 'YEAR' || date.includes('MM')));

  test.each(dates)('with %s in their patterns', async (date) => {
    const settings = {
      ...{ invoiceNumberPattern: `R-${date}-{SEQ:3}`, depositNumberPattern: `D-${date}-##` },
      ...{ creditNoteNumberPattern: `G-${date}-#`, numberRestart: restart },
    };
    if (!fits(date)) {
      const ours = await api.addWorkspace();
      const rejection = await mutate(ours, 'updateWorkspace', settings, 'name');
      expect(rejection.errors.map(({ path }: { path: string }) => path).sort()).toEqual([
        ...['creditNoteNumberPattern', 'depositNumberPattern', 'invoiceNumberPattern'],
      ]);
      expect(rejection.errors[0].message).toContain(`R-${date}-{`);
      return;
    }
    const ours = await workspaceOf(settings);
    const counted = new Map<string, number>();
    const all: string[] = [];
    for (const [index, day] of [...days, ...days.slice(-1)].entries()) {
      vi.setSystemTime(`${day}T12:00:00Z`);
      const period = day.slice(0, { NEVER: 0, YEAR: 4, MONTH: 7 }[restart]);
      const next = (counted.get(period) ?? 0) + 1;
      counted.set(period, next);
      const made = await oneOfEach(ours, index % 2 === 0);
      const written = date
        .replace('{YYYY}', day.slice(0, 4))
        .replace('{YY}', day.slice(2, 4))
        .replace('{MM}', day.slice(5, 7));
      expect(made.numbers).toEqual([
        `R-${written}-${String(next).padStart(3, '0')}`,
        `D-${written}-${String(next).padStart(2, '0')}`,
        `G-${written}-${next}`,
      ]);
      all.push(...made.numbers);
      // Void it keeps its number; the newest that is deleted gives its number back, once.
      if (index === 0) await mutated(ours, 'voidInvoice', { id: made.ids.deposit });
    }
    expect(new Set(all).size).toBe(all.length);
  });
});

test('an error names the pattern that prevents a setting, and a possible one', async () => {
  const ours = await api.addWorkspace();
  const input = { invoiceNumberPattern: 'R-{YYYY}-{MM}-{SEQ:3}', numberRestart: 'MONTH' };
  const denied = await mutate(ours, 'updateWorkspace', input, 'name');
  expect(denied.errors).toEqual([
    {
      ...{ path: 'creditNoteNumberPattern', code: 'invalid_format' },
      message: expect.stringContaining(
        'is "CN-#####"; it must contain {YYYY} or {YY}, and {MM} if numbering restarts each month, for example "CN-{YYYY}-{MM}-#####"',
      ),
    },
  ]);
  const more = { creditNoteNumberPattern: 'CN-{YYYY}-{MM}-#####' };
  await mutated(ours, 'updateWorkspace', { ...input, ...more }, 'name');
});

test('counters that begin again, or no longer do, jump over the numbers there are, in all series', async () => {
  vi.setSystemTime('2026-11-30T12:00:00Z');
  const patterns = {
    ...{ invoiceNumberPattern: 'R-{YYYY}-#', depositNumberPattern: 'D-{YYYY}-#' },
    creditNoteNumberPattern: 'G-{YYYY}-#',
  };
  const ours = await workspaceOf(patterns);
  const numbers = [];
  for (const numberRestart of ['NEVER', 'YEAR', 'NEVER', 'YEAR'] as const) {
    await mutated(ours, 'updateWorkspace', { numberRestart }, 'name');
    for (const isRest of [true, false]) numbers.push((await oneOfEach(ours, isRest)).numbers);
  }
  expect(numbers).toEqual(
    numbers.map((_, index) => ['R', 'D', 'G'].map((series) => `${series}-2026-${index + 1}`)),
  );
});

test('series that are written alike have no number twice', async () => {
  vi.setSystemTime('2026-11-30T12:00:00Z');
  const ours = await workspaceOf({ depositNumberPattern: 'A-#', creditNoteNumberPattern: 'А-#' });
  await mutated(ours, 'updateWorkspace', { invoiceNumberPattern: 'A-#' }, 'name');
  const { numbers } = await oneOfEach(ours, true);
  expect(numbers).toEqual(['A-1', 'A-2', 'А-3']);
});

/** Unicode confusables (UTS 39), and one blank for several. */
function skeletonOf(text: string): string {
  const plain = text.normalize('NFKD');
  const like = unhomoglyph(plain).normalize('NFKD');
  return like === text ? text.replaceAll(/ +/g, ' ').trim() : skeletonOf(like);
}

test('the similarity of characters is that of Unicode, for every character', async () => {
  const letters: string[] = [];
  for (let code = 0x20; code < 0x30_000; code += 1) {
    const letter = String.fromCodePoint(code);
    // Invisible characters and combining marks do not make a different number.
    if (/[\p{C}\p{M}\p{Z}\p{Default_Ignorable_Code_Point}]/u.test(letter)) continue;
    if (unhomoglyph(letter) !== letter || code < 0x250) letters.push(letter);
  }
  expect(letters.length).toBeGreaterThan(2000);
  const rows = await api.database.prisma.$queryRaw<{ letter: string; skeleton: string }[]>`
    SELECT letter, "number_skeleton"('A' || letter || '7') AS skeleton FROM unnest(${letters}::text[]) AS letter`;
  const wrong = rows.filter(({ letter, skeleton }) => skeleton !== skeletonOf(`A${letter}7`));
  expect(wrong).toEqual([]);
});

test.each([
  ['А-100', 'Cyrillic'],
  ['Α-100', 'Greek'],
  ['Ａ-１００', 'fullwidth'],
  ['A-1O0', 'the letter O'],
  ['A-l00', 'the letter l'],
  ['A-IOO', 'the letters I and O'],
  ['A–100', 'a longer dash'],
  ['A-\u200b100', 'what cannot be seen'],
  ['𝐀-𝟏𝟎𝟎', 'letters of mathematics'],
])(
  'a number that resembles another one is rejected, and the error names it: %s, %s',
  async (number) => {
    const ours = await workspaceOf({});
    const sent = (invoiceNumber: string) => ({ clientName: 'Acme', items: [item], invoiceNumber });
    await created(ours, 'invoices/create', sent('A-100'));
    const { body, status } = await ours.post('invoices/create', sent(number));
    expect([status, body.code, body.errors[0].path]).toEqual([
      409,
      'number_taken',
      'invoiceNumber',
    ]);
    expect(body.errors[0].message).toMatch(/looks like "A-100"|is already taken/);
    const value = { clientName: 'Acme', lineItems, invoiceNumber: number };
    const failed = await mutate(ours, 'createInvoice', value);
    expect(failed).toMatchObject({ __typename: 'ConflictError', code: 'number_taken' });
    await created(ours, 'invoices/create', sent('A-101'));
  },
);

test('of similar numbers that are requested at the same time, one is assigned', async () => {
  const ours = await workspaceOf({});
  const numbers = ['A-100', 'А-100', 'A-1O0', 'Α-100', 'Ａ-100', 'A-lO0'];
  const answers = await Promise.all(
    [...numbers, ...numbers].map((invoiceNumber) =>
      ours.post('invoices/create', { clientName: 'Acme', items: [item], invoiceNumber }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(11).fill(409)]);
});

test('earlier similar numbers stay, and are distinguished by their letters', async () => {
  const ours = await workspaceOf({ invoiceNumberPattern: 'A-#' });
  const { prisma } = api.database;
  for (const digest of ['A-1', 'А-1']) {
    const made = await created(ours, 'invoices/create', { clientName: 'Acme', items: [item] });
    const id = createHash('sha256').update(digest).digest('hex').slice(0, 8);
    const where = { accountId_id: { accountId: ours.accountId, id: made.id } };
    await prisma.invoice.update({ where, data: { invoiceNumberFormatted: `old-${id}` } });
    await prisma.invoice.update({ where, data: { invoiceNumberFormatted: digest } });
  }
  const next = await created(ours, 'invoices/create', { clientName: 'Acme', items: [item] });
  expect(next.invoiceNumberFormatted).toBe('A-3');
  const payment = { invoiceNumber: 'А-1', amount: 1 };
  expect((await ours.post('payment/create', payment)).body.invoiceNumberFormatted).toBe('А-1');
});
