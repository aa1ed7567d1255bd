import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, expect, test } from 'vitest';
import { WorkerSupervisor } from '../../src/cluster/worker-supervisor.ts';
import { killProcess } from '../support/kill.ts';

const folder = mkdtempSync(join(tmpdir(), 'actiongraph-crew-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A worker that only starts and ends as the test sets. */
const program = join(folder, 'worker.mjs');
writeFileSync(
  program,
  `import { writeFileSync } from 'node:fs';
  process.on('message', ({ type }) => {
    if (type === 'ping') process.send({ type: 'pong' });
    if (type === 'end') process.exit(0);
  });
  writeFileSync(process.env.PID_FILE, String(process.pid));
  const ways = {
    sound: () => setTimeout(() => process.send({ type: 'ready' }), 400),
    broken: () => setTimeout(() => process.exit(1), 400),
    endless: () => undefined,
  };
  ways[process.env.STARTS]();`,
);

type Start = 'sound' | 'broken' | 'endless';

let crews = 0;

/** A cluster of two workers. @param onStart decides the outcome of each start by its number */
async function clusterOfTwo(onStart: (start: number) => Start, startTimeoutMs?: number) {
  crews += 1;
  const places: number[] = [];
  const fileOf = (start: number) => join(folder, `${crews}-${start}`);
  const crew = new WorkerSupervisor({
    size: 2,
    activeWorkers: 2,
    heartbeatTimeoutSeconds: 0,
    ...(startTimeoutMs === undefined ? {} : { startTimeoutMs }),
    log: pino({ level: 'silent' }),
    onReady: () => undefined,
    onReturned: (socket) => socket.destroy(),
    start: (position) => {
      const at = places.push(position) - 1;
      return { program, args: [], env: { PID_FILE: fileOf(at), STARTS: onStart(at) } };
    },
  });
  await crew.start();
  return {
    crew,
    /** The place of each worker that was started. */
    places,
    kill: (start: number) => killProcess(Number(readFileSync(fileOf(start), 'utf8')), 'SIGKILL'),
    end: () => crew.finish({ drainTimeoutMs: 0, closeTimeoutMs: 0 }),
  };
}

test('a worker that dies while its successor starts is not replaced twice', async () => {
  const { crew, end, kill, places } = await clusterOfTwo((start) => {
    if (start === 2) kill(0);
    return 'sound';
  });
  await crew.replace();
  expect(places).toEqual([0, 1, 0, 1]);
  // A worker that dies later is replaced as well.
  kill(2);
  await expect.poll(() => places).toEqual([0, 1, 0, 1, 0]);
  await end();
});

test('a worker that dies while its successor fails to start is replaced', async () => {
  const { crew, end, kill, places } = await clusterOfTwo((start) => {
    if (start === 2) kill(0);
    return start === 2 ? 'broken' : 'sound';
  });
  await crew.replace();
  await expect.poll(() => places).toEqual([0, 1, 0, 0]);
  await end();
});

test('a worker that was just starting when all were to be replaced is replaced too', async () => {
  const replacing: Promise<void>[] = [];
  const { crew, end, kill, places } = await clusterOfTwo((start) => {
    // The program may be another one from now on.
    if (start === 2) setImmediate(() => replacing.push(crew.replace()));
    return 'sound';
  });
  kill(1);
  await expect.poll(() => replacing.length).toBe(1);
  await replacing[0];
  expect(places).toEqual([0, 1, 1, 0, 1]);
  await end();
});

test('a start that hangs is ended', async () => {
  const { crew, end, places } = await clusterOfTwo(
    (start) => (start === 2 ? 'endless' : 'sound'),
    10_000,
  );
  await crew.replace();
  expect(places).toEqual([0, 1, 0]);
  await crew.replace();
  expect(places).toEqual([0, 1, 0, 0, 1]);
  await end();
});
