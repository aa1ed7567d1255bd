const startOfImage = 0xd8;
const endOfImage = 0xd9;
const startOfScan = 0xda;
const commentMarker = 0xfe;

/** Application segments that affect colours, by marker and beginning. */
const colorSegments = [
  [0xe0, 'JFIF\0'],
  [0xe2, 'ICC_PROFILE\0'],
  [0xee, 'Adobe'],
] as const;

/**
 * Removes all metadata, previews, comments, and data after the end. Keeps the orientation (1 to 8).
 * @throws Error if the file is no complete JPEG
 */
export function stripJpegMetadata(file: Buffer, orientation: number): Buffer {
  const segments: Buffer[] = [Buffer.from([0xff, startOfImage])];
  if (orientation !== 1) segments.push(exifOf(orientation));
  for (let offset = 2; ; ) {
    offset = nextMarker(file, offset);
    const marker = file[offset + 1];
    if (marker === endOfImage)
      return Buffer.concat([...segments, file.subarray(offset, offset + 2)]);
    // The length includes itself.
    if (offset + 4 > file.length) throw new Error('it has no end');
    const end = offset + 2 + file.readUInt16BE(offset + 2);
    const next = marker === startOfScan ? nextMarker(file, end) : end;
    if (isImageSegment(file.subarray(offset, end))) segments.push(file.subarray(offset, next));
    offset = next;
  }
}

/** Skips restart markers within a scan and escaped bytes. */
function nextMarker(file: Buffer, from: number): number {
  for (
    let offset = file.indexOf(0xff, from);
    offset !== -1;
    offset = file.indexOf(0xff, offset + 1)
  ) {
    const code = file[offset + 1] ?? 0;
    const isRestart = code >= 0xd0 && code <= 0xd7;
    if (code > 1 && code !== 0xff && !isRestart) return offset;
  }
  throw new Error('it has no end');
}

function isImageSegment(segment: Buffer): boolean {
  const marker = segment[1] ?? 0;
  const isApplicationSegment = marker >= 0xe0 && marker <= 0xef;
  if (!isApplicationSegment) return marker !== commentMarker;
  return colorSegments.some(
    ([code, start]) => marker === code && segment.toString('latin1', 4, 4 + start.length) === start,
  );
}

/** An Exif segment with the orientation only. */
function exifOf(orientation: number): Buffer {
  const tiff = Buffer.from(
    'MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0?\0\0\0\0\0\0',
    'latin1',
  );
  tiff[19] = orientation;
  const content = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
  return Buffer.concat([Buffer.from([0xff, 0xe1, 0, content.length + 2]), content]);
}
