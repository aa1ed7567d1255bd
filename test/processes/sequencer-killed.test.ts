import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAuditLogSequencer } from '../../src/jobs/audit-log-sequencer.ts';
import { createLogger } from '../../src/observability/logger.ts';
import { useTestApi } from '../support/api.ts';
import { isDistributedHere } from '../support/citus.ts';
import { killProcess } from '../support/kill.ts';
import { isLongRun } from '../support/sampling.ts';
import { useDataFolder } from '../support/service.ts';
import { type StepHolder, startStepHolder } from '../support/step-holder.ts';

/** A process is killed while it publishes audit entries: another one publishes each of them once. */

const api = useTestApi();
const folder = useDataFolder();

let holder: StepHolder;
beforeAll(async () => {
  holder = await startStepHolder(api.databaseUrl);
});
afterAll(() => holder.close());

const times = isLongRun ? (['before', 'after'] as const) : (['after'] as const);

test.runIf(!isDistributedHere).each(times)(
  'entries are published once if the process is killed %s the server publishes them',
  async (when) => {
    const workspace = await api.addWorkspace();
    const service = await folder.serve({ DATABASE_URL: holder.url });
    const written: string[] = [];
    const create = async (name: string) => {
      const { body, status } = await service.call(workspace.key, 'clients/create', { name });
      expect(status).toBe(200);
      written.push((body as { id: string }).id);
    };
    for (let n = 0; n < 5; n += 1) await create(`Before ${n}`);
    const held = holder.hold('publish_log_entries', 1, when);
    // A connection that has prepared the statement sends its name only.
    await api.owner.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`);
    const writing = Promise.allSettled(
      Array.from({ length: 20 }, (_, n) => create(`Meanwhile ${n}`)),
    );
    await Promise.race([
      held,
      service.ended.then(({ stderr }) => {
        throw new Error(`The service ended before it published:\n${stderr}`);
      }),
    ]);
    killProcess(service.pid, 'SIGKILL');
    await service.ended;
    holder.pass('publish_log_entries');
    await writing;
    const log = createLogger('silent');
    const sequencer = startAuditLogSequencer(api.database, log, { idleIntervalMs: 20 });
    const entries = async () =>
      (
        await api.owner.query<{ place: number; id: string }>(
          `SELECT "LogEntry".place::int AS place, "recordId" AS id FROM "LogEntry" WHERE "accountId" = $1 ORDER BY 1`,
          [workspace.accountId],
        )
      ).rows;
    await expect.poll(async () => (await entries()).filter(({ place }) => place < 0)).toEqual([]);
    await sequencer.close();
    const positions = (await entries()).map(({ place }) => place);
    expect(positions).toEqual(positions.map((_, index) => (positions[0] as number) + index));
    const clients = (await entries()).map(({ id }) => id).filter((id) => id.startsWith('cli_'));
    expect(new Set(clients).size).toBe(clients.length);
    expect(written.filter((id) => !clients.includes(id))).toEqual([]);
  },
);
