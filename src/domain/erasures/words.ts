import { containing } from '../kernel/like.ts';

/** Shorter words stand in the place of others too often. */
const shortestWord = 4;

/** Texts as words to look for, the longest first, so that a part of one does not hide the whole. */
export function wordsOf(texts: readonly (string | null | undefined)[]): string[] {
  const trimmed = texts.map((text) => text?.trim() ?? '');
  return [...new Set(trimmed)]
    .filter((text) => text.length >= shortestWord)
    .sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
}

/** The LIKE patterns of words, as they stand in texts and in JSON. */
export const patternsOf = (words: readonly string[]): string[] => [
  ...new Set(words.flatMap((word) => [word, JSON.stringify(word).slice(1, -1)].map(containing))),
];
