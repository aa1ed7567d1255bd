import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { packageRoot } from '../../src/config/package-root.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

/** Runs a command in a new terminal. macOS has another command with that name. */
const hasTerminals =
  process.platform === 'linux' && spawnSync('script', ['--version']).status === 0;

let home: TestDatabase;
beforeAll(async () => {
  home = await createTestDatabase();
});
afterAll(() => home.drop());

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test.skipIf(!hasTerminals)(
  'ends with the terminal in which it was started',
  async () => {
    const command = `echo "pid $$;"; exec ${process.execPath} ${join(packageRoot, 'dist/cli.js')} serve`;
    const terminal = spawn('script', ['-qfc', command, '/dev/null'], {
      env: {
        PATH: '/usr/local/bin:/usr/bin:/bin',
        PORT: '0',
        DATABASE_URL: home.url,
        SHELL: '/bin/sh',
      },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let text = '';
    terminal.stdout.on('data', (chunk: Buffer) => {
      text += String(chunk);
    });
    const patience = { timeout: 120_000, interval: 50 };
    await vi.waitFor(() => expect(text).toContain('Ctrl-C'), patience);
    const pid = Number(/pid (\d+);/.exec(text)?.[1]);
    expect(isAlive(pid)).toBe(true);
    terminal.kill('SIGKILL');
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), patience);
  },
  300_000,
);
