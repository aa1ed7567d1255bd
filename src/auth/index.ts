import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { SignInRates } from '../config/rate-limit-settings.ts';
import type { OpenIdSettings, TokenIssuerSettings } from '../config/sign-in-settings.ts';
import type { SessionCaller } from '../domain/identities/caller.ts';
import type { SessionProof } from '../domain/identities/session-proofs.ts';
import { findPersonOfProof, notSignedInError } from '../domain/identities/session-proofs.ts';
import type { SignInMailRenderer } from '../domain/identities/sign-in-mail-texts.ts';
import {
  codeMailRenderer,
  findLanguageOfAddress,
  linkMailRenderer,
} from '../domain/identities/sign-in-mail-texts.ts';
import { queueSignInMail } from '../domain/identities/sign-in-mails.ts';
import type { RequestedIdentity } from '../domain/identities/signed-in-callers.ts';
import { authenticateSession } from '../domain/identities/signed-in-callers.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import { ActionError } from '../platform/errors/action-error.ts';
import type { RequestMetadata } from './auth-request.ts';
import { createAuthRouter } from './auth-router.ts';
import { ensureAuthSecret } from './auth-secret.ts';
import type { BetterAuth } from './better-auth.ts';
import { hasSecureCookies, openBetterAuth } from './better-auth.ts';
import type { Credential } from './credentials.ts';
import { readCredential, sessionTokenFromCookie } from './credentials.ts';
import { createExternalTokenVerifier } from './external-tokens.ts';
import { createKnownDevices } from './known-devices.ts';
import { createOpenId } from './openid.ts';
import type { RequestHead } from './origin-check.ts';
import { createOriginCheck, createRedirectRule } from './origin-check.ts';
import { requireSession } from './request-session.ts';
import { createKeyedHash, createRateLimits, networkOf } from './sign-in-rate-limits.ts';
import { lifetimeSeconds } from './sign-in-rules.ts';
import { createTokenVerifier } from './token-verification.ts';

export interface SignInOptions {
  prisma: PrismaClient;
  /** The connections that `prisma` uses. */
  pool: Pool;
  publicUrl: string;
  /** Whose pages may call: CORS_ORIGINS. */
  corsOrigins: readonly string[];
  /** Whether mail is sent; it is kept otherwise. */
  sendsMail: boolean;
  /** AUTH_SECRET; undefined: the database's own. */
  secret: string | undefined;
  /** OIDC_…; undefined: none. */
  openId?: OpenIdSettings | undefined;
  /** TOKEN_…; undefined: only tokens of this service count. */
  tokenIssuer?: TokenIssuerSettings | undefined;
  /** SIGN_IN_…. */
  rates: SignInRates;
  log: Logger;
}

/** How people sign in, and who they are. */
export interface SignInService {
  /** Whether a request carries something that says who signed in. */
  hasCredential(headers: RequestHead['headers']): boolean;
  /**
   * As whom a request without a key acts. One statement.
   * @throws ActionError not_signed_in, workspace_required, wrong_workspace, origin_not_allowed, issuer_unavailable
   */
  authenticate(
    request: RequestHead,
    now: Date,
    options?: { checksReads?: boolean },
  ): Promise<SessionCaller>;
  /** Answers what is under /auth. @throws ActionError, and what the database throws */
  handle(request: Request, metadata: RequestMetadata): Promise<Response>;
  /** Whether somebody may be sent to a URL after signing in: a page of the service, or of CORS_ORIGINS. */
  isAllowedRedirect(url: string): boolean;
  /** A name for the network of an address that does not tell it. */
  networkName(address: string): Promise<string>;
  /** Resolves when the mails that were asked for are written. */
  waitForMails(): Promise<void>;
  /** Reads the keys of tokens again when they are next needed. */
  clearKeyCache(): void;
}

