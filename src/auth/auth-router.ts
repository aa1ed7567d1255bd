import type { PrismaClient } from '../generated/prisma/client.ts';
import { ActionError } from '../platform/errors/action-error.ts';
import { createAccountRoutes } from './account-routes.ts';
import type { RequestMetadata } from './auth-request.ts';
import {
  authPathOf,
  authRouteNameOf,
  emailInBody,
  queryParametersOf,
  readAuthBody,
} from './auth-request.ts';
import type {
  AuthRequest,
  AuthRoute,
  Forward,
  ResolvePerson,
  Sent,
  SignInByLink,
} from './auth-route.ts';
import type { BetterAuth } from './better-auth.ts';
import { hasSecureCookies } from './better-auth.ts';
import { toActionError } from './better-auth-errors.ts';
import { createEmailCodeRoutes } from './email-codes.ts';
import type { KnownDevices } from './known-devices.ts';
import { formatLinkSignIn, linkSignInHeader } from './link-sign-in.ts';
import type { OpenId } from './openid.ts';
import { createOpenIdRoutes } from './openid-routes.ts';
import { parseRouteInput } from './request-inputs.ts';
import { createSecondFactorRoutes } from './second-factor-routes.ts';
import { addSecondFactorStep, isSameSiteRequest } from './second-factor-step.ts';
import { actOriginOf, createSignInAudit } from './sign-in-audit.ts';
import type { RateLimits } from './sign-in-rate-limits.ts';
import {
  readResponseJson,
  redirectAfterSignIn,
  redirectWithError,
  signInPagePath,
} from './sign-in-redirects.ts';
import { allowedBetterAuthRoutes } from './sign-in-rules.ts';

interface DoorOptions {
  prisma: PrismaClient;
  publicUrl: string;
  library: () => Promise<BetterAuth>;
  knownBrowsers: KnownDevices;
  /** The OpenID Connect provider; undefined: none. */
  openId: OpenId | undefined;
  requireOrigin: (request: Request) => void;
  limits: RateLimits;
  /** Whether somebody may be sent there. */
  mayLeadTo: (url: string) => boolean;
  secret: () => Promise<string>;
  /** Who a request's session or token is of. @throws ActionError not_signed_in, issuer_unavailable */
  whoIs: ResolvePerson;
}

/** Names of headers that are ours to set, whatever a caller says. */
const ownHeaders = [
  'x-visitor-address',
  'origin',
  'referer',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  linkSignInHeader,
];

/**
 * Answers requests under /auth: what is known there is counted, its origin looked at, and handed to the library as if
 * it had come to the service's own address. Nothing is kept by whoever stands between.
 */
