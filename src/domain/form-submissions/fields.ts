import type { FormSubmission } from '../../generated/prisma/client.ts';
import { multilineText, recordIdType, text } from '../../platform/input/field-types.ts';
import { inputObject, nullable } from '../../platform/input/fields.ts';
import type { LeadInfo } from '../lead-info/fields.ts';
import { leadFields } from '../lead-info/fields.ts';

export type FormSubmissionRecord = Omit<FormSubmission, 'formData'> & { formData: LeadInfo };

export const createFormSubmissionInput = inputObject(
  'CreateFormSubmission',
  'A submission of a form.',
  {
    formName: nullable(
      text(),
      'Name of the form. An unknown name creates a form. Default: the name of formId, otherwise "Website".',
    ),
    formId: nullable(recordIdType, 'Id of the form, instead of or in addition to its name.'),
    ...leadFields,
    pipelineStageName: nullable(
      text(),
      'Label of the pipeline stage of the lead. Default: the first stage.',
    ),
    pipelineStageId: nullable(recordIdType, 'Id of the pipeline stage.'),
    notes: nullable(multilineText(), 'Notes; the opportunity is described by them.'),
  },
);
