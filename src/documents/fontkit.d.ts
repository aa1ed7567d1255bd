declare module 'fontkit' {
  interface Glyph {
    id: number;
    /** The text that the glyph represents. */
    codePoints: number[];
  }
  interface WideGlyph extends Glyph {
    advanceWidth: number;
  }
  interface GlyphRun {
    advanceWidth: number;
    glyphs: WideGlyph[];
    positions: { xAdvance: number; xOffset: number }[];
  }
  interface Font {
    getGlyph(id: number, codePoints?: number[]): Glyph;
    layout(
      text: string,
      features?: unknown,
      script?: string,
      language?: string,
      direction?: 'ltr' | 'rtl',
    ): GlyphRun;
  }
  export function create(file: Uint8Array): Font;
}
