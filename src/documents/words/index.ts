import { dutch } from './dutch.ts';
import { english } from './english.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { italian } from './italian.ts';
import { portuguese } from './portuguese.ts';
import { spanish } from './spanish.ts';
import type { Words } from './words.ts';

export type { Words } from './words.ts';

const known: Readonly<Record<string, Words>> = {
  de: german,
  en: english,
  es: spanish,
  fr: french,
  it: italian,
  nl: dutch,
  pt: portuguese,
};

/** How a customer is written to. */
export interface Speech {
  /** What texts, numbers and dates are in, as BCP 47 names it: "de-AT". */
  language: string;
  words: Words;
}

/**
 * How somebody is written to whose language is the first of these that is given; English where it is none of the
 * seven that documents are written in.
 */
export function speechOf(...wanted: readonly (string | null | undefined)[]): Speech {
  const language = wanted.find((one) => one) ?? 'en';
  const words = known[language.split('-')[0]?.toLowerCase() ?? ''];
  return words ? { language, words } : { language: 'en', words: english };
}

/** A text with its gaps filled: "Page {page} of {pages}". */
export function filled(text: string, gaps: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (gap, name: string) => gaps[name] ?? gap);
}
