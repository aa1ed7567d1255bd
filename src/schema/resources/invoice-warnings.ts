import type { FieldMap } from '@pothos/core';
import type { InvoiceWarning } from '../../domain/invoices/invoice-warnings.ts';
import {
  findInvoiceWarnings,
  warningsDescription,
} from '../../domain/invoices/invoice-warnings.ts';
import type { InvoiceStatus, TaxCategory } from '../../generated/prisma/enums.ts';
import type { Context } from '../../platform/context/context.ts';
import { invoiceWarning } from '../core/invoice-warning.ts';
import type { FieldBuilder } from '../core/record-fields.ts';
import { computedField } from '../core/record-fields.ts';
import { loadEInvoiceFaults } from './e-invoices.ts';

/** Why the e-invoice that the client receives cannot be made. */
async function eInvoiceWarnings(context: Context, invoiceId: string): Promise<InvoiceWarning[]> {
  const faults = await loadEInvoiceFaults(context, { invoiceId }, null);
  return faults.map(({ path, rule, message }) => ({ path, code: rule, message }));
}

export const warningsField = (t: FieldBuilder): FieldMap[string] =>
  computedField<{
    id: string;
    status: InvoiceStatus;
    taxBreakdown: readonly { category: TaxCategory | null }[];
  }>(t, {
    type: [invoiceWarning],
    description: warningsDescription,
    from: {
      id: true,
      status: true,
      taxBreakdown: { orderBy: [{ order: 'asc' }], select: { category: true } },
    },
    value: async ({ id, status, taxBreakdown }, context) => [
      ...findInvoiceWarnings(taxBreakdown),
      ...(status === 'DRAFT' ? await eInvoiceWarnings(context, id) : []),
    ],
  });
