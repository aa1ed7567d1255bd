const startOfImage = 0xd8;
const endOfImage = 0xd9;
const startOfScan = 0xda;
const comment = 0xfe;

/** Application segments that affect colours, by marker and beginning. */
const ofColors = [
  [0xe0, 'JFIF\0'],
  [0xe2, 'ICC_PROFILE\0'],
  [0xee, 'Adobe'],
] as const;

/**
 * Removes all metadata of a JPEG: time, place, camera, previews, comments, and data after its end.
 * Only the orientation (1 to 8) is written again.
 * @throws Error if the file is no complete JPEG
 */
export function stripJpegMetadata(file: Buffer, orientation: number): Buffer {
  const kept: Buffer[] = [Buffer.from([0xff, startOfImage])];
  if (orientation !== 1) kept.push(exifOf(orientation));
  for (let at = 2; ; ) {
    at = nextMarker(file, at);
    const marker = file[at + 1];
    if (marker === endOfImage) return Buffer.concat([...kept, file.subarray(at, at + 2)]);
    // The length includes itself.
    if (at + 4 > file.length) throw new Error('it has no end');
    const end = at + 2 + file.readUInt16BE(at + 2);
    const next = marker === startOfScan ? nextMarker(file, end) : end;
    if (isOfPicture(file.subarray(at, end))) kept.push(file.subarray(at, next));
    at = next;
  }
}

/** Skips restart markers within a scan and escaped bytes. */
function nextMarker(file: Buffer, from: number): number {
  for (let at = file.indexOf(0xff, from); at !== -1; at = file.indexOf(0xff, at + 1)) {
    const code = file[at + 1] ?? 0;
    const isRestart = code >= 0xd0 && code <= 0xd7;
    if (code > 1 && code !== 0xff && !isRestart) return at;
  }
  throw new Error('it has no end');
}

function isOfPicture(segment: Buffer): boolean {
  const marker = segment[1] ?? 0;
  const isOfApplication = marker >= 0xe0 && marker <= 0xef;
  if (!isOfApplication) return marker !== comment;
  return ofColors.some(
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