export function createAuthRouter({
  knownBrowsers,
  library,
  limits,
  mayLeadTo,
  openId,
  prisma,
  publicUrl,
  requireOrigin,
  secret,
  whoIs,
}: DoorOptions): (request: Request, visitor: RequestMetadata) => Promise<Response> {
  const own = new URL(`${publicUrl}/auth`);
  const logged = createSignInAudit(prisma);

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
    if (answer.status >= 400) throw await toActionError(answer);
    return answer;
  };

  /** Signs in whoever holds a link, by a code that is made and used here: a second factor is asked for still. */
  const enter: SignInByLink = async ({ auth, request, visitor }, entry) => {
    const { email, leadsTo } = entry;
    const otp = await auth.api.createVerificationOTP({ body: { email, type: 'sign-in' } });
    // The list of where somebody is signed in names the browser.
    const userAgent = request.headers.get('user-agent') ?? '';
    const headers = { 'content-type': 'application/json', 'user-agent': userAgent };
    const asked = new Request(request.url.split('?')[0] ?? '', { method: 'POST', headers });
    const body = JSON.stringify({ email, otp });
    const sent = { body, search: '', headers: { [linkSignInHeader]: formatLinkSignIn(entry) } };
    const answer = await forward(asked, '/sign-in/email-otp', sent, visitor);
    const isAllowed = leadsTo !== undefined && mayLeadTo(leadsTo);
    return redirectAfterSignIn(answer, publicUrl, { leadsTo: isAllowed ? leadsTo : undefined });
  };

  const handOn = ({ request, visitor }: AuthRequest, body: object, headers = {}) =>
    forward(
      request,
      authPathOf(request),
      { body: JSON.stringify(body), search: '', headers },
      visitor,
    );

  const ownPaths: Readonly<Record<string, AuthRoute>> = {
    ...createAccountRoutes({ prisma, enter, handOn, whoIs }),
    ...createEmailCodeRoutes({ secret, limits, handOn }),
    ...createSecondFactorRoutes({ handOn, mayLeadTo, isSecure: hasSecureCookies(publicUrl) }),
    ...(openId && createOpenIdRoutes({ openId, publicUrl, forward, pass })),
  };

  /** Counts what is tried before anything is looked up. */
  async function count(
    name: string,
    request: Request,
    email: string | undefined,
    at: RequestMetadata,
  ) {
    const counted = allowedBetterAuthRoutes.get(name) ?? ownPaths[name]?.counted;
    if (counted === undefined) throw noPath(request);
    const browser = email && (await knownBrowsers.nameOf(request.headers, email));
    await limits.count(counted, at.address, { email, browser });
  }

  async function answerTo(request: Request, visitor: RequestMetadata): Promise<Response> {
    const name = authRouteNameOf(request);
    if (!allowedBetterAuthRoutes.has(name) && !ownPaths[name]) throw noPath(request);
    requireOriginOf(request, requireOrigin);
    const isRead = request.method === 'GET';
    const given = isRead ? queryParametersOf(request) : await readAuthBody(request);
    await count(name, request, isRead ? undefined : emailInBody(given), visitor);
    const countTry = (personId: string) => limits.countPerson(personId);
    const asked = { auth: await library(), request, at: actOriginOf(request, visitor) };
    return logged(asked, async () => {
      const ownPath = ownPaths[name];
      if (ownPath) return ownPath.answer({ ...asked, given, visitor, countTry });
      const sent = sentOn(request, parseRouteInput(name, given) ?? given);
      const answer = await forward(request, authPathOf(request), sent, visitor);
      return redirectAfterSignIn(answer, publicUrl, { request });
    });
  }

  return async (request, visitor) => {
    const answer = await answerTo(request, visitor).catch((error) =>
      redirectWithError(error, request, publicUrl),
    );
    return asAnswered(await addSecondFactorStep(answer, request), request, visitor, knownBrowsers);
  };
}

function sentOn(request: Request, given: unknown): Sent {
  if (request.method !== 'GET') {
    const isLink = authPathOf(request) === '/sign-in/magic-link';
    return { body: JSON.stringify(isLink ? leadingToPage(given as Lead) : given), search: '' };
  }
  return { body: null, search: `?${new URLSearchParams(given as Record<string, string>)}` };
}

interface Lead {
  callbackURL?: string;
  errorCallbackURL?: string;
}

/** A mailed link leads to where it is said who is signed in, or why nobody is, unless a frontend has a page of its own for it. */
function leadingToPage({ callbackURL = signInPagePath, ...rest }: Lead): Lead {
  const { errorCallbackURL = callbackURL.startsWith('/') ? signInPagePath : callbackURL } = rest;
  return { ...rest, callbackURL, errorCallbackURL };
}

function noPath({ method, url }: Request): ActionError {
  const message = `No endpoint ${method} ${new URL(url).pathname}. docs/frontends.md says how people sign in.`;
  return new ActionError('route_not_found', message);
}

/** Whoever says where it comes from is believed, cookie or not: also a sign-in can be forged. */
function requireOriginOf(request: Request, requireOrigin: (request: Request) => void): void {
  const { headers } = request;
  const isBrowser = headers.has('origin') || headers.has('sec-fetch-site') || headers.has('cookie');
  if (isBrowser) requireOrigin(request);
}

/** Who signed in by an answer, or is by it said to be signed in; undefined where it says nothing of that. */
async function signedInBy(answer: Response): Promise<string | undefined> {
  const { user } = (await readResponseJson(answer)) as { user?: { email?: unknown } };
  const email = user?.email;
  return typeof email === 'string' ? email : undefined;
}

/**
 * An answer as it leaves. The session as a header is for who has no cookie: pages of the same site never see
 * it, and so nor does what was smuggled into one.
 */
async function asAnswered(
  answer: Response,
  request: Request,
  { requestId }: RequestMetadata,
  knownBrowsers: KnownDevices,
): Promise<Response> {
  const headers = new Headers(answer.headers);
  headers.set('cache-control', 'no-store');
  headers.set('x-request-id', requestId);
  headers.delete('access-control-expose-headers');
  if (isSameSiteRequest(request)) headers.delete('set-auth-token');
  const email = await signedInBy(answer);
  if (email !== undefined && (await knownBrowsers.nameOf(request.headers, email)) === undefined) {
    headers.append('set-cookie', await knownBrowsers.cookieFor(email));
  }
  return new Response(answer.body, { status: answer.status, headers });
}
