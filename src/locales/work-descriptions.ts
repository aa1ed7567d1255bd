import { pickByLanguage, withOrdinalFirst } from '../platform/text/language-tags.ts';

/** Names of invoice lines for work. */
interface WorkWords {
  hours: string;
  expense: string;
}

const english: WorkWords = { hours: 'Hours', expense: 'Expense' };

const known: Readonly<Record<string, WorkWords>> = {
  de: { hours: 'Stunden', expense: 'Auslage' },
  en: english,
  es: { hours: 'Horas', expense: 'Gasto' },
  fr: { hours: 'Heures', expense: 'Frais' },
  it: { hours: 'Ore', expense: 'Spesa' },
  nl: { hours: 'Uren', expense: 'Onkosten' },
  pt: { hours: 'Horas', expense: 'Despesa' },
};

/** Fallback: English. */
export const workLineLabels = (language: string | null): WorkWords =>
  pickByLanguage(known, language) ?? english;

/** Formats a YYYY-MM-DD day in the client's language. Unchanged without a language. */
export function formatLongDate(day: string, language: string | null): string {
  if (language === null) return day;
  const written = pickByLanguage(known, language) ? language : 'en-GB';
  const format = new Intl.DateTimeFormat(written === 'en' ? 'en-GB' : written, {
    dateStyle: 'long',
    timeZone: 'UTC',
  });
  return withOrdinalFirst(format.format(new Date(`${day}T00:00:00Z`)), written);
}
