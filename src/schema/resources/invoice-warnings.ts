import type { FieldMap } from '@pothos/core';
import {
  findInvoiceWarnings,
  warningsDescription,
} from '../../domain/invoices/invoice-warnings.ts';
import type { InvoiceStatus, TaxCategory } from '../../generated/prisma/enums.ts';
import { invoiceWarning } from '../core/invoice-warning.ts';
import type { FieldBuilder } from '../core/record-fields.ts';
import { computedField } from '../core/record-fields.ts';
import { loadDraftWarnings } from './e-invoices.ts';

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
    value: async ({ id, status, taxBreakdown }, context) =>
      status === 'DRAFT' ? loadDraftWarnings(context, id) : findInvoiceWarnings(taxBreakdown),
  });
