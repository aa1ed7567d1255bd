import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { create } from 'fontkit';
import { packageRoot } from '../database/package-root.ts';

export type FontName = 'regular' | 'bold' | 'italic';

/** Noto Sans: Latin, Greek, Cyrillic, Devanagari and the currency signs. The build puts it here. */
const files: Record<FontName, string> = {
  regular: 'NotoSans-Regular.ttf',
  bold: 'NotoSans-Bold.ttf',
  italic: 'NotoSans-Italic.ttf',
};

export const fontNames: readonly FontName[] = ['regular', 'bold', 'italic'];

const loaded = new Map<FontName, Buffer>();

/** A font's file, read once. */
export function fontFile(name: FontName): Buffer {
  const known = loaded.get(name);
  if (known) return known;
  const file = readFileSync(join(packageRoot, 'dist/assets/fonts', files[name]));
  loaded.set(name, file);
  return file;
}

/** Stands where the font has no letter. */
export const missingLetter = '\ufffd';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const letters = new Map<string, boolean>();
let coverage: { hasGlyphForCodePoint(codePoint: number): boolean } | undefined;

/**
 * The text with `missingLetter` for each character that the font does not have (Chinese, Arabic, emoji and so on): one
 * for each that a reader would count, so that nothing is dropped in silence.
 */
export function printable(text: string): string {
  if (isCovered(text)) return text;
  return Array.from(graphemes.segment(text), ({ segment }) =>
    isCovered(segment) ? segment : missingLetter,
  ).join('');
}

function isCovered(text: string): boolean {
  for (const letter of text) if (letter !== '\n' && !hasLetter(letter)) return false;
  return true;
}

function hasLetter(letter: string): boolean {
  const answer = letters.get(letter);
  if (answer !== undefined) return answer;
  coverage ??= create(fontFile('regular'));
  const covered = coverage.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0);
  // Customers choose the texts, so what is remembered has an end.
  if (letters.size < 10_000) letters.set(letter, covered);
  return covered;
}
