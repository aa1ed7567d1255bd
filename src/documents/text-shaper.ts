import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Font, GlyphRun } from 'fontkit';
import type * as HarfBuzz from 'harfbuzzjs';
import { fontFolder } from './font-coverage.ts';
import { mirrorBracket } from './text-runs.ts';

/**
 * HarfBuzz, loaded on first use: fontkit does not support Burmese, Khmer, Malayalam and Gurmukhi.
 */

let harfBuzz: typeof HarfBuzz | undefined;

/** HarfBuzz is needed and not loaded yet. */
class HarfBuzzRequired extends Error {}

/** Loads HarfBuzz if `work` needs it, and runs `work` again. */
export async function withShaper<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof HarfBuzzRequired)) throw error;
    harfBuzz = await import('harfbuzzjs');
    return work();
  }
}

const fonts = new Map<string, HarfBuzz.Font>();

function fontOf({ Blob, Face, Font }: typeof HarfBuzz, file: string): HarfBuzz.Font {
  const cached = fonts.get(file);
  if (cached) return cached;
  const font = new Font(new Face(new Blob(readFileSync(join(fontFolder, file)))));
  fonts.set(file, font);
  return font;
}

/**
 * Glyphs from left to right with the text of each. If a cluster has as many glyphs as characters,
 * each gets one. Otherwise the first in reading order gets all.
 */
export function shapeText(
  file: string,
  inputText: string,
  direction: 'ltr' | 'rtl',
  glyphOf: Font['getGlyph'],
): Pick<GlyphRun, 'advanceWidth' | 'glyphs' | 'positions'> {
  if (!harfBuzz) throw new HarfBuzzRequired(`nothing puts the letters of ${file} together`);
  const { Buffer, ClusterLevel, Direction, shape } = harfBuzz;
  const isRightToLeft = direction === 'rtl';
  // HarfBuzz mirrors brackets itself.
  const text = isRightToLeft ? Array.from(inputText, mirrorBracket).join('') : inputText;
  const buffer = new Buffer();
  buffer.addText(text);
  buffer.setClusterLevel(ClusterLevel.MONOTONE_CHARACTERS);
  buffer.guessSegmentProperties();
  buffer.setDirection(isRightToLeft ? Direction.RTL : Direction.LTR);
  shape(fontOf(harfBuzz, file), buffer);
  const infos = buffer.getGlyphInfos();
  const glyphTexts = textByGlyph(
    text,
    isRightToLeft
      ? infos.map(({ cluster }) => cluster).reverse()
      : infos.map(({ cluster }) => cluster),
  );
  if (isRightToLeft) glyphTexts.reverse();
  const glyphs = infos.map(({ codepoint }, index) => glyphOf(codepoint, glyphTexts[index] ?? []));
  const positions = buffer.getGlyphPositions().map((position) => ({ ...position }));
  const advanceWidth = positions.reduce((width, { xAdvance }) => width + xAdvance, 0);
  return { glyphs, positions, advanceWidth } as never;
}

/** Text of each glyph, by the start of its cluster, in reading order. */
function textByGlyph(text: string, clusters: readonly number[]): number[][] {
  const starts = [...new Set(clusters)];
  return clusters.map((start, index) => {
    const end = starts[starts.indexOf(start) + 1] ?? text.length;
    const clusterText = Array.from(text.slice(start, end), (letter) => letter.codePointAt(0) ?? 0);
    const firstIndex = clusters.indexOf(start);
    const glyphCount = clusters.lastIndexOf(start) - firstIndex + 1;
    const indexInCluster = index - firstIndex;
    if (glyphCount === clusterText.length)
      return clusterText.slice(indexInCluster, indexInCluster + 1);
    return indexInCluster === 0 ? clusterText : [];
  });
}
