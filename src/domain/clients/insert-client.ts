import type { z } from 'zod';
import type { Prisma } from '../../generated/prisma/client.ts';
import { countryCodeOf } from '../../locales/country-names.ts';
import { toJsonColumn } from '../../platform/input/json-storage.ts';
import { newRecordId } from '../../write/client-generated-ids.ts';
import type { InsertedRow, WriteContext } from '../../write/unit-of-work.ts';
import type { StoredCustomValues } from '../custom-fields/values.ts';
import type { newClientFields } from './fields.ts';
import { clientConstraints } from './rules.ts';

type NewClient = z.output<z.ZodObject<typeof newClientFields>>;

export function insertClient(
  tx: WriteContext,
  { paymentTerms, ...fields }: NewClient,
  customValues: StoredCustomValues,
): InsertedRow<'Client'> {
  return tx.insert(
    'Client',
    {
      ...fields,
      countryCode: fields.countryCode ?? countryCodeOf(fields.country),
      id: newRecordId(tx, 'Client'),
      paymentTerms: toJsonColumn(paymentTerms),
      customValues: customValues as Prisma.InputJsonObject,
    },
    clientConstraints(fields.name),
  );
}
