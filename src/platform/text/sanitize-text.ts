/** Blanks, tabs and line breaks of any width and script. */
const blanks = /[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/g;

/**
 * Characters of control, and those that cannot be seen or turn the direction of what stands around them: two texts that look the same
 * would be two. Joiners, which some scripts and emoji need, and variation selectors stay.
 */
const unseen =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  /[\u0001-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;

/** As {@link toSingleLine}, for a part of a line: a blank at either end stays, because it can be between two words. */
export const toSingleLinePart = (value: string): string =>
  value.replaceAll(unseen, '').replaceAll(blanks, ' ').normalize('NFC');

/**
 * A text as one line in Unicode's form NFC: each run of blanks and line breaks becomes one blank, and invisible characters are removed.
 * The SQL function `single_line` has the same rule. See docs/decisions/0111-one-form-of-names.md.
 */
export const toSingleLine = (value: string): string => toSingleLinePart(value).trim();

/** Whether a text has nothing that anybody could see. */
export const isBlank = (value: string): boolean =>
  value.trim() === '' || (value.length < 1_000 && toSingleLine(value) === '');
