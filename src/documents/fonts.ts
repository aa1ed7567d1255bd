import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Font, Glyph, GlyphRun, WideGlyph } from 'fontkit';
import { create } from 'fontkit';
import { fontFolder, needsHarfBuzz, requireFontFamily } from './font-coverage.ts';
import { createGlyphRunCache } from './glyph-run-cache.ts';
import { mirrorBracket } from './text-runs.ts';
import { shapeText } from './text-shaper.ts';

export type FontStyle = 'regular' | 'bold' | 'italic';

const read = new Map<string, Font>();

/** Layout in an explicit direction. Passed instead of features; without it fontkit decides. */
interface Directed {
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
  const own = styles[style];
  return { file: own ?? styles.regular, isThin: style === 'bold' && own === undefined };
}

function fontOf(file: string): Font {
  const known = read.get(file);
  if (known) return known;
  const font = create(readFileSync(join(fontFolder, file)));
  read.set(file, font);
  return font;
}

/**
 * A font for one document. All documents share the parsed file, because parsing takes several times
 * as long as a document. Glyph objects are separate, because fontkit stores the text of a glyph at
 * first use: the Æ of an Ǽ would have no text afterwards. The layout of plain words is cached,
 * because it takes half of the time of a document.
 */
export function openDocumentFont(file: string): Font {
  const font = ownFont(file);
  const known = wordsOf.get(file) ?? createGlyphRunCache(ownFont(file));
  wordsOf.set(file, known);
  const { layout } = font;
  const value = (text: string, features?: unknown) =>
    (features ? undefined : known(text)) ?? layout.call(font, text, features as never);
  return Object.defineProperty(font, 'layout', { value });
}

/** Cached words by font file. */
const wordsOf = new Map<string, ReturnType<typeof createGlyphRunCache>>();

function ownFont(file: string): Font {
  const base = fontOf(file);
  const byHarfBuzz = needsHarfBuzz(file);
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
        const { direction, part } = (features ?? {}) as Partial<Directed>;
        if (!direction) return base.layout.call(font, text, features);
        const getGlyph: Font['getGlyph'] = (...which) => font.getGlyph(...which);
        if (byHarfBuzz) return partOf(shapeText(file, text, direction, getGlyph), part);
        const run = base.layout.call(font, text, undefined, undefined, undefined, direction);
        const kept = partOf(run, part);
        if (direction === 'rtl') kept.glyphs = kept.glyphs.map(asWritten);
        return kept;
      },
    },
  });
  return font;
}

type Run = Pick<GlyphRun, 'glyphs' | 'positions'>;

/**
 * Filters glyphs and keeps their positions. Marks are positioned from the start of the run, because
 * no glyph before them advances.
 */
function partOf<R extends Run>(run: R, part: Directed['part']): R {
  if (!part) return run;
  let x = 0;
  const placed = run.glyphs.map((glyph, index) => {
    const position = run.positions[index] as GlyphRun['positions'][number];
    const from = x;
    x += position.xAdvance;
    const isSign = glyph.codePoints.length === 0 && position.xAdvance === 0;
    return { glyph, from, position, isSign };
  });
  const kept = placed.filter(({ isSign }) => isSign === (part === 'signs'));
  const glyphs = kept.map(({ glyph }) => glyph);
  const positions = kept.map(({ from, position }) =>
    part === 'signs' ? { ...position, xOffset: position.xOffset + from } : position,
  );
  return Object.assign(run, { glyphs, positions });
}

/** Invisible and right-to-left. A neutral character would split a right-to-left word in Poppler. */
const rightToLeftMark = 0x200f;

/** Reverts mirrored brackets. A part without text gets an invisible character. */
function asWritten<G extends Glyph>(glyph: G): G {
  const [letter = rightToLeftMark, ...more] = glyph.codePoints;
  if (more.length > 0) return glyph;
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
 * Makes pdfkit write a glyph once for each character that it represents. Fonts share bodies, such
 * as those of ي and ت, and copied text would otherwise contain the first character.
 */
export function writeGlyphPerCharacter(embedded: EmbeddedFont): void {
  const numbers = new Map<string, number>();
  const numberOf = ({ advanceWidth, codePoints: letters, id }: WideGlyph): number => {
    // A part of a character. Without text, programs show its number.
    const codePoints = letters.length === 0 ? [zeroWidthSpace] : letters;
    const { scale, subset, unicode, widths } = embedded;
    const usual = subset.includeGlyph(id);
    widths[usual] ??= advanceWidth * scale;
    unicode[usual] ??= codePoints;
    if (isSame(unicode[usual], codePoints)) return usual;
    const key = `${id} ${codePoints}`;
    const known = numbers.get(key);
    if (known !== undefined) return known;
    const own = subset.glyphs.push(id) - 1;
    numbers.set(key, own);
    widths[own] = advanceWidth * scale;
    unicode[own] = codePoints;
    return own;
  };
  embedded.encode = (text, features) => {
    const { glyphs, positions } = embedded.layout(text, features);
    return [glyphs.map((glyph) => numberOf(glyph).toString(16).padStart(4, '0')), positions];
  };
}

function isSame(some: readonly number[], others: readonly number[]): boolean {
  return some.length === others.length && some.every((one, index) => one === others[index]);
}
