import type { Font, GlyphRun, WideGlyph } from 'fontkit';
import { memoizeByName } from '../platform/caching/bounded-cache.ts';

/** What pdfkit reads of a text that a font has laid out. */
interface LaidOut {
  glyphs: Pick<WideGlyph, 'advanceWidth' | 'codePoints' | 'id'>[];
  positions: GlyphRun['positions'];
}

/** Letters that stand for themselves, however they are joined, and whatever was laid out before them. */
const plainWord = /^[ -~\u00a0-\u024f€’–−·]{1,40}$/;

/** A run as pdfkit takes it: it scales the positions of each run that it is given, and sums them up then. */
class Run implements LaidOut {
  readonly glyphs: LaidOut['glyphs'];
  readonly positions: LaidOut['positions'];

  constructor({ glyphs, positions }: LaidOut) {
    this.glyphs = glyphs;
    this.positions = positions.map((position) => ({ ...position }));
  }

  get advanceWidth(): number {
    return this.positions.reduce((width, { xAdvance }) => width + xAdvance, 0);
  }
}

/**
 * Words as a font lays them out, remembered for all documents that use it: most words of a workspace's documents are the same.
 * Undefined for what is no word of plain letters. A word is laid out the same whichever were before it.
 */
export function createGlyphRunCache(font: Font): (text: string) => Run | undefined {
  const known = memoizeByName((text): LaidOut => {
    const { glyphs, positions } = font.layout(text);
    const kept = glyphs.map(({ advanceWidth, codePoints, id }) => ({
      id,
      codePoints,
      advanceWidth,
    }));
    return { glyphs: kept, positions };
  });
  return (text) => (plainWord.test(text) ? new Run(known(text)) : undefined);
}
