/** "de" for "de-AT". */
export const primaryLanguage = (tag: string | null | undefined): string =>
  tag?.split('-')[0]?.toLowerCase() ?? '';

export const pickByLanguage = <T>(
  texts: Readonly<Record<string, T>>,
  tag: string | null | undefined,
): T | undefined => {
  const language = primaryLanguage(tag);
  return Object.hasOwn(texts, language) ? texts[language] : undefined;
};

/** Fills "Page {page}". Placeholders without a value stay. */
export const fillPlaceholders = (
  text: string,
  gaps: Readonly<Record<string, string | number>>,
): string => text.replace(/\{(\w+)\}/g, (gap, name: string) => String(gaps[name] ?? gap));

/** French writes "1er mars 2026". */
export const withOrdinalFirst = (days: string, language: string): string =>
  /^fr\b/i.test(language) ? days.replaceAll(/(?<!\d)1(?=\s?–|\s\p{L})/gu, '1er') : days;
