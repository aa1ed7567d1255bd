import { readFileSync } from 'node:fs';
import pg from 'pg';

const ticksPerMilli = 0.1;

/** Of a process: who started it, and its processor time with that of those it started and outlived. @throws Error where the system does not tell */
function statOf(pid: number) {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const values = fields.split(' ').map(Number);
  const ticks = values.slice(11, 15).reduce((sum, each) => sum + each, 0);
  return { parent: values[1] ?? 0, millis: ticks / ticksPerMilli };
}

/** Milliseconds of processor time of a process and all that it started; 0 where the system does not tell. */
export function cpuMillisOf(pid: number): number {
  try {
    const started = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
    const theirs = started.filter(Boolean).map((child) => cpuMillisOf(Number(child)));
    return theirs.reduce((sum, each) => sum + each, statOf(pid).millis);
  } catch {
    return 0;
  }
}

/** The main process of a PostgreSQL on this machine; 0 where the system does not tell. */
export async function databaseProcess(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    return statOf(rows[0]?.pid ?? 0).parent;
  } catch {
    return 0;
  } finally {
    await client.end();
  }
}
