/** What would begin another line, or move to another place in this one. */
const breaks = /[\t-\r\u0085\u2028\u2029]+/g;

/**
 * Characters of control, and those that cannot be seen or turn the direction of what stands around them: two texts that look the same
 * would be two. Joiners, which some scripts and emoji need, and variation selectors stay.
 */
const unseen =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  /[\u0001-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;

/** A text as one line that shows all it has: line breaks and tabs become a blank, and what cannot be seen is taken out. */
export const toSingleLine = (value: string): string =>
  value.trim().replaceAll(breaks, ' ').replaceAll(unseen, '').trim();

/** Whether a text has nothing that anybody could see. */
export const isBlank = (value: string): boolean =>
  value.trim() === '' || (value.length < 1_000 && toSingleLine(value) === '');
