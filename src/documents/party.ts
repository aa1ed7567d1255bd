import { vatIdOf } from '../domain/e-invoices/vat-id.ts';
import type { DocumentLocale } from '../locales/document-locale.ts';
import { fillPlaceholders, isForeignTaxName } from '../locales/document-locale.ts';
import { countryText, visibleOrNull, visibleText } from './text-formatting.ts';

export interface Party {
  name: string;
  /** Address, tax number and so on. */
  lines: string[];
}

type Addressee = Record<
  'address1' | 'address2' | 'city' | 'country' | 'locality' | 'postal' | 'taxId',
  string | null
> &
  Partial<Record<'taxNumber' | 'legalId' | 'legalIdScheme', string | null>> & { name: string };

export function buildParty(
  addressee: Addressee,
  taxLabel: string | null,
  locale: Pick<DocumentLocale, 'language' | 'words'>,
  extraLines: (string | null)[] = [],
): Party {
  const [taxId, taxNumber, legalId] = [addressee.taxId, addressee.taxNumber, addressee.legalId].map(
    visibleOrNull,
  );
  const lines = [
    addressee.address1,
    addressee.address2,
    cityLine(addressee),
    countryName(addressee.country, locale.language),
    taxId && `${taxNumberLabel(visibleOrNull(taxLabel), taxId, locale)} ${taxId}`,
    taxNumber && `${locale.words.taxNumber} ${taxNumber}`,
    legalId && `${registerNames[addressee.legalIdScheme ?? ''] ?? locale.words.legalId} ${legalId}`,
    ...extraLines,
  ];
  return {
    name: visibleText(addressee.name),
    lines: lines.flatMap((line) => visibleOrNull(line) ?? []),
  };
}

/** Registers with the same name in every language, by ISO 6523 code. */
const registerNames: Readonly<Record<string, string>> = {
  '0002': 'SIREN',
  '0009': 'SIRET',
  '0106': 'KvK',
};

/** Countries that write the postal code after the town. */
const postalCodeLastCountries = new Set(['AU', 'CA', 'GB', 'IE', 'IN', 'NZ', 'SG', 'US', 'ZA']);

/** The same countries by name. */
const postalCodeLastNames = new Set([
  ...[...postalCodeLastCountries].map((code) => countryText(code)?.toLowerCase() ?? code),
  ...['england', 'great britain', 'northern ireland', 'scotland', 'uk', 'usa', 'wales'],
]);

const hasPostalCodeLast = (country: string | null): boolean =>
  postalCodeLastCountries.has(codeOf(country) ?? '') ||
  postalCodeLastNames.has(country?.trim().toLowerCase() ?? '');

/** For example "10119 Berlin" or "Boston, MA 02108". */
function cityLine({ city, country, locality, postal }: Addressee): string {
  if (hasPostalCodeLast(country)) {
    return [[city, locality].filter(Boolean).join(', '), postal].filter(Boolean).join(' ');
  }
  return [[postal, city].filter(Boolean).join(' '), locality].filter(Boolean).join(', ');
}

/** ISO 3166 code, or undefined for a name. */
const codeOf = (country: string | null): string | undefined =>
  country && /^[A-Za-z]{2}$/.test(country.trim()) ? country.trim().toUpperCase() : undefined;

function countryName(country: string | null, language: string): string | null {
  const code = codeOf(country);
  return code === undefined ? country : (countryText(code, language) ?? country);
}

/** For example "VAT no.", or "USt-IdNr:" if the label already names a number. */
function taxNumberLabel(
  taxLabel: string | null,
  taxNumber: string,
  { language, words }: Pick<DocumentLocale, 'language' | 'words'>,
): string {
  if (taxLabel === null || isForeignTaxName(taxLabel, language)) {
    return vatIdOf(taxNumber) ? words.vatNumber : words.taxNumber;
  }
  const namesNumber = /(no|nr|number|nummer|id)\.?$/i.test(taxLabel);
  return namesNumber ? `${taxLabel}:` : fillPlaceholders(words.taxNumberOf, { label: taxLabel });
}
