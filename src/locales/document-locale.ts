import { primaryLanguage } from '../platform/text/language-tags.ts';
import { type Catalogue, findCatalogue } from './catalogues.ts';

export { fillPlaceholders } from '../platform/text/language-tags.ts';

/** Texts of documents, customer pages and e-mails. */
export type DocumentTexts = Catalogue['documents'];

export interface DocumentLocale {
  /** BCP 47, for example "de-AT". */
  language: string;
  words: DocumentTexts;
  /** Name of a tax without a name in the workspace. */
  usualTax: string;
  /** Replaces a name of value added tax in another language. */
  vatName: string;
}

/** Names of value added tax without dots, and their languages. */
const vatNames: ReadonlyMap<string, readonly string[]> = new Map([
  ['vat', ['en']],
  ['mwst', ['de']],
  ['mehrwertsteuer', ['de']],
  ['ust', ['de']],
  ['umsatzsteuer', ['de']],
  ['btw', ['nl']],
  ['tva', ['fr']],
  ['iva', ['es', 'it', 'pt']],
]);

/** For example "VAT" for a customer who reads Spanish. */
export function isForeignTaxName(name: string, language: string): boolean {
  const languages = vatNames.get(name.toLowerCase().replaceAll(/[\s.]/g, ''));
  return languages !== undefined && !languages.includes(primaryLanguage(language));
}

/** Regions whose tax has another name than in most regions with that language. */
const regionalTaxes: Readonly<Record<string, string>> = {
  'de-CH': 'MWST',
  'de-LI': 'MWST',
  'en-AU': 'GST',
  'en-GB': 'VAT',
  'en-IE': 'VAT',
  'en-IN': 'GST',
  'en-MT': 'VAT',
  'en-NZ': 'GST',
  'en-SG': 'GST',
  'en-ZA': 'VAT',
  'fr-CA': 'Taxe',
  'pt-BR': 'Imposto',
};

/** The locale of the first available language. Fallback: English. */
export function pickDocumentLocale(
  ...wanted: readonly (string | null | undefined)[]
): DocumentLocale {
  const language = wanted.find((one) => one) ?? 'en';
  const words = findCatalogue(language)?.documents;
  if (!words) return pickDocumentLocale('en');
  const usualTax = regionalTaxes[language] ?? words.usualTax;
  return { language, words, usualTax, vatName: usualTax === 'Tax' ? 'VAT' : usualTax };
}
