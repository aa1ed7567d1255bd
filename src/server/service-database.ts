import type { Logger } from 'pino';
import { type Config, withCommandName } from '../config/config.ts';
import type { Database } from '../database/client/client.ts';
import { openDatabase } from '../database/client/client.ts';
import { connectionBudgetProblem } from '../database/client/connection-budget.ts';
import type { ReadyDatabase } from '../database/client/open-database.ts';
import {
  combineStatementObservers,
  traceStatements,
} from '../database/statements/statement-observer.ts';
import { createSlowQueryLog } from '../observability/slow-query-log.ts';
import type { Tracing } from '../observability/tracing.ts';

export async function warnAboutDatabase(
  access: ReadyDatabase,
  { databasePoolSize }: Config,
  log: Logger,
): Promise<void> {
  if (access.problem !== undefined) log.warn(withCommandName(access.problem));
  const budgetProblem = await connectionBudgetProblem(access, databasePoolSize);
  if (budgetProblem !== undefined) log.warn(budgetProblem);
}

export const openServiceDatabase = (
  config: Config,
  access: ReadyDatabase,
  {
    log,
    traces,
    logLoss,
  }: {
    log: Logger;
    traces: Tracing | undefined;
    logLoss: (message: string, error: unknown) => void;
  },
): Database =>
  openDatabase({
    url: access.url,
    directUrl: access.directUrl,
    isPooled: access.pooler !== 'none',
    isDistributed: access.isDistributed,
    role: access.role,
    poolSize: config.databasePoolSize,
    replicas: config.replicas,
    observer: combineStatementObservers(
      createSlowQueryLog(log, config.slowStatementMs),
      traces && traceStatements,
    ),
    log: logLoss,
  });
