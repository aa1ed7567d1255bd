import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { chmod, chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { vi } from 'vitest';
import { decideRunAs, spawnOptions } from '../../src/database/embedded/run-as.ts';
import { freePort } from './free-port.ts';
import { killProcess } from './kill.ts';
import { createScratchFolder } from './scratch-folder.ts';

/** A cluster of PostgreSQL whose standby takes over when the leader dies, as Debian's packages have it. */

const binaries = '/usr/lib/postgresql/15/bin';
const needed = {
  patroni: '/usr/bin/patroni',
  'etcd-server': '/usr/bin/etcd',
  haproxy: '/usr/sbin/haproxy',
  'postgresql-15': `${binaries}/postgres`,
};

/** The packages of Debian's that are not installed. */
export const missingPackages = Object.entries(needed).flatMap(([name, program]) =>
  existsSync(program) ? [] : [name],
);

export interface PatroniCluster {
  /** By HAProxy, which leads to the leader. */
  url: string;
  /** Ends the leader with all its processes at once, and starts it again once another leads. Resolves before that. */
  killLeader(): Promise<void>;
  /** Resolves when the cluster has a leader, and a standby that has all that the leader acknowledges. */
  whole(): Promise<void>;
  stop(): Promise<void>;
}

interface Member {
  name: string;
  port: number;
  rest: number;
  data: string;
  process?: ChildProcess;
}

const patience = { timeout: 180_000, interval: 200 };

/** Starts etcd, two members and HAProxy in a folder of their own. A change is acknowledged once both have it. */
export async function startPatroni(): Promise<PatroniCluster> {
  const { path, remove } = await createScratchFolder();
  await chmod(path, 0o755);
  const runAs = await decideRunAs(join(path, 'none'), [path]);
  const running = new Set<ChildProcess>();
  const start = (program: string, parameters: string[]) => {
    const options = { ...spawnOptions(runAs), detached: true } as const;
    const child = spawn(program, parameters, { ...options, stdio: 'ignore' });
    running.add(child);
    child.once('exit', () => running.delete(child));
    return child;
  };
  const folder = async (name: string) => {
    const made = join(path, name);
    await mkdir(made, { mode: 0o700 });
    if (runAs.owner) await chown(made, runAs.owner.uid, runAs.owner.gid);
    return made;
  };
  const [etcd, peer, front] = [await freePort(), await freePort(), await freePort()];
  start(needed['etcd-server'], [
    ...['--data-dir', await folder('etcd'), '--log-level', 'error'],
    ...['--listen-client-urls', `http://127.0.0.1:${etcd}`],
    ...['--advertise-client-urls', `http://127.0.0.1:${etcd}`],
    ...['--listen-peer-urls', `http://127.0.0.1:${peer}`],
    ...['--initial-advertise-peer-urls', `http://127.0.0.1:${peer}`],
    ...['--initial-cluster', `default=http://127.0.0.1:${peer}`],
  ]);
  const members: Member[] = [];
  for (const name of ['one', 'two']) {
    const member = {
      name,
      port: await freePort(),
      rest: await freePort(),
      data: await folder(name),
    };
    writeFileSync(join(path, `${name}.json`), JSON.stringify(settingsOf(member, etcd)));
    members.push(member);
  }
  const startMember = (member: Member) => {
    member.process = start(needed.patroni, [join(path, `${member.name}.json`)]);
  };
  const proxy = join(path, 'haproxy.cfg');
  writeFileSync(proxy, proxyOf(members, front));
  const standing = async () => {
    for (const { rest } of members) {
      try {
        const signal = AbortSignal.timeout(2_000);
        const response = await fetch(`http://127.0.0.1:${rest}/cluster`, { signal });
        return ((await response.json()) as { members: Standing[] }).members;
      } catch {
        // It is away: the other one may know.
      }
    }
    return [];
  };
  const leader = async () => {
    const found = (await standing()).find(
      ({ role, state }) => role === 'leader' && state === 'running',
    );
    return members.find(({ name }) => name === found?.name);
  };
  const whole = () =>
    vi.waitFor(async () => {
      const roles = (await standing())
        .filter(({ state }) => ['running', 'streaming'].includes(state))
        .map(({ role }) => role);
      if (!roles.includes('leader') || !roles.includes('sync_standby'))
        throw new Error(`The cluster is not whole: ${roles}`);
    }, patience);
  startMember(members[0] as Member);
  await vi.waitFor(async () => {
    if (!(await leader())) throw new Error('There is no leader yet.');
  }, patience);
  startMember(members[1] as Member);
  start(needed.haproxy, ['-db', '-f', proxy]);
  await whole();
  return {
    url: `postgresql://actiongraph:secret@127.0.0.1:${front}/postgres`,
    whole,
    killLeader: async () => {
      const member = await leader();
      if (!member?.process) throw new Error('There is no leader.');
      const server = serverOf(member);
      const children = childrenOf(server);
      killProcess(member.process.pid, 'SIGKILL');
      killProcess(server, 'SIGKILL');
      for (const pid of children) killIfThere(pid);
      void vi
        .waitFor(async () => {
          const next = await leader();
          if (!next || next === member) throw new Error('Nobody leads yet.');
          startMember(member);
        }, patience)
        .catch(() => undefined);
    },
    stop: async () => {
      const ended = [...running].map((child) => once(child, 'exit'));
      for (const { pid } of running) killProcess(pid, 'SIGKILL');
      await Promise.all(ended);
      // Its other processes end when they find that it is gone.
      for (const member of members) if (hasServer(member)) killIfThere(serverOf(member));
      await remove();
    },
  };
}

const pidFile = ({ data }: Member) => join(data, 'postgres', 'postmaster.pid');
const hasServer = (member: Member) => existsSync(pidFile(member));
const serverOf = (member: Member) => Number(readFileSync(pidFile(member), 'utf8').split('\n')[0]);

function killIfThere(pid: number): void {
  try {
    killProcess(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

interface Standing {
  name: string;
  role: string;
  state: string;
}

function childrenOf(pid: number): number[] {
  const text = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)]).toString();
  return text
    .split('\n')
    .map(Number)
    .filter((number) => number > 1);
}

function settingsOf({ data, name, port, rest }: Member, etcd: number) {
  const user = (username: string) => ({ username, password: 'secret' });
  return {
    scope: 'actiongraph',
    name,
    restapi: { listen: `127.0.0.1:${rest}`, connect_address: `127.0.0.1:${rest}` },
    etcd3: { host: `127.0.0.1:${etcd}` },
    bootstrap: {
      // The shortest that Patroni takes.
      dcs: {
        ...{ ttl: 20, loop_wait: 2, retry_timeout: 5, synchronous_mode: true },
        postgresql: { use_pg_rewind: true, parameters: { fsync: 'off', wal_log_hints: 'on' } },
      },
      initdb: ['data-checksums', { encoding: 'UTF8' }],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: join(data, 'postgres'),
      bin_dir: binaries,
      authentication: { superuser: user('actiongraph'), replication: user('follower') },
      pg_hba: [
        'local all all trust',
        'host all all 127.0.0.1/32 md5',
        'host replication all 127.0.0.1/32 md5',
      ],
      parameters: { unix_socket_directories: data },
    },
  };
}

/** Forwards connections to the leader, and ends those to a former leader. */
const proxyOf = (members: readonly Member[], port: number) => `
defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
listen actiongraph
  bind 127.0.0.1:${port}
  option httpchk GET /primary
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${members.map(({ name, port: own, rest }) => `  server ${name} 127.0.0.1:${own} check port ${rest}`).join('\n')}
`;
