/** Forms that show the service's errors next to their fields. */

import { clearMessages, requestGraphql } from './graphql-client.ts';
import { createButton, createElement } from './page-elements.ts';
import { translate } from './translations.ts';

interface Field {
  name: string;
  label: string;
  type?: 'text' | 'email' | 'password' | 'date' | 'datetime-local' | 'textarea';
  value?: string | null;
  choices?: readonly (readonly [value: string, text: string])[];
  /** Suggested values of a text field. */
  options?: readonly string[];
  isColour?: boolean;
  required?: boolean;
  autocomplete?: AutoFill;
}

interface FieldError {
  path: string;
  message: string;
}

export interface FormResult {
  __typename: string;
  message?: string;
  errors?: FieldError[];
}

export const mutationResultSelection =
  '__typename ... on ExpectedError { code message errors { path message } }';

let fieldCount = 0;

export function createField({
  name,
  label,
  type = 'text',
  value,
  choices,
  options,
  isColour,
  required,
  autocomplete,
}: Field): HTMLElement {
  const control = choices
    ? createElement('select')
    : createElement(type === 'textarea' ? 'textarea' : 'input');
  if (control instanceof HTMLInputElement) control.type = type === 'textarea' ? 'text' : type;
  if (control instanceof HTMLSelectElement) {
    control.append(...(choices ?? []).map(([given, text]) => new Option(text, given)));
  }
  control.name = name;
  if (value !== undefined && value !== null) control.value = value;
  if (required) control.required = true;
  if (autocomplete) control.autocomplete = autocomplete;
  const container = createElement('div');
  const title = createElement('label', label);
  control.id = `field-${fieldCount++}`;
  title.htmlFor = control.id;
  container.append(title, control);
  if (options) container.append(suggestions(control, options));
  if (isColour && control instanceof HTMLInputElement) container.append(colourPicker(control));
  return container;
}

function suggestions(control: HTMLElement, options: readonly string[]): HTMLElement {
  const list = createElement('datalist');
  list.id = `${control.id}-options`;
  list.append(...options.map((option) => new Option(option, option)));
  control.setAttribute('list', list.id);
  return list;
}

function colourPicker(text: HTMLInputElement): HTMLElement {
  const picker = createElement('input');
  Object.assign(picker, { type: 'color', value: text.value || '#0f766e' });
  picker.setAttribute('aria-label', 'Pick a colour');
  picker.oninput = () => {
    text.value = picker.value;
    text.dispatchEvent(new Event('input', { bubbles: true }));
  };
  return picker;
}

function showErrors(form: HTMLFormElement, { message, errors = [] }: FormResult): void {
  const generalMessages: string[] = errors.length === 0 && message ? [message] : [];
  for (const { path, message: fieldMessage } of errors) {
    const [name = ''] = path.split('.');
    const control = form.elements.namedItem(name);
    if (!(control instanceof HTMLElement)) {
      generalMessages.push(`${path}: ${fieldMessage}`);
      continue;
    }
    const messageElement = createElement('p', fieldMessage, 'fault');
    messageElement.id = `${control.id}-fault`;
    control.setAttribute('aria-invalid', 'true');
    control.setAttribute('aria-describedby', messageElement.id);
    control.after(messageElement);
  }
  if (generalMessages.length > 0) {
    const messageElement = createElement('p', generalMessages.join(' '), 'fault');
    messageElement.setAttribute('role', 'alert');
    form.append(messageElement);
  }
  form.querySelector<HTMLElement>('[aria-invalid]')?.focus();
}

function clearErrors(form: HTMLFormElement): void {
  for (const messageElement of form.querySelectorAll('.fault')) messageElement.remove();
  for (const control of form.querySelectorAll('[aria-invalid]')) {
    control.removeAttribute('aria-invalid');
    control.removeAttribute('aria-describedby');
  }
}

/** Trimmed texts. Null for an empty field. */
export function readFormValues(form: HTMLFormElement): Record<string, string | null> {
  return Object.fromEntries(
    [...new FormData(form)].map(([name, value]) => [name, String(value).trim() || null]),
  );
}

interface FormOptions {
  fields: readonly HTMLElement[];
  submit: string;
  cancel?: () => void;
}

/** A form that shows the errors of `send` next to its fields and keeps its values. */
export function createFormElement({
  fields,
  submit,
  cancel,
  send,
}: FormOptions & {
  send: (form: HTMLFormElement) => Promise<FormResult | undefined>;
}): HTMLFormElement {
  const form = createElement('form');
  form.noValidate = true;
  const submitButton = createElement('button', submit, 'do');
  const buttons = createElement('div', '', 'buttons');
  buttons.append(submitButton);
  if (cancel) buttons.append(createButton(translate('cancel'), async () => cancel()));
  form.append(...fields, buttons);
  form.onsubmit = async (event) => {
    event.preventDefault();
    clearMessages();
    clearErrors(form);
    submitButton.disabled = true;
    try {
      const failure = await send(form);
      if (failure) showErrors(form, failure);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      showErrors(form, { __typename: '', message });
    } finally {
      submitButton.disabled = false;
    }
  };
  return form;
}

export function createMutationForm({
  mutation,
  input,
  done,
  ...options
}: FormOptions & {
  mutation: string;
  input: (form: HTMLFormElement) => object;
  done: (result: FormResult) => Promise<void>;
}): HTMLFormElement {
  const send = async (form: HTMLFormElement) => {
    const data = await requestGraphql<Record<string, FormResult>>(mutation, {
      input: input(form),
    });
    const [result] = Object.values(data);
    if (!result?.__typename.endsWith('Success')) return result ?? { __typename: '' };
    await done(result);
    return undefined;
  };
  return createFormElement({ ...options, send });
}
