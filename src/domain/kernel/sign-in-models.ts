import type { Prisma } from '../../generated/prisma/client.ts';

/**
 * The tables of those who sign in. A person is known once and may be a user of several workspaces, so these tables belong
 * to none: the only ones whose keys do not begin with the workspace (decision 31). No list, filter or relation of a
 * workspace leads to them. How often somebody tried something is counted before it is known who that is, and stands with them.
 */
export const signInModels = [
  'Person',
  'SignInSession',
  'SignInMethod',
  'SignInVerification',
  'SecondFactor',
  'SigningKey',
  'SignInSecret',
  'SignInMail',
  'RateCount',
] as const satisfies readonly Prisma.ModelName[];

export type SignInModel = (typeof signInModels)[number];
