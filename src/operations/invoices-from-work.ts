import {
  createInvoiceFromWork,
  createInvoiceFromWorkInput,
} from '../domain/invoices/create-from-work.ts';
import { workPermissionAreas } from '../domain/work-prices/unbilled-work.ts';
import { defineOperations } from '../platform/operations/operations.ts';

/** Descriptions of the invoice and of its preview. */
export const workTexts = {
  lines:
    'Time of one group (`groupBy`: PROJECT, PERSON, DELIVERABLE, DAY or ENTRY) with the same rate becomes one line. Every expense and every deliverable has a line of its own.',
  which:
    'It bills billable time, reimbursable expenses in the invoice’s currency with their markup, and approved deliverables of projects that are paid per item or at a fixed price. `projectName`, `until`, `time`, `expenses` and `deliverables` filter the work. Time without an hourly rate is a 400 unless `hourlyAmount` is set.',
};

export const invoiceFromWorkOperations = defineOperations('Invoice', {
  createInvoiceFromWork: {
    kind: 'create',
    description:
      'Creates an invoice of unbilled work and marks the work as billed: time, expenses in its currency and approved deliverables, by current rates. Work is never billed twice, even by concurrent requests. See `previewInvoiceFromWork` for a preview.',
    input: createInvoiceFromWorkInput,
    errors: ['name_not_found', 'number_taken', 'conflicting_state', 'e_invoice_incomplete'],
    alsoReads: workPermissionAreas,
    run: createInvoiceFromWork,
    rest: {
      path: 'invoices/createFromWork',
      summary: 'Create an invoice of work',
      details: [
        'Without work to bill, it is a 409 and no number is used.',
        workTexts.which,
        workTexts.lines,
        'The work can be billed again once the invoice is voided or deleted. Everything else is as in `invoices/create`.',
      ].join('\n\n'),
      example: {
        input: { clientName: 'Lovelace Analytics', projectName: 'Website', taxRate: 19 },
        output: { status: 'DRAFT', dateSent: null },
      },
    },
  },
});
