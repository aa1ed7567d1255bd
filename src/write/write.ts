import type { Context } from '../platform/context/context.ts';
import { UnexplainedConstraintError } from '../platform/records/constraint-errors.ts';
import { inTransaction } from './in-transaction.ts';
import type { WriteContext } from './unit-of-work.ts';
import { unitOfWorkOf } from './unit-of-work.ts';

/**
 * Runs a command in one transaction, or joins the transaction of the context. A conflict restarts the command, so it has no effects
 * outside `tx`.
 * @param options `dryRun` checks all constraints and rolls back
 */
export async function write<T>(
  context: Context,
  command: (tx: WriteContext) => Promise<T> | T,
  { dryRun = context.isDryRun }: { dryRun?: boolean | undefined } = {},
): Promise<T> {
  if (context.root === null) {
    if (dryRun && !context.isDryRun) throw new TypeError('A dry run joins no other transaction.');
    return inTransaction(context, async (joinedContext) => {
      const tx = unitOfWorkOf(joinedContext);
      const result = await command(tx);
      if (!('flush' in context)) await tx.flush();
      return result;
    });
  }
  try {
    const dryRunContext = { ...context, isDryRun: dryRun };
    return await inTransaction(dryRunContext, async (transactionContext) =>
      command(unitOfWorkOf(transactionContext)),
    );
  } catch (error) {
    if (error instanceof UnexplainedConstraintError) throw await error.explained(context);
    throw error;
  }
}
