import { text } from '../../platform/input/field-types.ts';
import { inputObject, required, requiredOnCreate } from '../../platform/input/fields.ts';

const nameDescription = 'Name, unique in the workspace. Submissions use it to refer to the form.';

export const createFormInput = inputObject('CreateForm', 'A new form.', {
  name: required(text(), nameDescription),
});

export const updateFormInput = inputObject('UpdateForm', 'A form’s fields.', {
  name: requiredOnCreate(text(), nameDescription),
});
