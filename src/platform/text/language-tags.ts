/** The language of a BCP 47 tag without its region: "de" of "de-AT"; empty where none is given. */
export const primaryLanguage = (tag: string | null | undefined): string =>
  tag?.split('-')[0]?.toLowerCase() ?? '';

/** What a table of texts has in the language of a tag; undefined where it has none. */
export const pickByLanguage = <T>(
  texts: Readonly<Record<string, T>>,
  tag: string | null | undefined,
): T | undefined => {
  const language = primaryLanguage(tag);
  return Object.hasOwn(texts, language) ? texts[language] : undefined;
};

/** A text with its gaps filled: "Page {page} of {pages}". A gap without a value stays. */
export const fillPlaceholders = (
  text: string,
  gaps: Readonly<Record<string, string | number>>,
): string => text.replace(/\{(\w+)\}/g, (gap, name: string) => String(gaps[name] ?? gap));

/** Days with the first of a month as French writes it: "1er mars 2026". */
export const withOrdinalFirst = (days: string, language: string): string =>
  /^fr\b/i.test(language) ? days.replaceAll(/(?<!\d)1(?=\s?–|\s\p{L})/gu, '1er') : days;
