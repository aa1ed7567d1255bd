import type { TaxCategory } from '../../generated/prisma/enums.ts';
import { quoteLiteral, workspaceConditionSql } from '../../query/conditions.ts';

export interface InvoiceWarning {
  path: string;
  code: string;
  message: string;
}

export const warningsDescription =
  'Faults that prevent it from being an e-invoice. A draft whose client has an `eInvoiceFormat` has all faults of that format, and cannot be sent until they are corrected.';

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

/** SQL cannot check a draft whose client receives e-invoices. It writes this marker with the id. */
export const uncheckedDraft = 'unchecked draft ';

/** {@link findInvoiceWarnings} in SQL. */
export const invoiceWarningsSql = (alias: string): string =>
  `(SELECT CASE WHEN ${alias}.status = 'DRAFT' AND EXISTS (SELECT FROM "Client" c WHERE ${workspaceConditionSql('c')}
        AND c.id = ${alias}."clientId" AND c."eInvoiceFormat" IS NOT NULL) THEN to_jsonb(${quoteLiteral(uncheckedDraft)} || ${alias}.id)
      WHEN bool_or(o.outside) AND NOT bool_and(o.outside) THEN ${quoteLiteral(JSON.stringify([mixedOutsideScope]))}::jsonb ELSE '[]' END
    FROM "InvoiceTaxLine" l CROSS JOIN LATERAL (SELECT l.category IS NOT DISTINCT FROM 'OUTSIDE_SCOPE' AS outside) o
    WHERE ${workspaceConditionSql('l')} AND l."invoiceId" = ${alias}.id)`;
