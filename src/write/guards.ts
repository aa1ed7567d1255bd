import { isCitusClient } from '../database/statements/citus-statements.ts';
import type { Prisma } from '../generated/prisma/client.ts';
import { restrictedAccessKindOf } from '../platform/permissions/permissions.ts';
import type { TransactionContext } from './transaction-statements.ts';
import { openedClientOf, queue } from './transaction-statements.ts';

/** A command has assumed what does not hold. Its code is that of a serialization failure, so that the command restarts. */
export class GuardError extends Error {
  override readonly name = 'GuardError';
  readonly code = '40001';

  constructor(cause: unknown) {
    super('A guard of the transaction failed.', { cause });
  }
}

/** Part of the error message of the database if a guard fails. */
const guardFailed = 'actiongraph_guard_failed';

/** SQL that fails with {@link guardFailed} unless a condition holds. A cast of a constant would fail when the statement is planned. */
export const guardSql = (condition: string): string =>
  `(CASE WHEN ${condition} THEN '1' ELSE '${guardFailed}' END)::int`;

/** The error of a statement with {@link guardSql}. */
export const guardErrorOf = (error: unknown): unknown =>
  String((error as Error).message).includes(guardFailed) ? new GuardError(error) : error;

/** Queues a condition. The command restarts if the condition does not hold when it is sent. */
export const guard = (context: TransactionContext, { text, values }: Prisma.Sql): void =>
  queue(context, { text: `SELECT ${guardSql(text)}`, values }, guardErrorOf);

/**
 * Whether a command may skip reads, and leave them to guards. It may not after a restart, with other changes in the transaction, for
 * callers with an access policy, and on Citus.
 */
export const canSkipReads = (context: TransactionContext): boolean => {
  const { actor, log } = context;
  return (
    log.size === 0 &&
    !(log.hasStagedEntries || log.mayRepeat || log.isRestarted) &&
    restrictedAccessKindOf(actor) === undefined &&
    !isCitusClient(openedClientOf(context))
  );
};
