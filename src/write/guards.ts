import { isCitusClient } from '../database/statements/citus-statements.ts';
import type { Prisma } from '../generated/prisma/client.ts';
import { restrictedAccessKindOf } from '../platform/permissions/permissions.ts';
import type { TransactionContext } from './transaction-statements.ts';
import { queue, unfilteredClientOf } from './transaction-statements.ts';

/** A condition of a command does not hold. The code is that of a serialization failure, so the command restarts. */
export class GuardError extends Error {
  override readonly name = 'GuardError';
  readonly code = '40001';

  constructor(cause: unknown) {
    super('A guard of the transaction failed.', { cause });
  }
}

const guardFailed = 'actiongraph_guard_failed';

/** The cast is outside of CASE, because PostgreSQL would evaluate the cast of a constant during planning. */
export const guardSql = (condition: string): string =>
  `(CASE WHEN ${condition} THEN '1' ELSE '${guardFailed}' END)::int`;

export const guardErrorOf = (error: unknown): unknown =>
  String((error as Error).message).includes(guardFailed) ? new GuardError(error) : error;

export const guard = (context: TransactionContext, { text, values }: Prisma.Sql): void =>
  queue(context, { text: `SELECT ${guardSql(text)}`, values }, guardErrorOf);

/** Whether guards can replace the reads of a command. False after restarts or changes, with access policies, and on Citus. */
export const canSkipReads = (context: TransactionContext): boolean => {
  const { actor, changeCollector } = context;
  return (
    changeCollector.size === 0 &&
    !(
      changeCollector.hasStagedEntries ||
      changeCollector.mayRepeat ||
      changeCollector.isRestarted
    ) &&
    restrictedAccessKindOf(actor) === undefined &&
    !isCitusClient(unfilteredClientOf(context))
  );
};
