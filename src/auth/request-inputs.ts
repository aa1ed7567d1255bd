import { z } from 'zod';
import { booleanType, email, enumOf, multilineText, text } from '../platform/input/field-types.ts';
import { nullable, parseInput, required, withDefault } from '../platform/input/fields.ts';

const address = { email: required(email) };
const code = {
  ...{ code: required(text(40)), trustDevice: nullable(booleanType) },
  ...{ callbackURL: nullable(text(2_000)), secondFactor: nullable(text(1_000)) },
};
const proof = { password: nullable(multilineText(128)), code: nullable(text(40)) };
const password = { password: required(multilineText(128)) };
const optionalPassword = { password: nullable(multilineText(128)) };
const redirects = { callbackURL: nullable(text(2_000)), errorCallbackURL: nullable(text(2_000)) };

/** By route. Other fields are not forwarded to better-auth. */
const inputs: ReadonlyMap<string, z.ZodObject> = new Map<string, z.ZodObject>([
  [
    'POST /email-otp/send-verification-otp',
    z.object({ ...address, type: withDefault(enumOf('CodeType', ['sign-in']), 'sign-in') }),
  ],
  ['POST /sign-in/magic-link', z.object({ ...address, ...redirects })],
  ['POST /magic-link/verify', z.object({ token: required(text()), ...redirects })],
  ['POST /sign-in/openid', z.object({ callbackURL: nullable(text(2_000)) })],
  [
    'POST /sign-in/email-otp',
    z.object({ ...address, otp: required(text(40)), asked: nullable(text(200)) }),
  ],
  ['POST /sign-in/email', z.object({ ...address, ...password, rememberMe: nullable(booleanType) })],
  ['POST /two-factor/verify-totp', z.object(code)],
  ['POST /two-factor/verify-backup-code', z.object(code)],
  ['POST /two-factor/enable', z.object(optionalPassword)],
  ['POST /two-factor/generate-backup-codes', z.object(optionalPassword)],
]);

/**
 * @returns undefined if the route has no input
 * @throws ActionError invalid_input
 */
export function parseRouteInput(name: string, input: unknown): Record<string, unknown> | undefined {
  const schema = inputs.get(name);
  if (!schema) return undefined;
  const values = Object.entries(parseInput(schema, input));
  return Object.fromEntries(values.filter(([, value]) => value !== null));
}

export interface ReauthenticationInput {
  password: string | null;
  /** From the app, or a backup code. */
  code: string | null;
}

const proofInput = z.object(proof);

/** @throws ActionError invalid_input */
export const parseReauthentication = (input: unknown): ReauthenticationInput =>
  parseInput(proofInput, input);

const newPasswordInput = z.object({
  ...password,
  currentPassword: proof.password,
  code: proof.code,
});

/** @throws ActionError invalid_input */
export function parseNewPassword(input: unknown): {
  password: string;
  proof: ReauthenticationInput;
} {
  const values = parseInput(newPasswordInput, input, ({ password: chosen }) =>
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
  return {
    password: values.password,
    proof: { password: values.currentPassword, code: values.code },
  };
}

const endedSession = z.object({ id: required(text(100)) });

/** @throws ActionError invalid_input */
export const parseSessionId = (input: unknown): string => parseInput(endedSession, input).id;
