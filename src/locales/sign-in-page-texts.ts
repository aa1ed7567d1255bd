import { acceptedLanguage } from './accepted-language.ts';
import { type Catalogue, english, findCatalogue } from './catalogues.ts';

export type SignInPageTexts = Catalogue['signInPage'];

interface LocalizedSignInTexts {
  language: string;
  texts: SignInPageTexts;
  /** Translations of errors of /auth by English message. Empty for English. */
  errorTexts: Readonly<Record<string, string>>;
}

/** Fallback: English. */
export function acceptedSignInTexts(acceptLanguage: string | undefined): LocalizedSignInTexts {
  const language = acceptedLanguage(acceptLanguage);
  const texts = (findCatalogue(language) ?? english).signInPage;
  return { language, texts, errorTexts: language === 'en' ? {} : errorTextsOf(texts) };
}

const isErrorText = (name: string): name is keyof SignInPageTexts => name.startsWith('refused');

const errorTextsOf = (texts: SignInPageTexts) =>
  Object.fromEntries(
    Object.keys(english.signInPage)
      .filter(isErrorText)
      .map((name) => [english.signInPage[name], texts[name]]),
  );
