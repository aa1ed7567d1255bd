/** The package's own types declare the function one level too deep. */
declare module 'bidi-js' {
  interface Bidi {
    getEmbeddingLevels(text: string, direction: 'ltr' | 'rtl' | 'auto'): { levels: Uint8Array };
    getMirroredCharacter(letter: string): string | null;
  }
  const bidiFactory: () => Bidi;

  // biome-ignore lint/style/noDefaultExport: it is the package's
  export { bidiFactory as default };
}
