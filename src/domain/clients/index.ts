import type { z } from 'zod';
import type { Client, Contact, Prisma } from '../../generated/prisma/client.ts';
import type { StoredCustomValues, WithCustomValues } from '../custom-fields/values.ts';
import { mergeCustomValues } from '../custom-fields/values.ts';
import type { UpdateMode } from '../../platform/input/update-input.ts';
import { mergeNested, parseChange, requireId } from '../../platform/input/update-input.ts';
import type { Context } from '../../platform/context/context.ts';
import { inTransaction } from '../../platform/context/context.ts';
import { refusingTaken } from '../../platform/records/constraint-errors.ts';
import { ensureNamed } from '../../platform/names/find-or-create-by-name.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { idFor } from '../../write/client-generated-ids.ts';
import { newId } from '../../platform/ids/record-ids.ts';
import { lockRecord, writtenRow } from '../../write/records.ts';
import { storeObject } from '../../platform/input/json-storage.ts';
import { not } from '../../query/conditions.ts';
import type { Rows } from '../../query/list-rows.ts';
import type { Listing } from '../../query/record-list.ts';
import type { newClientFields } from './fields.ts';
import { updateClientInput } from './fields.ts';
import type { PaymentTerms } from './payment-terms.ts';
import { readPaymentTerms } from './payment-terms.ts';

/** A client as it is shown: with its contacts, and custom values named. */
export type ClientRecord = Omit<WithCustomValues<Client>, 'paymentTerms'> & {
  paymentTerms: PaymentTerms | null;
  contacts: readonly WithCustomValues<Contact>[];
};

/** What a name that is taken is answered with. */
export async function nameTaken({ accountId, db }: Context, asked: unknown): Promise<string> {
  const name = String(asked).trim();
  const archived = await db.client.findFirst({
    where: { accountId, name, archived: true },
    select: { id: true },
  });
  if (!archived) return `There is already a client named "${name}".`;
  return `There is already a client named "${name}", which is archived: take it out of the archive, or choose another name.`;
}

type NewClient = z.output<z.ZodObject<typeof newClientFields>>;

/** Inserts a client; one statement. */
export async function insertClient(
  context: Context,
  { paymentTerms, ...fields }: NewClient,
  customValues: StoredCustomValues,
): Promise<Client> {
  return context.db.client.create({
    data: {
      ...fields,
      accountId: context.accountId,
      id: idFor(context, 'Client'),
      paymentTerms: storeObject(paymentTerms),
      customValues: customValues as Prisma.InputJsonObject,
    },
  });
}

/**
 * Changes a client: patch keeps what is left out, replace resets it (spec part 4, "Update endpoints").
 * @throws ActionError id_missing, record_not_found, invalid_input, name_taken
 */
export async function updateClient(
  context: Context,
  input: { id?: unknown } & InputOf<typeof updateClientInput>,
  mode: UpdateMode,
): Promise<Client> {
  const id = requireId(input);
  let asked: string | undefined;
  return refusingTaken(
    'name',
    (again = context) => nameTaken(again, asked),
    () =>
      inTransaction(context, async (tx) => {
        const current = await lockRecord<Client>(tx, 'Client', id);
        const parsed = parseChange(updateClientInput, input, mode);
        const { customValues, paymentTerms, ...change } = parsed;
        asked = change.name;
        const stored = await mergeCustomValues(
          tx,
          'CLIENT',
          current.customValues,
          customValues,
          mode,
        );
        const terms = mergeNested(
          readPaymentTerms(current.paymentTerms),
          paymentTerms,
          input.paymentTerms,
          mode,
        ) as PaymentTerms | null | undefined;
        const rows = await tx.db.client.updateManyAndReturn({
          where: { accountId: tx.accountId, id },
          data: {
            ...change,
            ...(terms !== undefined && { paymentTerms: storeObject(terms) }),
            ...(stored && { customValues: stored as Prisma.InputJsonObject }),
          },
        });
        return writtenRow(rows, 'Client', id);
      }),
  );
}

/** The ids of clients by name, in the order asked for; missing ones are made, safely at any concurrency. */
export async function ensureClients(context: Context, names: readonly string[]): Promise<string[]> {
  const wanted = names.map((name) => ({ name }));
  return ensureNamed(context, 'client', wanted, (missing) =>
    context.db.client.createMany({
      data: missing.map(({ name }) => ({
        name,
        accountId: context.accountId,
        id: newId('Client'),
      })),
      skipDuplicates: true,
    }),
  );
}

/** The contacts that a client is answered with. */
export const shownContacts: Rows = {
  where: not({ kind: 'flag', column: 'archived' }),
  orderBy: [{ column: 'id', direction: 'asc' }],
};

/** The order in which clients are listed. */
export const byName: Listing['orderBy'] = [{ column: 'name' }, { column: 'id' }];

/** Every active client, by name (decisions, "List Clients"). */
export const activeClients: Listing = {
  where: not({ kind: 'flag', column: 'archived' }),
  orderBy: byName,
};
