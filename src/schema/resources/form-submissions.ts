import { leadInfoInput } from '../../domain/lead-info/fields.ts';
import { formOperations, formSubmissionOperations } from '../../operations/form-submissions.ts';
import { builder } from '../core/builder.ts';
import { defineRecordQueries, relationConnectionField } from '../core/connections.ts';
import { jsonObjectType } from '../core/json-objects.ts';
import { defineOperationMutations } from '../core/operation-mutations.ts';
import {
  columnFields,
  computedField,
  recordNodeOptions,
  relationField,
} from '../core/record-fields.ts';

builder.prismaNode('Form', {
  ...recordNodeOptions,
  fields: (t) => ({
    ...columnFields(t, 'Form', []),
    submissions: relationConnectionField(t, 'submissions', 'FormSubmission'),
  }),
});

defineRecordQueries('Form', {
  field: 'forms',
  description: 'Lead and discovery forms, by name.',
  where: ['name', 'submissions'],
  orderBy: ['name'],
  defaultOrder: [{ name: 'asc' }],
});

builder.prismaNode('FormSubmission', {
  ...recordNodeOptions,
  fields: (t) => ({
    ...columnFields(t, 'FormSubmission', ['clientId', 'contactId', 'opportunityId', 'submittedAt']),
    formName: computedField<{ form: { name: string } }>(t, {
      type: 'String',
      description: 'Name of the form.',
      from: { form: { select: { name: true } } },
      value: ({ form }) => form.name,
    }),
    formData: computedField<{ formData: unknown }>(t, {
      type: jsonObjectType(leadInfoInput),
      description: 'Contact fields, company fields and answers of the submission.',
      from: { formData: true },
      value: (row) => row.formData,
    }),
    form: relationField(t, 'form'),
    client: relationField(t, 'client', { nullable: true }),
    contact: relationField(t, 'contact', { nullable: true }),
    opportunity: relationField(t, 'opportunity', { nullable: true }),
  }),
});

defineRecordQueries('FormSubmission', {
  field: 'formSubmissions',
  description: 'Form submissions, latest first.',
  where: [
    ...['formId', 'clientId', 'contactId', 'opportunityId', 'submittedAt', 'notes', 'form'],
    ...['client', 'contact', 'opportunity'],
  ],
  orderBy: ['submittedAt'],
  defaultOrder: [{ submittedAt: 'desc' }],
});

defineOperationMutations(formSubmissionOperations);
defineOperationMutations(formOperations);
