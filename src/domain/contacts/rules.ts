import { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import type { FieldError } from '../../platform/errors/action-error.ts';
import { resolveReference } from '../../platform/names/resolve-reference.ts';
import type { WriteContext } from '../../write/unit-of-work.ts';
import type { NewContact } from './fields.ts';

const identifyingFields = ['firstName', 'lastName', 'email', 'phone', 'mobile'] as const;

type IdentifyingFields = { [K in (typeof identifyingFields)[number]]?: string | null };

export function isAnonymousContact(contact: IdentifyingFields): boolean {
  return identifyingFields.every((name) => !contact[name]);
}

export function isAnonymousNewContact({
  first,
  last,
  ...rest
}: IdentifyingFields & { first?: string | null; last?: string | null }): boolean {
  return !first && !last && isAnonymousContact(rest);
}

export function anonymousContactError(path: string): FieldError {
  const message = 'a contact needs a name, an e-mail address or a telephone number';
  return { path, code: 'required', message };
}

/** @throws ActionError as resolveReference */
export function resolveContactClient(
  { names }: Context,
  { clientName = null, clientId = null }: Partial<Pick<NewContact, 'clientName' | 'clientId'>>,
): Promise<string | null> {
  const fields = { nameField: 'clientName', idField: 'clientId' };
  return resolveReference(names, 'client', { ...fields, name: clientName, id: clientId });
}

/** The locks of the clients serialize concurrent callers. */
export async function clearDefaultContacts(
  tx: WriteContext,
  clientIds: readonly string[],
): Promise<void> {
  await tx.lockAll('Client', Prisma.sql`id = ANY (${[...clientIds]}::text[])`);
  const defaults = Prisma.sql`"clientId" = ANY (${[...clientIds]}::text[]) AND "defaultContact"`;
  tx.updateAll('Contact', await tx.lockAll('Contact', defaults), { defaultContact: false });
}
