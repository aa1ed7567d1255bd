import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { databasesFolder } from './scratch-folder.ts';

/** A release, for example 1.21, as comparable numbers. Null without the program. */
export function pgbouncerVersion(program: string): number | null {
  if (!existsSync(program)) return null;
  const [, major, minor] =
    /PgBouncer (\d+)\.(\d+)/.exec(execFileSync(program, ['--version']).toString()) ?? [];
  return Number(major) * 1_000 + Number(minor);
}

/** The first that knows prepared statements. */
export const firstPrepared = 1_021;

/** A pooler before one database. */
export interface Pgbouncer {
  url: string;
  stop(): Promise<void>;
  /** Kills it during its work, and starts it again at the same address. */
  restart(): Promise<void>;
}

/** Starts PgBouncer before a database; `settings` are lines of its configuration. */
export async function startPgbouncer(
  program: string,
  databaseUrl: string,
  settings: readonly string[],
): Promise<Pgbouncer> {
  const folder = mkdtempSync(join(databasesFolder(), 'actiongraph-pgbouncer-'));
  chmodSync(folder, 0o755);
  const target = new URL(databaseUrl);
  const port = await freePort();
  const users = join(folder, 'users.txt');
  const file = join(folder, 'pgbouncer.ini');
  const [user, password] = [target.username, target.password].map(decodeURIComponent);
  writeFileSync(users, `"${user}" "${password}"\n`);
  const server = `host=${target.hostname} port=${target.port || 5432}`;
  const lines = [
    '[databases]',
    `* = ${server}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = trust',
    `auth_file = ${users}`,
    ...settings,
  ];
  writeFileSync(file, `${lines.join('\n')}\n`);
  // It does not run as root.
  const isRoot = process.getuid?.() === 0;
  const start = async (): Promise<ChildProcess> => {
    const child = spawn(program, [file], {
      stdio: ['ignore', 'ignore', 'pipe'],
      ...(isRoot && { uid: 65_534, gid: 65_534 }),
    });
    let printed = '';
    await new Promise<void>((resolve, reject) => {
      child.stderr?.setEncoding('utf8').on('data', (text: string) => {
        printed += text;
        if (printed.includes('process up')) resolve();
      });
      child.once('exit', () => reject(new Error(printed)));
      child.once('error', reject);
    });
    return child;
  };
  let running = await start();
  const kill = async () => {
    const ended = once(running, 'exit');
    running.kill('SIGKILL');
    await ended;
  };
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.href,
    stop: async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
    restart: async () => {
      await kill();
      running = await start();
    },
  };
}
