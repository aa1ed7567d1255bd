import type { Font, GlyphRun, WideGlyph } from 'fontkit';
import { memoizeByName } from '../platform/caching/bounded-cache.ts';

/** The part of a glyph run that pdfkit reads. */
interface GlyphLayout {
  glyphs: Pick<WideGlyph, 'advanceWidth' | 'codePoints' | 'id'>[];
  positions: GlyphRun['positions'];
}

/** Characters whose glyphs do not depend on preceding words. */
const plainWord = /^[ -~\u00a0-\u024f€’–−·]{1,40}$/;

/** pdfkit modifies the positions of a run, so each use gets a copy. */
class Run implements GlyphLayout {
  readonly glyphs: GlyphLayout['glyphs'];
  readonly positions: GlyphLayout['positions'];

  constructor({ glyphs, positions }: GlyphLayout) {
    this.glyphs = glyphs;
    this.positions = positions.map((position) => ({ ...position }));
  }

  get advanceWidth(): number {
    return this.positions.reduce((width, { xAdvance }) => width + xAdvance, 0);
  }
}

/** Undefined for other text than plain words. */
export function createGlyphRunCache(font: Font): (text: string) => Run | undefined {
  const cachedLayout = memoizeByName((text): GlyphLayout => {
    const { glyphs, positions } = font.layout(text);
    const plainGlyphs = glyphs.map(({ advanceWidth, codePoints, id }) => ({
      id,
      codePoints,
      advanceWidth,
    }));
    return { glyphs: plainGlyphs, positions };
  });
  return (text) => (plainWord.test(text) ? new Run(cachedLayout(text)) : undefined);
}
