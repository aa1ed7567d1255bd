import { ActionError } from '../domain/kernel/errors.ts';
import { workspacesOf } from '../domain/persons/index.ts';
import { acceptInvitation } from '../domain/persons/invitations.ts';
import {
  endSession,
  methodsOf,
  sessionsOf,
  switchOffSecondFactor,
} from '../domain/persons/own-sign-in.ts';
import { contactsOf } from '../domain/persons/portal-contacts.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import type { Visitor } from './index.ts';
import { proofOf, sessionIdOf } from './inputs.ts';
import type { Library } from './library.ts';
import { newPassword } from './passwords.ts';
import { freshSessionOf, requireProof, sessionOf } from './proofs.ts';
import type { Counted } from './rules.ts';

/** What a path of ours is asked: `given` is what the body says, or what stands behind the question mark. */
export interface Asked {
  auth: Library;
  request: Request;
  given: unknown;
  visitor: Visitor;
  /** Counts a try about a person. @throws ActionError too_many_requests */
  countTry: (personId: string) => Promise<void>;
}

/** A path that the house answers, and as what it is counted. */
export interface OwnPath {
  counted: Counted;
  answer: (asked: Asked) => Promise<Response>;
}

interface OwnPathsOptions {
  prisma: PrismaClient;
  /** Signs in the person of an address that proved to be its own. */
  enter: (asked: Asked, email: string) => Promise<Response>;
  /** Hands a request on to the library. */
  handOn: (asked: Asked, body: object) => Promise<Response>;
}

const done = () => Response.json({ status: true });

/** What the house answers under /auth by itself. */
export function createOwnPaths({
  prisma,
  enter,
  handOn,
}: OwnPathsOptions): Readonly<Record<string, OwnPath>> {
  async function proven({ auth, countTry, given, request }: Asked) {
    const { user } = await freshSessionOf(auth, request);
    const proof = proofOf(given);
    if (!user.twoFactorEnabled) {
      throw new ActionError('conflicting_state', 'There is no second factor.');
    }
    await countTry(user.id);
    await requireProof(auth, request, user.id, proof);
    return { personId: user.id, proof };
  }

  const told = (read: (personId: string, sessionId: string) => Promise<object>): OwnPath => ({
    counted: 'other',
    answer: async ({ auth, request }) => {
      const { session, user } = await sessionOf(auth, request);
      return Response.json(await read(user.id, session.id));
    },
  });

  return {
    'GET /workspaces': told((personId) => workspacesOf(prisma, personId)),
    'GET /contacts': told((personId, sessionId) => contactsOf(prisma, { personId, sessionId })),
    'GET /methods': told((personId) => methodsOf(prisma, personId)),
    'GET /sessions': told(async (personId, sessionId) => {
      const all = await sessionsOf(prisma, personId, new Date());
      return all.map((one) => ({ ...one, isThis: one.id === sessionId }));
    }),
    'POST /sessions/end': {
      counted: 'other',
      answer: async ({ auth, given, request }) => {
        const id = sessionIdOf(given);
        const { user } = await sessionOf(auth, request);
        await endSession(prisma, user.id, id);
        return done();
      },
    },
    'POST /password': { counted: 'try', answer: newPassword },
    'POST /two-factor/disable': {
      counted: 'try',
      answer: async (asked) => {
        const { personId } = await proven(asked);
        await switchOffSecondFactor(prisma, personId);
        return done();
      },
    },
    'POST /two-factor/generate-backup-codes': {
      counted: 'try',
      answer: async (asked) => {
        const { proof } = await proven(asked);
        return handOn(asked, proof.password === null ? {} : { password: proof.password });
      },
    },
    'GET /invitation': {
      counted: 'try',
      answer: async (asked) => {
        const token = new URL(asked.request.url).searchParams.get('token') ?? '';
        return enter(asked, await acceptInvitation(prisma, token, new Date()));
      },
    },
  };
}
