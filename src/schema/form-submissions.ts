import { leadInfoInput } from '../domain/lead-info.ts';
import { builder } from './builder.ts';
import { columns, derived, ownNode } from './columns.ts';
import { listed, relatedList } from './connections.ts';
import { many, one } from './filters.ts';
import { jsonObject } from './json-objects.ts';

builder.prismaNode('Form', {
  ...ownNode,
  fields: (t) => ({
    ...columns(t, 'Form', ['name']),
    submissions: relatedList(t, 'submissions', 'FormSubmission'),
  }),
});

listed('Form', {
  field: 'forms',
  description: 'Lead and discovery forms, by name.',
  where: { name: 'String', submissions: many('FormSubmission') },
  orderBy: ['name'],
  usualOrder: [{ name: 'asc' }],
});

builder.prismaNode('FormSubmission', {
  ...ownNode,
  fields: (t) => ({
    ...columns(t, 'FormSubmission', [
      'formId',
      'clientId',
      'contactId',
      'opportunityId',
      'submittedAt',
      'notes',
    ]),
    formName: derived<{ form: { name: string } }>(t, {
      type: 'String',
      description: 'Name of the form.',
      from: { form: { select: { name: true } } },
      value: ({ form }) => form.name,
    }),
    formData: derived<{ formData: unknown }>(t, {
      type: jsonObject(leadInfoInput),
      description: 'The submitted contact and company fields and answers.',
      from: { formData: true },
      value: (row) => row.formData,
    }),
    form: t.relation('form'),
    client: t.relation('client', { nullable: true }),
    contact: t.relation('contact', { nullable: true }),
    opportunity: t.relation('opportunity', { nullable: true }),
  }),
});

listed('FormSubmission', {
  field: 'formSubmissions',
  description: 'What was sent in through forms, latest first.',
  where: {
    formId: 'ID',
    clientId: 'ID',
    contactId: 'ID',
    opportunityId: 'ID',
    submittedAt: 'DateTime',
    form: one('Form'),
    client: one('Client'),
    contact: one('Contact'),
    opportunity: one('Opportunity'),
  },
  orderBy: ['submittedAt'],
  usualOrder: [{ submittedAt: 'desc' }],
});
