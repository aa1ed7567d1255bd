import { spawnSync } from 'node:child_process';
import { chown, readFile, stat } from 'node:fs/promises';

/** PostgreSQL refuses to run as root. */
export interface RunAs {
  /** Null for the current user. */
  owner: { uid: number; gid: number } | null;
  prefix: string[];
  ids: { uid?: number; gid?: number };
}

const unprivilegedUsers = ['postgres', 'nobody'];

const searchCapabilities = [
  { name: 'dac_read_search', bit: 2n },
  { name: 'dac_override', bit: 1n },
];

/**
 * As root: the owner of the cluster, otherwise the first unprivileged user, if needed with the capability to
 * search folders.
 * @param clusterFolder need not exist
 * @throws Error if no user qualifies
 */
export async function decideRunAs(clusterFolder: string, requiredPaths: string[]): Promise<RunAs> {
  if (process.getuid?.() !== 0) return { owner: null, prefix: [], ids: {} };
  const owner = (await ownerOf(clusterFolder)) ?? findUser();
  const unreachable = requiredPaths.find((path) => !canEnter(path, owner));
  if (unreachable === undefined) return { owner, prefix: [], ids: owner };
  const capability = await heldCapability();
  if (capability === undefined || spawnSync('setpriv', ['--version']).status !== 0) {
    throw new Error(
      `PostgreSQL does not run as root, and the user it runs as instead (uid ${owner.uid}) cannot enter ` +
        `${unreachable}. Put DATA_DIR and the program where that user can read, start the service as another ` +
        'user than root, or install setpriv (util-linux).',
    );
  }
  const prefix = [
    'setpriv',
    `--reuid=${owner.uid}`,
    `--regid=${owner.gid}`,
    '--clear-groups',
    `--inh-caps=-all,+${capability}`,
    `--ambient-caps=-all,+${capability}`,
    `--bounding-set=-all,+${capability}`,
    // Otherwise access(2) ignores capabilities.
    '--securebits=+no_setuid_fixup',
    '--no-new-privs',
  ];
  return { owner, prefix, ids: {} };
}

export function commandLine(
  { prefix }: RunAs,
  program: string,
  parameters: string[],
): [string, string[]] {
  const [first = program, ...others] = [...prefix, program, ...parameters];
  return [first, others];
}

/** The environment omits the service's secrets. */
export function spawnOptions({ ids }: RunAs) {
  return {
    ...ids,
    cwd: '/',
    env: { LC_ALL: 'C', PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin' },
  };
}

export async function chownToServerUser(path: string, { owner }: RunAs): Promise<void> {
  if (owner) await chown(path, owner.uid, owner.gid);
}

async function ownerOf(folder: string): Promise<{ uid: number; gid: number } | null> {
  const found = await stat(folder).catch(() => null);
  return found === null || found.uid === 0 ? null : { uid: found.uid, gid: found.gid };
}

function findUser(): { uid: number; gid: number } {
  for (const user of unprivilegedUsers) {
    const [uid, gid] = ['-u', '-g'].map((flag) => {
      const { status, stdout } = spawnSync('id', [flag, user], { encoding: 'utf8' });
      return status === 0 ? Number(stdout) : Number.NaN;
    });
    if (uid !== undefined && gid !== undefined && uid > 0 && gid >= 0) return { uid, gid };
  }
  throw new Error(
    `PostgreSQL does not run as root, and this machine has none of the users ${unprivilegedUsers.join(', ')}. ` +
      'Start the service as another user than root, or set DATABASE_URL to a PostgreSQL server.',
  );
}

function canEnter(path: string, ids: { uid: number; gid: number }): boolean {
  return spawnSync('test', ['-x', path], { ...ids, cwd: '/' }).status === 0;
}

/** Root can lack this capability in a container. */
async function heldCapability(): Promise<string | undefined> {
  const status = await readFile('/proc/self/status', 'utf8').catch(() => '');
  const effective = BigInt(`0x${/^CapEff:\s*([0-9a-f]+)$/m.exec(status)?.[1] ?? '0'}`);
  return searchCapabilities.find(({ bit }) => (effective >> bit) & 1n)?.name;
}