/** No I/O until somebody signs in, or acts as who did. */
export function createSignInService(options: SignInOptions): SignInService {
  const { corsOrigins, log, pool, prisma, publicUrl } = options;
  const isSecure = hasSecureCookies(publicUrl);
  const cookieName = `${isSecure ? '__Secure-' : ''}actiongraph.session_token`;
  const requireOrigin = createOriginCheck(publicUrl, corsOrigins, cookieName);
  const isAllowedRedirect = createRedirectRule(publicUrl, corsOrigins);
  const tokens = createTokenVerifier(prisma, publicUrl);
  const mailSender = createMailSender(options);
  const warn = (message: string, err: unknown) => log.warn({ err }, message);
  const openId =
    options.openId && createOpenId({ ...options.openId, prisma, publicUrl, log: warn });
  const externalTokens =
    options.tokenIssuer && createExternalTokenVerifier(options.tokenIssuer, warn);
  const secret = memoizeAsync(() => ensureAuthSecret(prisma, options.secret));
  const knownDevices = createKnownDevices(isSecure, secret);
  const hashKey = createKeyedHash(secret);
  const rateLimits = createRateLimits({ pool, hide: hashKey, given: options.rates });
  const betterAuth = memoizeAsync(async (): Promise<BetterAuth> => {
    return openBetterAuth({
      prisma,
      secret: await secret(),
      publicUrl,
      origins: corsOrigins,
      ...mailSender,
      openId,
      log: (message, details) => log.warn({ err: details[0] }, `signing in: ${message}`),
    });
  });

  async function verifyCredential(credential: Credential): Promise<SessionProof> {
    if ('bearer' in credential) {
      const { bearer } = credential;
      return externalTokens?.isClaimed(bearer)
        ? externalTokens.check(bearer)
        : tokens.check(bearer);
    }
    const sessionToken = sessionTokenFromCookie(credential.cookie, await secret());
    if (sessionToken === undefined) throw notSignedInError();
    return { sessionToken };
  }

  /** Tokens are read here; the library knows its own sessions. */
  async function resolvePerson(request: Request) {
    const credential = readCredential(request.headers, cookieName);
    if (credential && 'bearer' in credential && isToken(credential.bearer)) {
      return findPersonOfProof(prisma, await verifyCredential(credential), new Date());
    }
    const { session, user } = await requireSession(await betterAuth(), request);
    return { personId: user.id, sessionId: session.id };
  }

  return {
    hasCredential: (headers) => readCredential(headers, cookieName) !== undefined,
    authenticate: async (request, now, options) => {
      const credential = readCredential(request.headers, cookieName);
      if (credential === undefined) throw notSignedInError();
      if ('cookie' in credential) requireOrigin(request, options);
      const proof = await verifyCredential(credential);
      return authenticateSession(prisma, proof, readRequestedIdentity(request.headers), now);
    },
    handle: createAuthRouter({
      ...{ prisma, publicUrl, betterAuth, rateLimits, knownDevices, openId },
      ...{ requireOrigin, secret, resolvePerson, isAllowedRedirect },
    }),
    isAllowedRedirect,
    networkName: (address) => hashKey(networkOf(address)),
    waitForMails: mailSender.waitForMails,
    clearKeyCache: tokens.forget,
  };
}

/** Whether a bearer is a token, and no session: a JWT has three parts. */
const isToken = (bearer: string): boolean => bearer.split('.').length === 3;

/** As whom a request asks to act. @throws ActionError wrong_workspace where the workspace is no number */
function readRequestedIdentity(headers: RequestHead['headers']): RequestedIdentity {
  const contactId = headers.get('x-contact')?.trim().slice(0, 100);
  return { accountId: parseWorkspaceId(headers), contactId: contactId || null };
}

/** The workspace that a request names. @throws ActionError wrong_workspace where it is no number */
function parseWorkspaceId(headers: RequestHead['headers']): number | null {
  const header = headers.get('x-workspace')?.trim();
  if (!header) return null;
  if (/^[1-9]\d{0,9}$/.test(header) && Number(header) <= 2_147_483_647) return Number(header);
  const message = `X-Workspace must be the number of a workspace, not "${header.slice(0, 40)}".`;
  throw new ActionError('wrong_workspace', message);
}

/** What is made once, and again where making it failed. */
function memoizeAsync<T>(make: () => Promise<T>): () => Promise<T> {
  let promise: Promise<T> | undefined;
  return () => {
    promise ??= make().catch((error) => {
      promise = undefined;
      throw error;
    });
    return promise;
  };
}

/**
 * Mails are written beside the request that asks for them: its answer and the time it takes are the same, whether somebody
 * is known by the address or not.
 */
function createMailSender({ log, prisma, sendsMail }: SignInOptions) {
  const pendingMails = new Set<Promise<void>>();
  const send = (recipient: string, renderMail: SignInMailRenderer) => {
    const now = new Date();
    const expiresAt = new Date(now.getTime() + lifetimeSeconds.code * 1_000);
    const work = new Promise((resolve) => setImmediate(resolve))
      .then(() => findLanguageOfAddress(prisma, recipient))
      .then((language) => {
        const mail = { ...renderMail(language), recipient, expiresAt };
        return queueSignInMail(prisma, mail, { known: true, now, sendsMail });
      })
      .catch((err) => log.error({ err }, 'a sign-in e-mail could not be created'))
      .finally(() => pendingMails.delete(work));
    pendingMails.add(work);
  };
  return {
    sendCode: (email: string, code: string) => send(email.toLowerCase(), codeMailRenderer(code)),
    sendLink: (email: string, url: string) => send(email.toLowerCase(), linkMailRenderer(url)),
    waitForMails: async () => {
      while (pendingMails.size > 0) await Promise.all(pendingMails);
    },
  };
}
