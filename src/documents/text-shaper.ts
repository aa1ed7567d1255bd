import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Font, GlyphRun } from 'fontkit';
import type * as HarfBuzz from 'harfbuzzjs';
import { fontFolder } from './font-coverage.ts';
import { mirrorBracket } from './text-runs.ts';

/**
 * Puts letters together where fontkit cannot: it has no rules for Burmese, and fails at fonts of Khmer, Malayalam and Gurmukhi. Its program
 * is loaded when the first document needs it.
 */

let harfBuzz: typeof HarfBuzz | undefined;

/** A text has letters that only HarfBuzz puts together, and it is not loaded yet. */
class ShaperNeeded extends Error {}

/** Does something that may have to put letters together; where that takes what is not loaded, it is done again once it is. */
export async function withShaper<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ShaperNeeded)) throw error;
    harfBuzz = await import('harfbuzzjs');
    return work();
  }
}

const fonts = new Map<string, HarfBuzz.Font>();

function fontOf({ Blob, Face, Font }: typeof HarfBuzz, file: string): HarfBuzz.Font {
  const known = fonts.get(file);
  if (known) return known;
  const font = new Font(new Face(new Blob(readFileSync(join(fontFolder, file)))));
  fonts.set(file, font);
  return font;
}

/**
 * A text as glyphs of a font, from left to right, with the letters that each stands for: where a few letters became as many glyphs, one for
 * each, and else all of them for the first that is read. `glyphOf` makes a glyph of the document's own of its number.
 */
export function shapeText(
  file: string,
  given: string,
  direction: 'ltr' | 'rtl',
  glyphOf: Font['getGlyph'],
): Pick<GlyphRun, 'advanceWidth' | 'glyphs' | 'positions'> {
  if (!harfBuzz) throw new ShaperNeeded(`nothing puts the letters of ${file} together`);
  const { Buffer, ClusterLevel, Direction, shape } = harfBuzz;
  const isLeft = direction === 'rtl';
  // HarfBuzz turns brackets itself.
  const text = isLeft ? Array.from(given, mirrorBracket).join('') : given;
  const buffer = new Buffer();
  buffer.addText(text);
  buffer.setClusterLevel(ClusterLevel.MONOTONE_CHARACTERS);
  buffer.guessSegmentProperties();
  buffer.setDirection(isLeft ? Direction.RTL : Direction.LTR);
  shape(fontOf(harfBuzz, file), buffer);
  const infos = buffer.getGlyphInfos();
  const letters = lettersOf(
    text,
    isLeft ? infos.map(({ cluster }) => cluster).reverse() : infos.map(({ cluster }) => cluster),
  );
  if (isLeft) letters.reverse();
  const glyphs = infos.map(({ codepoint }, index) => glyphOf(codepoint, letters[index] ?? []));
  const positions = buffer.getGlyphPositions().map((position) => ({ ...position }));
  const advanceWidth = positions.reduce((width, { xAdvance }) => width + xAdvance, 0);
  return { glyphs, positions, advanceWidth } as never;
}

/** The letters of each glyph, by the places in the text at which their clusters begin, in the order in which they are read. */
function lettersOf(text: string, clusters: readonly number[]): number[][] {
  const starts = [...new Set(clusters)];
  return clusters.map((start, index) => {
    const end = starts[starts.indexOf(start) + 1] ?? text.length;
    const own = Array.from(text.slice(start, end), (letter) => letter.codePointAt(0) ?? 0);
    const first = clusters.indexOf(start);
    const many = clusters.lastIndexOf(start) - first + 1;
    const at = index - first;
    if (many === own.length) return own.slice(at, at + 1);
    return at === 0 ? own : [];
  });
}
