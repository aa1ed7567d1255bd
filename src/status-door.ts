import { Hono } from 'hono';
import type { Admission } from './admission.ts';
import type { AppDependencies } from './app-dependencies.ts';
import type { Changes } from './domain/changes/index.ts';
import { countWaitingJobs } from './domain/outbox-mails/jobs.ts';
import { type Failures, unavailable } from './failures.ts';

interface StatusDependencies extends Pick<AppDependencies, 'database' | 'isStopping' | 'metrics'> {
  failures: Failures;
  admission: Admission;
  changes: Changes;
}

/** What those ask who run the service: whether it lives, whether it can answer, and its figures. */
export function createStatusDoor({
  database,
  isStopping,
  metrics,
  failures,
  admission,
  changes,
}: StatusDependencies): Hono {
  const door = new Hono();
  door.get('/health', (c) => c.json({ status: 'ok' }));
  door.get('/ready', async (c) => {
    const hindrance = isStopping?.()
      ? unavailable('The service stops.')
      : await failures.atPresent(database);
    if (hindrance === null) return c.json({ status: 'ready' });
    c.header('retry-after', '5');
    return c.json(hindrance, 503);
  });
  if (metrics) {
    const waiting = () => countWaitingJobs(database.prisma);
    metrics.watch({
      pool: database.pool,
      replicas: database.replicas,
      admission,
      changes,
      waiting,
    });
    door.get('/metrics', ({ req }) => metrics.answer(req.raw));
  }
  return door;
}
