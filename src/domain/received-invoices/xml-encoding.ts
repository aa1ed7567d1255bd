import { ReceivedFileError } from './file-error.ts';

const byteOrderMarks = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
  // Without a byte order mark: the first character is "<".
  ['utf-16le', [0x3c, 0x00]],
  ['utf-16be', [0x00, 0x3c]],
] as const;

const declaration = /^\s*<\?xml\s[^>]{0,200}?encoding\s*=\s*["']([^"'>]{1,40})["']/;

const startsWith = (file: Uint8Array, bytes: readonly number[]) =>
  bytes.every((byte, index) => file[index] === byte);

/** Returns undefined if the file does not begin with "<". */
function encodingOf(file: Uint8Array): string | undefined {
  const marked = byteOrderMarks.find(([, bytes]) => startsWith(file, bytes))?.[0];
  if (marked) return marked;
  const start = Buffer.from(file.buffer, file.byteOffset, Math.min(file.byteLength, 400));
  const text = start.toString('latin1');
  return /^\s*</.test(text) ? (declaration.exec(text)?.[1] ?? 'utf-8') : undefined;
}

/**
 * Decodes by the byte order mark, then by the declared encoding, then as UTF-8.
 * @throws ReceivedFileError
 */
export function decodeXml(file: Uint8Array): string {
  const encoding = encodingOf(file);
  if (encoding === undefined) {
    if (file.byteLength === 0)
      throw new ReceivedFileError({ code: 'empty', message: 'must not be empty' });
    throw new ReceivedFileError({
      code: 'unsupported_file',
      message: 'must be an e-invoice: XML (UBL or CII), or a PDF that contains it',
    });
  }
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(file);
  } catch (error) {
    const message =
      error instanceof RangeError
        ? `has the unknown encoding "${encoding}". Save it in UTF-8`
        : `is not in ${encoding}, the encoding that it declares. Save it in UTF-8`;
    throw new ReceivedFileError({ code: 'invalid_encoding', message });
  }
}
