import { createInvoice, createSimpleInvoice } from '../../domain/invoices/create.ts';
import { updateInvoiceInput } from '../../domain/invoices/draft-update-input.ts';
import { duplicateInvoice } from '../../domain/invoices/duplicate-invoice.ts';
import {
  createInvoiceInput,
  createSimpleInvoiceInput,
} from '../../domain/invoices/invoice-input.ts';
import {
  deleteInvoice,
  markInvoiceSent,
  markInvoiceSentInput,
  renewInvoiceLink,
  revokeInvoiceLink,
  sendInvoice,
  sendInvoiceInput,
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
  description: 'Makes an invoice of items, and sends it where `sendTo.send` says so.',
  record: 'Invoice',
  input: createInvoiceInput,
  run: createInvoice,
});

defineCommandMutation('createSimpleInvoice', {
  description: 'Makes an invoice of one amount, and sends it where `sendTo.send` says so.',
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
    'Mails an invoice to its client, for the first time or again. Where the same mail, word by word, waits to leave or left within the last minute, no other is sent.',
  record: 'Invoice',
  input: sendInvoiceInput,
  hasId: true,
  run: sendInvoice,
});

defineCommandMutation('voidInvoice', {
  description: 'Declares void an invoice on which nothing was paid; it keeps its number.',
  record: 'Invoice',
  input: voidInvoiceInput,
  hasId: true,
  run: voidInvoice,
});

defineCommandMutation('writeOffInvoice', {
  description: 'Gives up what is still due of an invoice.',
  record: 'Invoice',
  input: writeOffInvoiceInput,
  hasId: true,
  run: writeOffInvoice,
});

defineCommandMutation('markInvoiceSent', {
  description: 'Notes that a draft was sent by other means; nothing is mailed.',
  record: 'Invoice',
  input: markInvoiceSentInput,
  hasId: true,
  run: markInvoiceSent,
});

defineRecordMutation('duplicateInvoice', {
  description: 'Makes a draft of today with the lines, discount and taxes of an invoice.',
  record: 'Invoice',
  run: duplicateInvoice,
});

defineRecordMutation('renewInvoiceLink', {
  description: 'Gives an invoice a new link; the one that it had no longer works.',
  record: 'Invoice',
  neverConflicts: true,
  run: renewInvoiceLink,
});

defineRecordMutation('revokeInvoiceLink', {
  description: 'Takes an invoice’s link away, until it is renewed.',
  record: 'Invoice',
  neverConflicts: true,
  run: revokeInvoiceLink,
});

defineDeleteMutation('deleteInvoice', {
  record: 'Invoice',
  description:
    'Deletes a draft that was never sent; the next invoice gets its number, so it has to be the newest.',
  run: deleteInvoice,
});
