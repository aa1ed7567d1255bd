import type {
  EmailTemplateName,
  EmailTemplateRecord,
} from '../../domain/invoices/template-lists.ts';
import {
  emailTemplatePathInput,
  getEmailTemplate,
  templatesByName,
} from '../../domain/invoices/template-lists.ts';
import { templateToHtml } from '../../mail/mail-html.ts';
import { defineColumnRoute, defineListRoute } from '../core/list-routes.ts';
import { defineReadRoute } from '../core/route.ts';
import { defineSerializer, text, withDescription } from '../core/serializer.ts';

const templateFields = {
  id: withDescription(text, 'Id of the template.'),
  name: withDescription(text, 'Name, unique in the workspace, for `emailTemplateName`.'),
};

const emailTemplateNameSerializer = defineSerializer<EmailTemplateName>()(
  'EmailTemplateName',
  'An e-mail template without its texts.',
  templateFields,
);

const emailTemplateSerializer = defineSerializer<EmailTemplateRecord & { htmlContent: string }>()(
  'EmailTemplate',
  'An e-mail template with unfilled placeholders in double braces.',
  {
    ...templateFields,
    subject: text,
    // Rendered after the query, from the stored text.
    htmlContent: {
      schema: withDescription(
        text,
        'The text as HTML: a <p> for each paragraph, a <br> for each line. Placeholders stay, everything else is escaped.',
      ).schema,
    },
  },
);

const emailTemplateExample = { id: 'eml_0199d2f0a1c27b1e9f4b6c1de0a35f40', name: 'Invoice' };

export const templateRoutes = [
  defineColumnRoute({
    path: 'invoiceTemplates/list',
    operationId: 'listInvoiceTemplates',
    tag: 'Invoices',
    summary: 'List invoice template names',
    description: 'Names of all invoice templates, in alphabetical order.',
    model: 'InvoiceTemplate',
    column: 'name',
    of: text,
    errors: [],
    example: { output: ['Standard invoice'] },
    handle: () => templatesByName,
  }),
  defineColumnRoute({
    path: 'emailTemplates/list',
    operationId: 'listEmailTemplates',
    tag: 'Invoices',
    summary: 'List e-mail template names',
    description: 'Names of all e-mail templates, in alphabetical order.',
    model: 'EmailTemplate',
    column: 'name',
    of: text,
    errors: [],
    example: { output: ['Invoice'] },
    handle: () => templatesByName,
  }),
  defineListRoute({
    path: 'emailTemplates',
    operationId: 'listEmailTemplateIds',
    tag: 'Invoices',
    summary: 'List e-mail templates with their ids',
    description:
      'Id and name of every e-mail template, by name. `emailTemplates/{templateId}` returns the texts of one.',
    model: 'EmailTemplate',
    record: emailTemplateNameSerializer,
    errors: [],
    example: { output: [emailTemplateExample] },
    handle: () => templatesByName,
  }),
  defineReadRoute({
    path: 'emailTemplates/{templateId}',
    operationId: 'getEmailTemplate',
    tag: 'Invoices',
    summary: 'Look up an e-mail template',
    description:
      'Subject and text of an e-mail template. Placeholders are not filled in, and nothing is sent. An unknown `templateId` is a 404.',
    area: 'settings',
    input: emailTemplatePathInput,
    output: emailTemplateSerializer,
    errors: ['invalid_input', 'record_not_found'],
    example: {
      input: { templateId: emailTemplateExample.id },
      output: {
        ...emailTemplateExample,
        subject: 'Invoice {{ invoice.number }} from {{ workspace.name }}',
        htmlContent: '<p>Hello,</p>\n<p>invoice {{ invoice.number }} is attached.</p>',
      },
    },
    handle: async (context, input) => {
      const { id, name, subject, body } = await getEmailTemplate(context, input);
      return { id, name, subject, htmlContent: templateToHtml(body) };
    },
  }),
];
