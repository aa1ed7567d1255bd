import { Hono } from 'hono';
import { countPendingJobs } from '../domain/outbox-mails/mail-jobs.ts';
import { readEventLag, readLongTransactionSeconds } from '../domain/record-changes/event-lag.ts';
import type { RecordChangeFeed } from '../domain/record-changes/feed-types.ts';
import { readWebhookStatus } from '../domain/webhooks/webhook-status.ts';
import type { AdmissionControl } from '../limits/admission-control.ts';
import type { ErrorHandler } from '../observability/error-handler.ts';
import { readHealth } from '../observability/health-report.ts';
import type { ReadinessCheck } from '../observability/readiness.ts';
import { unavailableProblem } from '../observability/readiness.ts';
import type { Context } from '../platform/context/context.ts';
import { requireScopes } from '../platform/permissions/permissions.ts';
import type { AppDependencies } from './app-dependencies.ts';

interface StatusDependencies
  extends Pick<
    AppDependencies,
    'database' | 'dataDir' | 'isStopping' | 'metrics' | 'webhookPositions'
  > {
  authenticate: (request: Request, requestId: string, now: Date) => Promise<Context>;
  requestId: (request: Request) => string;
  toActionError: ErrorHandler;
  readiness: ReadinessCheck;
  admission: AdmissionControl;
  changes: RecordChangeFeed;
}

/** Probes send no key, so the check needs no SQL statement. */
async function isOperator(
  request: Request,
  { authenticate, requestId, toActionError }: StatusDependencies,
): Promise<boolean> {
  if (!request.headers.get('x-api-key')?.trim()) return false;
  const id = requestId(request);
  try {
    const context = await authenticate(request, id, new Date());
    context.origin.operation = 'GET health';
    requireScopes(context, 'settings:read');
    return true;
  } catch (error) {
    // A probe still gets its response. A defect is logged.
    toActionError(error, id);
    return false;
  }
}

export function createStatusRoutes(dependencies: StatusDependencies): Hono {
  const { admission, changes, database, dataDir, isStopping, metrics, readiness } = dependencies;
  const app = new Hono();
  app.get('/health', async (c) => {
    if (!(await isOperator(c.req.raw, dependencies))) return c.json({ status: 'ok' });
    c.header('cache-control', 'no-store');
    return c.json({ status: 'ok', ...(await readHealth({ database, dataDir })) });
  });
  app.get('/ready', async (c) => {
    const problem = isStopping?.()
      ? unavailableProblem('The service stops.')
      : await readiness.findProblem(database);
    if (problem === null) {
      const openTransactionSeconds = await readLongTransactionSeconds(database.prisma);
      return c.json({ status: 'ready', ...(openTransactionSeconds && { openTransactionSeconds }) });
    }
    c.header('retry-after', '5');
    return c.json(problem, 503);
  });
  if (metrics) {
    metrics.setSources({
      pool: database.pool,
      replicas: database.replicas,
      admission,
      changes,
      readPendingJobs: () => countPendingJobs(database.prisma),
      readEventLag: () => readEventLag(database.prisma, changes),
      readWebhookStatus: () =>
        readWebhookStatus(database.prisma, dependencies.webhookPositions?.() ?? []),
    });
    app.get('/metrics', ({ req }) => metrics.respond(req.raw));
  }
  return app;
}
