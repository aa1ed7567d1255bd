import type { PrismaClient } from '../generated/prisma/client.ts';
import type { Signer } from '../platform/encryption/signer.ts';
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
import type { AuthRoute, ResolvePerson } from './auth-route.ts';
import type { BetterAuth } from './better-auth.ts';
import { hasSecureCookies } from './better-auth.ts';
import { createEmailCodeRoutes } from './email-codes.ts';
import { toForwardedRequest } from './forwarded-request.ts';
import type { Forwarders } from './forwarders.ts';
import type { KnownDevices } from './known-devices.ts';
import { createMagicLinkRoute } from './magic-link-route.ts';
import { createOAuthRoutes } from './oauth-routes.ts';
import type { OpenId } from './openid.ts';
import { createOpenIdRoutes } from './openid-routes.ts';
import { parseRouteInput } from './request-inputs.ts';
import { createSecondFactorRoutes } from './second-factor-routes.ts';
import { addSecondFactorStep, isSameSiteRequest } from './second-factor-step.ts';
import { createSignInAudit, requestOriginOf } from './sign-in-audit.ts';
import { createSignInByLink } from './sign-in-by-link.ts';
import type { RateLimits } from './sign-in-rate-limits.ts';
import { readResponseJson, redirectAfterSignIn, redirectWithError } from './sign-in-redirects.ts';
import { allowedBetterAuthRoutes } from './sign-in-rules.ts';

interface AuthRouterOptions {
  prisma: PrismaClient;
  publicUrl: string;
  betterAuth: () => Promise<BetterAuth>;
  forwarders: Forwarders;
  knownDevices: KnownDevices;
  openId: OpenId | undefined;
  requireOrigin: (request: Request) => void;
  rateLimits: RateLimits;
  isAllowedRedirect: (url: string) => boolean;
  signer: Signer;
  /** @throws ActionError not_signed_in, issuer_unavailable */
  resolvePerson: ResolvePerson;
}

export function createAuthRouter(
  options: AuthRouterOptions,
): (request: Request, metadata: RequestMetadata) => Promise<Response> {
  const { betterAuth, forwarders, knownDevices, prisma, publicUrl, rateLimits, requireOrigin } =
    options;
  const withAudit = createSignInAudit(prisma);
  const ownRoutes = createOwnRoutes(options, forwarders);
  const oauthRoutes = createOAuthRoutes(prisma, forwarders.forwardRaw);

  async function handleRequest(request: Request, metadata: RequestMetadata): Promise<Response> {
    const name = authRouteNameOf(request);
    const oauthRoute = oauthRoutes[name];
    const { rateLimitCategory } = oauthRoute ?? ownRoutes[name] ?? {};
    const category = allowedBetterAuthRoutes.get(name) ?? rateLimitCategory;
    if (category === undefined) throw routeNotFoundError(request);
    requireBrowserOrigin(request, requireOrigin);
    if (oauthRoute) {
      await rateLimits.count(category, metadata.address, { email: undefined, browser: undefined });
      return oauthRoute.handle(request, metadata);
    }
    const isRead = request.method === 'GET';
    const input = isRead ? queryParametersOf(request) : await readAuthBody(request);
    const email = isRead ? undefined : emailInBody(input);
    const browser = email && (await knownDevices.nameOf(request.headers, email));
    await rateLimits.count(category, metadata.address, { email, browser });
    const countAttempt = (personId: string) => rateLimits.countPerson(personId);
    const auth = await betterAuth();
    const auditedRequest = { auth, request, origin: requestOriginOf(request, metadata) };
    return withAudit(auditedRequest, async () => {
      const ownRoute = ownRoutes[name];
      if (ownRoute) return ownRoute.handle({ ...auditedRequest, input, metadata, countAttempt });
      const forwarded = toForwardedRequest(request, parseRouteInput(name, input) ?? input);
      const path = authPathOf(request);
      const response = await forwarders.forward(request, path, forwarded, metadata);
      return redirectAfterSignIn(response, publicUrl, { request });
    });
  }

  return async (request, metadata) => {
    const response = await handleRequest(request, metadata).catch((error) =>
      redirectWithError(error, request, publicUrl),
    );
    const nextStep = await addSecondFactorStep(response, request);
    return finishResponse(nextStep, request, metadata, knownDevices);
  };
}

function createOwnRoutes(
  options: AuthRouterOptions,
  { forward, forwardBody, forwardRaw }: Forwarders,
): Readonly<Record<string, AuthRoute>> {
  const { isAllowedRedirect, openId, prisma, publicUrl, rateLimits, resolvePerson, signer } =
    options;
  const signInByLink = createSignInByLink({ forward, isAllowedRedirect, publicUrl });
  const isSecure = hasSecureCookies(publicUrl);
  return {
    ...createAccountRoutes({ prisma, signInByLink, forwardBody, resolvePerson }),
    ...createMagicLinkRoute(forward, publicUrl),
    ...createEmailCodeRoutes({ signer, rateLimits, forwardBody }),
    ...createSecondFactorRoutes({ forwardBody, isAllowedRedirect, isSecure }),
    ...(openId && createOpenIdRoutes({ openId, publicUrl, forward, forwardRaw })),
  };
}

function routeNotFoundError({ method, url }: Request): ActionError {
  const message = `No endpoint ${method} ${new URL(url).pathname}. See docs/frontends.md for sign-in.`;
  return new ActionError('route_not_found', message);
}

/** Also without a session cookie, because login CSRF needs none. */
function requireBrowserOrigin(request: Request, requireOrigin: (request: Request) => void): void {
  const { headers } = request;
  const isBrowser = headers.has('origin') || headers.has('sec-fetch-site') || headers.has('cookie');
  if (isBrowser) requireOrigin(request);
}

/** The address of the person that the response signs in or shows. */
async function signedInEmailOf(response: Response): Promise<string | undefined> {
  const { user } = (await readResponseJson(response)) as { user?: { email?: unknown } };
  const email = user?.email;
  return typeof email === 'string' ? email : undefined;
}

/** Same-site pages use the cookie: the session header would expose it to injected scripts. */
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
