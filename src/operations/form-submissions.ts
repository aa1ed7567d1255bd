import { createFormSubmission } from '../domain/form-submissions/create.ts';
import { createFormSubmissionInput } from '../domain/form-submissions/fields.ts';
import {
  deleteFormSubmission,
  updateFormSubmission,
  updateFormSubmissionInput,
} from '../domain/form-submissions/update.ts';
import { createForm } from '../domain/forms/create.ts';
import { deleteForm } from '../domain/forms/delete.ts';
import { createFormInput, updateFormInput } from '../domain/forms/fields.ts';
import { updateForm } from '../domain/forms/update.ts';
import { defineOperations } from '../platform/operations/operations.ts';

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

export const formSubmissionOperations = defineOperations('FormSubmission', {
  createFormSubmission: {
    kind: 'create',
    description:
      'Creates a form submission and an opportunity. A missing form, client or contact is created too.',
    input: createFormSubmissionInput,
    errors: ['name_not_found', 'conflicting_state'],
    alsoWrites: ['clients'],
    run: createFormSubmission,
    rest: {
      path: 'formSubmissions/create',
      summary: 'Submit a lead or discovery form',
      details:
        'The opportunity is in the given or the first pipeline stage. No field is required, but at least one must be set. Without `formName`, the form is "Website". The client is that of a contact with this e-mail address, ignoring case; otherwise the client named `businessName`; otherwise a new prospect named after the business, person, e-mail address or telephone number. An unknown e-mail address becomes a contact of the client. An invalid `email` is stored with the submission, but no contact gets it. A lead of an archived client is accepted: submission and opportunity are attached to the client, which stays archived, and the description of the opportunity says so. An unknown stage is a 404 and nothing is created.',
      example: {
        input: {
          ...leadExample,
          formName: 'Discovery form',
          pipelineStageName: 'Lead',
          notes: 'Call after 2 pm.',
        },
      },
    },
  },
  updateFormSubmission: {
    kind: 'update',
    input: updateFormSubmissionInput,
    run: updateFormSubmission,
  },
  deleteFormSubmission: {
    kind: 'delete',
    description: 'Permanently deletes a form submission. Its client and opportunity stay.',
    run: deleteFormSubmission,
  },
});

export const formOperations = defineOperations('Form', {
  createForm: {
    kind: 'create',
    description: 'Creates a form.',
    input: createFormInput,
    errors: ['name_taken'],
    run: createForm,
  },
  updateForm: {
    kind: 'update',
    input: updateFormInput,
    errors: ['name_taken'],
    run: updateForm,
  },
  deleteForm: {
    kind: 'delete',
    description: 'Deletes a form without submissions.',
    errors: ['conflicting_state'],
    run: deleteForm,
  },
});
