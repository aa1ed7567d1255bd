import type { TaxCategory } from '../../generated/prisma/enums.ts';
import { quoteLiteral, workspaceConditionSql } from '../../query/conditions.ts';

export interface InvoiceWarning {
  path: string;
  code: string;
  message: string;
}

export const warningsDescription =
  'Faults that do not prevent it from being issued, but from being an e-invoice.';

const mixedOutsideScope: InvoiceWarning = {
  path: 'lineItems',
  code: 'outside_scope_mixed',
  message:
    'has lines of the category OUTSIDE_SCOPE and lines of others, which no e-invoice can have (EN 16931, BR-O-11): use EXEMPT or ZERO, or an invoice of its own',
};

export function findInvoiceWarnings(
  taxes: readonly { category: TaxCategory | null }[],
): InvoiceWarning[] {
  const isOutside = taxes.map(({ category }) => category === 'OUTSIDE_SCOPE');
  return isOutside.includes(true) && isOutside.includes(false) ? [mixedOutsideScope] : [];
}

/** {@link findInvoiceWarnings} in SQL. */
export const invoiceWarningsSql = (alias: string): string =>
  `(SELECT CASE WHEN bool_or(o.outside) AND NOT bool_and(o.outside) THEN ${quoteLiteral(JSON.stringify([mixedOutsideScope]))}::jsonb ELSE '[]' END
    FROM "InvoiceTaxLine" l CROSS JOIN LATERAL (SELECT l.category IS NOT DISTINCT FROM 'OUTSIDE_SCOPE' AS outside) o
    WHERE ${workspaceConditionSql('l')} AND l."invoiceId" = ${alias}.id)`;
