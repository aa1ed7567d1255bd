import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { useKeyedDatabase } from '../support/keyed-database.ts';
import { killProcess } from '../support/kill.ts';
import { useDataFolder } from '../support/service.ts';

const folder = useDataFolder();
const ours = useKeyedDatabase();

/** The worker that answered, by what it logged of the request. */
const workerIn = (log: string, requestId: string): number | undefined => {
  const line = log.split('\n').find((one) => one.includes(`"${requestId}"`));
  return line === undefined ? undefined : (JSON.parse(line) as { worker: number }).worker;
};

/** A request on a connection of its own, sent at once: resolves when it was answered, or broken off. */
function request(port: number, requestId: string): Promise<'answered' | 'broken off'> {
  return new Promise((resolve) => {
    let said = '';
    const socket = connect({ port, host: '127.0.0.1' });
    socket.setEncoding('latin1').on('data', (text: string) => {
      said += text;
    });
    socket.on('error', () => undefined);
    socket.once('close', () => resolve(said.includes('200 OK') ? 'answered' : 'broken off'));
    const head = `x-api-key: ${ours.key}\r\nx-request-id: ${requestId}\r\nconnection: close`;
    socket.write(`GET /public/action/clients/list HTTP/1.1\r\nhost: localhost\r\n${head}\r\n\r\n`);
  });
}

test('a worker that is killed keeps nobody waiting who was to be handed to it', async () => {
  const settings = { DATABASE_URL: ours.home.url, WORKERS: '2', LOG_LEVEL: 'info' };
  const service = await folder.serve(settings);
  const port = Number(new URL(service.url).port);
  await request(port, 'first');
  await expect.poll(() => workerIn(service.stderr(), 'first')).toBeGreaterThan(1);
  const worker = workerIn(service.stderr(), 'first');
  // Stopped, it takes nothing: what it is given from now on is on its way when it is killed.
  killProcess(worker, 'SIGSTOP');
  const waiting = Array.from({ length: 40 }, (_, at) => request(port, `at-${at}`));
  // The other one answers those that it was given.
  await Promise.race(waiting);
  killProcess(worker, 'SIGKILL');
  const outcomes = await Promise.all(waiting);
  // The one that had left goes with the worker; all others are answered by another one.
  expect(outcomes.filter((one) => one === 'broken off').length).toBeLessThanOrEqual(2);
  expect((await service.end('SIGTERM')).code).toBe(0);
});
