/** What documents use of bidi-js, whose own types say that its function stands one level deeper than it does. */
declare module 'bidi-js' {
  interface Bidi {
    getEmbeddingLevels(text: string, direction: 'ltr' | 'rtl' | 'auto'): { levels: Uint8Array };
    getMirroredCharacter(letter: string): string | null;
  }
  const bidiFactory: () => Bidi;

  // biome-ignore lint/style/noDefaultExport: it is the package's
  export { bidiFactory as default };
}
