import { inLanguage, primaryLanguage } from '../../domain/kernel/languages.ts';
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
  const language = languagesIn(accepted).find((one) => inLanguage(known, one)) ?? 'en';
  const words = inLanguage(known, language) ?? english;
  return { language, words, refusals: words === english ? {} : refusalsIn(words) };
}

/** Languages without their regions, what is wanted most first; what is wanted not at all is left out. */
function languagesIn(accepted = ''): string[] {
  return accepted
    .slice(0, 1_000)
    .split(',')
    .map((one) => {
      const [tag = '', ...parameters] = one.split(';').map((part) => part.trim());
      const weight = parameters.find((part) => part.startsWith('q='))?.slice(2);
      return { language: primaryLanguage(tag), weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ language }) => language);
}

const isRefusal = (name: string): name is keyof SignInPageWords => name.startsWith('refused');

const refusalsIn = (words: SignInPageWords) =>
  Object.fromEntries(
    Object.keys(english)
      .filter(isRefusal)
      .map((name) => [english[name], words[name]]),
  );
