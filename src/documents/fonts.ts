import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Font, Glyph, GlyphRun, WideGlyph } from 'fontkit';
import { create } from 'fontkit';
import { fontFolder, needsHarfBuzz, requireFontFamily } from './font-coverage.ts';
import { createGlyphRunCache } from './glyph-run-cache.ts';
import { mirrorBracket } from './text-runs.ts';
import { shapeText } from './text-shaper.ts';

export type FontStyle = 'regular' | 'bold' | 'italic';

const parsedFonts = new Map<string, Font>();

/** Layout in an explicit direction. Passed instead of features; without it fontkit decides. */
interface DirectedLayout {
  direction: 'ltr' | 'rtl';
  /**
   * For right-to-left text: only glyphs with text, or only dots and marks without. Both if omitted.
   */
  part?: 'letters' | 'signs';
}

/** `isThin`: the style is bold and has no file, so it is drawn with a stroke. */
export function fontFileOfStyle(
  family: string,
  style: FontStyle,
): { file: string; isThin: boolean } {
  const { styles } = requireFontFamily(family);
  const ownFile = styles[style];
  return { file: ownFile ?? styles.regular, isThin: style === 'bold' && ownFile === undefined };
}

function fontOf(file: string): Font {
  const known = parsedFonts.get(file);
  if (known) return known;
  const font = create(readFileSync(join(fontFolder, file)));
  parsedFonts.set(file, font);
  return font;
}

/**
 * All documents share the parsed file, because parsing takes several times as long as a document.
 * Glyph objects are separate, because fontkit stores the text of a glyph at first use. The layout
 * of plain words is cached: it takes half of the time of a document.
 */
export function openDocumentFont(file: string): Font {
  const font = createFontCopy(file);
  const known = glyphRunCaches.get(file) ?? createGlyphRunCache(createFontCopy(file));
  glyphRunCaches.set(file, known);
  const { layout } = font;
  const value = (text: string, features?: unknown) =>
    (features ? undefined : known(text)) ?? layout.call(font, text, features as never);
  return Object.defineProperty(font, 'layout', { value });
}

/** Cached words by font file. */
const glyphRunCaches = new Map<string, ReturnType<typeof createGlyphRunCache>>();

function createFontCopy(file: string): Font {
  const base = fontOf(file);
  const usesHarfBuzz = needsHarfBuzz(file);
  const font: Font = Object.create(base, {
    _glyphs: { value: {}, writable: true },
    getGlyph: {
      value: (id: number, codePoints?: number[]) => {
        const glyph = base.getGlyph.call(font, id, codePoints);
        if (!codePoints || isSame(glyph.codePoints, codePoints)) return glyph;
        return Object.create(glyph, { codePoints: { value: codePoints } });
      },
    },
    layout: {
      configurable: true,
      value: (text: string, features?: unknown) => {
        const { direction, part } = (features ?? {}) as Partial<DirectedLayout>;
        if (!direction) return base.layout.call(font, text, features);
        const getGlyph: Font['getGlyph'] = (...glyphArguments) => font.getGlyph(...glyphArguments);
        if (usesHarfBuzz) return partOf(shapeText(file, text, direction, getGlyph), part);
        const run = base.layout.call(font, text, undefined, undefined, undefined, direction);
        const partialRun = partOf(run, part);
        if (direction === 'rtl') partialRun.glyphs = partialRun.glyphs.map(unmirrorGlyph);
        return partialRun;
      },
    },
  });
  return font;
}

type Run = Pick<GlyphRun, 'glyphs' | 'positions'>;

/** Marks are positioned from the start of the run, because no glyph before them advances. */
function partOf<R extends Run>(run: R, part: DirectedLayout['part']): R {
  if (!part) return run;
  let x = 0;
  const positionedGlyphs = run.glyphs.map((glyph, index) => {
    const position = run.positions[index] as GlyphRun['positions'][number];
    const from = x;
    x += position.xAdvance;
    const isSign = glyph.codePoints.length === 0 && position.xAdvance === 0;
    return { glyph, from, position, isSign };
  });
  const selected = positionedGlyphs.filter(({ isSign }) => isSign === (part === 'signs'));
  const glyphs = selected.map(({ glyph }) => glyph);
  const positions = selected.map(({ from, position }) =>
    part === 'signs' ? { ...position, xOffset: position.xOffset + from } : position,
  );
  return Object.assign(run, { glyphs, positions });
}

/** Invisible and right-to-left. A neutral character would split a right-to-left word in Poppler. */
const rightToLeftMark = 0x200f;

/** Reverts mirrored brackets. A part without text gets an invisible character. */
function unmirrorGlyph<G extends Glyph>(glyph: G): G {
  const [letter = rightToLeftMark, ...rest] = glyph.codePoints;
  if (rest.length > 0) return glyph;
  const written = mirrorBracket(String.fromCodePoint(letter)).codePointAt(0);
  return written === glyph.codePoints[0]
    ? glyph
    : Object.create(glyph, { codePoints: { value: [written] } });
}

/** pdfkit's data about a font of one document. */
interface EmbeddedFont {
  layout: (text: string, features?: unknown) => { glyphs: WideGlyph[]; positions: unknown[] };
  encode: (text: string, features?: unknown) => [string[], unknown[]];
  scale: number;
  subset: { glyphs: number[]; includeGlyph: (id: number) => number };
  /** Text and width by glyph number. */
  unicode: number[][];
  widths: number[];
}

const zeroWidthSpace = 0x200b;

/**
 * Fonts share glyph bodies, such as those of ي and ت. Without this, copied text would contain the
 * first character.
 */
export function writeGlyphPerCharacter(embedded: EmbeddedFont): void {
  const glyphNumbers = new Map<string, number>();
  const glyphNumberOf = ({ advanceWidth, codePoints: letters, id }: WideGlyph): number => {
    // A part of a character. Without text, programs show its number.
    const codePoints = letters.length === 0 ? [zeroWidthSpace] : letters;
    const { scale, subset, unicode, widths } = embedded;
    const defaultNumber = subset.includeGlyph(id);
    widths[defaultNumber] ??= advanceWidth * scale;
    unicode[defaultNumber] ??= codePoints;
    if (isSame(unicode[defaultNumber], codePoints)) return defaultNumber;
    const key = `${id} ${codePoints}`;
    const known = glyphNumbers.get(key);
    if (known !== undefined) return known;
    const newNumber = subset.glyphs.push(id) - 1;
    glyphNumbers.set(key, newNumber);
    widths[newNumber] = advanceWidth * scale;
    unicode[newNumber] = codePoints;
    return newNumber;
  };
  embedded.encode = (text, features) => {
    const { glyphs, positions } = embedded.layout(text, features);
    return [glyphs.map((glyph) => glyphNumberOf(glyph).toString(16).padStart(4, '0')), positions];
  };
}

function isSame(first: readonly number[], second: readonly number[]): boolean {
  return first.length === second.length && first.every((one, index) => one === second[index]);
}
