import { z } from 'zod';
import { defaulted, nullable, parseInput, required } from '../platform/input/fields.ts';
import { email, flag, longText, oneOf, text } from '../platform/input/field-types.ts';

const address = { email: required(email) };
const code = {
  ...{ code: required(text(40)), trustDevice: nullable(flag) },
  ...{ callbackURL: nullable(text(2_000)), secondFactor: nullable(text(1_000)) },
};
const proof = { password: nullable(longText(128)), code: nullable(text(40)) };
const password = { password: required(longText(128)) };
const ownPassword = { password: nullable(longText(128)) };
const leadsBack = { callbackURL: nullable(text(2_000)), errorCallbackURL: nullable(text(2_000)) };

/** What each path takes, in the body or behind the question mark; the library is told nothing else. */
const inputs: ReadonlyMap<string, z.ZodObject> = new Map<string, z.ZodObject>([
  [
    'POST /email-otp/send-verification-otp',
    z.object({ ...address, type: defaulted(oneOf('CodeType', ['sign-in']), 'sign-in') }),
  ],
  ['POST /sign-in/magic-link', z.object({ ...address, ...leadsBack })],
  ['GET /magic-link/verify', z.object({ token: required(text()), ...leadsBack })],
  ['POST /sign-in/openid', z.object({ callbackURL: nullable(text(2_000)) })],
  [
    'POST /sign-in/email-otp',
    z.object({ ...address, otp: required(text(40)), asked: nullable(text(200)) }),
  ],
  ['POST /sign-in/email', z.object({ ...address, ...password, rememberMe: nullable(flag) })],
  ['POST /two-factor/verify-totp', z.object(code)],
  ['POST /two-factor/verify-backup-code', z.object(code)],
  ['POST /two-factor/enable', z.object(ownPassword)],
  ['POST /two-factor/generate-backup-codes', z.object(ownPassword)],
]);

/**
 * What a path was sent, read by what it takes: every field at fault is told at once, as on the other doors. Undefined where
 * it takes nothing.
 * @throws ActionError invalid_input
 */
export function inputOf(name: string, given: unknown): Record<string, unknown> | undefined {
  const declared = inputs.get(name);
  if (!declared) return undefined;
  const read = Object.entries(parseInput(declared, given));
  return Object.fromEntries(read.filter(([, value]) => value !== null));
}

/** What shows that whoever sits at a session is its person. */
export interface OwnProof {
  password: string | null;
  /** Of the app, or a backup code. */
  code: string | null;
}

const proofInput = z.object(proof);

/** @throws ActionError invalid_input */
export const proofOf = (given: unknown): OwnProof => parseInput(proofInput, given);

const newPasswordInput = z.object({
  ...password,
  currentPassword: proof.password,
  code: proof.code,
});

/** A new password, and what shows who sets it. @throws ActionError invalid_input */
export function newPasswordOf(given: unknown): { password: string; proof: OwnProof } {
  const read = parseInput(newPasswordInput, given, ({ password: chosen }) =>
    chosen === undefined || chosen.length >= 12
      ? []
      : [
          {
            path: 'password',
            code: 'too_short',
            message: 'must be a text of 12 to 128 characters',
          },
        ],
  );
  return { password: read.password, proof: { password: read.currentPassword, code: read.code } };
}

const endedSession = z.object({ id: required(text(100)) });

/** @throws ActionError invalid_input */
export const sessionIdOf = (given: unknown): string => parseInput(endedSession, given).id;
