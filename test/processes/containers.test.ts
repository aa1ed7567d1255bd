import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import {
  firstProcess,
  inContainer,
  inContainerOnThisNetwork,
  insideContainer,
  noContainers,
} from '../support/containers.ts';
import { killProcess } from '../support/kill.ts';
import { type Service, useDataFolder } from '../support/service.ts';

const hindrance = noContainers();
if (hindrance !== null)
  process.stderr.write(`test/processes/containers.test.ts is skipped: ${hindrance}\n`);

const workspace = ['workspace', 'create', '--name', 'Second', '--owner-email', 's@second.example'];

const folder = useDataFolder();

/** Writers that create clients until they are stopped. `done` returns the acknowledged names. */
function writeAllTheWhile(service: Service): { stop(): void; done: Promise<string[]> } {
  let isStopping = false;
  const acknowledged: string[] = [];
  const write = async (writer: number) => {
    for (let number = 1; !isStopping; number += 1) {
      const name = `Client ${writer}-${number}`;
      const { status } = await service.call(service.key ?? '', 'clients/create', { name });
      if (status === 200) acknowledged.push(name);
    }
  };
  const writers = Promise.all([1, 2, 3, 4].map(write));
  return {
    stop: () => {
      isStopping = true;
    },
    done: writers.then(() => acknowledged),
  };
}

async function namesOf(service: Service): Promise<string[]> {
  const { body } = await service.call(service.key ?? '', 'clients/list');
  return (body as { name: string }[]).map(({ name }) => name);
}

const stop = async (service: Service) => {
  killProcess(firstProcess(service.pid), 'SIGTERM');
  return await service.ended;
};

describe.skipIf(hindrance !== null)('a service in a container', () => {
  let service: Service | undefined;
  const start = async () => {
    const started = await folder.behind(inContainerOnThisNetwork).serve();
    // It is shown no more once a test has made another workspace.
    const { key } = JSON.parse(readFileSync(join(folder.path, 'demo.json'), 'utf8'));
    service = { ...started, key };
    return service;
  };
  afterEach(async () => {
    await service?.end('SIGKILL');
  });

  it('rejects commands of another container on its folder with a message, and loses nothing', async () => {
    const running = await start();
    const lockFile = join(folder.path, 'postgres/postmaster.pid');
    const before = readFileSync(lockFile, 'utf8');
    const writing = writeAllTheWhile(running);
    const other = folder.behind(inContainer);
    const [second, ...commands] = await Promise.all(
      [['serve'], workspace, ['keys', 'list', '--workspace', '1'], ['migrate']].map((args) =>
        other.run(args),
      ),
    );
    for (const { code, stdout, stderr } of commands) {
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toContain('is in use in another container');
      expect(stderr).toContain('docker exec');
    }
    expect(second?.code).toBe(1);
    expect(second?.stderr).toMatch(
      /Another service \(process 1 in another container .*\) is running on/,
    );
    expect(readFileSync(lockFile, 'utf8')).toBe(before);
    writing.stop();
    const acknowledged = await writing.done;
    expect(acknowledged.length).toBeGreaterThan(10);
    expect(await stop(running)).toMatchObject({ code: 0 });
    expect(existsSync(lockFile)).toBe(false);
    const log = readFileSync(join(folder.path, 'postgres.log'), 'utf8');
    expect(log).not.toMatch(/was not properly shut down|lock file|immediate shutdown/);
    const next = await start();
    expect(await namesOf(next)).toEqual(expect.arrayContaining(acknowledged));
  });

  it('is joined by commands in the same container, and in one that shares its network', async () => {
    const running = await start();
    const inside = await folder
      .behind(insideContainer(running.pid))
      .json<{ accountId: number }>(workspace);
    const beside = await folder
      .behind(inContainerOnThisNetwork)
      .json<{ accountId: number }>(workspace);
    expect(beside.accountId).toBe(inside.accountId + 1);
    expect((await fetch(`${running.url}/ready`)).status).toBe(200);
    expect(await stop(running)).toMatchObject({ code: 0 });
    const after = await folder.json<{ accountId: number }[]>(['workspace', 'list']);
    expect(after.map(({ accountId }) => accountId)).toEqual([
      1,
      inside.accountId,
      beside.accountId,
    ]);
  });

  it('that is killed with everything in it is followed by one in another container', async () => {
    const running = await start();
    const writing = writeAllTheWhile(running);
    const { body } = await running.call(running.key ?? '', 'clients/create', { name: 'Last' });
    expect(body).toMatchObject({ name: 'Last' });
    writing.stop();
    const acknowledged = await writing.done;
    await running.end('SIGKILL');
    expect(existsSync(join(folder.path, 'postgres/postmaster.pid'))).toBe(true);
    const next = await start();
    expect(await namesOf(next)).toEqual(expect.arrayContaining([...acknowledged, 'Last']));
    expect(await stop(next)).toMatchObject({ code: 0 });
  });
});
