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

/** Ways in by a mail, which prove that somebody reads what is sent to the address. */
const emailSignInPaths: readonly string[] = ['/sign-in/email-otp', '/magic-link/verify'];

interface VerificationRow {
  identifier: string;
  value: string;
  expiresAt: Date;
}

/** What the library knows of a call. */
interface HookContext {
  path?: string;
  /** The same in each hook; left out where nobody outside asked. */
  request?: Request | undefined;
}

const isEmailSignIn = (
  context: HookContext | null,
): context is HookContext & { request: Request } =>
  emailSignInPaths.includes(context?.path ?? '') &&
  context?.request?.headers.has(linkSignInHeader) === false;

/** The step of a second factor that is waited for, and not the count of its tries. */
const isSecondFactorStep = (identifier: string) => /^2fa-(?!attempts-)/.test(identifier);

/** Under which the moment is kept until the second factor was shown. */
const provenAtIdentifier = (identifier: string) => `proven-${identifier}`;

/** The same for the only workspace that the session will open. */
const onlyInIdentifier = (identifier: string) => `only-in-${identifier}`;

/** Somebody who comes from the OpenID Connect provider proved nothing by a mail. */
const isOpenIdSignIn = (context: HookContext | null) =>
  context?.path?.startsWith('/callback/') ?? false;

/**
 * Hooks of the library that write down of each session when the mail was asked for by which it began, also where a second
 * factor came after it: only by such a session somebody acts as a contact of a client (decision 34). Who is known by
 * nothing but a contact's address becomes a person by the first. Also which workspace alone the session opens, where that one was shown the
 * mail, or made the way in (decision 31).
 */
export function createEmailProofHooks(prisma: PrismaClient) {
  /** When the mail was asked for whose code or link a request has used. */
  const provenAtByRequest = new WeakMap<Request, Date>();
  /** The step of the second factor that a request has taken. */
  const secondFactorSteps = new WeakMap<Request, string>();

  /** Which workspace alone the session opens that a request has begun. */
  const onlyInByRequest = new WeakMap<Request, number | null>();

  /** What was written down of the first step. */
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
    const longestMillis = lifetimeSeconds.code * 1_000;
    return findWorkspaceShowingMail(prisma, personId, { now: new Date(), longestMillis });
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
          // Once a minute the library removes in somebody's request what is over, of everybody: nobody has used that.
          if (expiresAt <= new Date()) return;
          if (isSecondFactorStep(identifier)) {
            if (context?.request) secondFactorSteps.set(context.request, identifier);
          } else if (isEmailSignIn(context)) {
            // A wrong guess writes a code anew, but not when it is over.
            provenAtByRequest.set(
              context.request,
              new Date(expiresAt.getTime() - lifetimeSeconds.code * 1_000),
            );
          }
        },
      },
    },
    /** What is written of a session that begins. */
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
