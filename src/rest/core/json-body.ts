import type { HttpRequest } from '../../http/http-request.ts';
import { NodeRequest } from '../../http/http-request.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import { parseLosslessJson } from '../../platform/input/lossless-json.ts';

/** A body above the minimum may contain one value per this many bytes. */
const bytesPerValue = 32;
const minValueLimit = 32_768;

/** Maximum number of objects, lists and their elements. Counting values is faster than parsing a body with too many. */
export function maxValuesForBodySize(limitBytes: number): number {
  return Math.max(minValueLimit, Math.floor(limitBytes / bytesPerValue));
}

/**
 * Returns an empty object for a request without a body, so that the errors name the missing fields. Numbers that would lose
 * digits are returned as by `parseLosslessJson`.
 * @throws ActionError unsupported_media_type, body_too_large, malformed_json
 */
export async function readJsonBody(request: HttpRequest, limitBytes: number): Promise<unknown> {
  const bodyTooLargeError = () =>
    new ActionError('body_too_large', `The body exceeds the limit of ${limitBytes} bytes.`);
  if (Number(request.headers.get('content-length') ?? 0) > limitBytes) throw bodyTooLargeError();
  const type = request.headers.get('content-type') ?? '';
  requireUncompressed(request.headers.get('content-encoding') ?? '');
  if (type !== '') requireJson(type);
  const bytes = await readBytes(request, limitBytes, bodyTooLargeError);
  if (bytes.length === 0 && type === '') return {};
  requireJson(type);
  const text = decodeUtf8(bytes);
  if (text.trim() === '') return {};
  const maxValues = maxValuesForBodySize(limitBytes);
  if (countValues(text) > maxValues) {
    throw new ActionError('body_too_large', `The body exceeds the limit of ${maxValues} values.`);
  }
  try {
    return parseLosslessJson(text);
  } catch (error) {
    throw new ActionError('malformed_json', 'The body is not valid JSON.', {
      detail: error instanceof Error ? error.message : String(error),
      cause: error,
    });
  }
}

const code = (character: string) => character.charCodeAt(0);
const quote = code('"');
const valuePrefixes = new Set([code('{'), code('['), code(',')]);

/** Counts the characters that precede a value, without parsing. */
function countValues(text: string): number {
  let values = 0;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charCodeAt(index);
    if (character === quote) index = endOfString(text, index);
    else if (valuePrefixes.has(character)) values += 1;
  }
  return values;
}

/** A quote after an odd number of backslashes is escaped. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end;
    while (text[before - 1] === '\\') before -= 1;
    if ((end - before) % 2 === 0) return end;
  }
  return text.length;
}

/**
 * Rejects compressed bodies, because a small one could expand without limit.
 * @throws ActionError unsupported_media_type
 */
function requireUncompressed(encoding: string): void {
  const encodings = encoding.split(',').map((name) => name.trim().toLowerCase());
  const [first] = encodings.filter((name) => name !== '' && name !== 'identity');
  if (first === undefined) return;
  throw new ActionError(
    'unsupported_media_type',
    `The body must not be compressed. Send it without the header Content-Encoding: ${first}.`,
  );
}

/** ASCII is a subset of UTF-8. */
const utf8Names = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii']);

const howToConvert =
  'Convert the text to UTF-8 before you send it, in PHP for example with mb_convert_encoding($json, "UTF-8", "ISO-8859-1"), and omit the charset.';

/** @throws ActionError unsupported_media_type */
function requireJson(type: string): void {
  if (!/^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(type)) {
    throw new ActionError(
      'unsupported_media_type',
      'The body must be JSON, sent with the header Content-Type: application/json.',
    );
  }
  const [, charset] = /;\s*charset\s*=\s*"?([^\s";,]+)/i.exec(type) ?? [];
  if (charset === undefined || utf8Names.has(charset.toLowerCase())) return;
  throw new ActionError(
    'unsupported_media_type',
    `The body is declared as ${charset.slice(0, 40)}, but JSON must be UTF-8. ${howToConvert}`,
  );
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** @throws ActionError malformed_json with the position of the first invalid byte */
function decodeUtf8(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    const offset = firstInvalidByteOffset(bytes);
    const byte = `0x${(bytes[offset] ?? 0).toString(16).toUpperCase().padStart(2, '0')}`;
    throw new ActionError(
      'malformed_json',
      `The body is not valid UTF-8: unexpected byte ${byte} at position ${offset}.`,
      { detail: `It may be Latin-1 or Windows-1252. ${howToConvert}`, cause },
    );
  }
}

const replacement = '\uFFFD';
const replacementBytes = Buffer.from(replacement);

/** Offset of the first invalid byte. A valid U+FFFD in the text is skipped. */
function firstInvalidByteOffset(bytes: Buffer): number {
  const text = bytes.toString('utf8');
  let offset = 0;
  let from = 0;
  for (
    let index = text.indexOf(replacement);
    index !== -1;
    index = text.indexOf(replacement, from)
  ) {
    offset += Buffer.byteLength(text.slice(from, index));
    if (!bytes.subarray(offset, offset + replacementBytes.length).equals(replacementBytes)) break;
    offset += replacementBytes.length;
    from = index + 1;
  }
  return offset;
}

/** The limit also applies to bodies that are longer than announced. */
async function readBytes(
  request: HttpRequest,
  limitBytes: number,
  bodyTooLargeError: () => ActionError,
): Promise<Buffer> {
  try {
    const nodeBody =
      request instanceof NodeRequest && request.readBody(limitBytes, bodyTooLargeError);
    return await (nodeBody || collectBody(request as Request, limitBytes, bodyTooLargeError));
  } catch (error) {
    throw incompleteBodyError(error);
  }
}

/** The client disconnected, or the body does not match its headers. */
export function incompleteBodyError(error: unknown): ActionError {
  if (error instanceof ActionError) return error;
  return new ActionError('malformed_json', 'The body ended before it was complete.', {
    cause: error,
  });
}

async function collectBody(
  request: Request,
  limitBytes: number,
  bodyTooLargeError: () => ActionError,
): Promise<Buffer> {
  if (request.headers.has('content-length')) return Buffer.from(await request.arrayBuffer());
  if (request.body === null) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > limitBytes) throw bodyTooLargeError();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
