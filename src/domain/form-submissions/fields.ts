import type { FormSubmission } from '../../generated/prisma/client.ts';
import { multilineText, recordIdType, text } from '../../platform/input/field-types.ts';
import { inputObject, nullable } from '../../platform/input/fields.ts';
import type { LeadInfo } from '../lead-info/fields.ts';
import { leadFields } from '../lead-info/fields.ts';

/** A form submission as it is shown: the lead's fields all there. */
export type FormSubmissionRecord = Omit<FormSubmission, 'formData'> & { formData: LeadInfo };

export const createFormSubmissionInput = inputObject(
  'CreateFormSubmission',
  'What somebody sent in through a form.',
  {
    formName: nullable(
      text(),
      'Name of the form; an unknown one is added to the forms. Left out: formId’s, else "Website".',
    ),
    formId: nullable(recordIdType, 'Id of the form, instead of its name or beside it.'),
    ...leadFields,
    pipelineStageName: nullable(
      text(),
      'Label of the pipeline stage to place the lead in; the first one when left out.',
    ),
    pipelineStageId: nullable(recordIdType, 'Id of the pipeline stage.'),
    notes: nullable(multilineText(), 'Notes; the opportunity is described by them.'),
  },
);
