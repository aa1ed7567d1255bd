import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, inject, vi } from 'vitest';
import { runProgram } from '../../src/cli/program.ts';
import { readConfig } from '../../src/config/config.ts';
import { packageRoot } from '../../src/config/package-root.ts';
import { databasesFolder } from './scratch-folder.ts';

const programIn = (root: string) => join(root, 'dist/cli.js');

/**
 * Node translates what runs often, WebAssembly too, into faster code: here later than it usually does, since programs of
 * tests end before that pays. It is a third of the processor's time that a start takes.
 */
const engine = ['--interrupt-budget=1000000', '--wasm-tiering-budget=100000000'];

interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

type Settings = Record<string, string>;

/** A running process of the program. */
interface Running {
  pid: number;
  stdout(): string;
  stderr(): string;
  /** Resolves when a line with the text is on standard output; rejects when the process ends without it. */
  said(text: string): Promise<void>;
  /** The same on standard error, which has the log. */
  logged(text: string): Promise<void>;
  /** Sends the signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<Outcome>;
  ended: Promise<Outcome>;
}

/** A service that answers. */
export interface Service extends Running {
  url: string;
  /** Of the demo workspace; null where there is none. */
  accountId: number | null;
  key: string | null;
  /** Calls REST with a key; answers status and body. */
  call(key: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }>;
}

/** A folder for the embedded database; what runs on it is ended, and the folder removed, when the test file is done. */
export interface DataFolder {
  path: string;
  /** The same folder, with every program behind a command, for example in a container. */
  behind(command: string[]): DataFolder;
  /** The same folder, where every program is the one that was built in another folder of the package. */
  builtIn(root: string): DataFolder;
  run(args: string[], settings?: Settings): Promise<Outcome>;
  /** The same in this process, in a tenth of the time: for the output and effect of a command, not for its end. */
  runHere(args: string[], settings?: Settings): Promise<Outcome>;
  /**
   * Runs a command with --json and returns its output. Throws its error output if it fails. Runs in this process,
   * unless the programs of the folder run behind a command or are of another build.
   */
  json<T>(args: string[], settings?: Settings): Promise<T>;
  spawn(args: string[], settings?: Settings): Running;
  serve(settings?: Settings): Promise<Service>;
  /** Of the embedded PostgreSQL; null where it does not run. */
  postmaster(): number | null;
}

/** A new, empty data folder for a test file. */
export function useDataFolder(): DataFolder {
  // Each step starts processes, which takes half a minute each on a busy machine. Long tests have the longer timeouts
  // of their own configuration.
  vi.setConfig({ hookTimeout: 900_000, ...(inject('longRun') ? {} : { testTimeout: 900_000 }) });
  const path = mkdtempSync(join(databasesFolder(), 'actiongraph-service-'));
  // Where the tests run as root, PostgreSQL does not, and has to get there.
  chmodSync(path, 0o755);
  const watch = startWatch(path);
  afterAll(watch.end);
  return programsOn(path, watch.add);
}

function programsOn(
  path: string,
  watch: (pid: number | undefined) => void,
  command: string[] = [],
  root = packageRoot,
): DataFolder {
  const spawnProgram = (args: string[], settings: Settings = {}): Running => {
    const [first = '', ...others] = [
      ...command,
      process.execPath,
      ...engine,
      programIn(root),
      ...args,
    ];
    const child = spawn(first, others, {
      // Neither a developer's .env nor the settings of the test run reach the program.
      cwd: path,
      env: {
        PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin',
        HOME: path,
        DATA_DIR: path,
        PORT: '0',
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    watch(child.pid);
    return follow(child);
  };
  const run = async (args: string[], settings?: Settings) => spawnProgram(args, settings).ended;
  const here = (args: string[], settings?: Settings) =>
    runHere(args, { DATA_DIR: path, ...settings });
  return {
    path,
    behind: (other) => programsOn(path, watch, other, root),
    builtIn: (other) => programsOn(path, watch, command, other),
    run,
    runHere: here,
    spawn: spawnProgram,
    json: async <T>(args: string[], settings?: Settings) => {
      const call = command.length > 0 || root !== packageRoot ? run : here;
      const { code, stdout, stderr } = await call([...args, '--json'], settings);
      if (code !== 0) throw new Error(stderr);
      return JSON.parse(stdout) as T;
    },
    serve: async (settings) => {
      const running = spawnProgram(['serve', '--json'], settings);
      await running.said('"url"');
      const { url, accountId, key } = JSON.parse(running.stdout()) as Service;
      return { ...running, url, accountId, key, call: caller(url) };
    },
    postmaster: () => {
      try {
        return Number.parseInt(readFileSync(join(path, 'postgres/postmaster.pid'), 'utf8'), 10);
      } catch {
        return null;
      }
    },
  };
}

async function runHere(args: string[], env: Settings): Promise<Outcome> {
  const written = { stdout: '', stderr: '' };
  const code = await runProgram(args, {
    config: () => readConfig(env),
    write: (text) => {
      written.stdout += text;
    },
    writeError: (text) => {
      written.stderr += text;
    },
  });
  return { code, ...written };
}

function follow(child: ChildProcess): Running {
  const written = { stdout: '', stderr: '' };
  const listeners = new Set<() => void>();
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream]?.setEncoding('utf8').on('data', (chunk: string) => {
      written[stream] += chunk;
      for (const listener of listeners) listener();
    });
  }
  const ended = once(child, 'close').then(([code]) => ({
    code: code as number | null,
    ...written,
  }));
  const printedOn = (stream: keyof typeof written) => (text: string) =>
    new Promise<void>((resolve, reject) => {
      const look = () => {
        // A whole line, so that what follows the text is there too.
        const whole = written[stream].slice(0, written[stream].lastIndexOf('\n') + 1);
        if (!whole.includes(text)) return;
        listeners.delete(look);
        resolve();
      };
      listeners.add(look);
      look();
      void ended.then(({ stderr }) => reject(new Error(`It ended without "${text}":\n${stderr}`)));
    });
  return {
    pid: child.pid as number,
    stdout: () => written.stdout,
    stderr: () => written.stderr,
    said: printedOn('stdout'),
    logged: printedOn('stderr'),
    ended,
    end: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
}

function caller(url: string): Service['call'] {
  return async (key, path, body) => {
    const response = await fetch(`${url}/public/action/${path}`, {
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  };
}

/**
 * A shell that knows every process, and that ends them, stops PostgreSQL and removes the folder when this process
 * closes its input: on `end`, or by its own end, even by a kill.
 */
function startWatch(folder: string) {
  const script = `pids=
    while read -r pid; do pids="$pids $pid"; done
    kill -9 $pids 2>/dev/null
    pg=$(head -n 1 "$1/postgres/postmaster.pid" 2>/dev/null)
    # A server that ran in a container wrote a number that is another process's here.
    ps -p "$pg" -o command= 2>/dev/null | grep -qF "$1" && kill -QUIT "$pg" || pg=
    for i in $(seq 100); do [ -n "$pg" ] && kill -0 "$pg" 2>/dev/null || break; sleep 0.1; done
    rm -rf "$1"`;
  const shell = spawn('/bin/sh', ['-c', script, 'sh', folder], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  return {
    add: (pid: number | undefined) => shell.stdin?.write(`${pid}\n`),
    end: async () => {
      const ended = once(shell, 'exit');
      shell.stdin?.end();
      await ended;
    },
  };
}
