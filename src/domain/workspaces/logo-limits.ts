/** What a logo can be. Alone in its file, for the thread that reads images to load nothing else of the domain. */
export const logoLimits = {
  /** Size of the file that is sent, in bytes. */
  mostBytes: 256 * 1_024,
  /** Size of the file that is kept, which is written anew. */
  mostKeptBytes: 1_024 * 1_024,
  /** Width and height, in pixels. */
  leastPixels: 16,
  mostPixels: 2_000,
} as const;

/** A logo as it is kept, and shown. */
export interface LogoImage {
  bytes: Uint8Array<ArrayBuffer>;
  mediaType: 'image/png' | 'image/jpeg';
  /** In pixels, as it is seen. */
  width: number;
  height: number;
}

/** A logo's file as it can be shown everywhere, or what is wrong with it: which rule it breaks, what would be right. */
export type LogoResult = { image: LogoImage } | { fault: { code: string; message: string } };
