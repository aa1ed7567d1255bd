import {
  deleteFormSubmission,
  updateFormSubmission,
  updateFormSubmissionInput,
} from '../../domain/form-submissions/update.ts';
import {
  createFormSubmission,
  createFormSubmissionInput,
} from '../../domain/form-submissions/index.ts';
import {
  createForm,
  createFormInput,
  deleteForm,
  updateForm,
  updateFormInput,
} from '../../domain/forms/index.ts';
import { leadInfoInput } from '../../domain/lead-info/index.ts';
import { action, deleteAction, updateActions } from '../core/command-mutations.ts';
import { builder } from '../core/builder.ts';
import { columns, derived, ownNode, related } from '../core/record-fields.ts';
import { listed, relatedList } from '../core/connections.ts';
import { many, one } from '../core/filters.ts';
import { jsonObject } from '../core/json-objects.ts';

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
    form: related(t, 'form'),
    client: related(t, 'client', { nullable: true }),
    contact: related(t, 'contact', { nullable: true }),
    opportunity: related(t, 'opportunity', { nullable: true }),
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

action('createFormSubmission', {
  description:
    'Takes a lead in: the submission and an opportunity, with form, client and contact made where they are missing.',
  record: 'FormSubmission',
  alsoWrites: ['clients'],
  input: createFormSubmissionInput,
  run: createFormSubmission,
});

updateActions({
  record: 'FormSubmission',
  input: updateFormSubmissionInput,
  neverConflicts: true,
  run: updateFormSubmission,
});

deleteAction('deleteFormSubmission', {
  record: 'FormSubmission',
  description: 'Deletes a form submission for good; the client and opportunity it made stay.',
  neverConflicts: true,
  run: deleteFormSubmission,
});

action('createForm', {
  description: 'Makes a form.',
  record: 'Form',
  input: createFormInput,
  run: createForm,
});

updateActions({ record: 'Form', input: updateFormInput, run: updateForm });

deleteAction('deleteForm', {
  record: 'Form',
  description: 'Deletes a form that has no submissions.',
  run: deleteForm,
});
