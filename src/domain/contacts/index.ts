import type { z } from 'zod';
import type { Contact, Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { inTransaction } from '../../platform/context/context.ts';
import type { FieldError } from '../../platform/errors/action-error.ts';
import { invalidInputError } from '../../platform/errors/action-error.ts';
import {
  externalIdFields,
  externalIdUpdateFields,
} from '../../platform/external-ids/external-ids.ts';
import {
  booleanType,
  email,
  multilineText,
  recordIdType,
  text,
} from '../../platform/input/field-types.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import {
  inputObject,
  nullable,
  optionalOnReplace,
  parseInput,
  withDefault,
} from '../../platform/input/fields.ts';
import { parseOrCollectErrors } from '../../platform/input/input-errors.ts';
import type { UpdateMode } from '../../platform/input/update-input.ts';
import { parseUpdateInput, requireId } from '../../platform/input/update-input.ts';
import { resolveReference } from '../../platform/names/name-resolver.ts';
import { newRecordId } from '../../write/client-generated-ids.ts';
import type { NewRow } from '../../write/records.ts';
import { lockRecord, requireWrittenRow } from '../../write/records.ts';
import type { StoredCustomValues, WithCustomValues } from '../custom-fields/values.ts';
import {
  customValueList,
  customValueMap,
  mergeCustomValues,
  resolveCustomValueMap,
} from '../custom-fields/values.ts';
import {
  contactNameFields,
  resolveContactNameAliases,
  validateContactNames,
} from './name-fields.ts';
import { requirePortalGrantPermission } from './portal-access.ts';

/** A contact as it is shown: custom values named. */
export type ContactRecord = WithCustomValues<Contact>;

const contactFields = {
  role: nullable(text()),
  email: nullable(email),
  phone: nullable(text()),
  mobile: nullable(text()),
  notes: nullable(multilineText()),
  defaultContact: withDefault(
    booleanType,
    false,
    'Makes it the client’s default contact in place of the former one; without a client it waits for one.',
  ),
  invoiceContact: withDefault(booleanType, false),
  portalAccess: withDefault(
    booleanType,
    false,
    'Whether it may enter the client portal. Who lets it in has to be able to do what is seen and done there: `clients:read`, `projects:read`, `projects:write`, `time:read` and `invoices:read`.',
  ),
};

const archived = withDefault(
  booleanType,
  false,
  'Whether the contact is archived: lists, searches and invoices leave it out.',
);

export const createContactInput = inputObject(
  'CreateContact',
  'A new contact. It needs a name, an e-mail address or a telephone number.',
  {
    ...contactNameFields,
    ...contactFields,
    clientName: nullable(text(), 'Client to attach it to; left out: none.'),
    clientId: nullable(recordIdType, 'Id of the client, instead of its name or beside it.'),
    archived,
    ...externalIdFields,
    customValues: nullable(customValueMap, 'Values of custom fields, keyed by field name.'),
  },
);

export const updateContactInput = inputObject('UpdateContact', 'A contact’s fields.', {
  ...contactNameFields,
  ...contactFields,
  clientId: nullable(recordIdType, 'The client it belongs to, if any.'),
  archived: optionalOnReplace(archived),
  ...externalIdUpdateFields,
  customValues: nullable(customValueList, 'Values of custom fields.'),
});

const identifying = ['firstName', 'lastName', 'email', 'phone', 'mobile'] as const;
type Identified = { [K in (typeof identifying)[number]]?: string | null };

function isAnonymous(contact: Identified): boolean {
  return identifying.every((name) => !contact[name]);
}

/** Whether nothing is left to tell a new contact by. */
export function isAnonymousContact({
  first,
  last,
  ...rest
}: Identified & { first?: string | null; last?: string | null }): boolean {
  return !first && !last && isAnonymous(rest);
}

function anonymousFault(path: string): FieldError {
  const message = 'a contact needs a name, an e-mail address or a telephone number';
  return { path, code: 'required', message };
}

/**
 * Makes a contact, of a client or of none. With defaultContact the client's former default contact loses the flag in the same transaction (decisions, "contacts/create").
 * @throws ActionError invalid_input, also for a contact without any name, e-mail or telephone number; name_not_found,
 * record_not_found for the client; missing_scope where who acts may not let it into the portal
 */
export async function createContact(
  context: Context,
  input: InputOf<typeof createContactInput>,
): Promise<Contact> {
  const fields = await parseOrCollectErrors(
    () => parseNewContact(input),
    (rest) => [resolveContactClient(context, rest)],
  );
  const clientId = await resolveContactClient(context, fields);
  const { defaultContact, customValues } = fields;
  const write = async (tx: Context) => {
    if (defaultContact && clientId) await takeOverDefault(tx, clientId);
    const stored = await resolveCustomValueMap(tx, 'CONTACT', customValues);
    const row = buildContactRow(tx, fields, clientId, stored);
    const data = { ...row, customValues: stored as Prisma.InputJsonObject };
    return tx.db.contact.create({ data });
  };
  const writesMore = (defaultContact && clientId !== null) || customValues !== null;
  return writesMore ? inTransaction(context, write) : write(context);
}

