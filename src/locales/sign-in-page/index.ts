import { pickByLanguage } from '../../platform/text/language-tags.ts';
import { acceptedLanguage } from '../accepted-language.ts';
import { dutch } from './dutch.ts';
import { english } from './english.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { italian } from './italian.ts';
import { portuguese } from './portuguese.ts';
import type { SignInPageTexts } from './sign-in-page-texts.ts';
import { spanish } from './spanish.ts';

const known: Readonly<Record<string, SignInPageTexts>> = {
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
  words: SignInPageTexts;
  /** What /auth refuses, by its own words in English. */
  refusals: Readonly<Record<string, string>>;
}

/**
 * The words for a browser that wants these languages, as the header Accept-Language says it: those that it wants most of the seven that documents
 * are written in, else English.
 */
export function acceptedSignInTexts(accepted: string | undefined): SpokenWords {
  const language = acceptedLanguage(known, accepted);
  const words = pickByLanguage(known, language) ?? english;
  return { language, words, refusals: words === english ? {} : refusalsIn(words) };
}

const isRefusal = (name: string): name is keyof SignInPageTexts => name.startsWith('refused');

const refusalsIn = (words: SignInPageTexts) =>
  Object.fromEntries(
    Object.keys(english)
      .filter(isRefusal)
      .map((name) => [english[name], words[name]]),
  );
