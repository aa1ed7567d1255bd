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
  /** Adds a colour picker. */
  isColour?: boolean;
  required?: boolean;
  autocomplete?: AutoFill;
}

interface Fault {
  path: string;
  message: string;
}

/** Result of a mutation. */
export interface FormResult {
  __typename: string;
  message?: string;
  errors?: Fault[];
}

/** Common selection of mutation results. */
export const mutationResultSelection =
  '__typename ... on ExpectedError { message errors { path message } }';

let made = 0;

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
  const whole = createElement('div');
  const title = createElement('label', label);
  control.id = `field-${made++}`;
  title.htmlFor = control.id;
  whole.append(title, control);
  if (options) whole.append(suggestions(control, options));
  if (isColour && control instanceof HTMLInputElement) whole.append(colourPicker(control));
  return whole;
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

function showFaults(form: HTMLFormElement, { message, errors = [] }: FormResult): void {
  const left: string[] = errors.length === 0 && message ? [message] : [];
  for (const { path, message: what } of errors) {
    const [name = ''] = path.split('.');
    const control = form.elements.namedItem(name);
    if (!(control instanceof HTMLElement)) {
      left.push(`${path}: ${what}`);
      continue;
    }
    const fault = createElement('p', what, 'fault');
    fault.id = `${control.id}-fault`;
    control.setAttribute('aria-invalid', 'true');
    control.setAttribute('aria-describedby', fault.id);
    control.after(fault);
  }
  if (left.length > 0) {
    const fault = createElement('p', left.join(' '), 'fault');
    fault.setAttribute('role', 'alert');
    form.append(fault);
  }
  form.querySelector<HTMLElement>('[aria-invalid]')?.focus();
}

function forgetFaults(form: HTMLFormElement): void {
  for (const fault of form.querySelectorAll('.fault')) fault.remove();
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
  const press = createElement('button', submit, 'do');
  const buttons = createElement('div', '', 'buttons');
  buttons.append(press);
  if (cancel) buttons.append(createButton(translate('cancel'), async () => cancel()));
  form.append(...fields, buttons);
  form.onsubmit = async (event) => {
    event.preventDefault();
    clearMessages();
    forgetFaults(form);
    press.disabled = true;
    try {
      const faulty = await send(form);
      if (faulty) showFaults(form, faulty);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      showFaults(form, { __typename: '', message });
    } finally {
      press.disabled = false;
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
    const answered = await requestGraphql<Record<string, FormResult>>(mutation, {
      input: input(form),
    });
    const [result] = Object.values(answered);
    if (!result?.__typename.endsWith('Success')) return result ?? { __typename: '' };
    await done(result);
    return undefined;
  };
  return createFormElement({ ...options, send });
}
