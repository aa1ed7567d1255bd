import type { Contact } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import type { FieldError } from '../../platform/errors/action-error.ts';
import { recordIdType } from '../../platform/input/field-types.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { inputObject, parseInput, required } from '../../platform/input/fields.ts';
import { write } from '../../write/write.ts';
import { requirePortalGrantPermission } from '../contacts/portal-access.ts';
import {
  combinedColumns,
  fillEmpty,
  lockMergedRecords,
  requireNoConflicts,
} from './merge-rules.ts';
import { replaceRecord } from './move-references.ts';

export const mergeContactsInput = inputObject(
  'MergeContacts',
  'Two contacts that are one person.',
  {
    keep: required(recordIdType, 'Id of the contact that stays.'),
    merge: required(recordIdType, 'Id of the contact that becomes a part of it.'),
  },
);

/**
 * Contacts of one client, or without a client. References move, and the merged contact is deleted. Its e-mail address
 * and external id find the kept contact.
 * Empty fields get the values of the merged contact. Roles of either contact stay.
 * @throws ActionError invalid_input, record_not_found, conflicting_state, missing_scope
 */
export const mergeContacts = (
  context: Context,
  input: InputOf<typeof mergeContactsInput>,
): Promise<Contact> =>
  write(context, async (tx) => {
    const ids = parseInput(mergeContactsInput, input);
    const [keep, merge] = await lockMergedRecords(tx, 'Contact', ids);
    requireNoConflicts('Contact', { keep, merge }, clientConflicts(keep, merge));
    const change = mergedColumns(keep, merge);
    requirePortalGrantPermission(tx, { ...keep, ...change }, keep);
    return replaceRecord(tx, 'Contact', { keep, merge }, change);
  });

function clientConflicts(keep: Contact, merge: Contact): FieldError[] {
  if (keep.clientId === null || merge.clientId === null || keep.clientId === merge.clientId)
    return [];
  const message = 'is a contact of another client: merge the clients or change its client first';
  return [{ path: 'merge', code: 'other_client', message }];
}

const filledGroups = [
  ['firstName', 'lastName'],
  ['clientId'],
  ['role'],
  ['email'],
  ['phone'],
  ['mobile'],
] satisfies (keyof Contact)[][];

function mergedColumns(keep: Contact, merge: Contact) {
  const { firstName, lastName, email } = merge;
  const name = [firstName, lastName].filter(Boolean).join(' ') || null;
  const hasFlag = (flag: 'invoiceContact' | 'portalAccess') =>
    keep[flag] || (merge[flag] && !merge.archived);
  const clientId = keep.clientId ?? merge.clientId;
  // The client can have a default contact already.
  const isDefault = (contact: Contact) =>
    contact.defaultContact && !contact.archived && contact.clientId === clientId;
  return {
    ...fillEmpty(keep, merge, filledGroups),
    ...combinedColumns(keep, merge, { name, email: email?.toLowerCase() ?? null }),
    defaultContact: isDefault(keep) || isDefault(merge),
    invoiceContact: hasFlag('invoiceContact'),
    portalAccess: hasFlag('portalAccess'),
  };
}
