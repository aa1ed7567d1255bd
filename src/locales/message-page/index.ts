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

const known: Readonly<Record<string, MessagePageTexts>> = {
  de: german,
  en: english,
  es: spanish,
  fr: french,
  it: italian,
  nl: dutch,
  pt: portuguese,
};

interface SpokenMessages {
  language: string;
  words: MessagePageTexts;
}

/** The words of a language, as BCP 47 names it; English where there are none. */
export function messageTextsIn(tag: string): SpokenMessages {
  const words = pickByLanguage(known, tag);
  return words ? { language: tag, words } : { language: 'en', words: english };
}

/** The words for a browser that wants these languages, as the header Accept-Language says it. */
export const acceptedMessageTexts = (accepted: string | undefined): SpokenMessages =>
  messageTextsIn(acceptedLanguage(known, accepted));
