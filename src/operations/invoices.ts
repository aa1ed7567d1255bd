import { createInvoice, createSimpleInvoice } from '../domain/invoices/create.ts';
import { updateInvoiceInput } from '../domain/invoices/draft-update-input.ts';
import { duplicateInvoice } from '../domain/invoices/duplicate-invoice.ts';
import { createInvoiceInput, createSimpleInvoiceInput } from '../domain/invoices/invoice-input.ts';
import {
  markInvoiceSent,
  markInvoiceSentInput,
  sendInvoice,
  sendInvoiceInput,
} from '../domain/invoices/send-invoice.ts';
import {
  deleteInvoice,
  renewInvoiceLink,
  revokeInvoiceLink,
  voidInvoice,
  voidInvoiceInput,
  writeOffInvoice,
  writeOffInvoiceInput,
} from '../domain/invoices/transitions.ts';
import { updateInvoice } from '../domain/invoices/update-draft.ts';
import { defineOperations } from '../platform/operations/operations.ts';

const editedExample = {
  status: 'DRAFT',
  dateIssued: null,
  dateSent: null,
  dateDue: '2026-05-15',
  description: 'March',
};

export const invoiceOperations = defineOperations('Invoice', {
  createInvoice: {
    kind: 'create',
    description: 'Creates an invoice with lines, and sends it if `sendTo.send` is true.',
    input: createInvoiceInput,
    errors: ['name_not_found', 'number_taken', 'conflicting_state', 'e_invoice_incomplete'],
    run: createInvoice,
  },
  createSimpleInvoice: {
    kind: 'create',
    description: 'Creates an invoice with one amount, and sends it if `sendTo.send` is true.',
    input: createSimpleInvoiceInput,
    errors: ['name_not_found', 'number_taken', 'conflicting_state', 'e_invoice_incomplete'],
    run: createSimpleInvoice,
  },
  updateInvoice: {
    kind: 'update',
    input: updateInvoiceInput,
    errors: ['name_not_found', 'conflicting_state'],
    run: updateInvoice,
    rest: {
      path: 'invoices/update',
      hasPut: false,
      details:
        'Only a draft can be changed; any other invoice is a 409. New `items` replace all lines. The sums are computed again.',
      example: { input: { dueDate: '2026-05-15', description: 'March' }, output: editedExample },
    },
  },
  sendInvoice: {
    kind: 'record',
    description:
      'E-mails an invoice to its client, for the first time or again. An identical e-mail that is queued, or was sent within the last minute, is not sent again.',
    input: sendInvoiceInput,
    errors: ['name_not_found', 'conflicting_state', 'e_invoice_incomplete'],
    run: sendInvoice,
    rest: {
      path: 'invoices/send',
      details:
        'A draft becomes SENT, or PAID if nothing is due, and gets the issue date `dateIssued`. A voided or written-off invoice is a 409.',
      example: {
        input: { contacts: ['ada@lovelace.example'], emailTemplateName: 'Invoice' },
      },
    },
  },
  voidInvoice: {
    kind: 'record',
    description: 'Voids an invoice without payments. It keeps its number.',
    input: voidInvoiceInput,
    errors: ['conflicting_state'],
    run: voidInvoice,
    rest: {
      path: 'invoices/void',
      details:
        'Its work can be billed again. An invoice that something was paid or credited on is a 409.',
      example: {
        input: { reason: 'Ordered twice' },
        output: { status: 'VOIDED', amountDue: 0 },
      },
    },
  },
  writeOffInvoice: {
    kind: 'record',
    description: 'Writes off the amount due of an invoice.',
    input: writeOffInvoiceInput,
    errors: ['conflicting_state'],
    run: writeOffInvoice,
    rest: {
      path: 'invoices/writeOff',
      details:
        'Payments stay, and its work stays billed. A later payment reopens it. A draft, and an invoice without an amount due, is a 409.',
      example: {
        input: { reason: 'Insolvent' },
        output: { status: 'WRITE_OFF', amountDue: 0 },
      },
    },
  },
  markInvoiceSent: {
    kind: 'record',
    description: 'Marks a draft as sent by other means. No e-mail is sent.',
    input: markInvoiceSentInput,
    errors: ['conflicting_state', 'e_invoice_incomplete'],
    run: markInvoiceSent,
    rest: {
      path: 'invoices/markSent',
      details: 'It becomes SENT, or PAID if nothing is due. An invoice that is no draft is a 409.',
      example: { input: { dateIssued: '2026-03-31' } },
    },
  },
  duplicateInvoice: {
    kind: 'record',
    description: 'Creates a draft dated today with the lines, discount and taxes of an invoice.',
    errors: ['conflicting_state'],
    run: duplicateInvoice,
  },
  renewInvoiceLink: {
    kind: 'record',
    description: 'Replaces the link of an invoice. The old link stops working.',
    run: renewInvoiceLink,
  },
  revokeInvoiceLink: {
    kind: 'record',
    description: 'Revokes an invoice’s link until it is renewed.',
    run: revokeInvoiceLink,
  },
  deleteInvoice: {
    kind: 'delete',
    description: 'Deletes the newest draft if it was never sent. The next invoice gets its number.',
    errors: ['conflicting_state'],
    run: deleteInvoice,
    rest: {
      path: 'invoices/{id}',
      details: 'Its work can be billed again. Any other invoice is a 409: void it instead.',
    },
  },
});
