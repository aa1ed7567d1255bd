import { request } from 'node:http';
import { expect } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { createLogger } from '../../src/observability/logger.ts';
import { startServer } from '../../src/server.ts';

/** Sends a request on a new connection. Resolves to the status, or to the code of the connection's error. */
export function ask(url: string, key: string): Promise<number | string> {
  return new Promise((resolve) => {
    const sent = request(url, { agent: false, headers: { 'x-api-key': key } }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
      response.on('error', () => resolve('cut'));
    });
    sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    sent.end();
  });
}

/**
 * Starts a service under 24 loops of requests, each on a new connection. A loop ends when no process listens any more,
 * or by `end`.
 */
export async function startUnderLoad(databaseUrl: string, key: string) {
  const log = createLogger('silent');
  const service = await startServer(readConfig({ PORT: '0', DATABASE_URL: databaseUrl }), { log });
  const answers: (number | string)[] = [];
  let isOver = false;
  const loop = async () => {
    while (!isOver && answers.at(-1) !== 'ECONNREFUSED')
      answers.push(await ask(`${service.url}/public/action/vendors/list`, key));
  };
  const loops = Array.from({ length: 24 }, loop);
  await expect.poll(() => answers.length, { timeout: 60_000 }).toBeGreaterThan(100);
  return {
    service,
    answers,
    /** Resolves when all loops have ended. */
    ended: Promise.all(loops),
    end: async () => {
      isOver = true;
      await Promise.all(loops);
    },
  };
}

/** Stops a service whose clients go on. Returns the answers that are neither a response nor from a port that is closed. */
export async function stopUnderLoad(databaseUrl: string, key: string, acceptTimeoutMs: number) {
  const { answers, ended, service } = await startUnderLoad(databaseUrl, key);
  await service.close({ acceptTimeoutMs });
  await ended;
  return answers.filter((answer) => answer !== 200 && answer !== 'ECONNREFUSED');
}
