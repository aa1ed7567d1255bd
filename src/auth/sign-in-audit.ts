import type {
  RequestOrigin,
  SignInAction,
  WorkspaceActor,
} from '../domain/identities/sign-in-audit-entries.ts';
import {
  findActorsOfSession,
  inSignInTransaction,
} from '../domain/identities/sign-in-audit-entries.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import type { RequestMetadata } from './auth-request.ts';
import { authPathOf, authRouteNameOf } from './auth-request.ts';
import type { BetterAuth } from './better-auth.ts';

/** Entries are written before the response, so that no session starts without one. */

export const requestOriginOf = (
  request: Request,
  { address, requestId }: RequestMetadata,
): RequestOrigin => ({
  operation: `${request.method} auth${authPathOf(request)}`,
  address,
  requestId,
  now: new Date(),
});

/** These routes begin a session without a further step. */
const signInRoutes: ReadonlySet<string> = new Set([
  'POST /sign-in/email',
  'POST /sign-in/email-otp',
  'POST /magic-link/verify',
  'POST /invitation',
  'POST /portal',
  'GET /callback/openid',
]);

/** With a session, these routes enable the second factor. */
const secondFactorRoutes: ReadonlySet<string> = new Set([
  'POST /two-factor/verify-totp',
  'POST /two-factor/verify-backup-code',
]);

/** These require a session. */
const actionByRoute: ReadonlyMap<string, SignInAction> = new Map<string, SignInAction>([
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

function sessionTokenOf(response: Response): string | undefined {
  for (const cookie of response.headers.getSetCookie()) {
    const [, signed = ''] = /\.session_token=([^;]+)/.exec(cookie) ?? [];
    const token = decodeURIComponent(signed).split('.')[0];
    if (token && !/max-age=0(;|$)/i.test(cookie)) return token;
  }
  return undefined;
}

export function createSignInAudit(prisma: PrismaClient) {
  return async (
    auditedRequest: AuditedRequest,
    handle: () => Promise<Response>,
  ): Promise<Response> => {
    const name = authRouteNameOf(auditedRequest.request);
    if (signInRoutes.has(name)) {
      const response = await handle();
      await recordSignIn(prisma, auditedRequest, response);
      return response;
    }
    const action = actionByRoute.get(name);
    if (!action && !secondFactorRoutes.has(name)) return handle();
    const currentSession = await findCurrentSession(prisma, auditedRequest);
    const response = await handle();
    if (!currentSession) {
      await recordSignIn(prisma, auditedRequest, response);
    } else if (action || !currentSession.user.twoFactorEnabled) {
      const actions = [action ?? 'SECOND_FACTOR_CHANGED'];
      await recordEntries(prisma, auditedRequest.origin, actions, currentSession.actors);
    }
    return response;
  };
}

const recordEntries = (
  prisma: PrismaClient,
  origin: RequestOrigin,
  actions: readonly SignInAction[],
  actors: readonly WorkspaceActor[],
) =>
  inSignInTransaction(prisma, origin, async ({ addEntries }) => {
    for (const action of actions) addEntries(action, actors);
  });

/** Also records the first use of an external account. */
async function recordSignIn(
  prisma: PrismaClient,
  { origin }: AuditedRequest,
  response: Response,
): Promise<void> {
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
  const actions = [...(newAccount ? (['ACCOUNT_LINKED'] as const) : []), 'SIGNED_IN'] as const;
  await recordEntries(prisma, origin, actions, actors);
}

async function findCurrentSession(
  prisma: PrismaClient,
  { auth, request: { headers } }: AuditedRequest,
) {
  const result = await auth.api.getSession({ headers });
  return result && { ...result, actors: await findActorsOfSession(prisma, result.session.id) };
}
