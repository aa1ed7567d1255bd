import type { FieldMap } from '@pothos/core';
import {
  findInvoiceWarnings,
  warningsDescription,
} from '../../domain/invoices/invoice-warnings.ts';
import type { TaxCategory } from '../../generated/prisma/enums.ts';
import { invoiceWarning } from '../core/invoice-warning.ts';
import type { FieldBuilder } from '../core/record-fields.ts';
import { computedField } from '../core/record-fields.ts';

export const warningsField = (t: FieldBuilder): FieldMap[string] =>
  computedField<{ taxBreakdown: readonly { category: TaxCategory | null }[] }>(t, {
    type: [invoiceWarning],
    description: warningsDescription,
    from: { taxBreakdown: { orderBy: [{ order: 'asc' }], select: { category: true } } },
    value: ({ taxBreakdown }) => findInvoiceWarnings(taxBreakdown),
  });
