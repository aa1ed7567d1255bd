import type { Context } from '../platform/context/context.ts';
import { UnexplainedConstraintError } from '../platform/records/constraint-errors.ts';
import { inTransaction } from './in-transaction.ts';
import type { WriteContext } from './unit-of-work.ts';
import { unitOfWorkOf } from './unit-of-work.ts';

/**
 * Runs a command in one transaction. The command locks and reads rows, decides, queues its changes and returns. The changes are sent with
 * the next read or with COMMIT. In the context of another write, the command joins it. In another transaction, its changes are sent before
 * it returns. A deadlock restarts the command, so it has no effects outside `tx`.
 * @param options `dryRun`: check all constraints, and roll back instead of COMMIT. Also possible with `isDryRun` of the context
 */
export async function write<T>(
  context: Context,
  command: (tx: WriteContext) => Promise<T> | T,
  { dryRun = context.isDryRun }: { dryRun?: boolean | undefined } = {},
): Promise<T> {
  if (context.root === null) {
    if (dryRun && !context.isDryRun) throw new TypeError('A dry run joins no other transaction.');
    return inTransaction(context, async (joined) => {
      const tx = unitOfWorkOf(joined);
      const result = await command(tx);
      if (!('flush' in context)) await tx.flush();
      return result;
    });
  }
  try {
    const own = { ...context, isDryRun: dryRun };
    return await inTransaction(own, async (opened) => command(unitOfWorkOf(opened)));
  } catch (error) {
    if (error instanceof UnexplainedConstraintError) throw await error.explained(context);
    throw error;
  }
}
