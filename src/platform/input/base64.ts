import type { ReportFieldError } from './field-metadata.ts';

const kilobytes = (bytes: number) => `${Math.ceil(bytes / 1_024)} kB`;

/** Reads a file in base64, also as a data URL. */
export function readBase64(
  value: unknown,
  maxBytes: number,
  report: ReportFieldError,
): Buffer | undefined {
  if (typeof value !== 'string') {
    report('invalid_type', 'must be text: the file in base64');
    return undefined;
  }
  const encoded = value.replace(/^\s*data:[^,]{0,100};base64,/, '').replaceAll(/\s+/g, '');
  const size = Math.floor((encoded.replace(/=+$/, '').length * 3) / 4);
  if (size > maxBytes) {
    report('too_large', `must be a file of at most ${kilobytes(maxBytes)}, not ${kilobytes(size)}`);
  } else if (/^[A-Za-z0-9+/]+={0,2}$/.test(encoded)) {
    return Buffer.from(encoded, 'base64');
  } else {
    report('invalid_format', 'must be a file in base64: letters, digits, + and / alone');
  }
  return undefined;
}
