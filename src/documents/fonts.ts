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

/** Asks a font for its letters in the order in which they stand, one way or the other; without it the font decides. */
interface Directed {
  direction: 'ltr' | 'rtl';
  /** Of what goes from right to left, all that has letters, or the dots and marks that stand for none, where they stand; left out: all of it. */
  part?: 'letters' | 'signs';
}

/** The file of a family's style, and whether that has to be drawn bolder than it is. */
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
 * A font for one document. Its file is read, and its tables are taken apart, once for all documents, which takes several
 * times as long as a document itself. What fontkit notes of each glyph is the document's own, and a glyph that stands for
 * other letters than when it was met first is told apart: one that was met as a part of another, the Æ of an Ǽ, would
 * stand for no letter ever after. Where letters are asked for with a direction ({@link Directed} in place of features),
 * they are put in it whatever they are. Words of plain letters are laid out once for all documents, which takes as long as all else
 * of a document together.
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

/** The plain words of a font's file, as they are laid out. */
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

/** Some of a run's glyphs, where all of them stand: signs from where the run begins, since nothing before them moves on. */
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

/** Invisible, and read from right to left: within a word of such letters, what is of no direction parts them in Poppler. */
const rightToLeftMark = 0x200f;

/** A bracket that was turned, as the one that was written; a part of a letter that another part stands for as nothing to be seen. */
function asWritten<G extends Glyph>(glyph: G): G {
  const [letter = rightToLeftMark, ...more] = glyph.codePoints;
  if (more.length > 0) return glyph;
  const written = mirrorBracket(String.fromCodePoint(letter)).codePointAt(0);
  return written === glyph.codePoints[0]
    ? glyph
    : Object.create(glyph, { codePoints: { value: [written] } });
}

/** What pdfkit keeps of a font in one document. */
interface EmbeddedFont {
  layout: (text: string, features?: unknown) => { glyphs: WideGlyph[]; positions: unknown[] };
  encode: (text: string, features?: unknown) => [string[], unknown[]];
  scale: number;
  subset: { glyphs: number[]; includeGlyph: (id: number) => number };
  /** By the number in the document: the letters that a glyph stands for, and how wide it is. */
  unicode: number[][];
  widths: number[];
}

const zeroWidthSpace = 0x200b;

/**
 * Has pdfkit write a glyph once for each letter that it stands for. Fonts draw ي and ت as one body with other dots, and ị as
 * an i with one: whoever copies the text would get the letter that came first.
 */
export function writeGlyphPerCharacter(embedded: EmbeddedFont): void {
  const numbers = new Map<string, number>();
  const numberOf = ({ advanceWidth, codePoints: letters, id }: WideGlyph): number => {
    // A part of a letter that another part stands for; without any, programs show its number.
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
