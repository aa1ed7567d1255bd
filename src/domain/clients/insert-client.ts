import type { z } from 'zod';
import type { Client, Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { toJsonColumn } from '../../platform/input/json-storage.ts';
import { newRecordId } from '../../write/client-generated-ids.ts';
import type { StoredCustomValues } from '../custom-fields/values.ts';
import type { newClientFields } from './fields.ts';

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
