import { invalidInputError } from '../../platform/errors/action-error.ts';

/** `id[]` and `id[0]` are id, as some languages write a value that could be several. */
const plainName = (name: string) => name.replace(/\[\d*\]$/, '');

/**
 * The parameters of a query string by name, of several with one name the first.
 * @throws ActionError invalid_input for a parameter that the operation knows and whose bytes are not UTF-8
 */
export function parseQueryString(search: string, known: readonly string[]): Record<string, string> {
  const values: Record<string, string> = {};
  const faults = [];
  for (const part of search.replace(/^\?/, '').split('&')) {
    const [name = '', ...rest] = part.split('=').map(decode);
    const value = rest.includes(undefined) ? undefined : rest.join('=');
    const plain = plainName(name);
    if (!known.includes(plain) || Object.hasOwn(values, plain)) continue;
    if (value === undefined) faults.push(notUtf8(plain));
    else values[plain] = value;
  }
  if (faults.length > 0) throw invalidInputError(faults);
  return values;
}

/** The names of the parameters of a URL. A name that is not UTF-8 is returned as the URL has it. */
export function parameterNames(url: string): string[] {
  const start = url.indexOf('?');
  if (start === -1) return [];
  return url
    .slice(start + 1)
    .split('&')
    .map((part) => part.split('=', 1)[0] ?? '')
    .map((name) => plainName(decode(name) ?? name))
    .filter((name) => name !== '');
}

/** The text that a URL writes; a % that stands for nothing else stands for itself. Undefined where it is not UTF-8. */
function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' ').replace(/%(?![\da-f]{2})/gi, '%25'));
  } catch {
    return undefined;
  }
}

function notUtf8(path: string) {
  return { path, code: 'invalid_text', message: 'must be UTF-8: write é as %C3%A9, not %E9' };
}
