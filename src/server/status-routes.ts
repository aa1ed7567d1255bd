import { Hono } from 'hono';
import { countPendingJobs } from '../domain/outbox-mails/mail-jobs.ts';
import { readEventLag, readLongTransactionSeconds } from '../domain/record-changes/event-lag.ts';
import type { RecordChangeFeed } from '../domain/record-changes/types.ts';
import type { AdmissionControl } from '../limits/admission-control.ts';
import { type ErrorHandler, unavailableProblem } from '../observability/error-handler.ts';
import { readHealth } from '../observability/health-report.ts';
import type { Context } from '../platform/context/context.ts';
import type { ActionError } from '../platform/errors/action-error.ts';
import { requireScopes } from '../platform/permissions/permissions.ts';
import type { AppDependencies } from './app-dependencies.ts';

interface StatusDependencies
  extends Pick<AppDependencies, 'database' | 'dataDir' | 'isStopping' | 'metrics'> {
  /** Turns a request's key into a context. */
  authenticate: (request: Request, requestId: string, now: Date) => Promise<Context>;
  requestId: (request: Request) => string;
  asActionError: (error: unknown, requestId: string) => ActionError;
  failures: ErrorHandler;
  admission: AdmissionControl;
  changes: RecordChangeFeed;
}

/** What those ask who run the service: whether it lives, whether it can answer, and its figures. */
export function createStatusRoutes({
  authenticate,
  requestId,
  asActionError,
  database,
  dataDir,
  isStopping,
  metrics,
  failures,
  admission,
  changes,
}: StatusDependencies): Hono {
  const door = new Hono();
  /** Whether the request's key may read settings; without a key nothing is asked, so that probes cost nothing and never wait. */
  async function isOperator(request: Request): Promise<boolean> {
    if (!request.headers.has('x-api-key')) return false;
    const id = requestId(request);
    try {
      const context = await authenticate(request, id, new Date());
      context.origin.operation = 'GET health';
      requireScopes(context, 'settings:read');
      return true;
    } catch (error) {
      // Whoever asks whether the process lives is told so, whatever else is the matter; a defect is logged.
      asActionError(error, id);
      return false;
    }
  }
  door.get('/health', async (c) => {
    if (!(await isOperator(c.req.raw))) return c.json({ status: 'ok' });
    c.header('cache-control', 'no-store');
    return c.json({ status: 'ok', ...(await readHealth({ database, dataDir })) });
  });
  door.get('/ready', async (c) => {
    const hindrance = isStopping?.()
      ? unavailableProblem('The service stops.')
      : await failures.atPresent(database);
    if (hindrance === null) {
      const openTransactionSeconds = await readLongTransactionSeconds(database.prisma);
      return c.json({ status: 'ready', ...(openTransactionSeconds && { openTransactionSeconds }) });
    }
    c.header('retry-after', '5');
    return c.json(hindrance, 503);
  });
  if (metrics) {
    const waiting = () => countPendingJobs(database.prisma);
    metrics.watch({
      pool: database.pool,
      replicas: database.replicas,
      admission,
      changes,
      waiting,
      lag: () => readEventLag(database.prisma, changes),
    });
    door.get('/metrics', ({ req }) => metrics.answer(req.raw));
  }
  return door;
}
