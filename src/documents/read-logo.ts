import { inflateSync } from 'node:zlib';
import PDFDocument from 'pdfkit';
import { PNG } from 'pngjs';
import type { LogoImage, LogoResult } from '../domain/workspaces/logo-limits.ts';
import { logoLimits } from '../domain/workspaces/logo-limits.ts';
import { stripJpegMetadata } from './jpeg-metadata.ts';

/** A user's mistake in the file. */
class LogoError extends Error {
  override readonly name = 'LogoFault';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * A PNG is written again as 8-bit RGB or RGBA, which pdfkit always renders correctly. A JPEG keeps
 * its image data. All metadata is removed.
 */
export async function readLogo(file: Uint8Array): Promise<LogoResult> {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  try {
    const image = readerFor(bytes)(bytes);
    await renderOnce(image);
    return { image };
  } catch (error) {
    if (!(error instanceof LogoError)) throw error;
    const { code, message } = error;
    return { fault: { code, message } };
  }
}

function readerFor(file: Buffer): (file: Buffer) => LogoImage {
  const start = file.toString('latin1', 0, 16);
  if (start.startsWith('\x89PNG\r\n\x1a\n') && start.endsWith('IHDR')) return readPng;
  if (start.startsWith('\xff\xd8\xff')) return readJpeg;
  throw new LogoError('unsupported_image', 'must be a PNG or a JPEG; its bytes are of neither');
}

function requireSize(width: number, height: number): void {
  const { minPixels, maxPixels } = logoLimits;
  if ([width, height].every((side) => side >= minPixels && side <= maxPixels)) return;
  const message = `must be ${minPixels} to ${maxPixels} pixels wide and high, not ${width} × ${height}`;
  throw new LogoError('invalid_size', message);
}

/** Libraries also throw other values than errors. */
function wrapLibraryErrors<T>(kind: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new LogoError('broken_image', `is a ${kind} that cannot be read: ${reason}`);
  }
}

/** Compressed pixels of all IDAT chunks. Undefined if the end is missing. */
function readCompressedPixels(file: Buffer): Buffer | undefined {
  const compressed: Buffer[] = [];
  let [offset, type] = [8, ''];
  while (type !== 'IEND' && offset + 12 <= file.length) {
    type = file.toString('latin1', offset + 4, offset + 8);
    const end = offset + 8 + file.readUInt32BE(offset);
    if (type === 'IDAT') compressed.push(file.subarray(offset + 8, end));
    offset = end + 4;
  }
  return type === 'IEND' && offset <= file.length ? Buffer.concat(compressed) : undefined;
}

const channelsByColorType: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** pngjs fills missing pixels with uninitialized memory, so incomplete files must not reach it. */
function hasAllPixels(file: Buffer, compressed: Buffer): boolean {
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)];
  const [bitDepth, color, interlace] = [file.readUInt8(24), file.readUInt8(25), file.readUInt8(28)];
  const rowBytes = Math.ceil((width * bitDepth * (channelsByColorType[color] ?? 0)) / 8) + 1;
  // An upper bound for interlaced images, whose seven passes pngjs counts itself.
  const maxBytes = interlace === 0 ? rowBytes * height : 2 * (rowBytes + 8) * (height + 8);
  try {
    const { length } = inflateSync(compressed, { maxOutputLength: maxBytes });
    return interlace !== 0 || length === maxBytes;
  } catch {
    return false;
  }
}

/** The library's messages describe its internals. */
function decodePng(file: Buffer, compressed: Buffer): PNG {
  try {
    if (hasAllPixels(file, compressed)) return PNG.sync.read(file);
  } catch {
    // Reported like missing pixels.
  }
  const message = 'is a PNG that is damaged, or of a kind that cannot be read';
  throw new LogoError('broken_image', message);
}

function readPng(file: Buffer): LogoImage {
  const compressed = readCompressedPixels(file);
  if (!compressed) throw new LogoError('broken_image', 'is not a whole PNG: it has no end');
  // Checked before decompression: a small file can declare a huge image.
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)];
  requireSize(width, height);
  const png = decodePng(file, compressed);
  let isOpaque = true;
  for (let offset = 3; offset < png.data.length && isOpaque; offset += 4)
    isOpaque = png.data[offset] === 255;
  const bytes = new Uint8Array(
    PNG.sync.write(png, { colorType: isOpaque ? 2 : 6, inputHasAlpha: true, deflateLevel: 9 }),
  );
  const { maxStoredBytes } = logoLimits;
  if (bytes.length > maxStoredBytes) {
    const message = `takes ${Math.ceil(bytes.length / 1_024)} kB in true colour, more than ${maxStoredBytes / 1_024} kB; must have fewer pixels`;
    throw new LogoError('too_large', message);
  }
  return { bytes, mediaType: 'image/png', width, height };
}

/** Missing in pdfkit's types. */
interface JpegHeader {
  width: number;
  height: number;
  bits: number;
  colorSpace: string | undefined;
  /** Exif orientation, 1 to 8. From 5 width and height are swapped. */
  orientation: number;
}

function openJpeg(file: Buffer): JpegHeader {
  const pdf = new PDFDocument({ autoFirstPage: false, font: '' }) as unknown as {
    openImage(file: Buffer): JpegHeader;
  };
  return pdf.openImage(file);
}

function readJpeg(file: Buffer): LogoImage {
  const { strippedFile, bits, colorSpace, orientation, ...stored } = wrapLibraryErrors(
    'JPEG',
    () => {
      const strippedFile = stripJpegMetadata(file, openJpeg(file).orientation);
      return { strippedFile, ...openJpeg(strippedFile) };
    },
  );
  const [width, height] =
    orientation > 4 ? [stored.height, stored.width] : [stored.width, stored.height];
  requireSize(width, height);
  if (bits !== 8 || colorSpace === undefined) {
    const message = 'is a JPEG of an unusual kind; must have 8 bits for each colour';
    throw new LogoError('unsupported_image', message);
  }
  return { bytes: new Uint8Array(strippedFile), mediaType: 'image/jpeg', width, height };
}

/** Renders the image once, so that no invoice fails later. */
async function renderOnce({ bytes }: LogoImage): Promise<void> {
  const pdf = new PDFDocument({ font: '' });
  const ended = new Promise((resolve, reject) => pdf.once('end', resolve).once('error', reject));
  wrapLibraryErrors('file', () => pdf.image(Buffer.from(bytes), 0, 0, { fit: [100, 100] }));
  pdf.resume();
  pdf.end();
  await ended;
}
