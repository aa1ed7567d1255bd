import { pickByLanguage, primaryLanguage } from '../../platform/text/language-tags.ts';
import type { DocumentTexts } from './document-texts.ts';
import { dutch } from './dutch.ts';
import { english } from './english.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { italian } from './italian.ts';
import { portuguese } from './portuguese.ts';
import { spanish } from './spanish.ts';

export { fillPlaceholders } from '../../platform/text/language-tags.ts';
export type { DocumentTexts } from './document-texts.ts';

const known: Readonly<Record<string, DocumentTexts>> = {
  de: german,
  en: english,
  es: spanish,
  fr: french,
  it: italian,
  nl: dutch,
  pt: portuguese,
};

/** How a customer is written to. */
export interface DocumentLocale {
  /** What texts, numbers and dates are in, as BCP 47 names it: "de-AT". */
  language: string;
  words: DocumentTexts;
  /** What a tax is called that the workspace has no word for. */
  usualTax: string;
  /** Value added tax, where it was named in another language. */
  vatName: string;
}

/** Names of value added tax without dots, and the languages that use them. */
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

/** Whether a name of a tax is a word of another language, "VAT" for a customer who reads Spanish. */
export function isForeignTaxName(name: string, language: string): boolean {
  const languages = vatNames.get(name.toLowerCase().replaceAll(/[\s.]/g, ''));
  return languages !== undefined && !languages.includes(primaryLanguage(language));
}

/** Regions whose tax has another name than that of most who speak their language. */
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

/**
 * How somebody is written to whose language is the first of these that is given; English where it is none of the
 * seven that documents are written in.
 */
export function pickDocumentLocale(
  ...wanted: readonly (string | null | undefined)[]
): DocumentLocale {
  const language = wanted.find((one) => one) ?? 'en';
  const words = pickByLanguage(known, language);
  if (!words) return pickDocumentLocale('en');
  const usualTax = regionalTaxes[language] ?? words.usualTax;
  return { language, words, usualTax, vatName: usualTax === 'Tax' ? 'VAT' : usualTax };
}
