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

const textsByLanguage: Readonly<Record<string, SignInPageTexts>> = {
  de: german,
  en: english,
  es: spanish,
  fr: french,
  it: italian,
  nl: dutch,
  pt: portuguese,
};

interface LocalizedSignInTexts {
  language: string;
  texts: SignInPageTexts;
  /** Translations of errors of /auth by English message. Empty for English. */
  errorTexts: Readonly<Record<string, string>>;
}

/** Fallback: English. */
export function acceptedSignInTexts(acceptLanguage: string | undefined): LocalizedSignInTexts {
  const language = acceptedLanguage(textsByLanguage, acceptLanguage);
  const texts = pickByLanguage(textsByLanguage, language) ?? english;
  return { language, texts, errorTexts: texts === english ? {} : errorTextsOf(texts) };
}

const isErrorText = (name: string): name is keyof SignInPageTexts => name.startsWith('refused');

const errorTextsOf = (texts: SignInPageTexts) =>
  Object.fromEntries(
    Object.keys(english)
      .filter(isErrorText)
      .map((name) => [english[name], texts[name]]),
  );
