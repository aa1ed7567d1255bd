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
  isAsked(headers: RequestHead['headers']): boolean;
  /**
   * As whom a request without a key acts. One statement.
   * @throws ActionError not_signed_in, workspace_required, wrong_workspace, origin_not_allowed, issuer_unavailable
   */
  callerOf(request: RequestHead, now: Date): Promise<SessionCaller>;
  /** Answers what is under /auth. @throws ActionError, and what the database throws */
  answer(request: Request, visitor: RequestMetadata): Promise<Response>;
  /** Whether somebody may be sent to a URL after signing in: a page of the service, or of CORS_ORIGINS. */
  mayLeadTo(url: string): boolean;
  /** A name for the network of an address that does not tell it. */
  networkName(address: string): Promise<string>;
  /** Resolves when the mails that were asked for are written. */
  settled(): Promise<void>;
  /** Reads the keys of tokens again when they are next needed. */
  forgetKeys(): void;
}

/** No I/O until somebody signs in, or acts as who did. */
export function createSignInService(options: SignInOptions): SignInService {
  const { corsOrigins, log, pool, prisma, publicUrl } = options;
  const isSecure = hasSecureCookies(publicUrl);
  const cookieName = `${isSecure ? '__Secure-' : ''}actiongraph.session_token`;
  const requireOrigin = createOriginCheck(publicUrl, corsOrigins);
  const mayLeadTo = createRedirectRule(publicUrl, corsOrigins);
  const tokens = createTokenVerifier(prisma, publicUrl);
  const mails = createMails(options);
  const warn = (message: string, err: unknown) => log.warn({ err }, message);
  const openId =
    options.openId && createOpenId({ ...options.openId, prisma, publicUrl, log: warn });
  const outside = options.tokenIssuer && createExternalTokenVerifier(options.tokenIssuer, warn);
  const secret = once(() => ensureAuthSecret(prisma, options.secret));
  const knownBrowsers = createKnownDevices(isSecure, secret);
  const hide = createKeyedHash(secret);
  const limits = createRateLimits({ pool, hide, given: options.rates });
  const library = once(async (): Promise<BetterAuth> => {
    return openBetterAuth({
      prisma,
      secret: await secret(),
      publicUrl,
      origins: corsOrigins,
      ...mails,
      openId,
      log: (message, details) => log.warn({ err: details[0] }, `signing in: ${message}`),
    });
  });

  async function proofOf(credential: Credential): Promise<SessionProof> {
    if ('bearer' in credential) {
      const { bearer } = credential;
      return outside?.isClaimed(bearer) ? outside.check(bearer) : tokens.check(bearer);
    }
    const sessionToken = sessionTokenFromCookie(credential.cookie, await secret());
    if (sessionToken === undefined) throw notSignedInError();
    return { sessionToken };
  }

  /** Tokens are read here; the library knows its own sessions. */
  async function whoIs(request: Request) {
    const credential = readCredential(request.headers, cookieName);
    if (credential && 'bearer' in credential && isToken(credential.bearer)) {
      return findPersonOfProof(prisma, await proofOf(credential), new Date());
    }
    const { session, user } = await requireSession(await library(), request);
    return { personId: user.id, sessionId: session.id };
  }

  return {
    isAsked: (headers) => readCredential(headers, cookieName) !== undefined,
    callerOf: async (request, now) => {
      const credential = readCredential(request.headers, cookieName);
      if (credential === undefined) throw notSignedInError();
      if ('cookie' in credential) requireOrigin(request);
      const proof = await proofOf(credential);
      return authenticateSession(prisma, proof, namedIn(request.headers), now);
    },
    answer: createAuthRouter({
      ...{ prisma, publicUrl, library, limits, knownBrowsers, openId },
      ...{ requireOrigin, secret, whoIs, mayLeadTo },
    }),
    mayLeadTo,
    networkName: (address) => hide(networkOf(address)),
    settled: mails.settled,
    forgetKeys: tokens.forget,
  };
}

/** Whether a bearer is a token, and no session: a JWT has three parts. */
const isToken = (bearer: string): boolean => bearer.split('.').length === 3;

/** As whom a request asks to act. @throws ActionError wrong_workspace where the workspace is no number */
function namedIn(headers: RequestHead['headers']): RequestedIdentity {
  const contactId = headers.get('x-contact')?.trim().slice(0, 100);
  return { accountId: workspaceOf(headers), contactId: contactId || null };
}

/** The workspace that a request names. @throws ActionError wrong_workspace where it is no number */
function workspaceOf(headers: RequestHead['headers']): number | null {
  const named = headers.get('x-workspace')?.trim();
  if (!named) return null;
  if (/^[1-9]\d{0,9}$/.test(named) && Number(named) <= 2_147_483_647) return Number(named);
  const message = `X-Workspace must be the number of a workspace, not "${named.slice(0, 40)}".`;
  throw new ActionError('wrong_workspace', message);
}

/** What is made once, and again where making it failed. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}

/**
 * Mails are written beside the request that asks for them: its answer and the time it takes are the same, whether somebody
 * is known by the address or not.
 */
function createMails({ log, prisma, sendsMail }: SignInOptions) {
  const writing = new Set<Promise<void>>();
  const send = (recipient: string, words: SignInMailRenderer) => {
    const now = new Date();
    const expiresAt = new Date(now.getTime() + lifetimeSeconds.code * 1_000);
    const work = new Promise((resolve) => setImmediate(resolve))
      .then(() => findLanguageOfAddress(prisma, recipient))
      .then((language) => {
        const mail = { ...words(language), recipient, expiresAt };
        return queueSignInMail(prisma, mail, { known: true, now, sendsMail });
      })
      .catch((err) => log.error({ err }, 'a mail for signing in was not written'))
      .finally(() => writing.delete(work));
    writing.add(work);
  };
  return {
    sendCode: (email: string, code: string) => send(email.toLowerCase(), codeMailRenderer(code)),
    sendLink: (email: string, url: string) => send(email.toLowerCase(), linkMailRenderer(url)),
    settled: async () => {
      while (writing.size > 0) await Promise.all(writing);
    },
  };
}
