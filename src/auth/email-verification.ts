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
const mailedWays: readonly string[] = ['/sign-in/email-otp', '/magic-link/verify'];

interface Row {
  identifier: string;
  value: string;
  expiresAt: Date;
}

/** What the library knows of a call. */
interface Call {
  path?: string;
  /** The same in each hook; left out where nobody outside asked. */
  request?: Request | undefined;
}

const isMailed = (call: Call | null): call is Call & { request: Request } =>
  mailedWays.includes(call?.path ?? '') && call?.request?.headers.has(linkSignInHeader) === false;

/** The step of a second factor that is waited for, and not the count of its tries. */
const isSecondStep = (identifier: string) => /^2fa-(?!attempts-)/.test(identifier);

/** Under which the moment is kept until the second factor was shown. */
const keptUnder = (identifier: string) => `proven-${identifier}`;

/** The same for the only workspace that the session will open. */
const confinedUnder = (identifier: string) => `only-in-${identifier}`;

/** Somebody who comes from the OpenID Connect provider proved nothing by a mail. */
const isVouchedFor = (call: Call | null) => call?.path?.startsWith('/callback/') ?? false;

/**
 * Hooks of the library that write down of each session when the mail was asked for by which it began, also where a second
 * factor came after it: only by such a session somebody acts as a contact of a client (decision 34). Who is known by
 * nothing but a contact's address becomes a person by the first. Also which workspace alone the session opens, where that one was shown the
 * mail, or made the way in (decision 31).
 */
export function createEmailProofHooks(prisma: PrismaClient) {
  /** When the mail was asked for whose code or link a request has used. */
  const provenAt = new WeakMap<Request, Date>();
  /** The step of the second factor that a request has taken. */
  const taken = new WeakMap<Request, string>();

  /** Which workspace alone the session opens that a request has begun. */
  const begun = new WeakMap<Request, number | null>();

  /** What was written down of the first step. */
  async function keptFor(identifier: string, personId: string): Promise<NewSessionFields> {
    const rows = await prisma.signInVerification.findMany({
      where: { identifier: { in: [keptUnder(identifier), confinedUnder(identifier)] } },
    });
    const proven = rows.find(({ value }) => value === personId);
    const confined = rows.find(({ value }) => value.startsWith(`${personId} `));
    const onlyIn = confined ? Number(confined.value.split(' ')[1]) : null;
    return { addressProvenAt: proven?.createdAt ?? null, onlyIn };
  }

  async function onlyInOf(personId: string, call: Call | null): Promise<number | null> {
    const entry = parseLinkSignIn(call?.request);
    if (entry) return entry.onlyIn;
    if (isVouchedFor(call)) return null;
    if (!isMailed(call)) return findWorkspaceOfSignInMethods(prisma, personId);
    const longestMillis = lifetimeSeconds.code * 1_000;
    return findWorkspaceShowingMail(prisma, personId, { now: new Date(), longestMillis });
  }

  return {
    user: {
      create: {
        before: async ({ email }: { email: string }, call: Call | null) => {
          if (!isMailed(call) && !parseLinkSignIn(call?.request)?.addressProvenAt) return false;
          if (await isPortalAddress(prisma, email)) return { data: { name: '', image: null } };
          const isLink = call?.path === '/magic-link/verify';
          const code = isLink ? 'new_user_signup_disabled' : 'INVALID_OTP';
          throw new APIError('BAD_REQUEST', { code, message: 'Invalid OTP' });
        },
      },
    },
    verification: {
      create: {
        after: async ({ expiresAt, identifier, value }: Row, call: Call | null) => {
          if (!call?.request || !isSecondStep(identifier)) return;
          const moment =
            provenAt.get(call.request) ?? parseLinkSignIn(call.request)?.addressProvenAt;
          const onlyIn = begun.get(call.request) ?? null;
          const kept = [
            ...(moment ? [{ identifier: keptUnder(identifier), value, createdAt: moment }] : []),
            ...(onlyIn === null
              ? []
              : [{ identifier: confinedUnder(identifier), value: `${value} ${onlyIn}` }]),
          ].map((row) => ({ id: newSignInId('SignInVerification'), ...row, expiresAt }));
          if (kept.length > 0) await prisma.signInVerification.createMany({ data: kept });
        },
      },
      delete: {
        after: async ({ expiresAt, identifier }: Row, call: Call | null) => {
          // Once a minute the library removes in somebody's request what is over, of everybody: nobody has used that.
          if (expiresAt <= new Date()) return;
          if (isSecondStep(identifier)) {
            if (call?.request) taken.set(call.request, identifier);
          } else if (isMailed(call)) {
            // A wrong guess writes a code anew, but not when it is over.
            provenAt.set(
              call.request,
              new Date(expiresAt.getTime() - lifetimeSeconds.code * 1_000),
            );
          }
        },
      },
    },
    /** What is written of a session that begins. */
    sessionOf: async (
      personId: string,
      call: Call | null,
    ): Promise<{ data: Partial<NewSessionFields> }> => {
      const request = call?.request;
      const step = request && taken.get(request);
      if (step) return { data: await keptFor(step, personId) };
      const onlyIn = await onlyInOf(personId, call);
      if (request) begun.set(request, onlyIn);
      const moment =
        parseLinkSignIn(call?.request)?.addressProvenAt ?? (request && provenAt.get(request));
      return { data: { onlyIn, ...(moment && { addressProvenAt: moment }) } };
    },
  };
}
