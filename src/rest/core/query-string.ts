import { invalidInputError } from '../../platform/errors/action-error.ts';

/** Some clients write `id[]` or `id[0]` for `id`. */
const withoutIndex = (name: string) => name.replace(/\[\d*\]$/, '');

/**
 * Returns the first value of each known parameter.
 * @throws ActionError invalid_input for a known parameter that is not UTF-8
 */
export function parseQueryString(
  search: string,
  knownNames: readonly string[],
): Record<string, string> {
  const values: Record<string, string> = {};
  const errors = [];
  for (const part of search.replace(/^\?/, '').split('&')) {
    const [name = '', ...rest] = part.split('=').map(decodeParameter);
    const value = rest.includes(undefined) ? undefined : rest.join('=');
    const knownName = withoutIndex(name);
    if (!knownNames.includes(knownName) || Object.hasOwn(values, knownName)) continue;
    if (value === undefined) errors.push(notUtf8Error(knownName));
    else values[knownName] = value;
  }
  if (errors.length > 0) throw invalidInputError(errors);
  return values;
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
