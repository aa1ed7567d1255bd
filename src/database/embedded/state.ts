import { randomBytes } from 'node:crypto';
import { chmod, mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';

/** What has to be remembered of an embedded server to use it again. */
export interface ServerState {
  port: number | null;
  password: string;
}

/** The superuser and the database of an embedded server. */
export const serverUser = 'actiongraph';
export const serverDatabase = 'actiongraph';

/** Where things are in DATA_DIR. */
export function dataPaths(dataDir: string) {
  return {
    /** PostgreSQL's own folder. */
    cluster: join(dataDir, 'postgres'),
    /** A cluster that is not complete yet; what an interrupted first start leaves behind. */
    newCluster: join(dataDir, 'postgres.new'),
    password: join(dataDir, 'postgres.password'),
    state: join(dataDir, 'postgres.json'),
    log: join(dataDir, 'postgres.log'),
  };
}

/** Makes DATA_DIR where it is missing and reads the server's state, or makes one with a new password. */
export async function readState(dataDir: string): Promise<ServerState> {
  await mkdir(dataDir, { recursive: true });
  const { state } = dataPaths(dataDir);
  const text = await readFile(state, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text !== null) {
    await chmod(state, 0o600);
    return JSON.parse(text) as ServerState;
  }
  const fresh = { port: null, password: randomBytes(24).toString('base64url') };
  await writeState(dataDir, fresh);
  return fresh;
}

/** Writes the state in one step, readable by its owner only, and on the disk when this returns. */
export async function writeState(dataDir: string, value: ServerState): Promise<void> {
  const { state } = dataPaths(dataDir);
  const temporary = `${state}.${process.pid}`;
  const file = await open(temporary, 'w', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(value)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, state);
}

/** The URL of the server's database, or of another one of its databases. */
export function serverUrl({ port, password }: ServerState, database = serverDatabase): string {
  return `postgresql://${serverUser}:${password}@127.0.0.1:${port}/${database}`;
}
