import type { TaxCategory } from '../../generated/prisma/enums.ts';
import { quoteLiteral } from '../../query/conditions.ts';

/** A fault of an invoice that does not prevent it from being issued. */
export interface InvoiceWarning {
  /** The field that it is about. */
  path: string;
  code: string;
  message: string;
}

/** Description of the field in both APIs. */
export const warningsDescription =
  'Faults that do not prevent it from being issued, but from being an e-invoice.';

const mixedOutsideScope: InvoiceWarning = {
  path: 'lineItems',
  code: 'outside_scope_mixed',
  message:
    'has lines of the category OUTSIDE_SCOPE and lines of others, which no e-invoice can have (EN 16931, BR-O-11): use EXEMPT or ZERO, or an invoice of its own',
};

/** What is wrong with an invoice that has these taxes. */
export function findInvoiceWarnings(
  taxes: readonly { category: TaxCategory | null }[],
): InvoiceWarning[] {
  const isOutside = taxes.map(({ category }) => category === 'OUTSIDE_SCOPE');
  return isOutside.includes(true) && isOutside.includes(false) ? [mixedOutsideScope] : [];
}

/** {@link findInvoiceWarnings} as a statement writes it of the invoice under an alias. */
export const invoiceWarningsSql = (alias: string): string =>
  `(SELECT CASE WHEN bool_or(o.outside) AND NOT bool_and(o.outside) THEN ${quoteLiteral(JSON.stringify([mixedOutsideScope]))}::jsonb ELSE '[]' END
    FROM "InvoiceTaxLine" l CROSS JOIN LATERAL (SELECT l.category IS NOT DISTINCT FROM 'OUTSIDE_SCOPE' AS outside) o
    WHERE l."accountId" = ${alias}."accountId" AND l."invoiceId" = ${alias}.id)`;
