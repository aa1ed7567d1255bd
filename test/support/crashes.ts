import { expect } from 'vitest';
import { killProcess } from './kill.ts';
import type { DataFolder, Service } from './service.ts';

const writers = 6;

interface Writing {
  /** Numbers of the writes with a successful response. */
  acknowledged: number[];
  /** Resolves when so many more have been. */
  reached(more: number): Promise<void>;
  /** Resolves when every writer has met its end. */
  done: Promise<unknown>;
}

let nextNumber = 1;

/** Writers that go on until the service is gone; each write makes a client, a project and a time entry. */
function writeUntilGone(service: Service, key: string): Writing {
  const acknowledged: number[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  const write = async () => {
    for (;;) {
      const number = nextNumber++;
      const { status } = await service.call(key, 'timeWorked/create', {
        clientName: `Client ${number}`,
        projectName: `Project ${number}`,
        createClient: true,
        createProject: true,
        timerStart: '2026-03-02T09:00:00Z',
        timerEnd: '2026-03-02T10:00:00Z',
      });
      if (status !== 200) return;
      acknowledged.push(number);
      for (const one of waiting) if (acknowledged.length >= one.count) one.resolve();
    }
  };
  return {
    acknowledged,
    reached: (more) =>
      new Promise((resolve) => waiting.push({ count: acknowledged.length + more, resolve })),
    done: Promise.allSettled(Array.from({ length: writers }, write)),
  };
}

/** Numbers of the records there are, by the names they were given. */
async function numbersOf(service: Service, key: string, path: string): Promise<Set<number>> {
  const { body } = await service.call(key, path);
  return new Set((body as { name: string }[]).map(({ name }) => Number(name.split(' ')[1])));
}

/**
 * Kills a service of the folder so many times while it writes, PostgreSQL too with the kills that are named, and expects of each next
 * start that it has everything that was acknowledged, and nothing by half.
 */
export async function killWhileWriting(
  folder: DataFolder,
  kills: number,
  databaseKills: readonly number[],
): Promise<void> {
  await folder.json(['migrate']);
  const args = ['workspace', 'create', '--name', 'Crash', '--owner-email', 'c@crash.example'];
  const { key } = await folder.json<{ key: string }>(args);
  const acknowledged: number[] = [];
  let service = await folder.serve();
  for (let kill = 1; kill <= kills; kill += 1) {
    const writing = writeUntilGone(service, key);
    await writing.reached(10 + 7 * kill);
    const postmaster = folder.postmaster();
    expect(postmaster).not.toBeNull();
    if (databaseKills.includes(kill)) killProcess(postmaster, 'SIGKILL');
    await service.end('SIGKILL');
    await writing.done;
    acknowledged.push(...writing.acknowledged);

    service = await folder.serve();
    const clients = await numbersOf(service, key, 'clients/list');
    const projects = await numbersOf(service, key, 'projects/search');
    expect({ kill, lost: acknowledged.filter((number) => !clients.has(number)) }).toEqual({
      kill,
      lost: [],
    });
    expect(projects).toEqual(clients);
  }
  expect(acknowledged.length).toBeGreaterThan(kills * 10);
  killProcess(folder.postmaster(), 'SIGKILL');
  let answer = await service.call(key, 'clients/list');
  while (answer.status === 503) answer = await service.call(key, 'clients/list');
  expect(answer.status).toBe(200);
  expect(await service.end('SIGTERM')).toMatchObject({ code: 0 });
}