export type NewContact = z.output<typeof createContactInput>;

/** @throws ActionError invalid_input, also for a contact without any name, e-mail or telephone number */
export function parseNewContact(input: unknown): NewContact {
  return parseInput(createContactInput, input, (fields) => [
    ...(isAnonymousContact(fields) ? [anonymousFault('first')] : []),
    ...validateContactNames(fields),
  ]);
}

/** The client that a new contact is attached to, if any. @throws ActionError as resolveReference */
export function resolveContactClient(
  { names }: Context,
  { clientName = null, clientId = null }: Partial<Pick<NewContact, 'clientName' | 'clientId'>>,
): Promise<string | null> {
  const fields = { nameField: 'clientName', idField: 'clientId' };
  return resolveReference(names, 'client', { ...fields, name: clientName, id: clientId });
}

/** The whole row of a new contact, once what it names is found. @throws ActionError missing_scope, see requirePortalGrantPermission */
export function buildContactRow(
  context: Context,
  { clientName: _, ...given }: NewContact,
  clientId: string | null,
  customValues: StoredCustomValues,
): NewRow<Contact> {
  const { accountId, now } = context;
  const { firstName = null, lastName = null, ...fields } = resolveContactNameAliases(given);
  requirePortalGrantPermission(context, { ...fields, clientId });
  return {
    ...fields,
    firstName,
    lastName,
    clientId,
    customValues: customValues as Prisma.JsonObject,
    accountId,
    id: newRecordId(context, 'Contact'),
    portalSince: now,
    portalLinkSentAt: null,
    version: 1,
  };
}

/**
 * Changes a contact: patch keeps what is left out, replace resets it (spec part 4, "Update endpoints"). A default
 * contact takes the flag from the former default of its client, also when it comes to another client.
 * @throws ActionError id_missing; record_not_found for the contact or the client; invalid_input, also where nothing
 * would be left to tell the contact by; missing_scope where who acts may not let it into the portal
 */
export async function updateContact(
  context: Context,
  input: { id?: unknown } & InputOf<typeof updateContactInput>,
  mode: UpdateMode,
): Promise<Contact> {
  const id = requireId(input);
  return inTransaction(context, async (tx) => {
    // The client before the contact, as everybody locks them: two that become default would else wait for each other.
    const lockedId = mayBecomeDefault(input, mode) ? await lockClientOf(tx, id, input) : null;
    const current = await lockRecord<Contact>(tx, 'Contact', id);
    const parsed = await parseOrCollectErrors(
      () => parseUpdateInput(updateContactInput, input, mode, validateContactNames),
      (rest) => [resolveContactClient(tx, rest)],
    );
    const { customValues, ...change } = resolveContactNameAliases(parsed);
    if (!isAnonymous(current) && isAnonymous({ ...current, ...change })) {
      throw invalidInputError([anonymousFault('firstName')]);
    }
    await resolveContactClient(tx, change);
    const becomes = { ...current, ...change };
    requirePortalGrantPermission(tx, becomes, current);
    const { clientId, defaultContact } = becomes;
    if (defaultContact && clientId && !(current.defaultContact && clientId === current.clientId)) {
      await takeOverDefault(tx, clientId, lockedId);
    }
    const stored = await mergeCustomValues(tx, 'CONTACT', current.customValues, customValues, mode);
    const rows = await tx.db.contact.updateManyAndReturn({
      where: { accountId: tx.accountId, id },
      data: { ...change, ...(stored && { customValues: stored as Prisma.InputJsonObject }) },
    });
    return requireWrittenRow(rows, 'Contact', id);
  });
}

type UpdateInput = InputOf<typeof updateContactInput>;

/** Whether the update could make the contact a default it was not before; a guess for the sake of locking. */
function mayBecomeDefault({ defaultContact, clientId }: UpdateInput, mode: UpdateMode): boolean {
  if (defaultContact !== undefined)
    return booleanType.read(defaultContact, () => undefined) === true;
  return mode === 'patch' && clientId !== undefined;
}

/** Locks the client that the contact will belong to, as far as can be told before the contact is locked. */
async function lockClientOf(
  context: Context,
  contactId: string,
  { clientId }: UpdateInput,
): Promise<string | null> {
  const asked = recordIdType.read(clientId, () => undefined);
  const [client] = await context.db.$queryRaw<{ id: string }[]>`
    SELECT id FROM "Client" WHERE "accountId" = ${context.accountId} AND id = coalesce(${asked ?? null}, (
      SELECT "clientId" FROM "Contact" WHERE "accountId" = ${context.accountId} AND id = ${contactId}
    )) FOR NO KEY UPDATE`;
  return client?.id ?? null;
}

/** Takes the flag from the client's default contact, one taker after the other. */
async function takeOverDefault(
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
