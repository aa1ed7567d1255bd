import {
  createEmailTemplate,
  createEmailTemplateInput,
  deleteEmailTemplate,
  updateEmailTemplate,
  updateEmailTemplateInput,
} from '../../domain/invoices/email-templates.ts';
import { action, deleteAction, updateActions } from '../actions.ts';

action('createEmailTemplate', {
  description: 'Makes an e-mail template.',
  record: 'EmailTemplate',
  input: createEmailTemplateInput,
  run: createEmailTemplate,
});

updateActions({
  record: 'EmailTemplate',
  input: updateEmailTemplateInput,
  run: updateEmailTemplate,
});

deleteAction('deleteEmailTemplate', {
  description:
    'Deletes an e-mail template that no mail was written from and that is not the default one.',
  run: deleteEmailTemplate,
});
