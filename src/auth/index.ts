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
import { ensureAuthSecret } from '../platform/encryption/auth-secret.ts';
import { createSigner, type Signer } from '../platform/encryption/signer.ts';
import { ActionError } from '../platform/errors/action-error.ts';
import type { RequestMetadata } from './auth-request.ts';
import { createAuthRouter } from './auth-router.ts';
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
import { createRateLimits, networkOf } from './sign-in-rate-limits.ts';
import { lifetimeSeconds } from './sign-in-rules.ts';
import { createTokenVerifier } from './token-verification.ts';

export interface SignInOptions {
  prisma: PrismaClient;
  pool: Pool;
  publicUrl: string;
  corsOrigins: readonly string[];
  /** If false, the service only stores e-mails. */
  sendsMail: boolean;
  /** AUTH_SECRET. Default: from the database. */
  secret: string | undefined;
  /** OIDC_… */
  openId?: OpenIdSettings | undefined;
  /** TOKEN_… */
  tokenIssuer?: TokenIssuerSettings | undefined;
  /** SIGN_IN_… */
  rates: SignInRates;
  log: Logger;
}

export interface SignInService {
  hasCredential(headers: RequestHead['headers']): boolean;
  /**
   * Authenticates a request without an API key, in one statement.
   * @throws ActionError
   */
  authenticate(
    request: RequestHead,
    now: Date,
    options?: { checksReads?: boolean },
  ): Promise<SessionCaller>;
  /**
   * Handles requests under /auth.
   * @throws ActionError and database errors
   */
  handle(request: Request, metadata: RequestMetadata): Promise<Response>;
  /** Pages of the service and of CORS_ORIGINS. */
  isAllowedRedirect(url: string): boolean;
  /** For links of the service. */
  signer: Signer;
  /** Pseudonym of the address's network. */
  networkName(address: string): Promise<string>;
  /** Waits until requested e-mails are queued. */
  waitForMails(): Promise<void>;
  /** Discards the cached signing keys. */
  clearKeyCache(): void;
}

export function createSignInService(options: SignInOptions): SignInService {
  const { corsOrigins, log, pool, prisma, publicUrl } = options;
  const isSecure = hasSecureCookies(publicUrl);
  const cookieName = `${isSecure ? '__Secure-' : ''}actiongraph.session_token`;
  const requireOrigin = createOriginCheck(publicUrl, corsOrigins, cookieName);
  const isAllowedRedirect = createRedirectRule(publicUrl, corsOrigins);
  const mailSender = createMailSender(options);
  const secret = memoizeAsync(() => ensureAuthSecret(prisma, options.secret));
  const credentials = createCredentialVerifier(options, secret);
  const openId =
    options.openId &&
    createOpenId({ ...options.openId, prisma, publicUrl, log: warningLogger(log) });
  const signer = createSigner(secret);
  const knownDevices = createKnownDevices(isSecure, signer);
  const hashKey = (subject: string) => signer.sign(`rate limit ${subject}`);
  const rateLimits = createRateLimits({ pool, hashKey, rates: options.rates });
  const betterAuth = memoizeAsync(async (): Promise<BetterAuth> => {
    const shared = { prisma, publicUrl, origins: corsOrigins, openId, log: betterAuthLogger(log) };
    return openBetterAuth({ ...shared, ...mailSender, secret: await secret() });
  });

  /** better-auth verifies sessions, the service verifies tokens. */
  async function resolvePerson(request: Request) {
    const credential = readCredential(request.headers, cookieName);
    if (credential && 'bearer' in credential && isToken(credential.bearer)) {
      return findPersonOfProof(prisma, await credentials.verify(credential), new Date());
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
      const proof = await credentials.verify(credential);
      return authenticateSession(prisma, proof, readRequestedIdentity(request.headers), now);
    },
    handle: createAuthRouter({
      ...{ prisma, publicUrl, betterAuth, rateLimits, knownDevices, openId },
      ...{ requireOrigin, signer, resolvePerson, isAllowedRedirect },
    }),
    ...{ isAllowedRedirect, signer },
    networkName: (address) => hashKey(networkOf(address)),
    waitForMails: mailSender.waitForMails,
    clearKeyCache: credentials.clearKeyCache,
  };
}

const betterAuthLogger =
  (log: Logger) =>
  (message: string, [err]: unknown[]) =>
    log.warn({ err }, `signing in: ${message}`);

const warningLogger = (log: Logger) => (message: string, err: unknown) =>
  log.warn({ err }, message);

function createCredentialVerifier(
  { log, prisma, publicUrl, tokenIssuer }: SignInOptions,
  secret: () => Promise<string>,
) {
  const tokens = createTokenVerifier(prisma, publicUrl);
  const externalTokens =
    tokenIssuer && createExternalTokenVerifier(tokenIssuer, warningLogger(log));
  return {
    clearKeyCache: tokens.clearCache,
    verify: async (credential: Credential): Promise<SessionProof> => {
      if ('bearer' in credential) {
        const { bearer } = credential;
        return externalTokens?.isClaimed(bearer)
          ? externalTokens.check(bearer)
          : tokens.check(bearer);
      }
      const sessionToken = sessionTokenFromCookie(credential.cookie, await secret());
      if (sessionToken === undefined) throw notSignedInError();
      return { sessionToken };
    },
  };
}

/** A JWT has three parts, a session token has not. */
const isToken = (bearer: string): boolean => bearer.split('.').length === 3;

/** @throws ActionError wrong_workspace */
function readRequestedIdentity(headers: RequestHead['headers']): RequestedIdentity {
  const contactId = headers.get('x-contact')?.trim().slice(0, 100);
  return { accountId: parseWorkspaceId(headers), contactId: contactId || null };
}

/** @throws ActionError wrong_workspace */
function parseWorkspaceId(headers: RequestHead['headers']): number | null {
  const header = headers.get('x-workspace')?.trim();
  if (!header) return null;
  if (/^[1-9]\d{0,9}$/.test(header) && Number(header) <= 2_147_483_647) return Number(header);
  const message = `X-Workspace must be the number of a workspace, not "${header.slice(0, 40)}".`;
  throw new ActionError('wrong_workspace', message);
}

/** Retries after a failure. */
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

/** Runs outside the request, so that its duration does not reveal known addresses. */
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
