import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Font, GlyphRun } from 'fontkit';
import type * as HarfBuzz from 'harfbuzzjs';
import { fontFolder } from './font-coverage.ts';
import { mirrorBracket } from './text-runs.ts';

/**
 * HarfBuzz, loaded on first use: fontkit does not support Burmese and fails on fonts for Khmer,
 * Malayalam and Gurmukhi.
 */

let harfBuzz: typeof HarfBuzz | undefined;

/** HarfBuzz is needed and not loaded yet. */
class ShaperNeeded extends Error {}

/** Loads HarfBuzz if `work` needs it, and runs `work` again. */
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
 * Shapes a text. Returns glyphs from left to right with the text of each. If a cluster has as many
 * glyphs as characters, each glyph gets one. Otherwise the first in reading order gets all.
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
  // HarfBuzz mirrors brackets itself.
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

/** Text of each glyph, by the start of its cluster, in reading order. */
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
