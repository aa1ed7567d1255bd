import { invalidInputError } from '../../platform/errors/action-error.ts';

/** Some clients write `id[]` or `id[0]` for `id`. */
const plainName = (name: string) => name.replace(/\[\d*\]$/, '');

/**
 * Returns the first value of each known parameter.
 * @throws ActionError invalid_input for a known parameter that is not UTF-8
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

/** A name that is not UTF-8 is returned undecoded. */
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

/** Accepts a % without two hexadecimal digits. Returns undefined if the bytes are not UTF-8. */
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
