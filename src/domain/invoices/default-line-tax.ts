import type { LineTax } from './tax.ts';
import { taxCategoryOf } from './tax.ts';
import { computeEffectiveRate } from './tax-components.ts';
import type { DefaultTax } from './tax-groups.ts';

interface TaxedLine {
  ownTax: LineTax | null;
}

export const hasPositiveRate = ({ components }: LineTax) =>
  !computeEffectiveRate(components).isZero();

/** Responses contain the default tax. A client that sends it back changes nothing. */
export function omitDefaultTax(defaultTax: DefaultTax, own: LineTax | null): LineTax | null {
  const { category, components, reason = null, reasonCode = null } = defaultTax;
  if (own === null || own.percentage === null || components.length === 0) return own;
  const isSame =
    own.category === (category ?? taxCategoryOf(components)) &&
    own.percentage.equals(computeEffectiveRate(components)) &&
    (own.reason === null || own.reason === reason) &&
    (own.reasonCode === null || own.reasonCode === reasonCode);
  return isSame ? null : own;
}

/**
 * Responses contain only the rate of a tax rule. A client that sends it back changes nothing.
 * The line at the same index has precedence, then the default tax, then the first line.
 */
export function restoreRuleTax(
  own: LineTax | null,
  before: readonly TaxedLine[],
  defaultTax: DefaultTax,
  lineAtIndex?: TaxedLine,
): LineTax | null {
  const { category, percentage, reason, reasonCode } = own ?? {};
  if (!percentage) return own;
  const isSame = ({ ownTax }: TaxedLine) =>
    ownTax?.percentage === null &&
    ownTax.category === category &&
    computeEffectiveRate(ownTax.components).equals(percentage) &&
    (reason === null || ownTax.reason === reason) &&
    (reasonCode === null || ownTax.reasonCode === reasonCode);
  if (lineAtIndex && isSame(lineAtIndex)) return lineAtIndex.ownTax;
  return (omitDefaultTax(defaultTax, own) && before.find(isSame)?.ownTax) ?? own;
}
