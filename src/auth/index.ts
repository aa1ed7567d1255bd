import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { SignInRates } from '../config/rate-limit-settings.ts';
import type { OpenIdSettings, TokenIssuerSettings } from '../config/sign-in-settings.ts';
import type { SessionProof } from '../domain/identities/session-proofs.ts';
import { notSignedInError } from '../domain/identities/session-proofs.ts';
import type { SignInMailRenderer } from '../domain/identities/sign-in-mail-texts.ts';
import {
  codeMailRenderer,
  findLanguageOfAddress,
  linkMailRenderer,
} from '../domain/identities/sign-in-mail-texts.ts';
import { queueSignInMail } from '../domain/identities/sign-in-mails.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import { ensureAuthSecret } from '../platform/encryption/auth-secret.ts';
import { createSigner, type Signer } from '../platform/encryption/signer.ts';
import type { RequestMetadata } from './auth-request.ts';
import { createAuthRouter } from './auth-router.ts';
import type { BetterAuth } from './better-auth.ts';
import { hasSecureCookies, openBetterAuth } from './better-auth.ts';
import type { CallerAuthentication } from './callers.ts';
import { createCallers } from './callers.ts';
import type { Credential } from './credentials.ts';
import { readCredential, sessionTokenFromCookie } from './credentials.ts';
import { createExternalTokenVerifier } from './external-tokens.ts';
import { createForwarders } from './forwarders.ts';
import { createKnownDevices } from './known-devices.ts';
import type { OAuthConsent } from './oauth-consent.ts';
import { createOAuthConsent } from './oauth-consent.ts';
import { mcpResource } from './oauth-provider.ts';
import { createOpenId } from './openid.ts';
import type { RequestHead } from './origin-check.ts';
import { createOriginCheck, createRedirectRule } from './origin-check.ts';
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

export interface SignInService extends CallerAuthentication {
  hasCredential(headers: RequestHead['headers']): boolean;
  consent: OAuthConsent;
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

  const forwarders = createForwarders(betterAuth, publicUrl);

  const { resolvePerson, ...callers } = createCallers({
    ...{ prisma, betterAuth, cookieName, credentials, requireOrigin },
  });

  return {
    hasCredential: (headers) => readCredential(headers, cookieName) !== undefined,
    ...callers,
    consent: createOAuthConsent({
      ...{ prisma, publicUrl, betterAuth, forwarders, rateLimits, signer },
      requireOwnOrigin: createOriginCheck(publicUrl, [], cookieName),
    }),
    handle: createAuthRouter({
      ...{ prisma, publicUrl, betterAuth, forwarders, rateLimits, knownDevices, openId },
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
    verifyApp: (bearer: string) => tokens.checkApp(bearer, mcpResource(publicUrl)),
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
