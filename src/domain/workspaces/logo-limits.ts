/** In its own file: the image thread loads nothing else of the domain. */
export const logoLimits = {
  /** Of the uploaded file. */
  maxUploadBytes: 256 * 1_024,
  /** Of the stored file, which is encoded again. */
  maxStoredBytes: 1_024 * 1_024,
  /** Of width and height. */
  minPixels: 16,
  maxPixels: 2_000,
} as const;

export interface LogoImage {
  bytes: Uint8Array<ArrayBuffer>;
  mediaType: 'image/png' | 'image/jpeg';
  /** In pixels, after rotation. */
  width: number;
  height: number;
}

export type LogoResult = { image: LogoImage } | { fault: { code: string; message: string } };
