import type { Client, Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { toJsonColumn } from '../../platform/input/json-storage.ts';
import type { UpdateMode } from '../../platform/input/update-input.ts';
import {
  mergeNestedInput,
  parseUpdateInput,
  requireId,
} from '../../platform/input/update-input.ts';
import { withUniqueConflict } from '../../platform/records/constraint-errors.ts';
import { inTransaction } from '../../write/in-transaction.ts';
import { lockRecord } from '../../write/lock-records.ts';
import { requireWrittenRow } from '../../write/written-rows.ts';
import { mergeCustomValues } from '../custom-fields/values.ts';
import { updateClientInput } from './fields.ts';
import type { PaymentTerms } from './payment-terms.ts';
import { paymentTermsFromJson } from './payment-terms.ts';
import { clientNameTakenMessage } from './rules.ts';

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
  let requestedName: string | undefined;
  return withUniqueConflict(
    'name',
    (retryContext = context) => clientNameTakenMessage(retryContext, requestedName),
    () =>
      inTransaction(context, async (tx) => {
        const current = await lockRecord<Client>(tx, 'Client', id);
        const parsed = parseUpdateInput(updateClientInput, input, mode);
        const { customValues, paymentTerms, ...change } = parsed;
        requestedName = change.name;
        const storedValues = await mergeCustomValues(
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
            ...(storedValues && { customValues: storedValues as Prisma.InputJsonObject }),
          },
        });
        return requireWrittenRow(rows, 'Client', id);
      }),
  );
}
