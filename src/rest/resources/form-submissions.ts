import type { FormSubmissionRecord } from '../../domain/form-submissions/fields.ts';
import { formsByName } from '../../domain/forms/list.ts';
import type { LeadAnswer, LeadInfo } from '../../domain/lead-info/fields.ts';
import { formSubmissionOperations, leadExample } from '../../operations/form-submissions.ts';
import { defineColumnRoute } from '../core/list-routes.ts';
import { defineOperationRoutes } from '../core/operation-routes.ts';
import { recordResponse } from '../core/record-responses.ts';
import {
  anyJson,
  computedProperty,
  copiedFromArea,
  dateTime,
  defineSerializer,
  integer,
  listOf,
  nullableText,
  nullableTexts,
  text,
  withDescription,
} from '../core/serializer.ts';

const answerSerializer = defineSerializer<LeadAnswer>()(
  'Answer',
  'A question of a form with its answer.',
  {
    id: withDescription(nullableText, 'Id of the answer in the form.'),
    fieldKey: withDescription(nullableText, 'Key of the form’s field.'),
    fieldType: withDescription(nullableText, 'Type of the form’s field, as in the form.'),
    question: withDescription(nullableText, 'Question.'),
    answer: withDescription(anyJson, 'Answer: any JSON.'),
  },
);

export const leadInfoSerializer = defineSerializer<LeadInfo>()(
  'LeadInfo',
  'Contact details of a lead.',
  {
    firstName: nullableText,
    lastName: nullableText,
    email: withDescription(nullableText, 'E-mail address as entered.'),
    phone: nullableText,
    role: withDescription(nullableText, 'Job title or role.'),
    ...nullableTexts('businessName', 'website', 'address1', 'address2', 'city', 'locality'),
    ...nullableTexts('postal', 'country', 'taxId'),
    sourceUrl: withDescription(nullableText, 'Page with the form.'),
    leadSource: withDescription(nullableText, 'Source of the lead.'),
    answers: withDescription(listOf(answerSerializer), 'Answers to the form’s further questions.'),
  },
);

const formSubmissionSerializer = defineSerializer<FormSubmissionRecord>()(
  'FormSubmission',
  'A submission of a form.',
  {
    id: withDescription(text, 'Id of the submission.'),
    accountId: withDescription(integer, 'The workspace.'),
    clientId: copiedFromArea('clients', nullableText),
    formName: copiedFromArea(
      'sales',
      computedProperty(withDescription(text, 'Name of the form.'), 'form.name'),
    ),
    submittedAt: dateTime,
    formData: leadInfoSerializer,
    notes: nullableText,
    opportunityId: nullableText,
  },
);

const example = {
  id: 'sub_0199d2f0a1c27b1e9f4b6c1de0a35f25',
  accountId: 1,
  clientId: 'cli_0199d2f0a1c27b1e9f4b6c1de0a35f10',
  formName: 'Discovery form',
  submittedAt: '2026-03-31T14:00:00.000Z',
  formData: leadExample,
  notes: 'Call after 2 pm.',
  opportunityId: 'opp_0199d2f0a1c27b1e9f4b6c1de0a35f22',
};

export const formSubmissionRoutes = [
  ...defineOperationRoutes(formSubmissionOperations, {
    tag: 'Forms',
    records: {
      FormSubmission: {
        response: recordResponse('FormSubmission', formSubmissionSerializer),
        example,
      },
    },
  }),
  defineColumnRoute({
    path: 'formNames/list',
    operationId: 'listFormNames',
    tag: 'Forms',
    summary: 'List form names',
    description: 'Names of all forms, in alphabetical order. Submissions create forms.',
    model: 'Form',
    column: 'name',
    of: text,
    errors: [],
    example: { output: ['Contact form', 'Discovery form'] },
    handle: () => formsByName,
  }),
];
