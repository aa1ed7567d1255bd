import { pickByLanguage } from '../../platform/text/language-tags.ts';
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
  if (!words) return { language: 'en', words: english, usualTax: english.usualTax };
  return { language, words, usualTax: regionalTaxes[language] ?? words.usualTax };
}
