import { v7 } from 'uuid';
import type { GlobalModel } from '../../database/models/global-models.ts';

/** The models of those who sign in whose rows have ids: counts have none. */
export type SignInRecordType = Exclude<GlobalModel, 'RateCount'>;

/** Prefixes of the ids of those who sign in; no door takes or shows them but a person's. */
const prefixes: Readonly<Record<SignInRecordType, string>> = {
  Person: 'prs',
  SignInSession: 'ses',
  SignInMethod: 'met',
  SignInVerification: 'ver',
  SecondFactor: 'fac',
  SigningKey: 'sgk',
  SignInSecret: 'sec',
  SignInMail: 'sml',
};

export const signInRecordTypes = Object.keys(prefixes) as SignInRecordType[];

/** A new id of a row of those who sign in. */
export function newSignInId(model: SignInRecordType): string {
  return `${prefixes[model]}_${v7().replaceAll('-', '')}`;
}
