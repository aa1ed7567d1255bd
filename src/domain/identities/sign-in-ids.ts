import { v7 } from 'uuid';
import type { GlobalModel } from '../../database/models/global-models.ts';

export type SignInRecordType = Exclude<
  GlobalModel,
  'EncryptionKey' | 'RateCount' | 'WebhookBucket'
>;

/** These ids are visible to their person only. */
const prefixes: Readonly<Record<SignInRecordType, string>> = {
  Person: 'prs',
  SignInSession: 'ses',
  SignInMethod: 'met',
  SignInVerification: 'ver',
  SecondFactor: 'fac',
  SigningKey: 'sgk',
  SignInSecret: 'sec',
  SignInMail: 'sml',
  OAuthClient: 'oac',
  OAuthGrant: 'oag',
  OAuthRefreshToken: 'oar',
};

export function newSignInId(model: SignInRecordType): string {
  return `${prefixes[model]}_${v7().replaceAll('-', '')}`;
}
