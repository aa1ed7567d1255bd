import { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { invalidInputError } from '../../platform/errors/action-error.ts';
import { booleanType, recordIdType } from '../../platform/input/field-types.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { parseOrCollectErrors } from '../../platform/input/input-errors.ts';
import type { UpdateMode } from '../../platform/input/update-input.ts';
import { parseUpdateInput, requireId } from '../../platform/input/update-input.ts';
import type { WriteContext } from '../../write/unit-of-work.ts';
import { write } from '../../write/write.ts';
import { mergeCustomValues } from '../custom-fields/values.ts';
import { updateContactInput } from './fields.ts';
import { resolveContactNameAliases, validateContactNames } from './name-fields.ts';
import { requirePortalGrantPermission } from './portal-access.ts';
import {
  anonymousContactError,
  clearDefaultContacts,
  isAnonymousContact,
  resolveContactClient,
} from './rules.ts';

/**
 * A default contact replaces the former default of its client.
 * @throws ActionError id_missing, record_not_found, invalid_input, missing_scope
 */
export async function updateContact(
  context: Context,
  input: { id?: unknown } & InputOf<typeof updateContactInput>,
  mode: UpdateMode,
): Promise<{ id: string }> {
  return write(context, async (tx) => {
    const id = requireId(input);
    // All commands lock the client before the contact, to avoid deadlocks.
    if (mayBecomeDefault(input, mode)) await lockClientOf(tx, id, input);
    const current = await tx.lock('Contact', id);
    const parsed = await parseOrCollectErrors(
      () => parseUpdateInput(updateContactInput, input, mode, validateContactNames),
      (rest) => [resolveContactClient(tx, rest)],
    );
    const { customValues, ...fields } = resolveContactNameAliases(parsed);
    if (!isAnonymousContact(current) && isAnonymousContact({ ...current, ...fields })) {
      throw invalidInputError([anonymousContactError('firstName')]);
    }
    const requestedClientId = await resolveContactClient(tx, fields);
    const change = { ...fields, ...(requestedClientId && { clientId: requestedClientId }) };
    const next = { ...current, ...change };
    requirePortalGrantPermission(tx, next, current);
    const { clientId, defaultContact } = next;
    if (defaultContact && clientId && !(current.defaultContact && clientId === current.clientId)) {
      await clearDefaultContacts(tx, [clientId]);
    }
    const storedValues = await mergeCustomValues(
      tx,
      'CONTACT',
      current.customValues,
      customValues,
      mode,
    );
    return tx.updateReturning('Contact', current, {
      ...change,
      ...(storedValues && { customValues: storedValues as Prisma.InputJsonObject }),
    });
  });
}

type UpdateInput = InputOf<typeof updateContactInput>;

/** An estimate, because the contact is not locked yet. */
function mayBecomeDefault({ defaultContact, clientId }: UpdateInput, mode: UpdateMode): boolean {
  if (defaultContact !== undefined)
    return booleanType.read(defaultContact, () => undefined) === true;
  return mode === 'patch' && clientId !== undefined;
}

/** The client after the update, as far as it is known. */
async function lockClientOf(
  tx: WriteContext,
  contactId: string,
  { clientId }: UpdateInput,
): Promise<void> {
  const requestedId = recordIdType.read(clientId, () => undefined) ?? null;
  await tx.lockAll(
    'Client',
    Prisma.sql`id = coalesce(${requestedId}, (
      SELECT "clientId" FROM "Contact" WHERE "accountId" = ${tx.accountId} AND id = ${contactId}))`,
  );
}
