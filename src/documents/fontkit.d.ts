/** What documents use of fontkit, which brings no types of its own. */
declare module 'fontkit' {
  interface Glyph {
    id: number;
    /** The letters that it stands for. */
    codePoints: number[];
  }
  interface Font {
    getGlyph(id: number, codePoints?: number[]): Glyph;
    layout(
      text: string,
      features?: unknown,
      script?: string,
      language?: string,
      direction?: 'ltr' | 'rtl',
    ): { glyphs: Glyph[] };
  }
  export function create(file: Uint8Array): Font;
}
