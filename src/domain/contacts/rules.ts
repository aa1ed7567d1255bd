import type { Context } from '../../platform/context/context.ts';
import type { FieldError } from '../../platform/errors/action-error.ts';
import { resolveReference } from '../../platform/names/name-resolver.ts';
import { lockRecord } from '../../write/lock-records.ts';
import type { NewContact } from './fields.ts';

const identifyingFields = ['firstName', 'lastName', 'email', 'phone', 'mobile'] as const;

type IdentifyingFields = { [K in (typeof identifyingFields)[number]]?: string | null };

export function isAnonymousContact(contact: IdentifyingFields): boolean {
  return identifyingFields.every((name) => !contact[name]);
}

/** Whether nothing is left to tell a new contact by. */
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

/** The client that a new contact is attached to, if any. @throws ActionError as resolveReference */
export function resolveContactClient(
  { names }: Context,
  { clientName = null, clientId = null }: Partial<Pick<NewContact, 'clientName' | 'clientId'>>,
): Promise<string | null> {
  const fields = { nameField: 'clientName', idField: 'clientId' };
  return resolveReference(names, 'client', { ...fields, name: clientName, id: clientId });
}

/** Takes the flag from the client's default contact, one taker after the other. */
export async function clearDefaultContact(
  context: Context,
  clientId: string,
  lockedId: string | null = null,
): Promise<void> {
  if (lockedId !== clientId) await lockRecord(context, 'Client', clientId);
  await context.db.contact.updateMany({
    where: { accountId: context.accountId, clientId, defaultContact: true },
    data: { defaultContact: false },
  });
}
