/** The settings of a workspace, for those who run it. */

import {
  createField,
  createMutationForm,
  mutationResultSelection,
  readFormValues,
} from './forms.ts';

const names = [
  ['name', 'Trading name'],
  ['address1', 'Address'],
  ['address2', 'Address, second line'],
  ['city', 'City'],
  ['locality', 'State or region'],
  ['postal', 'Postal code'],
  ['country', 'Country'],
  ['phone', 'Telephone'],
  ['website', 'Web site'],
  ['taxId', 'Tax registration number'],
  ['taxNumber', 'Second tax number'],
  ['legalId', 'Company registration number'],
  ['legalIdScheme', 'Its register (ISO 6523, 0002 for SIREN)'],
  ['taxLabel', 'What the tax is called'],
  ['defaultTaxRate', 'Usual tax rate in percent'],
  ['currency', 'Usual currency'],
  ['hourlyAmount', 'Usual price of an hour'],
  ['timeZone', 'Time zone'],
  ['invoiceNumberPattern', 'How invoice numbers are written'],
  ['creditNoteNumberPattern', 'Those of credit notes'],
  ['depositNumberPattern', 'Those of deposits, where they have their own'],
  ['numberRestart', 'Numbers begin anew'],
  ['language', 'Language of invoices (de, fr …)'],
  ['accountHolder', 'Account holder'],
  ['iban', 'IBAN'],
  ['bic', 'BIC'],
  ['accentColor', 'Colour of invoices (#1d4ed8)'],
  ['pageSize', 'Paper of invoices'],
  ['invoiceLayout', 'Layout of invoices'],
  ['logoPlace', 'Where the logo stands'],
  ['mailReplyTo', 'Answers to mails go to'],
  ['mailBcc', 'Copies of mails go to'],
  ['payInstructions', 'How customers pay'],
] as const;

/** All of them, as GraphQL is asked for them. */
export const settingsSelection = names.map(([name]) => name).join(' ');

export type WorkspaceFormValues = Record<(typeof names)[number][0], string | null>;

/** What there is to choose from. */
const choices: Partial<Record<(typeof names)[number][0], [string, string][]>> = {
  pageSize: [
    ['A4', 'A4'],
    ['LETTER', 'US Letter'],
  ],
  invoiceLayout: [
    ['STANDARD', 'Seller and customer beside each other'],
    ['WINDOW', 'For envelopes with a window'],
  ],
  numberRestart: [
    ['NEVER', 'Never'],
    ['YEAR', 'With each year'],
    ['MONTH', 'With each month'],
  ],
  logoPlace: [
    ['LEFT', 'Left'],
    ['RIGHT', 'Right'],
  ],
};

/** These have always a value: left empty, they stay as they are. */
const lasting = [
  ...['name', 'currency', 'timeZone', 'invoiceNumberPattern', 'creditNoteNumberPattern'],
  ...['numberRestart', 'pageSize', 'invoiceLayout', 'logoPlace'],
];

/** The form with the settings as they are; only what was changed is sent. */
export function settingsForm(
  workspace: WorkspaceFormValues,
  done: (what: string) => Promise<void>,
): HTMLElement {
  const form = createMutationForm({
    fields: names.map(([name, label]) => {
      const type = name === 'payInstructions' ? 'textarea' : 'text';
      const field = createField({
        ...{ name, label, type, value: workspace[name] },
        ...(choices[name] && { choices: choices[name] }),
      });
      if (type === 'textarea') field.className = 'wide';
      return field;
    }),
    submit: 'Save',
    mutation: `mutation ($input: UpdateWorkspaceInput!) { updateWorkspace(input: $input) { ${mutationResultSelection} } }`,
    input: (given) =>
      Object.fromEntries(
        Object.entries(readFormValues(given)).filter(
          ([name, value]) =>
            value !== workspace[name as keyof WorkspaceFormValues] &&
            !(value === null && lasting.includes(name)),
        ),
      ),
    done: () => done('The settings were saved.'),
  });
  return form;
}
