import { randomBytes } from 'node:crypto';
import type { Signer } from '../platform/encryption/signer.ts';
import { authRouteNameOf } from './auth-request.ts';
import type { AuthRequest, AuthRoute } from './auth-route.ts';
import { invalidCodeError } from './better-auth-errors.ts';
import type { Forwarders } from './forwarders.ts';
import { parseRouteInput } from './request-inputs.ts';
import type { RateLimits } from './sign-in-rate-limits.ts';
import { lifetimeSeconds } from './sign-in-rules.ts';

interface EmailCodeRoutesOptions {
  signer: Signer;
  rateLimits: RateLimits;
  forwardBody: Forwarders['forwardBody'];
}

/**
 * A requester gets a signed handle (`asked`) with five guesses. All other clients share five, so that strangers
 * cannot lock out the requester.
 */
export function createEmailCodeRoutes({
  forwardBody,
  rateLimits,
  signer,
}: EmailCodeRoutesOptions): Readonly<Record<string, AuthRoute>> {
  const signedText = (email: string, id: string, end: string) =>
    `asked for a code ${id} ${end} ${email}`;

  async function createHandle(email: string): Promise<string> {
    const id = randomBytes(15).toString('base64url');
    const end = (Date.now() + lifetimeSeconds.code * 1_000).toString(36);
    return `${id}.${end}.${await signer.sign(signedText(email, id, end))}`;
  }

  async function guessCounterOf(email: string, handle: unknown): Promise<string> {
    const [id = '', end = '', signature = ''] = String(handle ?? '').split('.');
    const isGenuine = await signer.isSignatureOf(signature, signedText(email, id, end));
    const isValid = Number.parseInt(end, 36) > Date.now();
    return isGenuine && isValid ? `with ${id}` : sharedCounterOf(email);
  }

  return {
    'POST /email-otp/send-verification-otp': {
      rateLimitCategory: 'mail',
      handle: async (authRequest) => {
        const { email, ...rest } = parseCodeInput(authRequest);
        await rateLimits.renewGuesses(sharedCounterOf(email));
        await forwardBody(authRequest, { email, ...rest });
        return Response.json({ success: true, asked: await createHandle(email) });
      },
    },
    'POST /sign-in/email-otp': {
      rateLimitCategory: 'code',
      handle: async (authRequest) => {
        const { asked: handle, ...rest } = parseCodeInput(authRequest);
        const guessCounter = await guessCounterOf(rest.email, handle);
        if (await rateLimits.takeGuess(guessCounter)) return forwardBody(authRequest, rest);
        throw invalidCodeError();
      },
    },
  };
}

const sharedCounterOf = (email: string) => `without ${email}`;

interface EmailCodeInput {
  email: string;
  otp?: string;
  asked?: string;
}

/** @throws ActionError invalid_input */
function parseCodeInput({ input, request }: AuthRequest): EmailCodeInput {
  const codeInput = parseRouteInput(authRouteNameOf(request), input) as unknown as EmailCodeInput;
  // E-mails show the code in two halves.
  const otp = codeInput.otp?.replaceAll(/\s/g, '');
  return { ...codeInput, email: codeInput.email.toLowerCase(), ...(otp !== undefined && { otp }) };
}
