import { likeContaining } from '../../platform/text/like-patterns.ts';
import { toSingleLine } from '../../platform/text/sanitize-text.ts';

/** Shorter words occur in other words. */
const shortestWord = 4;

/** Longest first, so that a part does not hide the whole. */
export function redactionWords(texts: readonly (string | null | undefined)[]): string[] {
  const trimmed = texts.flatMap((text) => [text?.trim() ?? '', toSingleLine(text ?? '')]);
  return [...new Set(trimmed)]
    .filter((text) => text.length >= shortestWord)
    .sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
}

/** Longest first. Case-insensitive comparison does not match ß and SS, other forms of accents, or no-break spaces. */
export function redactionSpellings(words: readonly string[]): string[] {
  const forms = words.flatMap((word) => [word, word.replaceAll(' ', '\u00a0')]);
  const spellings = [...forms, ...forms.map((form) => form.normalize('NFD'))].flatMap((word) => [
    word,
    word.replace(/ß/gi, 'ss'),
    word.replace(/ß/gi, 'ẞ'),
    word.replace(/ss/gi, 'ß'),
    word.replace(/ss/gi, 'ẞ'),
  ]);
  return [...new Set(spellings)].sort((a, b) => b.length - a.length);
}

/** LIKE patterns of all spellings, also as JSON. */
export const redactionPatterns = (words: readonly string[]): string[] => [
  ...new Set(
    redactionSpellings(words).flatMap((word) =>
      [word, JSON.stringify(word).slice(1, -1)].map(likeContaining),
    ),
  ),
];
