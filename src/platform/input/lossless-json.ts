/**
 * Numbers of JSON that a JavaScript number cannot carry. JSON.parse replaces them by the nearest that it can, without
 * a word; doors read JSON by {@link parseLosslessJson}, which hands them on as a text that no caller can send as text (it begins
 * with NUL), so that only the kinds of input that know of them take them.
 */

const mark = '\u0000number:';

const numberText = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/;
/** A text of JSON as a whole, or a number outside of texts. */
const textOrNumber = new RegExp(`"[^"\\\\]*(?:\\\\.[^"\\\\]*)*"|${numberText.source}`, 'g');
const wholeNumber = new RegExp(`^${numberText.source}$`);

/** A JavaScript number carries any 15 digits. */
const alwaysExact = 15;

/** Only numbers of so many digits, or with so large an exponent, can be lost. */
const maybeLong = /[\d.]{16}|[eE][+-]?\d{3}/;

/**
 * Reads JSON. A number that would lose digits becomes a text that {@link losslessDigitsOf} knows.
 * @throws SyntaxError where it is no JSON
 */
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

/** A number as JSON writes it, as {@link parseLosslessJson} would hand it on. */
export function parseLosslessNumber(text: string): number | string {
  return isExact(text) ? Number(text) : `${mark}${text}`;
}

/** The digits of a number that a JavaScript number cannot carry; undefined for any other value. */
export function losslessDigitsOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || !value.startsWith(mark)) return undefined;
  const text = value.slice(mark.length);
  return wholeNumber.test(text) ? text : undefined;
}

/**
 * Whether the nearest JavaScript number is written with the same digits. The 17 digits with which some languages write
 * any such number ("0.10000000000000001") stand for the number that they were made from. What is infinite is told as
 * such elsewhere.
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

/** A number's sign, significant digits and magnitude, however it is written. */
function digitsOf(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const all = whole + fraction;
  const first = all.search(/[1-9]/);
  if (first === -1) return '0';
  // No expression: one that looks for zeros at the end starts anew at each zero before it.
  let end = all.length;
  while (all[end - 1] === '0') end -= 1;
  return `${sign}${all.slice(first, end)}e${whole.length - first + Number(exponent)}`;
}
