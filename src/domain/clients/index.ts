import type { z } from 'zod';
import type { Client, Contact, Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { inTransaction } from '../../platform/context/context.ts';
import { newId } from '../../platform/ids/record-ids.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { toJsonColumn } from '../../platform/input/json-storage.ts';
import type { UpdateMode } from '../../platform/input/update-input.ts';
import {
  mergeNestedInput,
  parseUpdateInput,
  requireId,
} from '../../platform/input/update-input.ts';
import { findOrCreateByName } from '../../platform/names/find-or-create-by-name.ts';
import { withUniqueConflict } from '../../platform/records/constraint-errors.ts';
import { not } from '../../query/conditions.ts';
import type { RowSelection } from '../../query/list-rows.ts';
import type { ListQuery } from '../../query/record-list.ts';
import { newRecordId } from '../../write/client-generated-ids.ts';
import { lockRecord, requireWrittenRow } from '../../write/records.ts';
import type { StoredCustomValues, WithCustomValues } from '../custom-fields/values.ts';
import { mergeCustomValues } from '../custom-fields/values.ts';
import type { newClientFields } from './fields.ts';
import { updateClientInput } from './fields.ts';
import type { PaymentTerms } from './payment-terms.ts';
import { paymentTermsFromJson } from './payment-terms.ts';

/** A client as it is shown: with its contacts, and custom values named. */
export type ClientRecord = Omit<WithCustomValues<Client>, 'paymentTerms'> & {
  paymentTerms: PaymentTerms | null;
  contacts: readonly WithCustomValues<Contact>[];
};

/** What a name that is taken is answered with. */
export async function clientNameTakenMessage(
  { accountId, db }: Context,
  asked: unknown,
): Promise<string> {
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
      id: newRecordId(context, 'Client'),
      paymentTerms: toJsonColumn(paymentTerms),
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
  return withUniqueConflict(
    'name',
    (again = context) => clientNameTakenMessage(again, asked),
    () =>
      inTransaction(context, async (tx) => {
        const current = await lockRecord<Client>(tx, 'Client', id);
        const parsed = parseUpdateInput(updateClientInput, input, mode);
        const { customValues, paymentTerms, ...change } = parsed;
        asked = change.name;
        const stored = await mergeCustomValues(
          tx,
          'CLIENT',
          current.customValues,
          customValues,
          mode,
        );
        const terms = mergeNestedInput(
          paymentTermsFromJson(current.paymentTerms),
          paymentTerms,
          input.paymentTerms,
          mode,
        ) as PaymentTerms | null | undefined;
        const rows = await tx.db.client.updateManyAndReturn({
          where: { accountId: tx.accountId, id },
          data: {
            ...change,
            ...(terms !== undefined && { paymentTerms: toJsonColumn(terms) }),
            ...(stored && { customValues: stored as Prisma.InputJsonObject }),
          },
        });
        return requireWrittenRow(rows, 'Client', id);
      }),
  );
}

/** The ids of clients by name, in the order asked for; missing ones are made, safely at any concurrency. */
export async function findOrCreateClients(
  context: Context,
  names: readonly string[],
): Promise<string[]> {
  const wanted = names.map((name) => ({ name }));
  return findOrCreateByName(context, 'client', wanted, (missing) =>
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
export const activeContactsQuery: RowSelection = {
  where: not({ kind: 'flag', column: 'archived' }),
  orderBy: [{ column: 'id', direction: 'asc' }],
};

/** The order in which clients are listed. */
export const clientNameOrder: ListQuery['orderBy'] = [{ column: 'name' }, { column: 'id' }];

/** Every active client, by name (decisions, "List Clients"). */
export const activeClients: ListQuery = {
  where: not({ kind: 'flag', column: 'archived' }),
  orderBy: clientNameOrder,
};
