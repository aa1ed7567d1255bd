/** Nouns with u sound like "user". */
export const withIndefiniteArticle = (noun: string): string =>
  `${/^[aeio]/i.test(noun) ? 'an' : 'a'} ${noun}`;
