import type { FieldError } from '../../platform/errors/action-error.ts';
import { isStorableAmount } from '../../platform/money/money.ts';
import type { InvoiceTotals } from './invoice-totals.ts';

/** The database stores amounts below 10¹¹. `path` is the field of errors about sums. */
export function validateTotals(
  totals: InvoiceTotals,
  path = 'items',
  pathOf = (line: number) => `${path}.${line}`,
): FieldError[] {
  const { discountAmount, lines, subTotal, tax, taxLines, total } = totals;
  const error = (at: string, subject: string): FieldError => ({
    path: at,
    code: 'out_of_range',
    message: `${subject} must be below 100,000,000,000`,
  });
  const lineErrors = lines.flatMap(({ lineTotal }, index) =>
    isStorableAmount(lineTotal) ? [] : [error(pathOf(index), 'quantity × price')],
  );
  if (lineErrors.length > 0) return lineErrors;
  const taxes = taxLines.flatMap((line) => [line.taxableAmount, line.amount]);
  const sums = [subTotal, discountAmount, ...taxes, tax, total];
  return sums.every(isStorableAmount) ? [] : [error(path, 'the invoice’s sums and taxes')];
}
