import { createFormSubmission } from '../../domain/form-submissions/create.ts';
import type { FormSubmissionRecord } from '../../domain/form-submissions/fields.ts';
import { createFormSubmissionInput } from '../../domain/form-submissions/fields.ts';
import { formsByName } from '../../domain/forms/list.ts';
import type { LeadAnswer, LeadInfo } from '../../domain/lead-info/fields.ts';
import { defineColumnRoute } from '../core/list-routes.ts';
import { recordResponse } from '../core/record-responses.ts';
import { defineWriteRoute } from '../core/route.ts';
import {
  anyJson,
  computedProperty,
  copiedFromArea,
  dateTime,
  defineSerializer,
  integer,
  listOf,
  nullableText,
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
    businessName: nullableText,
    website: nullableText,
    address1: nullableText,
    address2: nullableText,
    city: nullableText,
    locality: nullableText,
    postal: nullableText,
    country: nullableText,
    taxId: nullableText,
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

export const leadExample = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@lovelace.example',
  phone: '+44 20 7946 0000',
  role: 'Founder',
  businessName: 'Lovelace Analytics',
  website: 'https://lovelace.example',
  address1: '12 St James’s Square',
  address2: null,
  city: 'London',
  locality: null,
  postal: 'SW1Y 4JH',
  country: 'United Kingdom',
  taxId: null,
  sourceUrl: 'https://studio.example/contact?utm_source=newsletter',
  leadSource: 'Newsletter',
  answers: [
    {
      id: '1',
      fieldKey: 'budget',
      fieldType: 'TEXT',
      question: 'What is your budget?',
      answer: '10,000 to 25,000',
    },
  ],
};

export const formSubmissionRoutes = [
  defineWriteRoute({
    path: 'formSubmissions/create',
    creates: 'FormSubmission',
    operationId: 'createFormSubmission',
    tag: 'Forms',
    summary: 'Submit a lead or discovery form',
    description:
      'Creates a form submission and an opportunity, in the given or the first pipeline stage. No field is required, but at least one must be set. Without `formName`, the form is "Website"; an unknown form is created. The client is that of a contact with this e-mail address, ignoring case; otherwise the client named `businessName`; otherwise a new prospect named after the business, person, e-mail address or telephone number. An unknown e-mail address becomes a contact of the client. An invalid `email` is stored with the submission, but no contact gets it. A lead of an archived client is accepted: submission and opportunity are attached to the client, which stays archived, and the description of the opportunity says so. An unknown stage is a 404 and nothing is created.',
    input: createFormSubmissionInput,
    output: recordResponse('FormSubmission', formSubmissionSerializer),
    alsoWrites: ['clients'],
    errors: ['name_not_found', 'record_not_found'],
    example: {
      input: {
        ...leadExample,
        formName: 'Discovery form',
        pipelineStageName: 'Lead',
        notes: 'Call after 2 pm.',
      },
      output: {
        id: 'sub_0199d2f0a1c27b1e9f4b6c1de0a35f25',
        accountId: 1,
        clientId: 'cli_0199d2f0a1c27b1e9f4b6c1de0a35f10',
        formName: 'Discovery form',
        submittedAt: '2026-03-31T14:00:00.000Z',
        formData: leadExample,
        notes: 'Call after 2 pm.',
        opportunityId: 'opp_0199d2f0a1c27b1e9f4b6c1de0a35f22',
      },
    },
    handle: createFormSubmission,
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
