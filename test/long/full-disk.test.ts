import { execFileSync } from 'node:child_process';
import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { useDataFolder } from '../support/service.ts';

/** The disk of the database fills up while clients are created: nothing that was acknowledged is lost, nothing that was rejected is stored. */

const folder = useDataFolder();
const diskBytes = 400_000_000;
const freeWhenFull = 1_000_000;
const writers = 8;

/** A separate file system. False if this process may mount none. */
function mountDisk(): boolean {
  try {
    const options = `size=${diskBytes},mode=755`;
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder.path], { stdio: 'pipe' });
    return true;
  } catch {
    return false;
  }
}

const isMounted = mountDisk();
if (!isMounted) process.stderr.write('test/long/full-disk.test.ts is skipped: mount is refused\n');
afterAll(() => {
  if (isMounted) execFileSync('umount', ['--lazy', folder.path]);
});

test.skipIf(!isMounted)(
  'a full disk is a 503, loses nothing, and writes go on when there is room again',
  async () => {
    const service = await folder.serve({ REQUEST_LIMITS: 'requestsPerMinute=0', DEMO: 'on' });
    const key = service.key ?? '';
    const names = async () => {
      const { body } = await service.call(key, 'clients/list');
      return (body as { name: string }[]).map(({ name }) => name);
    };
    const others = await names();
    const acknowledged: string[] = [];
    const notes = 'x'.repeat(8_000);
    let next = 1;
    /** Writes until so many writes of a kind got a response. Returns the error codes. */
    const writeUntil = async (isEnough: (done: number, refused: number) => boolean) => {
      const codes = new Set<unknown>();
      let [done, rejected] = [0, 0];
      const write = async () => {
        while (!isEnough(done, rejected)) {
          const name = `Written ${next++}`;
          const { body, status } = await service.call(key, 'clients/create', { name, notes });
          if (status === 200) {
            done += 1;
            acknowledged.push(name);
          } else {
            rejected += 1;
            codes.add(`${status} ${(body as { code: string }).code}`);
          }
        }
      };
      await Promise.all(Array.from({ length: writers }, write));
      return [...codes];
    };
    expect(await writeUntil((done) => done >= 100)).toEqual([]);
    const { bavail, bsize } = statfsSync(folder.path);
    const ballast = join(folder.path, 'ballast');
    writeFileSync(ballast, Buffer.alloc(bavail * bsize - freeWhenFull));
    expect(await writeUntil((_, rejection) => rejection >= 200)).toEqual([
      '503 database_unavailable',
    ]);
    expect((await fetch(`${service.url}/ready`)).status).toBe(503);
    rmSync(ballast);
    expect(await writeUntil((done) => done >= 500)).toEqual([]);
    expect((await names()).sort()).toEqual([...others, ...acknowledged].sort());
    const events: { recordId: string; place: string }[] = [];
    for (let after = ''; ; ) {
      const path = `events/list?limit=1000&types=client.created${after && `&after=${after}`}`;
      const response = await fetch(`${service.url}/public/action/${path}`, {
        headers: { 'x-api-key': key },
      });
      const page = (await response.json()) as typeof events;
      if (page.length === 0) break;
      events.push(...page);
      after = page.at(-1)?.place ?? '';
    }
    expect(new Set(events.map(({ recordId }) => recordId)).size).toBe(events.length);
    expect(events.length).toBeGreaterThanOrEqual(acknowledged.length);
    expect(await service.end('SIGTERM')).toMatchObject({ code: 0 });
  },
);
