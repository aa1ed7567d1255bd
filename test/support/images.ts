import { crc32 } from 'node:zlib';
import { PNG } from 'pngjs';

interface Picture {
  width: number;
  height: number;
  /** Of each pixel, 0 to 255. */
  paint?: (x: number, y: number) => [red: number, green: number, blue: number, alpha?: number];
}

/** The pixels of a picture, from the top left. */
export function pngOf({ width, height, paint = () => [15, 118, 110] }: Picture): PNG {
  const png = new PNG({ width, height });
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [red, green, blue, alpha = 255] = paint(x, y);
      png.data.set([red, green, blue, alpha], (y * width + x) * 4);
    }
  }
  return png;
}

/** A picture as a PNG file. */
export const pngFile = (picture: Picture): Buffer => PNG.sync.write(pngOf(picture));

/** A part of a PNG file, with its length and checksum. */
export function pngChunk(type: string, data: Uint8Array): Buffer {
  const [length, body, checksum] = [Buffer.alloc(4), Buffer.from(type), Buffer.alloc(4)];
  const content = Buffer.concat([body, data]);
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, checksum]);
}

/** A PNG file of any kind there is. */
export function pngOfChunks(chunks: readonly (readonly [type: string, data: ArrayLike<number>])[]) {
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  const parts = chunks.map(([type, data]) => pngChunk(type, Uint8Array.from(data)));
  return Buffer.concat([signature, ...parts]);
}

/** 24 × 16 pixels, the upper half red. */
export const jpegFile: Buffer = Buffer.from(
  [
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1R',
    'V19iZ2hnPk1xeXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2Nj',
    'Y2NjY2NjY2NjY2NjY2P/wAARCAAQABgDASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAAAAcF/8QAFBABAAAAAAAAAAAA',
    'AAAAAAAAAP/EABYBAQEBAAAAAAAAAAAAAAAAAAADBP/EABgRAAIDAAAAAAAAAAAAAAAAAAATFGKh/9oADAMBAAIRAxEAPwDF',
    'FaE1m+bXSSitAsTa6f/Z',
  ].join(''),
  'base64',
);

/** A part of a JPEG file, with its marker and length. */
export function jpegSegment(marker: number, text: string): Buffer {
  const content = Buffer.from(text, 'latin1');
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

/** The same as an upright camera writes it: viewers rotate it. */
export function turnedJpegFile(): Buffer {
  const tiff = [
    'MM\0*\0\0\0\x08',
    '\0\x01',
    // Orientation, one short number: 6.
    '\x01\x12\0\x03\0\0\0\x01\0\x06\0\0',
    '\0\0\0\0',
  ].join('');
  const exif = jpegSegment(0xe1, `Exif\0\0${tiff}`);
  return Buffer.concat([jpegFile.subarray(0, 2), exif, jpegFile.subarray(2)]);
}
