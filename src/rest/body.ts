import { ActionError } from '../domain/kernel/errors.ts';

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
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ActionError('malformed_json', 'The body is not valid JSON.', {
      detail: error instanceof Error ? error.message : String(error),
      cause: error,
    });
  }
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
