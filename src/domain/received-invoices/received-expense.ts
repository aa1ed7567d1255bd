import { truncateText } from '../../platform/errors/action-error.ts';
import { Decimal, isCurrency, isStorableAmount } from '../../platform/money/money.ts';
import type { OperationWarning } from '../../platform/operations/operations.ts';
import { checkSums } from './check-sums.ts';
import type { ReceivedExpenseLine } from './expense-lines.ts';
import { buildExpenseLines } from './expense-lines.ts';
import { ReceivedFileError } from './file-error.ts';
import type { ReceivedInvoice } from './read-invoice.ts';
import { isTaxRate, sumOf } from './tax-totals.ts';

/** The values of a received invoice that an expense stores. Plain data, because a worker thread returns it. */
export interface ReceivedExpense {
  kind: 'EXPENSE' | 'CREDIT_NOTE';
  number: string;
  issueDate: string;
  dueDate: string | null;
  currency: string;
  isPaid: boolean;
  seller: ReceivedInvoice['seller'];
  payment: ReceivedInvoice['payment'];
  description: string | null;
  lines: ReceivedExpenseLine[];
  warnings: OperationWarning[];
}

const negativeCreditNoteWarning: OperationWarning = {
  path: 'totals.withTax',
  code: 'negative_credit_note',
  message:
    'is negative on a credit note. The expense is a credit note too: check whether you owe this amount',
};

const maxTextLength = 255;
/** Each tax rate becomes a line of the expense. */
const maxTaxRates = 100;

const tooLarge = 'an amount, or a difference of amounts, has more than 11 digits';

/** @throws ReceivedFileError */
export function toReceivedExpense(invoice: ReceivedInvoice): ReceivedExpense {
  requireStorable(invoice);
  const { currency, dueDate, issueDate, lines, number, payment, seller, totals } = invoice;
  const isNegative = new Decimal(totals.withTax).lt(0);
  const isCreditNote = invoice.isCreditNote || isNegative;
  const result = buildExpenseLines(invoice);
  requireStorableLines(result.lines);
  const warnings = [...result.warnings, ...checkSums(invoice)];
  if (invoice.isCreditNote && isNegative) warnings.unshift(negativeCreditNoteWarning);
  return {
    kind: isCreditNote ? 'CREDIT_NOTE' : 'EXPENSE',
    ...{ number, issueDate, dueDate, currency, payment },
    isPaid: totals.amountDue !== null && new Decimal(totals.amountDue).isZero(),
    seller: { ...seller, name: truncateText(seller.name, maxTextLength) },
    description: describe(lines),
    lines: result.lines,
    warnings,
  };
}

function describe(lines: ReceivedInvoice['lines']): string | null {
  const [first, ...others] = lines;
  const text = truncateText(first?.description ?? '', maxTextLength);
  return others.length > 0 ? `${text} (${lines.length} lines)`.trim() : text || null;
}

function requireStorable({
  allowances,
  currency,
  lines,
  number,
  taxes,
  totals,
}: ReceivedInvoice): void {
  const errors: string[] = [];
  if (number.length > maxTextLength)
    errors.push(`the number has more than ${maxTextLength} characters`);
  if (!isCurrency(currency)) errors.push(`"${currency.slice(0, 10)}" is no currency (ISO 4217)`);
  const amounts = [
    ...Object.values(totals),
    ...[...allowances, ...lines.flatMap((line) => line.allowances)].map(({ amount }) => amount),
    ...lines.map(({ net }) => net),
    ...taxes.flatMap(({ tax, taxable }) => [tax, taxable]),
  ];
  if (amounts.some(isTooLarge)) errors.push(tooLarge);
  if (taxes.length > maxTaxRates) errors.push(`it has more than ${maxTaxRates} tax rates`);
  if ([...lines, ...taxes].some(({ rate }) => rate !== null && !isTaxRate(rate)))
    errors.push('a tax rate is not from 0 to 100');
  if (errors.length > 0) throw invalidInvoiceError(errors);
}

const isTooLarge = (amount: string | null) =>
  amount !== null && !isStorableAmount(new Decimal(amount).toDecimalPlaces(2));

/** The difference of a large positive and a large negative amount can exceed both. */
function requireStorableLines(lines: readonly ReceivedExpenseLine[]): void {
  const amounts = lines.flatMap(({ net, tax }) => [net, tax]);
  const sums = [sumOf(lines.map(({ net }) => net)).toFixed()];
  if ([...amounts, ...sums].some(isTooLarge)) throw invalidInvoiceError([tooLarge]);
}

const invalidInvoiceError = (messages: readonly string[]) =>
  new ReceivedFileError(...messages.map((message) => ({ code: 'invalid_invoice', message })));
