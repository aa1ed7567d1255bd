import { APIError } from 'better-auth/api';
import { isPortalAddress } from '../domain/identities/portal-contacts.ts';
import { newSignInId } from '../domain/identities/sign-in-ids.ts';
import {
  findWorkspaceOfSignInMethods,
  findWorkspaceShowingMail,
} from '../domain/identities/single-workspace-sign-in.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import type { NewSessionFields } from './link-sign-in.ts';
import { linkSignInHeader, parseLinkSignIn } from './link-sign-in.ts';
import { lifetimeSeconds } from './sign-in-rules.ts';

/** Paths that prove access to the mailbox. */
const emailSignInPaths: readonly string[] = ['/sign-in/email-otp', '/magic-link/verify'];

interface VerificationRow {
  identifier: string;
  value: string;
  expiresAt: Date;
}

/** The part of better-auth's context that the hooks use. */
interface HookContext {
  path?: string;
  /** The same object in each hook. Undefined for internal calls. */
  request?: Request | undefined;
}

const isEmailSignIn = (
  context: HookContext | null,
): context is HookContext & { request: Request } =>
  emailSignInPaths.includes(context?.path ?? '') &&
  context?.request?.headers.has(linkSignInHeader) === false;

/** The pending step of a second factor, without its attempt counter. */
const isSecondFactorStep = (identifier: string) => /^2fa-(?!attempts-)/.test(identifier);

/** Row with the time of the proof, until the second factor is verified. */
const provenAtIdentifier = (identifier: string) => `proven-${identifier}`;

/** Row with the only workspace of the session, for the same time. */
const onlyInIdentifier = (identifier: string) => `only-in-${identifier}`;

/** OpenID Connect does not prove access to the mailbox. */
const isOpenIdSignIn = (context: HookContext | null) =>
  context?.path?.startsWith('/callback/') ?? false;

/**
 * Hooks of better-auth that store two facts on a new session, also across a second factor:
 * - when the e-mail of the sign-in was requested: only such a session may act as a client contact
 * - the only workspace of the session, if that workspace could read the e-mail or created the
 *   sign-in method
 */
export function createEmailProofHooks(prisma: PrismaClient) {
  /** When the code or link of a request was requested. */
  const provenAtByRequest = new WeakMap<Request, Date>();
  const secondFactorSteps = new WeakMap<Request, string>();

  const onlyInByRequest = new WeakMap<Request, number | null>();

  /** Rows stored by the first step. */
  async function readFirstStep(identifier: string, personId: string): Promise<NewSessionFields> {
    const rows = await prisma.signInVerification.findMany({
      where: { identifier: { in: [provenAtIdentifier(identifier), onlyInIdentifier(identifier)] } },
    });
    const provenAtRow = rows.find(({ value }) => value === personId);
    const onlyInRow = rows.find(({ value }) => value.startsWith(`${personId} `));
    const onlyIn = onlyInRow ? Number(onlyInRow.value.split(' ')[1]) : null;
    return { addressProvenAt: provenAtRow?.createdAt ?? null, onlyIn };
  }

  async function findOnlyIn(personId: string, context: HookContext | null): Promise<number | null> {
    const link = parseLinkSignIn(context?.request);
    if (link) return link.onlyIn;
    if (isOpenIdSignIn(context)) return null;
    if (!isEmailSignIn(context)) return findWorkspaceOfSignInMethods(prisma, personId);
    const maxAgeMs = lifetimeSeconds.code * 1_000;
    return findWorkspaceShowingMail(prisma, personId, { now: new Date(), longestMillis: maxAgeMs });
  }

  return {
    user: {
      create: {
        before: async ({ email }: { email: string }, context: HookContext | null) => {
          if (!isEmailSignIn(context) && !parseLinkSignIn(context?.request)?.addressProvenAt)
            return false;
          if (await isPortalAddress(prisma, email)) return { data: { name: '', image: null } };
          const isLink = context?.path === '/magic-link/verify';
          const code = isLink ? 'new_user_signup_disabled' : 'INVALID_OTP';
          throw new APIError('BAD_REQUEST', { code, message: 'Invalid OTP' });
        },
      },
    },
    verification: {
      create: {
        after: async (
          { expiresAt, identifier, value }: VerificationRow,
          context: HookContext | null,
        ) => {
          if (!context?.request || !isSecondFactorStep(identifier)) return;
          const provenAt =
            provenAtByRequest.get(context.request) ??
            parseLinkSignIn(context.request)?.addressProvenAt;
          const onlyIn = onlyInByRequest.get(context.request) ?? null;
          const rows = [
            ...(provenAt
              ? [{ identifier: provenAtIdentifier(identifier), value, createdAt: provenAt }]
              : []),
            ...(onlyIn === null
              ? []
              : [{ identifier: onlyInIdentifier(identifier), value: `${value} ${onlyIn}` }]),
          ].map((row) => ({ id: newSignInId('SignInVerification'), ...row, expiresAt }));
          if (rows.length > 0) await prisma.signInVerification.createMany({ data: rows });
        },
      },
      delete: {
        after: async ({ expiresAt, identifier }: VerificationRow, context: HookContext | null) => {
          // better-auth regularly deletes expired rows in any request. Those were not used.
          if (expiresAt <= new Date()) return;
          if (isSecondFactorStep(identifier)) {
            if (context?.request) secondFactorSteps.set(context.request, identifier);
          } else if (isEmailSignIn(context)) {
            // A wrong guess rewrites the row with the same expiry.
            provenAtByRequest.set(
              context.request,
              new Date(expiresAt.getTime() - lifetimeSeconds.code * 1_000),
            );
          }
        },
      },
    },
    sessionOf: async (
      personId: string,
      context: HookContext | null,
    ): Promise<{ data: Partial<NewSessionFields> }> => {
      const request = context?.request;
      const step = request && secondFactorSteps.get(request);
      if (step) return { data: await readFirstStep(step, personId) };
      const onlyIn = await findOnlyIn(personId, context);
      if (request) onlyInByRequest.set(request, onlyIn);
      const provenAt =
        parseLinkSignIn(context?.request)?.addressProvenAt ??
        (request && provenAtByRequest.get(request));
      return { data: { onlyIn, ...(provenAt && { addressProvenAt: provenAt }) } };
    },
  };
}
