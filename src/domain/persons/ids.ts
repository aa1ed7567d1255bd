import { v7 } from 'uuid';
import type { SignInModel } from '../kernel/sign-in-models.ts';

/** Prefixes of the ids of those who sign in; no door takes or shows them but a person's. */
const prefixes: Readonly<Record<SignInModel, string>> = {
  Person: 'prs',
  SignInSession: 'ses',
  SignInMethod: 'met',
  SignInVerification: 'ver',
  SecondFactor: 'fac',
  SigningKey: 'sgk',
  SignInSecret: 'sec',
  SignInMail: 'sml',
};

/** A new id of a row of those who sign in. */
export function signInId(model: SignInModel): string {
  return `${prefixes[model]}_${v7().replaceAll('-', '')}`;
}
