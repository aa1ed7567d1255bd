import type { z } from 'zod';
import { json, list, multilineText, object, text } from '../../platform/input/field-types.ts';
import { inputObject, nullable, withDefault } from '../../platform/input/fields.ts';

const answerInput = inputObject('AnswerInput', 'A question of a form with its answer.', {
  id: nullable(text(), 'Id of the answer in the form.'),
  fieldKey: nullable(text(), 'Key of the form’s field.'),
  fieldType: nullable(text(), 'Type of the form’s field, as in the form.'),
  question: nullable(multilineText(), 'Question.'),
  answer: nullable(json, 'Answer: any JSON.'),
});

/** Leads enter the e-mail address in a form, so it is any text. */
export const leadFields = {
  firstName: nullable(text(), 'First name.'),
  lastName: nullable(text(), 'Last name.'),
  email: nullable(text(), 'E-mail address as entered.'),
  phone: nullable(text(), 'Telephone number.'),
  role: nullable(text(), 'Job title or role.'),
  businessName: nullable(text(), 'The company.'),
  website: nullable(text(2_000), 'Web site.'),
  address1: nullable(text(), 'First line of the address.'),
  address2: nullable(text(), 'Second line of the address.'),
  city: nullable(text(), 'City.'),
  locality: nullable(text(), 'State, province or region.'),
  postal: nullable(text(), 'Postal code.'),
  country: nullable(text(), 'Country.'),
  taxId: nullable(text(), 'Tax registration number.'),
  sourceUrl: nullable(text(8_000), 'Page with the form.'),
  leadSource: nullable(text(), 'Source of the lead, for example "Newsletter".'),
  answers: withDefault(list(object(answerInput)), [], 'Answers to the form’s further questions.'),
};

export const leadInfoInput = inputObject('LeadInfoInput', 'Contact details of a lead.', leadFields);

export type LeadInfo = z.output<typeof leadInfoInput>;

export type LeadAnswer = z.output<typeof answerInput>;
