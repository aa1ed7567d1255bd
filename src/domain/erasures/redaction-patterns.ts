import { likeContaining } from '../../platform/text/like-patterns.ts';
import { toSingleLine } from '../../platform/text/sanitize-text.ts';

/** Shorter words stand in the place of others too often. */
const shortestWord = 4;

/** Texts as words to look for, the longest first, so that a part of one does not hide the whole. */
export function redactionWords(texts: readonly (string | null | undefined)[]): string[] {
  const trimmed = texts.flatMap((text) => [text?.trim() ?? '', toSingleLine(text ?? '')]);
  return [...new Set(trimmed)]
    .filter((text) => text.length >= shortestWord)
    .sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
}

/**
 * Words as they are written besides, the longest first: capital letters, and who has no ß, write SS for it, which no comparison without
 * case knows for the same. Texts of several lines keep accents as separate characters, and no-break spaces.
 */
export function redactionSpellings(words: readonly string[]): string[] {
  const forms = words.flatMap((word) => [word, word.replaceAll(' ', '\u00a0')]);
  const spelled = [...forms, ...forms.map((form) => form.normalize('NFD'))].flatMap((word) => [
    word,
    word.replace(/ß/gi, 'ss'),
    word.replace(/ß/gi, 'ẞ'),
    word.replace(/ss/gi, 'ß'),
    word.replace(/ss/gi, 'ẞ'),
  ]);
  return [...new Set(spelled)].sort((a, b) => b.length - a.length);
}

/** The LIKE patterns of words in every spelling, as they stand in texts and in JSON. */
export const redactionPatterns = (words: readonly string[]): string[] => [
  ...new Set(
    redactionSpellings(words).flatMap((word) =>
      [word, JSON.stringify(word).slice(1, -1)].map(likeContaining),
    ),
  ),
];
