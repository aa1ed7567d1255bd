import { ActionError } from '../domain/kernel/errors.ts';

/** Bytes for each of which a larger body may hold one more value. */
const bytesForValue = 32;
const leastMostValues = 32_768;

/**
 * How many values a body may hold: objects, lists, and what stands in them. No input has as many, and to read many more
 * of them takes longer than to see how many there are.
 */
export function mostValues(limitBytes: number): number {
  return Math.max(leastMostValues, Math.floor(limitBytes / bytesForValue));
}

/**
 * A request's JSON body; no body at all reads as an empty object, so that the fields it lacks are named.
 * @throws ActionError unsupported_media_type, body_too_large, malformed_json
 */
export async function readJsonBody(request: Request, limitBytes: number): Promise<unknown> {
  const tooLarge = () =>
    new ActionError('body_too_large', `The body is larger than the limit of ${limitBytes} bytes.`);
  if (Number(request.headers.get('content-length') ?? 0) > limitBytes) throw tooLarge();
  const text = await readText(request, limitBytes, tooLarge);
  const type = request.headers.get('content-type') ?? '';
  if (text === '' && type === '') return {};
  if (!/^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(type)) {
    throw new ActionError(
      'unsupported_media_type',
      'The body must be JSON, sent with the header Content-Type: application/json.',
    );
  }
  if (text.trim() === '') return {};
  const most = mostValues(limitBytes);
  if (valuesIn(text) > most) {
    throw new ActionError(
      'body_too_large',
      `The body holds more than the limit of ${most} values.`,
    );
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ActionError('malformed_json', 'The body is not valid JSON.', {
      detail: error instanceof Error ? error.message : String(error),
      cause: error,
    });
  }
}

const code = (character: string) => character.charCodeAt(0);
const quote = code('"');
const opening = new Set([code('{'), code('['), code(',')]);

/** How many values the text of JSON holds, told by what stands before each of them, without reading any. */
function valuesIn(text: string): number {
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === quote) at = endOfString(text, at);
    else if (opening.has(character)) values += 1;
  }
  return values;
}

/** Where a string ends that begins at a quote: at the next one that no odd number of backslashes stands before. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end;
    while (text[before - 1] === '\\') before -= 1;
    if ((end - before) % 2 === 0) return end;
  }
  return text.length;
}

/** Reads no further than the limit, whatever length the client announced. */
async function readText(
  request: Request,
  limitBytes: number,
  tooLarge: () => ActionError,
): Promise<string> {
  try {
    return await collect(request, limitBytes, tooLarge);
  } catch (error) {
    throw asBrokenBody(error);
  }
}

/** The caller went away, or its body is not what its headers promise; nobody else is to blame. */
function asBrokenBody(error: unknown): ActionError {
  if (error instanceof ActionError) return error;
  return new ActionError('malformed_json', 'The body ended before it was complete.', {
    cause: error,
  });
}

async function collect(
  request: Request,
  limitBytes: number,
  tooLarge: () => ActionError,
): Promise<string> {
  if (request.headers.has('content-length')) return request.text();
  if (request.body === null) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > limitBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}
