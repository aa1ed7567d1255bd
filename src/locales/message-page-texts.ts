import { acceptedLanguage } from './accepted-language.ts';
import { type Catalogue, english, findCatalogue } from './catalogues.ts';

export type MessagePageTexts = Catalogue['messagePage'];

interface LocalizedMessageTexts {
  language: string;
  texts: MessagePageTexts;
}

/** Fallback: English. */
export function messageTextsIn(tag: string): LocalizedMessageTexts {
  const catalogue = findCatalogue(tag);
  return catalogue
    ? { language: tag, texts: catalogue.messagePage }
    : { language: 'en', texts: english.messagePage };
}

/** Fallback: English. */
export const acceptedMessageTexts = (acceptLanguage: string | undefined): LocalizedMessageTexts =>
  messageTextsIn(acceptedLanguage(acceptLanguage));
