/**
 * JSON.parse rounds long numbers. {@link parseLosslessJson} returns them as text with this mark. Clients cannot send it,
 * because it begins with NUL.
 */

const mark = '\u0000number:';

const numberPattern = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/;
const textOrNumber = new RegExp(`"[^"\\\\]*(?:\\\\.[^"\\\\]*)*"|${numberPattern.source}`, 'g');
const wholeNumber = new RegExp(`^${numberPattern.source}$`);

/** A double represents any number of up to 15 digits exactly. */
const alwaysExact = 15;

/** Other numbers cannot lose digits. */
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

export function parseLosslessNumber(text: string): number | string {
  return isExact(text) ? Number(text) : `${mark}${text}`;
}

export function losslessDigitsOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || !value.startsWith(mark)) return undefined;
  const text = value.slice(mark.length);
  return wholeNumber.test(text) ? text : undefined;
}

/** Some languages write doubles with 17 digits, which lose nothing. */
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

function digitsOf(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const all = whole + fraction;
  const first = all.search(/[1-9]/);
  if (first === -1) return '0';
  // A regular expression would take quadratic time.
  let end = all.length;
  while (all[end - 1] === '0') end -= 1;
  return `${sign}${all.slice(first, end)}e${whole.length - first + Number(exponent)}`;
}
