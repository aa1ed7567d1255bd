import { createInvoice, createSimpleInvoice } from '../../domain/invoices/create.ts';
import { updateInvoiceInput } from '../../domain/invoices/draft-update-input.ts';
import { duplicateInvoice } from '../../domain/invoices/duplicate-invoice.ts';
import {
  createInvoiceInput,
  createSimpleInvoiceInput,
} from '../../domain/invoices/invoice-input.ts';
import {
  markInvoiceSent,
  markInvoiceSentInput,
  sendInvoice,
  sendInvoiceInput,
} from '../../domain/invoices/send-invoice.ts';
import {
  deleteInvoice,
  renewInvoiceLink,
  revokeInvoiceLink,
  voidInvoice,
  voidInvoiceInput,
  writeOffInvoice,
  writeOffInvoiceInput,
} from '../../domain/invoices/transitions.ts';
import { updateInvoice } from '../../domain/invoices/update-draft.ts';
import {
  defineCommandMutation,
  defineDeleteMutation,
  defineRecordMutation,
  defineUpdateMutations,
} from '../core/command-mutations.ts';

defineCommandMutation('createInvoice', {
  description: 'Creates an invoice with lines, and sends it if `sendTo.send` is true.',
  record: 'Invoice',
  input: createInvoiceInput,
  run: createInvoice,
});

defineCommandMutation('createSimpleInvoice', {
  description: 'Creates an invoice with one amount, and sends it if `sendTo.send` is true.',
  record: 'Invoice',
  input: createSimpleInvoiceInput,
  run: createSimpleInvoice,
});

defineUpdateMutations({
  record: 'Invoice',
  input: updateInvoiceInput,
  run: updateInvoice,
});

defineCommandMutation('sendInvoice', {
  description:
    'E-mails an invoice to its client, for the first time or again. An identical e-mail that is queued, or was sent within the last minute, is not sent again.',
  record: 'Invoice',
  input: sendInvoiceInput,
  hasId: true,
  run: sendInvoice,
});

defineCommandMutation('voidInvoice', {
  description: 'Voids an invoice without payments. It keeps its number.',
  record: 'Invoice',
  input: voidInvoiceInput,
  hasId: true,
  run: voidInvoice,
});

defineCommandMutation('writeOffInvoice', {
  description: 'Writes off the amount due of an invoice.',
  record: 'Invoice',
  input: writeOffInvoiceInput,
  hasId: true,
  run: writeOffInvoice,
});

defineCommandMutation('markInvoiceSent', {
  description: 'Marks a draft as sent by other means. No e-mail is sent.',
  record: 'Invoice',
  input: markInvoiceSentInput,
  hasId: true,
  run: markInvoiceSent,
});

defineRecordMutation('duplicateInvoice', {
  description: 'Creates a draft dated today with the lines, discount and taxes of an invoice.',
  record: 'Invoice',
  run: duplicateInvoice,
});

defineRecordMutation('renewInvoiceLink', {
  description: 'Replaces the link of an invoice. The old link stops working.',
  record: 'Invoice',
  neverConflicts: true,
  run: renewInvoiceLink,
});

defineRecordMutation('revokeInvoiceLink', {
  description: 'Revokes an invoice’s link until it is renewed.',
  record: 'Invoice',
  neverConflicts: true,
  run: revokeInvoiceLink,
});

defineDeleteMutation('deleteInvoice', {
  record: 'Invoice',
  description: 'Deletes the newest draft if it was never sent. The next invoice gets its number.',
  run: deleteInvoice,
});
