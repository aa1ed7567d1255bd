/** In its own file: the image thread loads nothing else of the domain. */
export const logoLimits = {
  /** Of the uploaded file. */
  mostBytes: 256 * 1_024,
  /** Of the stored file, which is encoded again. */
  mostKeptBytes: 1_024 * 1_024,
  /** Of width and height. */
  leastPixels: 16,
  mostPixels: 2_000,
} as const;

export interface LogoImage {
  bytes: Uint8Array<ArrayBuffer>;
  mediaType: 'image/png' | 'image/jpeg';
  /** In pixels, after rotation. */
  width: number;
  height: number;
}

export type LogoResult = { image: LogoImage } | { fault: { code: string; message: string } };
