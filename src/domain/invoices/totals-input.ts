import type { DecimalInput } from '../../platform/money/money.ts';
import type { DefaultTax } from './tax-groups.ts';
import type { TotalsLine } from './totals-lines.ts';

export interface TotalsInput extends DefaultTax {
  /** ISO 4217 code. Amounts are rounded to its minor unit. */
  currency: string;
  lines: readonly TotalsLine[];
  /** From 0 to 100, of all items. */
  discountPercent: DecimalInput;
  /** Whether prices include tax. */
  taxIncluded?: boolean;
  /** The total is rounded to a multiple of this. Null: the rounding has an amount. */
  roundTo?: DecimalInput | null;
}
