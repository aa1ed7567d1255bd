import { formatDate } from '../platform/dates/dates.ts';
import type { Decimal } from '../platform/money/money.ts';
import { minorUnitDigits } from '../platform/money/money.ts';
import { withOrdinalFirst } from '../platform/text/language-tags.ts';

type Formatter = Intl.NumberFormat | Intl.DateTimeFormat | Intl.DisplayNames;

const formatters = new Map<string, Formatter>();

/** Clients choose languages, so the cache has a limit. */
function cachedFormatter<F extends Formatter>(key: string, make: () => F): F {
  const cached = formatters.get(key);
  if (cached) return cached as F;
  if (formatters.size > 500) formatters.clear();
  const formatter = make();
  formatters.set(key, formatter);
  return formatter;
}

/** The texts are in European Portuguese. Grouping is always on, so that columns align. */
const locale = (language: string) => (language === 'pt' ? 'pt-PT' : language);
const thousands = { useGrouping: 'always' } as const;

/**
 * For example "€1,190.00" or "1.190,00 €". Never rounded: unit prices may have more digits than the
 * currency.
 */
export function moneyText(amount: Decimal, currency: string, language = 'en'): string {
  const digits = Math.max(minorUnitDigits(currency), amount.decimalPlaces());
  const formatter = cachedFormatter(`money ${language} ${currency} ${digits}`, () => {
    const fixed = { minimumFractionDigits: digits, maximumFractionDigits: digits };
    const style = { style: 'currency', currency, ...thousands } as const;
    return new Intl.NumberFormat(locale(language), { ...style, ...fixed });
  });
  // A number would lose digits.
  return withTypographicMinus(formatter.format(amount.toFixed() as Intl.StringNumericLiteral));
}

/** French has a space before the colon. */
export function labelledText(label: string, text: string, language = 'en'): string {
  return `${label}${/^fr\b/i.test(language) ? '\u00a0' : ''}: ${text}`;
}

/** All digits: "1,250.5". */
export function numberText(number: Decimal, language = 'en'): string {
  const formatter = cachedFormatter(
    `number ${language}`,
    () => new Intl.NumberFormat(locale(language), { maximumFractionDigits: 20, ...thousands }),
  );
  return withTypographicMinus(formatter.format(number.toFixed() as Intl.StringNumericLiteral));
}

/** For example "Deutschland" for DE. Undefined for an unknown code. */
export function countryText(code: string, language = 'en'): string | undefined {
  const options = { type: 'region', fallback: 'none' } as const;
  return cachedFormatter(
    `countries ${language}`,
    () => new Intl.DisplayNames(locale(language), options),
  ).of(code);
}

function withTypographicMinus(text: string): string {
  // Some locales write "CHF-1.00" next to "CHF 1.00".
  return text.replace('-', '−').replace(/(?<=\p{L})−/u, '\u00a0−');
}

/** An unambiguous date: "21 November 2026". English without a region writes the day first. */
export function dateText(date: Date, language = 'en'): string {
  return withOrdinalFirst(dateFormatter(language).format(utcDay(date)), language);
}

const utcDay = (date: Date) => new Date(`${formatDate(date)}T00:00:00Z`);

/** `short` is for table columns. */
type DateStyle = 'long' | 'short';

const dateFormatter = (language: string, style: DateStyle = 'long') =>
  cachedFormatter(
    `date ${style} ${language}`,
    () =>
      new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : locale(language), {
        ...(style === 'long'
          ? { dateStyle: 'long' }
          : { day: 'numeric', month: 'short', year: 'numeric' }),
        timeZone: 'UTC',
      }),
  );

/** For example "1 – 31 March 2026", or "– 31 March 2026" with one end. */
export function periodText(
  start: Date | null,
  end: Date | null,
  language = 'en',
  style: DateStyle = 'long',
): string {
  const formatter = dateFormatter(language, style);
  if (start === null || end === null) {
    const [first, last] = [start, end].map((day) => day && formatter.format(utcDay(day)));
    const openPeriod = [first, '–', last].filter((part) => part !== null).join(' ');
    return withOrdinalFirst(openPeriod, language);
  }
  const range = formatter.formatRange(utcDay(start), utcDay(end));
  // Only a break between the dates is allowed. Italian pads the day in ranges.
  const parts = range
    .replaceAll(/\s/g, '\u00a0')
    .replaceAll(/\s–\s/g, ' – ')
    .replaceAll(/\b0(?=\d)/g, '');
  const rangeText = withOrdinalFirst(parts, language);
  // Dates of one month stay on one line.
  return style === 'short' ? rangeText.replace(/^(\d+\.?|1er)\s–\s/, '$1\u00a0–\u00a0') : rangeText;
}

// Control characters except tab and line feed, and characters that hide or reorder text.
const invisibleCharacters =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;

/** Removes characters that could disguise a text. Joiners stay, because some scripts need them. */
export function visibleText(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll('\t', ' ')
    .replace(invisibleCharacters, '')
    .normalize('NFC');
}

export function visibleOrNull(text: string | null | undefined): string | null {
  const visible = visibleText(text ?? '').trim();
  return visible === '' ? null : visible;
}

/** A safe file name without accents: "Avoir-RE-2026-1a". */
export function fileNameText(...parts: string[]): string {
  return visibleText(parts.join('-'))
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9._]+/g, '-')
    .replace(/^-|-$/g, '');
}
