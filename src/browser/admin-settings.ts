import {
  createField,
  createMutationForm,
  mutationResultSelection,
  readFormValues,
} from './forms.ts';
import { currencyOptions, languageChoices, timeZoneOptions } from './pickers.ts';

type Setting = readonly [name: string, label: string];

/** By section of the page. */
const groups = {
  company: [
    ['name', 'Trading name'],
    ['address1', 'Address'],
    ['address2', 'Address, second line'],
    ['postal', 'Postal code'],
    ['city', 'City'],
    ['locality', 'State or region'],
    ['country', 'Country'],
    ['countryCode', 'Country code (ISO 3166, DE for Germany)'],
    ['phone', 'Telephone'],
    ['website', 'Website'],
    ['taxId', 'Tax registration number'],
    ['taxNumber', 'Second tax number'],
    ['legalId', 'Company registration number'],
    ['legalIdScheme', 'Register of that number (ISO 6523, 0002 for SIREN)'],
    ['electronicAddress', 'Electronic address for e-invoices'],
    ['electronicAddressScheme', 'Scheme of that address (EAS, EM for e-mail)'],
    ['contactName', 'Contact on e-invoices'],
    ['contactEmail', 'E-mail address of that contact'],
    ['timeZone', 'Time zone'],
  ],
  invoices: [
    ['currency', 'Default currency'],
    ['language', 'Language and date format'],
    ['hourlyAmount', 'Default hourly rate'],
    ['taxLabel', 'Tax name'],
    ['defaultTaxRate', 'Default tax rate in percent'],
    ['accountHolder', 'Account holder'],
    ['iban', 'IBAN'],
    ['bic', 'BIC'],
    ['mailReplyTo', 'Reply-to address'],
    ['mailBcc', 'BCC address'],
    ['payInstructions', 'Payment instructions'],
  ],
  numbering: [
    ['invoiceNumberPattern', 'Invoice number format'],
    ['creditNoteNumberPattern', 'Credit note number format'],
    ['depositNumberPattern', 'Deposit invoice number format (optional)'],
    ['numberRestart', 'Restart numbering'],
  ],
  design: [
    ['accentColor', 'Accent colour'],
    ['logoPlace', 'Logo position'],
    ['invoiceLayout', 'Layout'],
    ['pageSize', 'Paper size'],
  ],
} as const satisfies Record<string, readonly Setting[]>;

export type SettingsGroup = keyof typeof groups;

const names = Object.values(groups).flatMap((settings: readonly Setting[]) =>
  settings.map(([name]) => name),
);

export const settingsSelection = `id ${names.join(' ')} logo { dataUrl }`;

export type WorkspaceFormValues = Record<string, string | null> & {
  logo: { dataUrl: string } | null;
};

const choices: Record<string, readonly (readonly [value: string, text: string])[]> = {
  pageSize: [
    ['A4', 'A4'],
    ['LETTER', 'US Letter'],
  ],
  invoiceLayout: [
    ['STANDARD', 'Seller and customer side by side'],
    ['WINDOW', 'For window envelopes'],
  ],
  numberRestart: [
    ['NEVER', 'Never'],
    ['YEAR', 'Every year'],
    ['MONTH', 'Every month'],
  ],
  logoPlace: [
    ['LEFT', 'Left'],
    ['RIGHT', 'Right'],
  ],
};

const options: Record<string, () => readonly string[]> = {
  currency: currencyOptions,
  timeZone: timeZoneOptions,
};

/** Settings that always have a value. Empty fields are not sent. */
const required = [
  ...['name', 'currency', 'timeZone', 'invoiceNumberPattern', 'creditNoteNumberPattern'],
  ...['numberRestart', 'pageSize', 'invoiceLayout', 'logoPlace'],
];

function settingField([name, label]: Setting, value: string | null): HTMLElement {
  const fixedChoices = name === 'language' ? languageChoices(value) : choices[name];
  const field = createField({
    ...{ name, label, value, type: name === 'payInstructions' ? 'textarea' : 'text' },
    ...(fixedChoices && { choices: fixedChoices }),
    ...(options[name] && { options: options[name]() }),
    ...(name === 'accentColor' && { isColour: true }),
  });
  if (name === 'payInstructions') field.className = 'wide';
  return field;
}

interface OpenForm {
  form: HTMLFormElement;
  workspace: WorkspaceFormValues;
}

/** The unsaved form of each group, with its initial values. */
const openForms = new Map<SettingsGroup, OpenForm>();

const changedSettings = ({ form, workspace }: OpenForm) =>
  Object.fromEntries(
    Object.entries(readFormValues(form)).filter(([name, value]) => value !== workspace[name]),
  );

/** Sends only changed settings. Unsaved values survive a reload of the data. */
export function settingsForm(
  group: SettingsGroup,
  workspace: WorkspaceFormValues,
  done: (what: string) => Promise<void>,
): HTMLFormElement {
  const previous = openForms.get(group);
  const unsaved =
    previous && previous.workspace.id === workspace.id ? changedSettings(previous) : {};
  const values = { ...workspace, ...unsaved };
  const form = createMutationForm({
    fields: groups[group].map((setting) => settingField(setting, values[setting[0]] ?? null)),
    submit: 'Save',
    mutation: `mutation ($input: UpdateWorkspaceInput!) { updateWorkspace(input: $input) { ${mutationResultSelection} } }`,
    input: (given) =>
      Object.fromEntries(
        Object.entries(changedSettings({ form: given, workspace })).filter(
          ([name, value]) => value !== null || !required.includes(name),
        ),
      ),
    done: () => {
      openForms.delete(group);
      return done('The settings were saved.');
    },
  });
  openForms.set(group, { form, workspace });
  return form;
}
