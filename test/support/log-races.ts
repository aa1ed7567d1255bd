import type { WriteContext } from '../../src/write/unit-of-work.ts';
import { write } from '../../src/write/write.ts';
import type { TestApi, TestWorkspace } from './api.ts';
import { publishStaged } from './log-ends.ts';

/** Concurrent writers of one workspace that overlap, fail or are slow, and a reader that polls their log. */

const turn = () => new Promise((resolve) => setImmediate(resolve));

class TakenBack extends Error {}

/** One write: a vendor, in one of several ways. Answers its name where it was kept. */
async function writeOne(workspace: TestWorkspace, index: number): Promise<string | undefined> {
  const name = `Written ${index}`;
  const create = async (tx: WriteContext) => {
    tx.insert('Vendor', { id: `ven_${String(index).padStart(8, '0')}`, name });
    await tx.flush();
  };
  if (index % 5 === 0) {
    // One statement, which logs by itself.
    const hours = { timerStart: '2026-03-02T09:00:00Z', timerEnd: '2026-03-02T10:00:00Z' };
    const { status } = await workspace.post('timeWorked/create', { ...hours, notes: name });
    if (status !== 200) throw new Error(`Time was not logged: ${status}`);
    return name;
  }
  const isTakenBack = index % 7 === 0;
  try {
    await write(workspace.context, async (tx) => {
      await create(tx);
      // Later writers commit earlier.
      for (let order = 0; order < index % 11; order += 1) await turn();
      if (index % 3 === 0) await tx.db.$queryRaw`SELECT pg_sleep(0.004)::text`;
      if (isTakenBack) throw new TakenBack();
    });
  } catch (error) {
    if (error instanceof TakenBack) return undefined;
    throw error;
  }
  return name;
}

interface Observed {
  names: string[];
  /** The number of reads. */
  looks: number;
}

/** Reads the log of a workspace after the last position, repeatedly, until the caller announces the last read. */
async function poll(
  { owner }: TestApi,
  accountId: number,
  isLast: () => boolean,
): Promise<Observed> {
  const names: string[] = [];
  let position = '0';
  for (let looks = 1; ; looks += 1) {
    const last = isLast();
    if (last) await publishStaged(owner);
    else await owner.query('SELECT "publish_log_entries"(7)');
    // No alias equals a sort column: a server that another one queries would sort by the text.
    const { rows } = await owner.query<{ number: string; name: string | null }>(
      `SELECT place::text AS number, coalesce(after ->> 'name', after ->> 'notes') AS name FROM ONLY "LogEntry"
       WHERE "accountId" = $1 AND place > $2 AND "recordType" IN ('Vendor', 'TimeEntry') ORDER BY "LogEntry".place`,
      [accountId, position],
    );
    names.push(...rows.map(({ name }) => String(name)));
    position = rows.at(-1)?.number ?? position;
    if (last) return { names, looks };
  }
}

/** Writes so many records, `atOnce` at the same time, and returns the stored ones and those that a poller read. */
export async function raceLog(
  api: TestApi,
  { writes, atOnce }: { writes: number; atOnce: number },
): Promise<{ kept: string[]; seen: Observed }> {
  const workspace = await api.addWorkspace();
  let isOver = false;
  const found = poll(api, workspace.accountId, () => isOver);
  const kept: string[] = [];
  let next = 1;
  const writers = Array.from({ length: atOnce }, async () => {
    while (next <= writes) {
      const index = next;
      next += 1;
      const name = await writeOne(workspace, index);
      if (name !== undefined) kept.push(name);
    }
  });
  await Promise.all(writers);
  isOver = true;
  return { kept, seen: await found };
}
