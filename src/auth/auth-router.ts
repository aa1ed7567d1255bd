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
import type { AuthRequest, AuthRoute, ResolvePerson, SignInByLink } from './auth-route.ts';
import type { BetterAuth } from './better-auth.ts';
import { hasSecureCookies } from './better-auth.ts';
import { toActionError } from './better-auth-errors.ts';
import { createEmailCodeRoutes } from './email-codes.ts';
import type { Forward } from './forwarded-request.ts';
import { toForwardedRequest } from './forwarded-request.ts';
import type { KnownDevices } from './known-devices.ts';
import { formatLinkSignIn, linkSignInHeader } from './link-sign-in.ts';
import { createMagicLinkRoute } from './magic-link-route.ts';
import type { OpenId } from './openid.ts';
import { createOpenIdRoutes } from './openid-routes.ts';
import { parseRouteInput } from './request-inputs.ts';
import { createSecondFactorRoutes } from './second-factor-routes.ts';
import { addSecondFactorStep, isSameSiteRequest } from './second-factor-step.ts';
import { createSignInAudit, requestOriginOf } from './sign-in-audit.ts';
import type { RateLimits } from './sign-in-rate-limits.ts';
import { readResponseJson, redirectAfterSignIn, redirectWithError } from './sign-in-redirects.ts';
import { allowedBetterAuthRoutes } from './sign-in-rules.ts';

interface AuthRouterOptions {
  prisma: PrismaClient;
  publicUrl: string;
  betterAuth: () => Promise<BetterAuth>;
  knownDevices: KnownDevices;
  openId: OpenId | undefined;
  requireOrigin: (request: Request) => void;
  rateLimits: RateLimits;
  isAllowedRedirect: (url: string) => boolean;
  secret: () => Promise<string>;
  /** @throws ActionError not_signed_in, issuer_unavailable */
  resolvePerson: ResolvePerson;
}

/** Only the service sets these headers. Values from clients are dropped. */
const reservedHeaders = [
  'x-visitor-address',
  'origin',
  'referer',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  linkSignInHeader,
];

/**
 * Handles requests under /auth: origin check, rate limits, then better-auth or a route of the
 * service.
 */
