import { outboxMailOperations } from '../../operations/outbox-mails.ts';
import { defineOperationRoutes } from '../core/operation-routes.ts';
import { creditNoteForm } from './credit-notes.ts';
import { invoiceForm } from './invoices.ts';
import { paymentForm } from './payments.ts';

export const outboxMailRoutes = defineOperationRoutes(outboxMailOperations, {
  tag: 'Invoices',
  records: { Payment: paymentForm, Invoice: invoiceForm, CreditNote: creditNoteForm },
});
