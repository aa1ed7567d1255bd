import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { invoiceStatuses } from '../../../src/domain/invoices/invoice-record.ts';
import {
  allowedActions,
  invoiceActions,
  invoiceLifecycle,
} from '../../../src/domain/invoices/lifecycle.ts';
import { requireActionAllowed } from '../../../src/domain/invoices/lifecycle-errors.ts';
import { Decimal } from '../../../src/platform/money/money.ts';

const page = readFileSync(new URL('../../../docs/invoice-lifecycle.md', import.meta.url), 'utf8');

/** A table's rows as they are in a document, without what aligns them. */
function cellsOf(text: string): string[][] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\|[ -]+\|/.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

test('the documentation shows the table that the verbs ask', () => {
  const rows = invoiceActions.map((action) => {
    const { condition, transitions } = invoiceLifecycle[action];
    const cells = invoiceStatuses.map((status) => {
      const to = transitions[status];
      if (to === undefined) return '';
      return to.length === 0 ? 'gone' : to.join(' or ');
    });
    return [`\`${action}\``, ...cells, condition ? `only if ${condition.words}` : ''];
  });
  expect(cellsOf(page)).toEqual([['Action', ...invoiceStatuses, 'Condition'], ...rows]);
});

test('the documentation describes each action', () => {
  for (const action of invoiceActions) expect(page).toContain(invoiceLifecycle[action].meaning);
});

/** Each status of an invoice, with the error of an action in it. */
const reader = { actor: { keyId: null, keyName: null, scopes: ['read', 'write'] } } as const;

const rejections = invoiceStatuses.flatMap((status) =>
  [0, 1].flatMap((paid) => {
    const standing = {
      status,
      invoiceNumber: 7,
      invoiceNumberFormatted: 'INV-00007',
      dateSent: null,
      paymentTotal: new Decimal(paid),
      creditedTotal: new Decimal(0),
      nextNumber: 9,
    };
    const allowed = allowedActions(standing);
    return invoiceActions
      .filter((action) => !allowed.includes(action))
      .map((action) => ({ action, status, paid, allowed, message: rejection(action, standing) }));
  }),
);

type ParametersAfterContext =
  Parameters<typeof requireActionAllowed> extends [unknown, ...infer Rest] ? Rest : never;

function rejection(...[action, standing]: ParametersAfterContext): string {
  try {
    requireActionAllowed(reader, action, standing);
  } catch (error) {
    return String(error);
  }
  throw new Error(`${action} is allowed`);
}

test.each([
  [/Void it/, 'VOID'],
  [/duplicate it/, 'DUPLICATE'],
  [/Write off/, 'WRITE_OFF'],
  [/can be written off instead/, 'WRITE_OFF'],
] as const)('the error %s occurs only if %s is possible', (words, advised) => {
  const advising = rejections.filter(({ message }) => words.test(message));
  expect(advising).not.toEqual([]);
  expect(advising.filter(({ allowed }) => !allowed.includes(advised))).toEqual([]);
});

test('an error suggests possible actions', () => {
  const reported = (action: string, status: string, paid: number) =>
    rejections.find((one) => one.action === action && one.status === status && one.paid === paid)
      ?.message;
  expect(reported('EDIT', 'SENT', 0)).toContain('Void it and duplicate it instead.');
  expect(reported('DELETE', 'SENT', 0)).toContain('Void it instead.');
  expect(reported('VOID', 'PARTIAL', 1)).toContain('can be written off instead.');
  expect(reported('EDIT', 'PAID', 1)).toBe(
    'ActionError: Invoice INV-00007 is PAID and cannot be changed.',
  );
});
