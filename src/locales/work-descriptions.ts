import { withOrdinalFirst } from '../platform/text/language-tags.ts';
import { type Catalogue, english, findCatalogue } from './catalogues.ts';

/** Names of invoice lines for work. Fallback: English. */
export const workLineLabels = (language: string | null): Catalogue['work'] =>
  (findCatalogue(language) ?? english).work;

/** Formats a YYYY-MM-DD day in the client's language. Unchanged without a language. */
export function formatLongDate(day: string, language: string | null): string {
  if (language === null) return day;
  const locale = findCatalogue(language) && language !== 'en' ? language : 'en-GB';
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  return withOrdinalFirst(format.format(new Date(`${day}T00:00:00Z`)), locale);
}
