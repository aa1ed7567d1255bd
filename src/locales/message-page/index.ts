import { pickByLanguage } from '../../platform/text/language-tags.ts';
import { acceptedLanguage } from '../accepted-language.ts';
import { dutch } from './dutch.ts';
import { english } from './english.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { italian } from './italian.ts';
import type { MessagePageTexts } from './message-page-texts.ts';
import { portuguese } from './portuguese.ts';
import { spanish } from './spanish.ts';

const textsByLanguage: Readonly<Record<string, MessagePageTexts>> = {
  de: german,
  en: english,
  es: spanish,
  fr: french,
  it: italian,
  nl: dutch,
  pt: portuguese,
};

interface LocalizedMessageTexts {
  language: string;
  texts: MessagePageTexts;
}

/** Fallback: English. */
export function messageTextsIn(tag: string): LocalizedMessageTexts {
  const texts = pickByLanguage(textsByLanguage, tag);
  return texts ? { language: tag, texts } : { language: 'en', texts: english };
}

/** Fallback: English. */
export const acceptedMessageTexts = (acceptLanguage: string | undefined): LocalizedMessageTexts =>
  messageTextsIn(acceptedLanguage(textsByLanguage, acceptLanguage));
