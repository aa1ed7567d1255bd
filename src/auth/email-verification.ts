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

/** Matches the step, not its attempt counter. */
const isSecondFactorStep = (identifier: string) => /^2fa-(?!attempts-)/.test(identifier);

/** Time of the proof, until the second factor is verified. */
const provenAtIdentifier = (identifier: string) => `proven-${identifier}`;

/** The only workspace of the session, for the same time. */
const onlyInIdentifier = (identifier: string) => `only-in-${identifier}`;

/** OpenID Connect does not prove access to the mailbox. */
const isOpenIdSignIn = (context: HookContext | null) =>
  context?.path?.startsWith('/callback/') ?? false;

/** Collected before the session is created. */
interface RequestFacts {
  provenAt: WeakMap<Request, Date>;
  secondFactorSteps: WeakMap<Request, string>;
  onlyIn: WeakMap<Request, number | null>;
}

/**
 * Stores two facts on a new session, also across a second factor:
 * - when the e-mail of the sign-in was requested: only such a session may act as a client contact
 * - the only workspace, if that workspace could read the e-mail or created the sign-in method
 *
 * See docs/decisions/0015-sign-in.md.
 */
export function createEmailProofHooks(prisma: PrismaClient) {
  const facts: RequestFacts = {
    provenAt: new WeakMap(),
    secondFactorSteps: new WeakMap(),
    onlyIn: new WeakMap(),
  };
  return {
    user: {
      create: {
        before: ({ email }: { email: string }, context: HookContext | null) =>
          beforePersonCreation(prisma, email, context),
      },
    },
    verification: {
      create: {
        after: (row: VerificationRow, context: HookContext | null) =>
          storeFirstStep(prisma, facts, row, context),
      },
      delete: {
        after: async (row: VerificationRow, context: HookContext | null) =>
          recordUsedVerification(facts, row, context),
      },
    },
    sessionOf: async (
      personId: string,
      context: HookContext | null,
    ): Promise<{ data: Partial<NewSessionFields> }> => {
      const request = context?.request;
      const step = request && facts.secondFactorSteps.get(request);
      if (step) return { data: await readFirstStep(prisma, step, personId) };
      const onlyIn = await findOnlyIn(prisma, personId, context);
      if (request) facts.onlyIn.set(request, onlyIn);
      const provenAt = request && provenAtOf(facts, request);
      return { data: { onlyIn, ...(provenAt && { addressProvenAt: provenAt }) } };
    },
  };
}

/** Allows a new person only for the proved address of a portal contact. */
async function beforePersonCreation(
  prisma: PrismaClient,
  email: string,
  context: HookContext | null,
) {
  const isProven = isEmailSignIn(context) || parseLinkSignIn(context?.request)?.addressProvenAt;
  if (!isProven) return false;
  if (await isPortalAddress(prisma, email)) return { data: { name: '', image: null } };
  const isLink = context?.path === '/magic-link/verify';
  const code = isLink ? 'new_user_signup_disabled' : 'INVALID_OTP';
  throw new APIError('BAD_REQUEST', { code, message: 'Invalid OTP' });
}

const provenAtOf = ({ provenAt }: RequestFacts, request: Request) =>
  parseLinkSignIn(request)?.addressProvenAt ?? provenAt.get(request);

async function storeFirstStep(
  prisma: PrismaClient,
  facts: RequestFacts,
  { expiresAt, identifier, value }: VerificationRow,
  context: HookContext | null,
): Promise<void> {
  if (!context?.request || !isSecondFactorStep(identifier)) return;
  const provenAt = provenAtOf(facts, context.request);
  const onlyIn = facts.onlyIn.get(context.request) ?? null;
  const rows = [
    ...(provenAt
      ? [{ identifier: provenAtIdentifier(identifier), value, createdAt: provenAt }]
      : []),
    ...(onlyIn === null
      ? []
      : [{ identifier: onlyInIdentifier(identifier), value: `${value} ${onlyIn}` }]),
  ].map((row) => ({ id: newSignInId('SignInVerification'), ...row, expiresAt }));
  if (rows.length > 0) await prisma.signInVerification.createMany({ data: rows });
}

async function readFirstStep(
  prisma: PrismaClient,
  identifier: string,
  personId: string,
): Promise<NewSessionFields> {
  const rows = await prisma.signInVerification.findMany({
    where: { identifier: { in: [provenAtIdentifier(identifier), onlyInIdentifier(identifier)] } },
  });
  const provenAtRow = rows.find(({ value }) => value === personId);
  const onlyInRow = rows.find(({ value }) => value.startsWith(`${personId} `));
  const onlyIn = onlyInRow ? Number(onlyInRow.value.split(' ')[1]) : null;
  return { addressProvenAt: provenAtRow?.createdAt ?? null, onlyIn };
}

function recordUsedVerification(
  { provenAt, secondFactorSteps }: RequestFacts,
  { expiresAt, identifier }: VerificationRow,
  context: HookContext | null,
): void {
  // better-auth also deletes expired rows. Those were not used.
  if (expiresAt <= new Date()) return;
  if (isSecondFactorStep(identifier)) {
    if (context?.request) secondFactorSteps.set(context.request, identifier);
  } else if (isEmailSignIn(context)) {
    // Wrong guesses keep the expiry.
    const requestedAt = new Date(expiresAt.getTime() - lifetimeSeconds.code * 1_000);
    provenAt.set(context.request, requestedAt);
  }
}

async function findOnlyIn(
  prisma: PrismaClient,
  personId: string,
  context: HookContext | null,
): Promise<number | null> {
  const link = parseLinkSignIn(context?.request);
  if (link) return link.onlyIn;
  if (isOpenIdSignIn(context)) return null;
  if (!isEmailSignIn(context)) return findWorkspaceOfSignInMethods(prisma, personId);
  const maxAgeMs = lifetimeSeconds.code * 1_000;
  return findWorkspaceShowingMail(prisma, personId, { now: new Date(), maxValidityMs: maxAgeMs });
}
