import { ActionError } from '../domain/kernel/errors.ts';
import { workspacesOf } from '../domain/persons/index.ts';
import { acceptInvitation } from '../domain/persons/invitations.ts';
import { contactsOf } from '../domain/persons/portal-contacts.ts';
import { notSignedIn } from '../domain/persons/signed-in.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import type { SignIn, Visitor } from './index.ts';
import { inputOf } from './inputs.ts';
import type { Library } from './library.ts';
import { asHouseError } from './library-errors.ts';
import { invitedHeader } from './mailed-proof.ts';
import type { OpenId } from './openid.ts';
import { openIdPaths } from './openid-paths.ts';
import { newPassword } from './passwords.ts';
import { createRateLimits } from './rate-limits.ts';
import { paths } from './rules.ts';

interface DoorOptions {
  prisma: PrismaClient;
  publicUrl: string;
  library: () => Promise<Library>;
  /** The OpenID Connect provider; undefined: none. */
  openId: OpenId | undefined;
  requireOrigin: (request: Request) => void;
}

/** No body of a sign-in is longer. */
const longestBody = 16_384;

/** Names of headers that are ours to set, whatever a caller says. */
const ownHeaders = [
  'x-visitor-address',
  'origin',
  'referer',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  invitedHeader,
];

/**
 * Answers requests under /auth: what is known there is counted, its origin looked at, and handed to the library as if
 * it had come to the service's own address. Nothing is kept by whoever stands between.
 */
export function createDoor({
  library,
  openId,
  prisma,
  publicUrl,
  requireOrigin,
}: DoorOptions): SignIn['answer'] {
  const count = createRateLimits();
  const own = new URL(`${publicUrl}/auth`);

  const pass: Forward = async (request, path, sent, visitor) => {
    const headers = new Headers(request.headers);
    for (const name of [...ownHeaders, 'content-length']) headers.delete(name);
    headers.set('origin', own.origin);
    if (sent.body !== null) headers.set('content-type', 'application/json');
    headers.set('x-visitor-address', visitor.address);
    for (const [name, value] of Object.entries(sent.headers ?? {})) headers.set(name, value);
    const url = `${own.href}${path}${sent.search}`;
    const { handler } = await library();
    const { method } = request;
    return handler(new Request(url, { method, headers, body: sent.body }));
  };

  const forward: Forward = async (...asked) => {
    const answer = await pass(...asked);
    if (answer.status >= 400) throw await asHouseError(answer);
    return leadingBack(answer);
  };

  /** Signs in whoever holds an invitation's link, by a code that is made and used here: a second factor is asked for still. */
  async function enterInvited(auth: Library, request: Request, email: string, visitor: Visitor) {
    const otp = await auth.api.createVerificationOTP({ body: { email, type: 'sign-in' } });
    const headers = { 'content-type': 'application/json' };
    const asked = new Request(request.url.split('?')[0] ?? '', { method: 'POST', headers });
    const body = JSON.stringify({ email, otp });
    const sent = { body, search: '', headers: { [invitedHeader]: 'yes' } };
    return forward(asked, '/sign-in/email-otp', sent, visitor);
  }

  const ownPaths: Readonly<Record<string, OwnPath>> = {
    'GET /workspaces': async (auth, request) => {
      const session = await auth.api.getSession({ headers: request.headers });
      if (!session) throw notSignedIn();
      return Response.json(await workspacesOf(prisma, session.user.id));
    },
    'GET /contacts': async (auth, request) => {
      const session = await auth.api.getSession({ headers: request.headers });
      if (!session) throw notSignedIn();
      const { id, userId } = session.session;
      return Response.json(await contactsOf(prisma, { personId: userId, sessionId: id }));
    },
    'POST /password': newPassword,
    ...(openId && openIdPaths({ openId, publicUrl, forward, pass })),
    'GET /invitation': async (auth, request, _, visitor) => {
      const token = new URL(request.url).searchParams.get('token') ?? '';
      const email = await acceptInvitation(prisma, token, new Date());
      return entered(await enterInvited(auth, request, email, visitor), publicUrl);
    },
  };

  return async (request, visitor) => {
    const { pathname } = new URL(request.url);
    const path = pathname.replace(/^\/auth/, '').replace(/(?<=.)\/$/, '');
    const name = `${request.method} ${path}`;
    const answerOwn = ownPaths[name];
    const counted = paths.get(name) ?? (answerOwn && 'try');
    if (counted === undefined) throw noPath(request.method, pathname);
    requireOriginOf(request, requireOrigin);
    const given = request.method === 'GET' ? queryOf(request) : await bodyOf(request);
    await count(counted, visitor.address, request.method === 'GET' ? undefined : emailOf(given));
    const answer = answerOwn
      ? await answerOwn(await library(), request, given, visitor)
      : await forward(request, path, sentOn(request, inputOf(name, given) ?? given), visitor);
    return asAnswered(answer, request, visitor);
  };
}

