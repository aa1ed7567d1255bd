import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { authRouteNameOf } from './auth-request.ts';
import type { AuthRequest, AuthRoute } from './auth-route.ts';
import { invalidCodeError } from './better-auth-errors.ts';
import { parseRouteInput } from './request-inputs.ts';
import type { RateLimits } from './sign-in-rate-limits.ts';
import { lifetimeSeconds } from './sign-in-rules.ts';

interface MailedCodesOptions {
  secret: () => Promise<string>;
  limits: RateLimits;
  /** Hands a request on to the library. */
  handOn: (asked: AuthRequest, body: object) => Promise<Response>;
}

/**
 * Codes by mail. Whoever asks for one is given a handle (`asked`), which lets nobody in: with it five guesses are its own, and whoever guesses
 * without it has five others, which all of them share. So a stranger who guesses wrong ends nothing of whoever asked. Each
 * code is guessed at by few all the same, since mails are counted, and so handles are.
 */
export function createEmailCodeRoutes({
  handOn,
  limits,
  secret,
}: MailedCodesOptions): Readonly<Record<string, AuthRoute>> {
  const markOf = async (email: string, id: string, end: string) =>
    createHmac('sha256', await secret())
      .update(`asked for a code ${id} ${end} ${email}`)
      .digest('base64url');

  async function handleFor(email: string): Promise<string> {
    const id = randomBytes(15).toString('base64url');
    const end = (Date.now() + lifetimeSeconds.code * 1_000).toString(36);
    return `${id}.${end}.${await markOf(email, id, end)}`;
  }

  /** Whose guesses a guess is one of. */
  async function guesserOf(email: string, handle: unknown): Promise<string> {
    const [id = '', end = '', mark = ''] = String(handle ?? '').split('.');
    const expected = Buffer.from(await markOf(email, id, end));
    const given = Buffer.from(mark);
    const isOurs = given.length === expected.length && timingSafeEqual(given, expected);
    const isOpen = Number.parseInt(end, 36) > Date.now();
    return isOurs && isOpen ? `with ${id}` : withoutHandle(email);
  }

  return {
    'POST /email-otp/send-verification-otp': {
      counted: 'mail',
      answer: async (asked) => {
        const { email, ...given } = takenBy(asked);
        await limits.renewGuesses(withoutHandle(email));
        await handOn(asked, { email, ...given });
        return Response.json({ success: true, asked: await handleFor(email) });
      },
    },
    'POST /sign-in/email-otp': {
      counted: 'code',
      answer: async (asked) => {
        const { asked: handle, ...given } = takenBy(asked);
        const guesser = await guesserOf(given.email, handle);
        if (await limits.takeGuess(guesser)) return handOn(asked, given);
        throw invalidCodeError();
      },
    },
  };
}

const withoutHandle = (email: string) => `without ${email}`;

interface Taken {
  email: string;
  otp?: string;
  asked?: string;
}

/** @throws ActionError invalid_input */
function takenBy({ given, request }: AuthRequest): Taken {
  const read = parseRouteInput(authRouteNameOf(request), given) as unknown as Taken;
  // As the mail shows it, in two halves, or as it is copied.
  const otp = read.otp?.replaceAll(/\s/g, '');
  return { ...read, email: read.email.toLowerCase(), ...(otp !== undefined && { otp }) };
}
