import { formatDate } from '../platform/dates/dates.ts';
import type { Decimal } from '../platform/money/money.ts';
import { minorUnitDigits } from '../platform/money/money.ts';
import { withOrdinalFirst } from '../platform/text/language-tags.ts';

type Formatter = Intl.NumberFormat | Intl.DateTimeFormat | Intl.DisplayNames;

const formatters = new Map<string, Formatter>();

/** Clients say their languages, so what is remembered has an end. */
function remembered<F extends Formatter>(key: string, make: () => F): F {
  const known = formatters.get(key);
  if (known) return known as F;
  if (formatters.size > 500) formatters.clear();
  const made = make();
  formatters.set(key, made);
  return made;
}

/** Portuguese of no region is that of Portugal, as the words are; and amounts of a column have their thousands apart, four digits too. */
const locale = (language: string) => (language === 'pt' ? 'pt-PT' : language);
const thousands = { useGrouping: 'always' } as const;

/**
 * An amount as customers read it, in mails, documents and pages alike: "€1,190.00", "¥1,190", "1.190,00 €". Never
 * rounded: it has the currency's digits after the point, and more where the amount has more, as unit prices may.
 */
export function moneyText(amount: Decimal, currency: string, language = 'en'): string {
  const digits = Math.max(minorUnitDigits(currency), amount.decimalPlaces());
  const formatter = remembered(`money ${language} ${currency} ${digits}`, () => {
    const fixed = { minimumFractionDigits: digits, maximumFractionDigits: digits };
    const style = { style: 'currency', currency, ...thousands } as const;
    return new Intl.NumberFormat(locale(language), { ...style, ...fixed });
  });
  // As text, since a number of JavaScript would not carry every digit.
  return typographic(formatter.format(amount.toFixed() as Intl.StringNumericLiteral));
}

/** A label and what it says, as the language writes it: French parts a colon from its word. */
export function labelledText(label: string, text: string, language = 'en'): string {
  return `${label}${/^fr\b/i.test(language) ? '\u00a0' : ''}: ${text}`;
}

/** A quantity or a percentage as customers read it, every digit of it: "1,250.5". */
export function numberText(number: Decimal, language = 'en'): string {
  const formatter = remembered(
    `number ${language}`,
    () => new Intl.NumberFormat(locale(language), { maximumFractionDigits: 20, ...thousands }),
  );
  return typographic(formatter.format(number.toFixed() as Intl.StringNumericLiteral));
}

/** What a country of ISO 3166 is called, "Deutschland" for DE; undefined where the code is none's. */
export function countryText(code: string, language = 'en'): string | undefined {
  const options = { type: 'region', fallback: 'none' } as const;
  return remembered(
    `countries ${language}`,
    () => new Intl.DisplayNames(locale(language), options),
  ).of(code);
}

function typographic(text: string): string {
  // Some locales write "CHF 1.00" and "CHF-1.00": letters stand apart from numbers in both.
  return text.replace('-', '−').replace(/(?<=\p{L})−/u, '\u00a0−');
}

/** A date that nobody reads the wrong way round: "21 November 2026". English of no region has the day first. */
export function dateText(date: Date, language = 'en'): string {
  return withOrdinalFirst(dateFormatter(language).format(dayOf(date)), language);
}

const dayOf = (date: Date) => new Date(`${formatDate(date)}T00:00:00Z`);

/** Written out, or as short as it can be where there is a column of them. */
type DateStyle = 'long' | 'short';

const dateFormatter = (language: string, style: DateStyle = 'long') =>
  remembered(
    `date ${style} ${language}`,
    () =>
      new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : locale(language), {
        ...(style === 'long'
          ? { dateStyle: 'long' }
          : { day: 'numeric', month: 'short', year: 'numeric' }),
        timeZone: 'UTC',
      }),
  );

/**
 * A period as {@link dateText} writes days: "1 – 31 March 2026"; with one end alone, "– 31 March 2026". Short, for a column:
 * "1 – 31 Mar 2026".
 */
export function periodText(
  start: Date | null,
  end: Date | null,
  language = 'en',
  style: DateStyle = 'long',
): string {
  const formatter = dateFormatter(language, style);
  if (start === null || end === null) {
    const [first, last] = [start, end].map((day) => day && formatter.format(dayOf(day)));
    const open = [first, '–', last].filter((part) => part !== null).join(' ');
    return withOrdinalFirst(open, language);
  }
  const range = formatter.formatRange(dayOf(start), dayOf(end));
  // A line ends between its days alone; Italian writes the 1st as 01 in a range, and nowhere else.
  const parts = range
    .replaceAll(/\s/g, '\u00a0')
    .replaceAll(/\s–\s/g, ' – ')
    .replaceAll(/\b0(?=\d)/g, '');
  const written = withOrdinalFirst(parts, language);
  // In a column that is as wide as it has to be, the days of one month stay on a line.
  return style === 'short' ? written.replace(/^(\d+\.?|1er)\s–\s/, '$1\u00a0–\u00a0') : written;
}

// Control characters but tab and line feed, and whatever reorders or hides the text around it.
const unseen =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;

/**
 * Text of a workspace or its customer without what could make it look like something else: control characters,
 * zero-width spaces and marks of direction. Letters of every script stay, and so do joiners, which some scripts need.
 */
export function visibleText(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll('\t', ' ').replace(unseen, '').normalize('NFC');
}

/** The visible text, or null where nothing is to be seen. */
export function visibleOrNull(text: string | null | undefined): string | null {
  const visible = visibleText(text ?? '').trim();
  return visible === '' ? null : visible;
}

/** What a file is called: of harmless letters alone, accents taken off, whatever its parts are. "Avoir-RE-2026-1a" */
export function fileNameText(...parts: string[]): string {
  return visibleText(parts.join('-'))
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9._]+/g, '-')
    .replace(/^-|-$/g, '');
}
