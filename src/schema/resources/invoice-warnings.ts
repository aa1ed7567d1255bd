import type { FieldMap } from '@pothos/core';
import type { InvoiceWarning } from '../../domain/invoices/invoice-warnings.ts';
import {
  findInvoiceWarnings,
  warningsDescription,
} from '../../domain/invoices/invoice-warnings.ts';
import type { TaxCategory } from '../../generated/prisma/enums.ts';
import { builder } from '../core/builder.ts';
import type { FieldBuilder } from '../core/record-fields.ts';
import { computedField } from '../core/record-fields.ts';
import { inheritedPermissions } from '../core/required-permissions.ts';

export const invoiceWarning = builder.objectRef<InvoiceWarning>('InvoiceWarning').implement({
  description: 'A problem of an invoice that does not prevent its issue.',
  extensions: inheritedPermissions,
  fields: (t) => ({
    path: t.exposeString('path', { description: 'The field that it is about.' }),
    code: t.exposeString('code', { description: 'Stable code of the problem.' }),
    message: t.exposeString('message', { description: 'The problem and its solution.' }),
  }),
});

export const warningsField = (t: FieldBuilder): FieldMap[string] =>
  computedField<{ taxBreakdown: readonly { category: TaxCategory | null }[] }>(t, {
    type: [invoiceWarning],
    description: warningsDescription,
    from: { taxBreakdown: { orderBy: [{ order: 'asc' }], select: { category: true } } },
    value: ({ taxBreakdown }) => findInvoiceWarnings(taxBreakdown),
  });
