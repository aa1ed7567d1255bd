/** A noun with its article, "an invoice" say; nouns of ours that begin with u begin as "user" does. */
export const withIndefiniteArticle = (noun: string): string =>
  `${/^[aeio]/i.test(noun) ? 'an' : 'a'} ${noun}`;