/** Answers a path that is ours and not the library's; what is given is what the body says, or what stands behind the question mark. */
export type OwnPath = (
  auth: Library,
  request: Request,
  given: unknown,
  visitor: Visitor,
) => Promise<Response>;

/** What the library is told of a request. */
interface Sent {
  body: string | null;
  search: string;
  headers?: Readonly<Record<string, string>>;
}

/** Hands a request on to the library. */
export type Forward = (
  request: Request,
  path: string,
  sent: Sent,
  visitor: Visitor,
) => Promise<Response>;

const queryOf = ({ url }: Request) => Object.fromEntries(new URL(url).searchParams);

function sentOn({ method }: Request, given: unknown): Sent {
  if (method !== 'GET') return { body: JSON.stringify(given), search: '' };
  return { body: null, search: `?${new URLSearchParams(given as Record<string, string>)}` };
}

/** Whoever is sent back with an error is told it in a word of the house. */
function leadingBack(answer: Response): Response {
  const location = answer.headers.get('location');
  if (location === null || !URL.canParse(location)) return answer;
  const url = new URL(location);
  if (!url.searchParams.has('error')) return answer;
  url.searchParams.set('error', 'sign_in_refused');
  url.searchParams.delete('error_description');
  const headers = new Headers(answer.headers);
  headers.set('location', url.href);
  return new Response(answer.body, { status: answer.status, headers });
}

/** Leads whoever has signed in to the first page, with the cookies of the sign-in. */
function entered(answer: Response, publicUrl: string): Response {
  const headers = new Headers({ location: `${publicUrl}/` });
  for (const cookie of answer.headers.getSetCookie()) headers.append('set-cookie', cookie);
  return answer.ok ? new Response(null, { status: 302, headers }) : answer;
}

function noPath(method: string, pathname: string): ActionError {
  const message = `No endpoint ${method} ${pathname}. docs/frontends.md says how people sign in.`;
  return new ActionError('route_not_found', message);
}

/** Whoever says where it comes from is believed, cookie or not: also a sign-in can be forged. */
function requireOriginOf(request: Request, requireOrigin: (request: Request) => void): void {
  const { headers } = request;
  const isBrowser = headers.has('origin') || headers.has('sec-fetch-site') || headers.has('cookie');
  if (isBrowser) requireOrigin(request);
}

/** @throws ActionError unsupported_media_type, body_too_large, malformed_json */
async function bodyOf(request: Request): Promise<unknown> {
  const text = await request.text();
  if (Buffer.byteLength(text) > longestBody) {
    throw new ActionError('body_too_large', `The body is larger than ${longestBody} bytes.`);
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

function emailOf(given: unknown): string | undefined {
  if (typeof given !== 'object' || given === null || !('email' in given)) return undefined;
  const { email } = given;
  return typeof email === 'string' ? email.trim().toLowerCase().slice(0, 320) : undefined;
}

/**
 * The library's answer as it leaves. The session as a header is for who has no cookie: pages of the same site never see
 * it, and so nor does what was smuggled into one.
 */
function asAnswered(answer: Response, request: Request, { requestId }: Visitor): Response {
  const headers = new Headers(answer.headers);
  headers.set('cache-control', 'no-store');
  headers.set('x-request-id', requestId);
  headers.delete('access-control-expose-headers');
  const site = request.headers.get('sec-fetch-site');
  if (site === 'same-origin' || site === 'same-site') headers.delete('set-auth-token');
  return new Response(answer.body, { status: answer.status, headers });
}
