import type { DocumentLocale } from '../locales/documents/index.ts';
import { fillPlaceholders, isForeignTaxName } from '../locales/documents/index.ts';
import { countryText, visibleOrNull, visibleText } from './text-formatting.ts';

/** Somebody whom a document names. */
export interface Party {
  name: string;
  /** Address, tax number and the like, line by line. */
  lines: string[];
}

type Addressed = Record<
  'address1' | 'address2' | 'city' | 'country' | 'locality' | 'postal' | 'taxId',
  string | null
> &
  Partial<Record<'taxNumber' | 'legalId' | 'legalIdScheme', string | null>> & { name: string };

/** Somebody whom a document names, with address and tax number, as they are shown. */
export function buildParty(
  who: Addressed,
  taxLabel: string | null,
  locale: Pick<DocumentLocale, 'language' | 'words'>,
  more: (string | null)[] = [],
): Party {
  const [taxId, taxNumber, legalId] = [who.taxId, who.taxNumber, who.legalId].map(visibleOrNull);
  const lines = [
    who.address1,
    who.address2,
    placeOf(who),
    countryName(who.country, locale.language),
    taxId && `${taxNumberLabel(visibleOrNull(taxLabel), taxId, locale)} ${taxId}`,
    taxNumber && `${locale.words.taxNumber} ${taxNumber}`,
    legalId && `${registerNames[who.legalIdScheme ?? ''] ?? locale.words.legalId} ${legalId}`,
    ...more,
  ];
  return {
    name: visibleText(who.name),
    lines: lines.flatMap((line) => visibleOrNull(line) ?? []),
  };
}

/** Numbers of registers that are called alike in every language, by ISO 6523. */
const registerNames: Readonly<Record<string, string>> = {
  '0002': 'SIREN',
  '0009': 'SIRET',
  '0106': 'KvK',
};

/** Countries whose post wants the postal code behind the town and the state. */
const codeLast = new Set(['AU', 'CA', 'GB', 'IE', 'IN', 'NZ', 'SG', 'US', 'ZA']);

/** The same by what they are called, for who writes a country's name. */
const namedCodeLast = new Set([
  ...[...codeLast].map((code) => countryText(code)?.toLowerCase() ?? code),
  ...['england', 'great britain', 'northern ireland', 'scotland', 'uk', 'usa', 'wales'],
]);

const standsBehind = (country: string | null): boolean =>
  codeLast.has(codeOf(country) ?? '') || namedCodeLast.has(country?.trim().toLowerCase() ?? '');

/** "10119 Berlin", "Boston, MA 02108". */
function placeOf({ city, country, locality, postal }: Addressed): string {
  if (standsBehind(country)) {
    return [[city, locality].filter(Boolean).join(', '), postal].filter(Boolean).join(' ');
  }
  return [[postal, city].filter(Boolean).join(' '), locality].filter(Boolean).join(', ');
}

/** The code of ISO 3166 that a country is given by; undefined where it is a name. */
const codeOf = (country: string | null): string | undefined =>
  country && /^[A-Za-z]{2}$/.test(country.trim()) ? country.trim().toUpperCase() : undefined;

/** A country by its name, in the customer's language; what is no code of one stays as it is. */
function countryName(country: string | null, language: string): string | null {
  const code = codeOf(country);
  return code === undefined ? country : (countryText(code, language) ?? country);
}

/** Numbers of those who pay VAT in the European Union and the United Kingdom: the country's letters come first. */
const vatNumber =
  /^(AT|BE|BG|CY|CZ|DE|DK|EE|EL|ES|FI|FR|GB|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK|XI)[0-9A-Z+*]{8,12}$/;

/** "VAT no.", and "USt-IdNr:" where the label says itself that it is a number. */
function taxNumberLabel(
  taxLabel: string | null,
  taxNumber: string,
  { language, words }: Pick<DocumentLocale, 'language' | 'words'>,
): string {
  if (taxLabel === null || isForeignTaxName(taxLabel, language)) {
    return vatNumber.test(taxNumber.replaceAll(/[\s.-]/g, '')) ? words.vatNumber : words.taxNumber;
  }
  const isOfNumber = /(no|nr|number|nummer|id)\.?$/i.test(taxLabel);
  return isOfNumber ? `${taxLabel}:` : fillPlaceholders(words.taxNumberOf, { label: taxLabel });
}
