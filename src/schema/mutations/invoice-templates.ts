import {
  createInvoiceTemplate,
  createInvoiceTemplateInput,
  deleteInvoiceTemplate,
  updateInvoiceTemplate,
  updateInvoiceTemplateInput,
} from '../../domain/invoices/invoice-templates.ts';
import { action, deleteAction, updateActions } from '../actions.ts';

action('createInvoiceTemplate', {
  description: 'Makes an invoice template.',
  record: 'InvoiceTemplate',
  input: createInvoiceTemplateInput,
  run: createInvoiceTemplate,
});

updateActions({
  record: 'InvoiceTemplate',
  input: updateInvoiceTemplateInput,
  run: updateInvoiceTemplate,
});

deleteAction('deleteInvoiceTemplate', {
  description:
    'Deletes an invoice template that no invoice was made from and that is not the default one.',
  run: deleteInvoiceTemplate,
});