export function createAuthRouter({
  knownDevices,
  betterAuth,
  rateLimits,
  isAllowedRedirect,
  openId,
  prisma,
  publicUrl,
  requireOrigin,
  secret,
  resolvePerson,
}: AuthRouterOptions): (request: Request, metadata: RequestMetadata) => Promise<Response> {
  const authUrl = new URL(`${publicUrl}/auth`);
  const withAudit = createSignInAudit(prisma);

  const forwardRaw: Forward = async (request, path, forwarded, metadata) => {
    const headers = new Headers(request.headers);
    for (const name of [...reservedHeaders, 'content-length']) headers.delete(name);
    headers.set('origin', authUrl.origin);
    if (forwarded.body !== null) headers.set('content-type', 'application/json');
    headers.set('x-visitor-address', metadata.address);
    for (const [name, value] of Object.entries(forwarded.headers ?? {})) headers.set(name, value);
    const url = `${authUrl.href}${path}${forwarded.search}`;
    const { handler } = await betterAuth();
    const { method } = request;
    return handler(new Request(url, { method, headers, body: forwarded.body }));
  };

  const forward: Forward = async (...args) => {
    const response = await forwardRaw(...args);
    if (response.status >= 400) throw await toActionError(response);
    return response;
  };

  /**
   * Signs in with a one-time code that is created and used here. A second factor is still required.
   */
  const signInByLink: SignInByLink = async ({ auth, request, metadata }, link) => {
    const { email, leadsTo } = link;
    const otp = await auth.api.createVerificationOTP({ body: { email, type: 'sign-in' } });
    // The list of sessions shows the browser.
    const userAgent = request.headers.get('user-agent') ?? '';
    const headers = { 'content-type': 'application/json', 'user-agent': userAgent };
    const signInRequest = new Request(request.url.split('?')[0] ?? '', { method: 'POST', headers });
    const body = JSON.stringify({ email, otp });
    const forwarded = { body, search: '', headers: { [linkSignInHeader]: formatLinkSignIn(link) } };
    const response = await forward(signInRequest, '/sign-in/email-otp', forwarded, metadata);
    const isAllowed = leadsTo !== undefined && isAllowedRedirect(leadsTo);
    return redirectAfterSignIn(response, publicUrl, { leadsTo: isAllowed ? leadsTo : undefined });
  };

  const forwardBody = ({ request, metadata }: AuthRequest, body: object, headers = {}) =>
    forward(
      request,
      authPathOf(request),
      { body: JSON.stringify(body), search: '', headers },
      metadata,
    );

  const ownRoutes: Readonly<Record<string, AuthRoute>> = {
    ...createAccountRoutes({ prisma, signInByLink, forwardBody, resolvePerson }),
    ...createMagicLinkRoute(forward, publicUrl),
    ...createEmailCodeRoutes({ secret, rateLimits, forwardBody }),
    ...createSecondFactorRoutes({
      forwardBody,
      isAllowedRedirect,
      isSecure: hasSecureCookies(publicUrl),
    }),
    ...(openId && createOpenIdRoutes({ openId, publicUrl, forward, forwardRaw })),
  };

  /** Counts before any look-up. */
  async function countAttempts(
    name: string,
    request: Request,
    email: string | undefined,
    metadata: RequestMetadata,
  ) {
    const category = allowedBetterAuthRoutes.get(name) ?? ownRoutes[name]?.rateLimitCategory;
    if (category === undefined) throw routeNotFoundError(request);
    const browser = email && (await knownDevices.nameOf(request.headers, email));
    await rateLimits.count(category, metadata.address, { email, browser });
  }

  async function handleRequest(request: Request, metadata: RequestMetadata): Promise<Response> {
    const name = authRouteNameOf(request);
    if (!allowedBetterAuthRoutes.has(name) && !ownRoutes[name]) throw routeNotFoundError(request);
    requireBrowserOrigin(request, requireOrigin);
    const isRead = request.method === 'GET';
    const input = isRead ? queryParametersOf(request) : await readAuthBody(request);
    await countAttempts(name, request, isRead ? undefined : emailInBody(input), metadata);
    const countAttempt = (personId: string) => rateLimits.countPerson(personId);
    const auditedRequest = {
      auth: await betterAuth(),
      request,
      origin: requestOriginOf(request, metadata),
    };
    return withAudit(auditedRequest, async () => {
      const ownRoute = ownRoutes[name];
      if (ownRoute) return ownRoute.handle({ ...auditedRequest, input, metadata, countAttempt });
      const forwarded = toForwardedRequest(request, parseRouteInput(name, input) ?? input);
      const response = await forward(request, authPathOf(request), forwarded, metadata);
      return redirectAfterSignIn(response, publicUrl, { request });
    });
  }

  return async (request, metadata) => {
    const response = await handleRequest(request, metadata).catch((error) =>
      redirectWithError(error, request, publicUrl),
    );
    return finishResponse(
      await addSecondFactorStep(response, request),
      request,
      metadata,
      knownDevices,
    );
  };
}

function routeNotFoundError({ method, url }: Request): ActionError {
  const message = `No endpoint ${method} ${new URL(url).pathname}. See docs/frontends.md for sign-in.`;
  return new ActionError('route_not_found', message);
}

/** Every request from a browser is checked, even without a cookie: login CSRF needs none. */
function requireBrowserOrigin(request: Request, requireOrigin: (request: Request) => void): void {
  const { headers } = request;
  const isBrowser = headers.has('origin') || headers.has('sec-fetch-site') || headers.has('cookie');
  if (isBrowser) requireOrigin(request);
}

/** The email of the person that the response signs in or shows. */
async function signedInEmailOf(response: Response): Promise<string | undefined> {
  const { user } = (await readResponseJson(response)) as { user?: { email?: unknown } };
  const email = user?.email;
  return typeof email === 'string' ? email : undefined;
}

/** Same-site pages use the cookie. The session header would expose it to injected scripts. */
async function finishResponse(
  response: Response,
  request: Request,
  { requestId }: RequestMetadata,
  knownDevices: KnownDevices,
): Promise<Response> {
  const headers = new Headers(response.headers);
  headers.set('cache-control', 'no-store');
  headers.set('x-request-id', requestId);
  headers.delete('access-control-expose-headers');
  if (isSameSiteRequest(request)) headers.delete('set-auth-token');
  const email = await signedInEmailOf(response);
  if (email !== undefined && (await knownDevices.nameOf(request.headers, email)) === undefined) {
    headers.append('set-cookie', await knownDevices.cookieFor(email));
  }
  return new Response(response.body, { status: response.status, headers });
}
