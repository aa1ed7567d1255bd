import { Prisma } from '../../generated/prisma/client.ts';
import { defaultUserId } from '../../platform/context/context.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import type { WriteContext } from '../../write/unit-of-work.ts';
import type { AddressedContact } from '../contacts/find-by-address.ts';
import { contactByAddressSql } from '../contacts/find-by-address.ts';

export interface TicketAuthor {
  userId: number | null;
  contactId: string | null;
  clientId: string | null;
  authorName: string | null;
  authorEmail: string | null;
}

interface AddressedUser {
  userId: number;
  name: string | null;
  email: string;
}

/**
 * The contact with an e-mail address.
 * @throws ActionError name_not_found
 */
export async function findContactAuthor(
  tx: WriteContext,
  userEmail: string,
): Promise<TicketAuthor> {
  const [[contact]] = (await tx.readAll(lockedContactSql(tx, userEmail))) as [AddressedContact[]];
  if (contact) return contactAuthor(contact);
  throw addressNotFoundError('contact', userEmail);
}

/**
 * The active user with an e-mail address, otherwise the contact. Default: the signed-in user, otherwise the owner.
 * @throws ActionError name_not_found
 */
export async function findCommentAuthor(
  tx: WriteContext,
  userEmail: string | null,
): Promise<TicketAuthor> {
  const [[user]] = (await tx.readAll(userSql(tx, userEmail))) as [AddressedUser[]];
  if (user) {
    const { userId, name, email } = user;
    return { userId, contactId: null, clientId: null, authorName: name, authorEmail: email };
  }
  const [[contact]] = (await tx.readAll(lockedContactSql(tx, userEmail ?? ''))) as [
    AddressedContact[],
  ];
  if (contact) return contactAuthor(contact);
  throw addressNotFoundError('user and no contact', userEmail ?? '');
}

/** The lock keeps the contact until the reference to it is written. */
const lockedContactSql = ({ accountId }: WriteContext, address: string): Prisma.Sql =>
  Prisma.sql`${contactByAddressSql(accountId, address)} FOR KEY SHARE OF k`;

function userSql(tx: WriteContext, address: string | null): Prisma.Sql {
  const isAuthor =
    address === null
      ? Prisma.sql`u.id = ${defaultUserId(tx)}`
      : Prisma.sql`lower(u.email) = lower(${address}) AND u.active`;
  return Prisma.sql`
    SELECT u.id AS "userId", nullif(concat_ws(' ', u."firstName", u."lastName"), '') AS name, u.email FROM "User" u
    WHERE u."accountId" = ${tx.accountId} AND ${isAuthor} ORDER BY u.id LIMIT 1`;
}

const contactAuthor = ({ id, clientId, name, email }: AddressedContact): TicketAuthor => ({
  userId: null,
  contactId: id,
  clientId,
  authorName: name,
  authorEmail: email,
});

function addressNotFoundError(noun: string, address: string): ActionError {
  const message = `There is no ${noun} with the e-mail address "${address}".`;
  const errors = [{ path: 'userEmail', code: 'name_not_found', message: 'no such address' }];
  return new ActionError('name_not_found', message, { errors });
}
