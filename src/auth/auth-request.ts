import { ActionError } from '../platform/errors/action-error.ts';

const maxBodyBytes = 16_384;

/** Data about a request that its headers and body do not contain. */
export interface RequestMetadata {
  requestId: string;
  /** Network address of the client. */
  address: string;
}

/** The path of a request below /auth. */
export const authPathOf = ({ url }: Request): string =>
  new URL(url).pathname.replace(/^\/auth/, '').replace(/(?<=.)\/$/, '');

/** How the door names what a request asks for. */
export const authRouteNameOf = (request: Request): string =>
  `${request.method} ${authPathOf(request)}`;

/** What stands behind the question mark. */
export const queryParametersOf = ({ url }: Request): Record<string, string> =>
  Object.fromEntries(new URL(url).searchParams);

/** @throws ActionError unsupported_media_type, body_too_large, malformed_json */
export async function readAuthBody(request: Request): Promise<unknown> {
  const text = await request.text();
  if (Buffer.byteLength(text) > maxBodyBytes) {
    throw new ActionError('body_too_large', `The body is larger than ${maxBodyBytes} bytes.`);
  }
  const [type] = (request.headers.get('content-type') ?? '').split(';');
  if (text !== '' && type?.trim().toLowerCase() !== 'application/json') {
    // Forms of any page could send it otherwise, without being asked.
    throw new ActionError('unsupported_media_type', 'The body must be application/json.');
  }
  if (text === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    throw new ActionError('malformed_json', 'The body is not valid JSON.');
  }
}

/** The e-mail address that a body names, as it is counted. */
export function emailInBody(given: unknown): string | undefined {
  if (typeof given !== 'object' || given === null || !('email' in given)) return undefined;
  const { email } = given;
  return typeof email === 'string' ? email.trim().toLowerCase().slice(0, 320) : undefined;
}
