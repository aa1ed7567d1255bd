import type { Context } from '../../platform/context/context.ts';
import type { FieldError } from '../../platform/errors/action-error.ts';
import { ActionError, invalidInputError } from '../../platform/errors/action-error.ts';
import { redactCurrency, validatePrecision } from '../../platform/money/amount-precision.ts';
import { Decimal } from '../../platform/money/money.ts';
import { canRead } from '../../platform/permissions/permissions.ts';
import type { InvoiceRecord } from '../invoices/invoice-record.ts';
import type { CreditNoteFields } from './fields.ts';
import type { CreditsByLine, LineCredit } from './remaining-items.ts';
import { creditOf, remainingAmountsOf } from './remaining-items.ts';

type RequestedLine = NonNullable<CreditNoteFields['lines']>[number];

interface RemainingItem extends LineCredit {
  line: InvoiceRecord['lineItems'][number];
}

const zero = new Decimal(0);

export function findRemainingItems(
  invoice: InvoiceRecord,
  credits: CreditsByLine,
): Map<string, RemainingItem> {
  const amounts = remainingAmountsOf(invoice, credits);
  const items = invoice.lineItems.filter(({ role }) => role === 'ITEM');
  return new Map(
    items.flatMap((line): [string, RemainingItem][] => {
      const credit = credits.get(line.id);
      const quantity = line.quantity.minus(credit?.quantity ?? zero);
      const amount = amounts.get(line.id) ?? zero;
      const isWhole = quantity.isZero() || (amount.isZero() && !(credit?.amount ?? zero).isZero());
      return isWhole ? [] : [[line.id, { line, quantity, amount }]];
    }),
  );
}

/**
 * What the credit note credits of each item: a quantity or an amount.
 * @throws ActionError record_not_found, invalid_input
 */
export function requestedCreditsOf(
  context: Context,
  invoice: InvoiceRecord,
  remainingItems: ReadonlyMap<string, RemainingItem>,
  requestedLines: CreditNoteFields['lines'],
): Map<string, LineCredit> {
  if (!requestedLines) {
    const all = [...remainingItems.values()];
    return new Map(all.map(({ line, quantity }) => [line.id, { quantity, amount: zero }]));
  }
  const credits = new Map<string, LineCredit>();
  const errors: FieldError[] = [];
  for (const [index, requested] of requestedLines.entries()) {
    const { amount, lineId, quantity } = requested;
    const line = invoice.lineItems.find(({ id }) => id === lineId);
    if (!line) throw lineNotFound(index, lineId);
    const item = remainingItems.get(lineId);
    const isNamed = credits.has(lineId);
    const { currency } = invoice;
    for (const error of findLineErrors(context, requested, { line, item, isNamed, currency }))
      errors.push({ ...error, path: `lines.${index}.${error.path}` });
    credits.set(lineId, creditOf(quantity ?? item?.quantity ?? zero, amount));
  }
  if (errors.length > 0) throw invalidInputError(errors);
  return credits;
}

interface FoundLine {
  line: InvoiceRecord['lineItems'][number];
  item: RemainingItem | undefined;
  isNamed: boolean;
  currency: string;
}

function findLineErrors(
  context: Context,
  { amount, quantity }: RequestedLine,
  { currency, isNamed, item, line }: FoundLine,
): FieldError[] {
  const lineError = (code: string, message: string) => [{ path: 'lineId', code, message }];
  if (line.role !== 'ITEM')
    return lineError(
      'out_of_range',
      'is no item: it is credited with the items to which it belongs',
    );
  if (isNamed) return lineError('not_unique', 'is named by an entry already');
  if (!item) return lineError('out_of_range', 'is a line that is already fully credited');
  const most = (whole: Decimal | string) => `must be more than nothing and at most ${whole}`;
  if (amount === null) {
    const { quantity: whole } = item;
    if (quantity === null || isPart(quantity, whole)) return [];
    const message = `${most(whole)}, which is not credited yet`;
    return [{ path: 'quantity', code: 'out_of_range', message }];
  }
  const isReadable = canRead(context, 'invoices');
  const tooPrecise = validatePrecision(amount, currency, 'amount');
  if (tooPrecise.length > 0) return isReadable ? tooPrecise : tooPrecise.map(redactCurrency);
  if (isPart(amount, item.amount)) return [];
  const message = `${most(isReadable ? item.amount : 'the amount of the line')}, which is not credited yet`;
  return [{ path: 'amount', code: 'out_of_range', message }];
}

/** Both may be negative. */
const isPart = (part: Decimal, whole: Decimal): boolean =>
  !part.isZero() && part.isNegative() === whole.isNegative() && part.abs().lte(whole.abs());

export const validateRequestedLines = ({ lines }: Partial<CreditNoteFields>): FieldError[] =>
  (lines ?? []).flatMap(({ amount, quantity }, index) =>
    amount === null || quantity === null || amount === undefined || quantity === undefined
      ? []
      : [
          {
            path: `lines.${index}.amount`,
            code: 'disagrees',
            message: 'must be omitted, because the line has a quantity: send one of them',
          },
        ],
  );

export const validateLineNames = (
  lineIds: readonly string[],
  requestedLines: CreditNoteFields['lines'] | undefined,
): ActionError[] =>
  (requestedLines ?? []).flatMap((line, index) =>
    !line?.lineId || lineIds.includes(line.lineId) ? [] : lineNotFound(index, line.lineId),
  );

function lineNotFound(index: number, id: string): ActionError {
  const path = `lines.${index}.lineId`;
  return new ActionError('record_not_found', `The invoice has no line with id "${id}".`, {
    errors: [{ path, code: 'record_not_found', message: 'no such record' }],
  });
}
