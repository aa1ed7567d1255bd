import { inLanguage } from '../../platform/text/language-tags.ts';
import { languageAccepted } from '../accepted-language.ts';
import { dutch } from './dutch.ts';
import { english } from './english.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { italian } from './italian.ts';
import { portuguese } from './portuguese.ts';
import { spanish } from './spanish.ts';

/** The words of such a page in one language. */
export type MessageWords = Readonly<Record<keyof typeof english, string>>;

const known: Readonly<Record<string, MessageWords>> = {
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
  words: MessageWords;
}

/** The words of a language, as BCP 47 names it; English where there are none. */
export function messagesIn(tag: string): SpokenMessages {
  const words = inLanguage(known, tag);
  return words ? { language: tag, words } : { language: 'en', words: english };
}

/** The words for a browser that wants these languages, as the header Accept-Language says it. */
export const messagesAccepted = (accepted: string | undefined): SpokenMessages =>
  messagesIn(languageAccepted(known, accepted));
