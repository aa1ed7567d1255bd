import type { z } from 'zod';
import { invalidInputError } from '../../platform/errors/action-error.ts';
import { fieldInfoOf } from '../../platform/input/field-metadata.ts';

/** Some clients write `id[]` or `id[0]` for `id`. */
const withoutIndex = (name: string) => name.replace(/\[\d*\]$/, '');

/** The first value of each parameter, and all values of a list except empty ones. */
export class ParameterValues extends Map<string, unknown> {
  readonly #shape: z.ZodRawShape;

  constructor({ shape }: Pick<z.ZodObject, 'shape'>) {
    super();
    this.#shape = shape;
  }

  add(givenName: string, value: unknown): void {
    const name = withoutIndex(givenName);
    const field = this.#shape[name];
    if (field && fieldInfoOf(field)?.presentation.kind === 'list') {
      if (value !== '') this.set(name, [...((this.get(name) ?? []) as unknown[]), value]);
    } else if (!this.has(name)) this.set(name, value);
  }
}

/**
 * Returns the values of the known parameters.
 * @throws ActionError invalid_input for a known parameter that is not UTF-8
 */
export function parseQueryString(
  search: string,
  schema: Pick<z.ZodObject, 'shape'>,
): Record<string, unknown> {
  const values = new ParameterValues(schema);
  const errors = [];
  for (const part of search.replace(/^\?/, '').split('&')) {
    const [name = '', ...rest] = part.split('=').map(decodeParameter);
    const value = rest.includes(undefined) ? undefined : rest.join('=');
    const knownName = withoutIndex(name);
    if (!Object.hasOwn(schema.shape, knownName)) continue;
    if (value !== undefined) values.add(name, value);
    else if (!values.has(knownName)) errors.push(notUtf8Error(knownName));
  }
  if (errors.length > 0) throw invalidInputError(errors);
  return Object.fromEntries(values);
}

/** A name that is not UTF-8 is returned undecoded. */
export function parameterNames(url: string): string[] {
  const start = url.indexOf('?');
  if (start === -1) return [];
  return url
    .slice(start + 1)
    .split('&')
    .map((part) => part.split('=', 1)[0] ?? '')
    .map((name) => withoutIndex(decodeParameter(name) ?? name))
    .filter((name) => name !== '');
}

/** Also removes `name[]` and `name[0]`, because the first form counts. */
export function replaceParameter(parameters: URLSearchParams, name: string, value: string): void {
  parameters.set(name, value);
  for (const given of [...parameters.keys()]) {
    if (given !== name && withoutIndex(given) === name) parameters.delete(given);
  }
}

/** Accepts a % without two hexadecimal digits. Returns undefined if the bytes are not UTF-8. */
function decodeParameter(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' ').replace(/%(?![\da-f]{2})/gi, '%25'));
  } catch {
    return undefined;
  }
}

function notUtf8Error(path: string) {
  return { path, code: 'invalid_text', message: 'must be UTF-8: write é as %C3%A9, not %E9' };
}
