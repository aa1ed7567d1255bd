import { createFormSubmission } from '../../domain/form-submissions/create.ts';
import { createFormSubmissionInput } from '../../domain/form-submissions/fields.ts';
import {
  deleteFormSubmission,
  updateFormSubmission,
  updateFormSubmissionInput,
} from '../../domain/form-submissions/update.ts';
import { createForm } from '../../domain/forms/create.ts';
import { deleteForm } from '../../domain/forms/delete.ts';
import { createFormInput, updateFormInput } from '../../domain/forms/fields.ts';
import { updateForm } from '../../domain/forms/update.ts';
import { leadInfoInput } from '../../domain/lead-info/fields.ts';
import { builder } from '../core/builder.ts';
import {
  defineCommandMutation,
  defineDeleteMutation,
  defineUpdateMutations,
} from '../core/command-mutations.ts';
import { defineRecordQueries, relationConnectionField } from '../core/connections.ts';
import { relationFilter, relationListFilter } from '../core/filters.ts';
import { jsonObjectType } from '../core/json-objects.ts';
import {
  columnFields,
  computedField,
  recordNodeOptions,
  relationField,
} from '../core/record-fields.ts';

builder.prismaNode('Form', {
  ...recordNodeOptions,
  fields: (t) => ({
    ...columnFields(t, 'Form', ['name']),
    submissions: relationConnectionField(t, 'submissions', 'FormSubmission'),
  }),
});

defineRecordQueries('Form', {
  field: 'forms',
  description: 'Lead and discovery forms, by name.',
  where: { name: 'String', submissions: relationListFilter('FormSubmission') },
  orderBy: ['name'],
  defaultOrder: [{ name: 'asc' }],
});

builder.prismaNode('FormSubmission', {
  ...recordNodeOptions,
  fields: (t) => ({
    ...columnFields(t, 'FormSubmission', [
      'formId',
      'clientId',
      'contactId',
      'opportunityId',
      'submittedAt',
      'notes',
    ]),
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
  where: {
    formId: 'ID',
    clientId: 'ID',
    contactId: 'ID',
    opportunityId: 'ID',
    submittedAt: 'DateTime',
    form: relationFilter('Form'),
    client: relationFilter('Client'),
    contact: relationFilter('Contact'),
    opportunity: relationFilter('Opportunity'),
  },
  orderBy: ['submittedAt'],
  defaultOrder: [{ submittedAt: 'desc' }],
});

defineCommandMutation('createFormSubmission', {
  description:
    'Creates a form submission and an opportunity. A missing form, client or contact is created too.',
  record: 'FormSubmission',
  alsoWrites: ['clients'],
  input: createFormSubmissionInput,
  run: createFormSubmission,
});

defineUpdateMutations({
  record: 'FormSubmission',
  input: updateFormSubmissionInput,
  neverConflicts: true,
  run: updateFormSubmission,
});

defineDeleteMutation('deleteFormSubmission', {
  record: 'FormSubmission',
  description: 'Permanently deletes a form submission. Its client and opportunity stay.',
  neverConflicts: true,
  run: deleteFormSubmission,
});

defineCommandMutation('createForm', {
  description: 'Creates a form.',
  record: 'Form',
  input: createFormInput,
  run: createForm,
});

defineUpdateMutations({ record: 'Form', input: updateFormInput, run: updateForm });

defineDeleteMutation('deleteForm', {
  record: 'Form',
  description: 'Deletes a form without submissions.',
  run: deleteForm,
});
