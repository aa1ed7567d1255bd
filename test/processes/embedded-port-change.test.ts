import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { killProcess } from '../support/kill.ts';
import { useDataFolder } from '../support/service.ts';

const folder = useDataFolder();

const portOf = () =>
  (JSON.parse(readFileSync(join(folder.path, 'postgres.json'), 'utf8')) as { port: number }).port;

test('a service whose embedded database had to move to another port ends with 1, and the next start is whole', async () => {
  const service = await folder.serve();
  const [postmaster, port] = [folder.postmaster() ?? 0, portOf()];
  // The service does not notice the loss of its database before another process has its port.
  killProcess(service.pid, 'SIGSTOP');
  killProcess(postmaster, 'SIGKILL');
  const squatter = createServer();
  await expect
    .poll(
      async () => {
        squatter.listen(port, '127.0.0.1');
        return await Promise.race([
          once(squatter, 'listening').then(() => true),
          once(squatter, 'error').then(() => false),
        ]).catch(() => false);
      },
      { timeout: 60_000 },
    )
    .toBe(true);
  killProcess(service.pid, 'SIGCONT');
  const { code, stderr } = await service.ended;
  expect(code).toBe(1);
  expect(stderr).toContain('had to move to another port');
  const next = await folder.serve();
  expect((await fetch(`${next.url}/ready`)).status).toBe(200);
  await next.end('SIGTERM');
  squatter.close();
});
