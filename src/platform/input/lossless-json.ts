/**
 * JSON.parse rounds numbers that a JavaScript number cannot represent. {@link parseLosslessJson} returns them as
 * marked text, which begins with NUL so that no caller can send it. Only field types that know the mark accept
 * it.
 */

const mark = '\u0000number:';

const numberText = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/;
/** A whole JSON string, or a number outside of strings. */
const textOrNumber = new RegExp(`"[^"\\\\]*(?:\\\\.[^"\\\\]*)*"|${numberText.source}`, 'g');
const wholeNumber = new RegExp(`^${numberText.source}$`);

/** A JavaScript number represents any 15 digits. */
const alwaysExact = 15;

/** Only such numbers can lose digits. */
const maybeLong = /[\d.]{16}|[eE][+-]?\d{3}/;

/** @throws SyntaxError */
export function parseLosslessJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (!maybeLong.test(text)) return value;
  let found = false;
  const marked = text.replace(textOrNumber, (token) => {
    if (token.startsWith('"') || isExact(token)) return token;
    found = true;
    return JSON.stringify(`${mark}${token}`);
  });
  return found ? JSON.parse(marked) : value;
}

/** Returns what {@link parseLosslessJson} would return. */
export function parseLosslessNumber(text: string): number | string {
  return isExact(text) ? Number(text) : `${mark}${text}`;
}

/** Undefined for other values. */
export function losslessDigitsOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || !value.startsWith(mark)) return undefined;
  const text = value.slice(mark.length);
  return wholeNumber.test(text) ? text : undefined;
}

/**
 * Some languages write doubles with 17 digits ("0.10000000000000001"), which is exact. Infinity is rejected
 * elsewhere.
 */
function isExact(text: string): boolean {
  if (text.length <= alwaysExact && !/e/i.test(text)) return true;
  const number = Number(text);
  if (!Number.isFinite(number)) return true;
  const shortest = String(number);
  if (shortest === text) return true;
  const digits = digitsOf(text);
  if (digits === digitsOf(shortest)) return true;
  return text.includes('.') && digits === digitsOf(number.toPrecision(17));
}

/** Sign, significant digits and magnitude. */
function digitsOf(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const all = whole + fraction;
  const first = all.search(/[1-9]/);
  if (first === -1) return '0';
  // A regular expression for trailing zeros would take quadratic time.
  let end = all.length;
  while (all[end - 1] === '0') end -= 1;
  return `${sign}${all.slice(first, end)}e${whole.length - first + Number(exponent)}`;
}
