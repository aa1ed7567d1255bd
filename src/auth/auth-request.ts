import { ActionError } from '../platform/errors/action-error.ts';
import { toSingleLine } from '../platform/text/sanitize-text.ts';

const maxBodyBytes = 16_384;

export interface RequestMetadata {
  requestId: string;
  address: string;
}

export const authPathOf = ({ url }: Request): string =>
  new URL(url).pathname.replace(/^\/auth/, '').replace(/(?<=.)\/$/, '');

/** For example `POST /sign-in/email`. */
export const authRouteNameOf = (request: Request): string =>
  `${request.method} ${authPathOf(request)}`;

export const queryParametersOf = ({ url }: Request): Record<string, string> =>
  Object.fromEntries(new URL(url).searchParams);

/** @throws ActionError unsupported_media_type, body_too_large */
async function readBodyText(request: Request, mediaType: string): Promise<string> {
  const text = await request.text();
  if (Buffer.byteLength(text) > maxBodyBytes) {
    throw new ActionError('body_too_large', `The body is larger than ${maxBodyBytes} bytes.`);
  }
  const [type] = (request.headers.get('content-type') ?? '').split(';');
  if (text !== '' && type?.trim().toLowerCase() !== mediaType) {
    // HTML forms of other origins can send other types without a CORS preflight.
    throw new ActionError('unsupported_media_type', `The body must be ${mediaType}.`);
  }
  return text;
}

/** @throws ActionError unsupported_media_type, body_too_large */
export const readAuthForm = async (request: Request): Promise<URLSearchParams> =>
  new URLSearchParams(await readBodyText(request, 'application/x-www-form-urlencoded'));

/** @throws ActionError unsupported_media_type, body_too_large, malformed_json */
export async function readAuthBody(request: Request): Promise<unknown> {
  const text = await readBodyText(request, 'application/json');
  if (text === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    throw new ActionError('malformed_json', 'The body is not valid JSON.');
  }
}

/** The normalized e-mail address, for the rate limits. */
export function emailInBody(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('email' in body)) return undefined;
  const { email } = body;
  return typeof email === 'string' ? toSingleLine(email).toLowerCase().slice(0, 320) : undefined;
}
