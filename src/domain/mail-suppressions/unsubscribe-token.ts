import type { Signer } from '../../platform/encryption/signer.ts';

/** A recipient of the e-mails of a workspace. */
export interface Subscriber {
  accountId: number;
  /** In lower case. */
  email: string;
}

const signedText = (payload: string): string => `unsubscribe ${payload}`;

/** The token never expires. */
export async function createUnsubscribeToken(
  signer: Signer,
  { accountId, email }: Subscriber,
): Promise<string> {
  const payload = Buffer.from(JSON.stringify([accountId, email])).toString('base64url');
  return `${payload}.${await signer.sign(signedText(payload))}`;
}

/** Undefined if the service did not sign the token. */
export async function readUnsubscribeToken(
  signer: Signer,
  token: string,
): Promise<Subscriber | undefined> {
  const end = token.lastIndexOf('.');
  const payload = token.slice(0, Math.max(end, 0));
  if (!(await signer.isSignatureOf(token.slice(end + 1), signedText(payload)))) return undefined;
  const [accountId, email] = JSON.parse(Buffer.from(payload, 'base64url').toString());
  return { accountId, email };
}
