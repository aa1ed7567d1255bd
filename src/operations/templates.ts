import {
  createEmailTemplate,
  createEmailTemplateInput,
  deleteEmailTemplate,
  updateEmailTemplate,
  updateEmailTemplateInput,
} from '../domain/invoices/email-templates.ts';
import {
  createInvoiceTemplate,
  createInvoiceTemplateInput,
  deleteInvoiceTemplate,
  updateInvoiceTemplate,
  updateInvoiceTemplateInput,
} from '../domain/invoices/invoice-templates.ts';
import { defineOperations } from '../platform/operations/operations.ts';

export const emailTemplateOperations = defineOperations('EmailTemplate', {
  createEmailTemplate: {
    kind: 'create',
    description: 'Creates an e-mail template.',
    input: createEmailTemplateInput,
    errors: ['name_taken'],
    run: createEmailTemplate,
  },
  updateEmailTemplate: {
    kind: 'update',
    input: updateEmailTemplateInput,
    errors: ['name_taken', 'conflicting_state'],
    run: updateEmailTemplate,
  },
  deleteEmailTemplate: {
    kind: 'delete',
    description: 'Deletes an e-mail template that no e-mail used and that is not a default.',
    errors: ['conflicting_state'],
    run: deleteEmailTemplate,
  },
});

export const invoiceTemplateOperations = defineOperations('InvoiceTemplate', {
  createInvoiceTemplate: {
    kind: 'create',
    description: 'Creates an invoice template.',
    input: createInvoiceTemplateInput,
    errors: ['name_taken'],
    run: createInvoiceTemplate,
  },
  updateInvoiceTemplate: {
    kind: 'update',
    input: updateInvoiceTemplateInput,
    errors: ['name_taken', 'conflicting_state'],
    run: updateInvoiceTemplate,
  },
  deleteInvoiceTemplate: {
    kind: 'delete',
    description: 'Deletes an invoice template that no invoice uses and that is not the default.',
    errors: ['conflicting_state'],
    run: deleteInvoiceTemplate,
  },
});
