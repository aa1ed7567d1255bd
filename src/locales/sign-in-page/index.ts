import { inLanguage } from '../../platform/text/language-tags.ts';
import { languageAccepted } from '../accepted-language.ts';
import { dutch } from './dutch.ts';
import { english } from './english.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { italian } from './italian.ts';
import { portuguese } from './portuguese.ts';
import { spanish } from './spanish.ts';

/** What the page where people sign in says, in one language. */
export type SignInPageWords = Readonly<Record<keyof typeof english, string>>;

const known: Readonly<Record<string, SignInPageWords>> = {
  de: german,
  en: english,
  es: spanish,
  fr: french,
  it: italian,
  nl: dutch,
  pt: portuguese,
};

/** A language, and what the page says in it. */
interface SpokenWords {
  language: string;
  words: SignInPageWords;
  /** What /auth refuses, by its own words in English. */
  refusals: Readonly<Record<string, string>>;
}

/**
 * The words for a browser that wants these languages, as the header Accept-Language says it: those that it wants most of the seven that documents
 * are written in, else English.
 */
export function wordsAccepted(accepted: string | undefined): SpokenWords {
  const language = languageAccepted(known, accepted);
  const words = inLanguage(known, language) ?? english;
  return { language, words, refusals: words === english ? {} : refusalsIn(words) };
}

const isRefusal = (name: string): name is keyof SignInPageWords => name.startsWith('refused');

const refusalsIn = (words: SignInPageWords) =>
  Object.fromEntries(
    Object.keys(english)
      .filter(isRefusal)
      .map((name) => [english[name], words[name]]),
  );
