import type { RequestOrigin, WorkspaceActor } from '../domain/identities/sign-in-audit-entries.ts';
import {
  findActorsOfSession,
  inSignInTransaction,
} from '../domain/identities/sign-in-audit-entries.ts';
import type { LogEntryKind, PrismaClient } from '../generated/prisma/client.ts';
import type { RequestMetadata } from './auth-request.ts';
import { authPathOf, authRouteNameOf } from './auth-request.ts';
import type { BetterAuth } from './better-auth.ts';

/**
 * What the library does about signing in, told in the log of each workspace that it concerns: after it is done, and before it is answered,
 * so that no session leaves that the log knows nothing of. What the house does by itself is told in its own transaction.
 */

/** Where a request under /auth comes from, as the log says it. */
export const requestOriginOf = (
  request: Request,
  { address, requestId }: RequestMetadata,
): RequestOrigin => ({
  operation: `${request.method} auth${authPathOf(request)}`,
  address,
  requestId,
  now: new Date(),
});

/** Paths that end in a session, where nothing more is asked for. */
const signInRoutes: ReadonlySet<string> = new Set([
  'POST /sign-in/email',
  'POST /sign-in/email-otp',
  'POST /magic-link/verify',
  'POST /invitation',
  'POST /portal',
  'GET /callback/openid',
]);

/** A second step, or where somebody is signed in already, what switches the second factor on. */
const secondFactorRoutes: ReadonlySet<string> = new Set([
  'POST /two-factor/verify-totp',
  'POST /two-factor/verify-backup-code',
]);

/** What is done by who is signed in. */
const entryKindByRoute: ReadonlyMap<string, LogEntryKind> = new Map([
  ['POST /sign-out', 'SIGNED_OUT'],
  ['POST /revoke-sessions', 'SESSION_ENDED'],
  ['POST /revoke-other-sessions', 'SESSION_ENDED'],
  ['POST /two-factor/enable', 'SECOND_FACTOR_CHANGED'],
  ['POST /two-factor/generate-backup-codes', 'BACKUP_CODES_MADE'],
]);

interface AuditedRequest {
  auth: BetterAuth;
  request: Request;
  origin: RequestOrigin;
}

type RecordEntry = Parameters<Parameters<typeof inSignInTransaction>[2]>[0]['note'];
type EntryKind = Parameters<RecordEntry>[0];

/** The token of the session that an answer begins, or goes on with. */
function sessionTokenOf(response: Response): string | undefined {
  for (const cookie of response.headers.getSetCookie()) {
    const [, signed = ''] = /\.session_token=([^;]+)/.exec(cookie) ?? [];
    const token = decodeURIComponent(signed).split('.')[0];
    if (token && !/max-age=0(;|$)/i.test(cookie)) return token;
  }
  return undefined;
}

export function createSignInAudit(prisma: PrismaClient) {
  const recordEntries = (
    origin: RequestOrigin,
    kinds: readonly EntryKind[],
    actors: readonly WorkspaceActor[],
  ) =>
    inSignInTransaction(prisma, origin, async ({ note }) => {
      for (const kind of kinds) note(kind, actors);
    });

  /** That somebody signed in by an answer, and by an account elsewhere for the first time. */
  async function recordSignIn({ origin }: AuditedRequest, response: Response): Promise<void> {
    const token = sessionTokenOf(response);
    const session = token && (await prisma.signInSession.findUnique({ where: { token } }));
    if (!session) return;
    const isOpenId = origin.operation === 'GET auth/callback/openid';
    const newAccount =
      isOpenId &&
      (await prisma.signInMethod.findFirst({
        where: {
          personId: session.personId,
          NOT: { providerId: 'credential' },
          createdAt: { gte: origin.now },
        },
      }));
    const actors = await findActorsOfSession(prisma, session.id);
    await recordEntries(
      origin,
      [...(newAccount ? (['ACCOUNT_LINKED'] as const) : []), 'SIGNED_IN'],
      actors,
    );
  }

  async function findSignedIn({ auth, request: { headers } }: AuditedRequest) {
    const result = await auth.api.getSession({ headers });
    return result && { ...result, actors: await findActorsOfSession(prisma, result.session.id) };
  }

  /** Answers a request, and has the log tell what was done by it. */
  return async (
    auditedRequest: AuditedRequest,
    handle: () => Promise<Response>,
  ): Promise<Response> => {
    const name = authRouteNameOf(auditedRequest.request);
    if (signInRoutes.has(name)) {
      const response = await handle();
      await recordSignIn(auditedRequest, response);
      return response;
    }
    const kind = entryKindByRoute.get(name);
    if (!kind && !secondFactorRoutes.has(name)) return handle();
    const signedIn = await findSignedIn(auditedRequest);
    const response = await handle();
    if (signedIn && kind)
      await recordEntries(auditedRequest.origin, [kind as EntryKind], signedIn.actors);
    else if (signedIn && !signedIn.user.twoFactorEnabled) {
      await recordEntries(auditedRequest.origin, ['SECOND_FACTOR_CHANGED'], signedIn.actors);
    } else if (!signedIn) await recordSignIn(auditedRequest, response);
    return response;
  };
}
