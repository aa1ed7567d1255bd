/** What documents use of fontkit, which brings no types of its own. */
declare module 'fontkit' {
  interface Font {
    layout(
      text: string,
      features?: unknown,
      script?: string,
      language?: string,
      direction?: 'ltr' | 'rtl',
    ): unknown;
  }
  export function create(file: Uint8Array): Font;
}
