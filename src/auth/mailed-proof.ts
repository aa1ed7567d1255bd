import { APIError } from 'better-auth/api';
import { signInId } from '../domain/persons/ids.ts';
import { isPortalAddress } from '../domain/persons/portal-contacts.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import { lifetimes } from './rules.ts';

/** Ways in by a mail, which prove that somebody reads what is sent to the address. */
const mailedWays: readonly string[] = ['/sign-in/email-otp', '/magic-link/verify'];

/** Set by the door where an invitation's link signs in: whoever invited may have had it too. */
export const invitedHeader = 'x-entered-by-invitation';

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
  mailedWays.includes(call?.path ?? '') && call?.request?.headers.has(invitedHeader) === false;

/** The step of a second factor that is waited for, and not the count of its tries. */
const isSecondStep = (identifier: string) => /^2fa-(?!attempts-)/.test(identifier);

/** Under which the moment is kept until the second factor was shown. */
const keptUnder = (identifier: string) => `proven-${identifier}`;

/**
 * Hooks of the library that write down of each session when the mail was asked for by which it began, also where a second
 * factor came after it: only by such a session somebody acts as a contact of a client (decision 34). Who is known by
 * nothing but a contact's address becomes a person by the first.
 */
export function createProofHooks(prisma: PrismaClient) {
  /** When the mail was asked for whose code or link a request has used. */
  const provenAt = new WeakMap<Request, Date>();
  /** The step of the second factor that a request has taken. */
  const taken = new WeakMap<Request, string>();

  async function keptFor(identifier: string, personId: string): Promise<Date | undefined> {
    const row = await prisma.signInVerification.findFirst({
      where: { identifier: keptUnder(identifier), value: personId },
    });
    return row?.createdAt;
  }

  return {
    user: {
      create: {
        before: async ({ email }: { email: string }, call: Call | null) => {
          if (!isMailed(call)) return false;
          if (await isPortalAddress(prisma, email)) return { data: { name: '', image: null } };
          const isLink = call.path === '/magic-link/verify';
          const code = isLink ? 'new_user_signup_disabled' : 'INVALID_OTP';
          throw new APIError('BAD_REQUEST', { code, message: 'Invalid OTP' });
        },
      },
    },
    verification: {
      create: {
        after: async ({ expiresAt, identifier, value }: Row, call: Call | null) => {
          const moment = call?.request && provenAt.get(call.request);
          if (!moment || !isSecondStep(identifier)) return;
          const row = { identifier: keptUnder(identifier), value, expiresAt, createdAt: moment };
          await prisma.signInVerification.create({
            data: { id: signInId('SignInVerification'), ...row },
          });
        },
      },
      delete: {
        after: async ({ expiresAt, identifier }: Row, call: Call | null) => {
          if (isSecondStep(identifier)) {
            if (call?.request) taken.set(call.request, identifier);
          } else if (isMailed(call)) {
            // A wrong guess writes a code anew, but not when it is over.
            provenAt.set(call.request, new Date(expiresAt.getTime() - lifetimes.code * 1_000));
          }
        },
      },
    },
    /** What is written of a session that begins. */
    sessionOf: async (personId: string, call: Call | null) => {
      const request = call?.request;
      const step = request && taken.get(request);
      const moment = step ? await keptFor(step, personId) : request && provenAt.get(request);
      return moment ? { data: { addressProvenAt: moment } } : undefined;
    },
  };
}
