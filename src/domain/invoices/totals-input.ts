import type { DecimalInput } from '../../platform/money/money.ts';
import type { DefaultTax } from './tax-groups.ts';
import type { TotalsLine } from './totals-lines.ts';

export interface TotalsInput extends DefaultTax {
  /** ISO 4217 code, whose minor unit every amount is rounded to. */
  currency: string;
  lines: readonly TotalsLine[];
  /** Percentage from 0 to 100, of all items. */
  discountPercent: DecimalInput;
  /** Whether the prices of the lines have their tax in them. */
  taxIncluded?: boolean;
  /** What a line of rounding makes the amount to be paid a multiple of; left out: it says its amount itself. */
  roundTo?: DecimalInput | null;
}
