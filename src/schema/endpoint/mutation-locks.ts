import { getArgumentValues } from 'graphql';
import { lockInvoicesToPay } from '../../domain/payments/lock-invoices-to-pay.ts';
import type { Context } from '../../platform/context/context.ts';
import {
  callerPermissions,
  permissionAreas,
  requiredPermissions,
} from '../../platform/permissions/permissions.ts';
import { lockRecordsForBulkWrite } from '../../write/bulk-locks.ts';
import { schema } from '../index.ts';
import type { MutationField } from './mutation-results.ts';

type Input = Readonly<Record<string, unknown>>;

const paymentMutation = 'recordPayment';

/** Includes items of bulk inputs. A create's id becomes `newId`. */
function inputsOf({ nodes }: MutationField, variables: Input): { field: string; input: Input }[] {
  const [node] = nodes;
  const name = node?.name.value ?? '';
  const field = schema.getMutationType()?.getFields()[name];
  if (!node || !field) return [];
  const { input } = getArgumentValues(field, node, variables) as { input?: Input };
  if (!input) return [];
  const items = Array.isArray(input.items) ? (input.items as Input[]) : [];
  return [input, ...items].map((one) => ({
    field: name,
    input: name.startsWith('create') ? { ...one, newId: one.id } : one,
  }));
}

/**
 * Locks all named records in one global order to prevent deadlocks, in areas that the caller may write. At most
 * three statements, plus one per further type.
 */
export async function lockForMutations(
  tx: Context,
  fields: readonly MutationField[],
  variables: Input,
): Promise<void> {
  const inputs = fields.flatMap((field) => inputsOf(field, variables));
  const rights = callerPermissions(tx);
  const written = permissionAreas.filter(
    (area) => (rights & requiredPermissions(`${area}:write`)) !== 0,
  );
  const payments = inputs
    .filter(({ field }) => field === paymentMutation)
    .map(({ input }) => input);
  await lockRecordsForBulkWrite(
    tx,
    written,
    inputs.map(({ input }) => input),
    async () => {
      if (payments.length > 0) await lockInvoicesToPay(tx, payments);
    },
  );
}
