import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Font } from 'fontkit';
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

const read = new Map<FontName, Font>();

function fontOf(name: FontName): Font {
  const known = read.get(name);
  if (known) return known;
  const font = create(readFileSync(join(packageRoot, 'dist/assets/fonts', files[name])));
  read.set(name, font);
  return font;
}

/**
 * A font for one document. Its file is read, and its tables are taken apart, once for all documents, which takes several
 * times as long as a document itself. What fontkit notes of each glyph is the document's own: one that was met as a part
 * of another, the Æ of an Ǽ, would stand for no letter in the text of every document after it.
 */
export function documentFont(name: FontName): Font {
  return Object.create(fontOf(name), { _glyphs: { value: {}, writable: true } });
}

/** Stands where the font has no letter. */
export const missingCharacter = '\ufffd';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const letters = new Map<string, boolean>();

/**
 * The text with `missingCharacter` for each character that the font does not have (Chinese, Arabic, emoji and so on): one
 * for each that a reader would count, so that nothing is dropped in silence.
 */
export function printable(text: string): string {
  if (isCovered(text)) return text;
  return Array.from(graphemes.segment(text), ({ segment }) =>
    isCovered(segment) ? segment : missingCharacter,
  ).join('');
}

function isCovered(text: string): boolean {
  for (const letter of text) if (letter !== '\n' && !hasCharacter(letter)) return false;
  return true;
}

function hasCharacter(letter: string): boolean {
  const answer = letters.get(letter);
  if (answer !== undefined) return answer;
  const covered = fontOf('regular').hasGlyphForCodePoint(letter.codePointAt(0) ?? 0);
  // Customers choose the texts, so what is remembered has an end.
  if (letters.size < 10_000) letters.set(letter, covered);
  return covered;
}
