import { describe, expect, test } from 'vitest';
import type { Changes } from '../../src/domain/changes/index.ts';
import { CutOffError, createChanges } from '../../src/domain/changes/index.ts';
import { ActionError } from '../../src/domain/kernel/errors.ts';

/** Changes over a connection on which the test itself tells them. */
function toldBy(capacity = 1_000): { changes: Changes; tell: (payload: string) => void } {
  let tell: (channel: string, payload: string) => void = () => undefined;
  const changes = createChanges({
    capacity,
    log: () => undefined,
    connect: ({ onNotification }) => {
      tell = onNotification;
      return {
        listen: async () => undefined,
        unlisten: async () => undefined,
        query: async () => [],
        close: async () => undefined,
      };
    },
  });
  return { changes, tell: (payload) => tell('actiongraph_1', payload) };
}

async function followed(tellings: string[], capacity?: number) {
  const { changes, tell } = toldBy(capacity);
  const queue = await changes.follow(1, {});
  for (const payload of tellings) tell(payload);
  const told = [];
  for (;;) {
    const { value } = await queue.next();
    if (value.id === 'end') return told;
    told.push(
      value instanceof ActionError ? value.code : `${value.kind} ${value.type} ${value.id}`,
    );
    if (value instanceof ActionError) tell('CREATED Client end');
  }
}

const end = 'CREATED Client end';

describe('what waits for a follower', () => {
  test('is told in order, each record once, with what weighs most', async () => {
    expect(
      await followed([
        'CREATED Client a b',
        'UPDATED Client a',
        'UPDATED Contact c',
        'UPDATED Contact c',
        'DELETED Client b',
        'UPDATED Deliverable d',
        'DELETED Deliverable d',
        'UPDATED Deliverable d',
        'UPDATED Invoice i',
        'CREATED Invoice i',
        end,
      ]),
    ).toEqual([
      'CREATED Client a',
      'DELETED Client b',
      'UPDATED Contact c',
      'DELETED Deliverable d',
      'CREATED Invoice i',
    ]);
  });

  test('is dropped when it is too much, and that is told in its place', async () => {
    expect(await followed(['UPDATED Client a b c', 'UPDATED Client d'], 3)).toEqual([
      'changes_missed',
    ]);
    expect(await followed(['UPDATED Client a b', end], 3)).toHaveLength(2);
  });
});

test('a follower that leaves while it waits is answered, and told nothing more', async () => {
  const { changes, tell } = toldBy();
  const queue = await changes.follow(1, {});
  const waiting = queue.next();
  await queue.return();
  expect(await waiting).toEqual({ done: true, value: undefined });
  tell('UPDATED Client a');
  expect(await queue.next()).toEqual({ done: true, value: undefined });
});

test('when the service stops, who follows is cut off, and nobody follows any more', async () => {
  const { changes } = toldBy();
  const queue = await changes.follow(1, {});
  const waiting = queue.next();
  await Promise.all([changes.close(), expect(waiting).rejects.toThrow(CutOffError)]);
  await expect(queue.next()).rejects.toThrow(CutOffError);
  await expect(changes.follow(1, {})).rejects.toMatchObject({ code: 'database_unavailable' });
});

test('changes of a workspace that nobody follows are nobody’s', async () => {
  const { changes, tell } = toldBy();
  const queue = await changes.follow(2, {});
  tell('UPDATED Client a');
  const waiting = queue.next();
  await queue.return();
  expect(await waiting).toMatchObject({ done: true });
});
