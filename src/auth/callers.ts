import type { SessionCaller } from '../domain/identities/caller.ts';
import type { AppClaims } from '../domain/identities/oauth-grants.ts';
import { restrictToGrant } from '../domain/identities/oauth-grants.ts';
import type { SessionProof } from '../domain/identities/session-proofs.ts';
import { findPersonOfProof, notSignedInError } from '../domain/identities/session-proofs.ts';
import type { RequestedIdentity } from '../domain/identities/signed-in-callers.ts';
import { authenticateSession } from '../domain/identities/signed-in-callers.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import { ActionError } from '../platform/errors/action-error.ts';
import type { ResolvePerson } from './auth-route.ts';
import type { BetterAuth } from './better-auth.ts';
import type { Credential } from './credentials.ts';
import { readCredential } from './credentials.ts';
import type { RequestHead } from './origin-check.ts';
import { requireSession } from './request-session.ts';

interface CallersOptions {
  prisma: PrismaClient;
  betterAuth: () => Promise<BetterAuth>;
  cookieName: string;
  credentials: {
    verify: (credential: Credential) => Promise<SessionProof>;
    verifyApp: (bearer: string) => Promise<AppClaims>;
  };
  requireOrigin: (request: RequestHead, options?: { checksReads?: boolean }) => void;
}

export interface CallerAuthentication {
  /**
   * Authenticates a request without an API key, in one statement.
   * @throws ActionError
   */
  authenticate(
    request: RequestHead,
    now: Date,
    options?: { checksReads?: boolean },
  ): Promise<SessionCaller>;
  /** An app of a person, which calls `/mcp`. @throws ActionError */
  authenticateApp(request: RequestHead, now: Date): Promise<SessionCaller>;
}

export function createCallers(
  options: CallersOptions,
): CallerAuthentication & { resolvePerson: ResolvePerson } {
  const { betterAuth, cookieName, credentials, prisma, requireOrigin } = options;
  return {
    authenticate: async (request, now, check) => {
      const credential = readCredential(request.headers, cookieName);
      if (credential === undefined) throw notSignedInError();
      if ('cookie' in credential) requireOrigin(request, check);
      const proof = await credentials.verify(credential);
      return authenticateSession(prisma, proof, readRequestedIdentity(request.headers), now);
    },
    authenticateApp: async ({ headers }, now) => {
      const credential = readCredential(headers, cookieName);
      if (!(credential && 'bearer' in credential)) throw notSignedInError();
      const claims = await credentials.verifyApp(credential.bearer);
      const { accountId, contactId } = readRequestedIdentity(headers);
      const requested = { accountId: accountId ?? claims.accountId, contactId };
      const caller = await authenticateSession(prisma, claims, requested, now).catch((error) => {
        // A 401 lets the app request access again, for another workspace.
        throw accountId === null && error.code === 'wrong_workspace' ? notSignedInError() : error;
      });
      return restrictToGrant(caller, claims);
    },
    // better-auth verifies sessions, the service verifies tokens.
    resolvePerson: async (request) => {
      const credential = readCredential(request.headers, cookieName);
      if (credential && 'bearer' in credential && isToken(credential.bearer)) {
        return findPersonOfProof(prisma, await credentials.verify(credential), new Date());
      }
      const { session, user } = await requireSession(await betterAuth(), request);
      return { personId: user.id, sessionId: session.id };
    },
  };
}

/** Only a JWT has three parts. */
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
