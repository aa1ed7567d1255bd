import { suppressedAddressesSql } from '../domain/mail-suppressions/subscriptions.ts';
import { createUnsubscribeToken } from '../domain/mail-suppressions/unsubscribe-token.ts';
import type { OutboxMail, PrismaClient } from '../generated/prisma/client.ts';
import type { Signer } from '../platform/encryption/signer.ts';
import type { OutgoingMail } from './smtp-transport.ts';

export interface RecipientSelection {
  prisma: PrismaClient;
  publicUrl: string;
  signer: Signer;
}

/** The URL identifies one person, so only an e-mail to one recipient has one. */
export async function selectRecipients(
  { prisma, publicUrl, signer }: RecipientSelection,
  { accountId, recipients: all }: Pick<OutboxMail, 'accountId' | 'recipients'>,
): Promise<Pick<OutgoingMail, 'recipients' | 'unsubscribed' | 'unsubscribeUrl'>> {
  const [{ suppressed }] = await prisma.$queryRaw<[{ suppressed: string[] }]>`
    SELECT ${suppressedAddressesSql(accountId, all)} AS suppressed`;
  const isSuppressed = (address: string) => suppressed.includes(address.toLowerCase());
  const recipients = all.filter((address) => !isSuppressed(address));
  const selected = { recipients, unsubscribed: all.filter(isSuppressed) };
  const [recipient] = recipients;
  if (recipient === undefined || recipients.length > 1) return selected;
  const subscriber = { accountId, email: recipient.toLowerCase() };
  const token = await createUnsubscribeToken(signer, subscriber);
  return { ...selected, unsubscribeUrl: `${publicUrl}/public/unsubscribe?token=${token}` };
}
