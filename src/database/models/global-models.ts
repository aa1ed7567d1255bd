import type { Prisma } from '../../generated/prisma/client.ts';

const whyGlobal = {
  Person: 'Somebody who signs in is known once, and may be a user of several workspaces.',
  SignInSession: 'Of a person, who chooses the workspace with each request.',
  SignInMethod: 'Of a person: a password, or an account elsewhere.',
  SignInVerification: 'Mailed codes and links, which are answered before it is known who that is.',
  SecondFactor: 'Of a person.',
  SigningKey: 'What the service signs tokens with, whoever they are for.',
  SignInSecret: 'What the service keeps sign-in secrets with.',
  SignInMail: 'Mail to somebody of whom no workspace is known yet.',
  OAuthClient: 'An app registers before it is known which workspace it will open.',
  OAuthGrant: 'Of a person. The workspace that it opens can remove the person as a user.',
  OAuthRefreshToken: 'Of a person.',
  RateCount: 'How often somebody tried something is counted before it is known who that is.',
  WebhookBucket: 'A bucket has endpoints of several workspaces.',
  EncryptionKey: 'One key encrypts the secrets of all workspaces.',
} as const satisfies Partial<Record<Prisma.ModelName, string>>;

export type GlobalModel = keyof typeof whyGlobal;

/** Their keys do not begin with the workspace. No list, filter or relation reaches them. */
export const globalModels = Object.keys(whyGlobal) as readonly GlobalModel[];
