import { describe, expect, test } from 'vitest';
import { SubscriptionCutOffError } from '../../../src/domain/record-changes/change-queue.ts';
import type { RecordChangeFeed } from '../../../src/domain/record-changes/feed-types.ts';
import { createRecordChangeFeed } from '../../../src/domain/record-changes/record-change-feed.ts';
import { ActionError } from '../../../src/platform/errors/action-error.ts';

/**
 * RecordChangeFeed over a connection on which the test sends the notifications, and a log that the test writes: an
 * entry for each id.
 */
function reportedBy(capacity = 1_000) {
  let notify: (channel: string, payload: string) => void = () => undefined;
  let restore: () => void = () => undefined;
  let log: { number: string; [column: string]: unknown }[] = [];
  const changes: RecordChangeFeed = createRecordChangeFeed({
    capacity,
    log: () => undefined,
    connect: ({ onNotification, onRestored }) => {
      notify = onNotification;
      restore = onRestored;
      return {
        listen: async () => undefined,
        unlisten: async () => undefined,
        query: async (sql: string, values: readonly unknown[] = []) => {
          if (sql.includes('staged_log_entries')) return [{ first: null, last: null }] as never[];
          if (!sql.includes('FROM ONLY "LogEntry"') || values[0] !== 1) return [];
          if (sql.includes('DESC')) return log.slice(-1) as never[];
          const after = Number(values[1]);
          return log.filter(({ number }) => Number(number) > after).slice(0, 500) as never[];
        },
        close: async () => undefined,
      };
    },
  });
  const write = (...tellings: string[]) => {
    for (const telling of tellings) {
      const [kind, recordType, ...ids] = telling.split(' ');
      for (const recordId of ids) {
        const number = String(log.length + 1);
        log.push({ ...{ number, millis: '1', kind, recordType, recordId }, deleted: null });
      }
    }
  };
  return {
    changes,
    write,
    tell: (...tellings: string[]) => {
      write(...tellings);
      notify('actiongraph_1', '');
    },
    /** The connection is there again; of the log, as many entries as are given are lost. */
    restore: (lost = 0) => {
      log = log.slice(0, log.length - lost);
      restore();
    },
  };
}

type Queue = Awaited<ReturnType<RecordChangeFeed['subscribe']>>;

/** The events up to the record with the id "end". */
async function receivedUntilEnd(queue: Queue): Promise<string[]> {
  const received = [];
  for (;;) {
    const { value } = await queue.next();
    if (value.id === 'end') return received;
    received.push(
      value instanceof ActionError ? value.code : `${value.kind} ${value.type} ${value.id}`,
    );
  }
}

async function followed(tellings: string[], capacity?: number) {
  const { changes, tell } = reportedBy(capacity);
  const queue = await changes.subscribe(1, {});
  tell(...tellings, end);
  return receivedUntilEnd(queue);
}

const end = 'CREATED Client end';

describe('pending changes of a follower', () => {
  test('are published in order, each record once, with the most important kind', async () => {
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
      ]),
    ).toEqual([
      'CREATED Client a',
      'DELETED Client b',
      'UPDATED Contact c',
      'DELETED Deliverable d',
      'CREATED Invoice i',
    ]);
  });

  test('are read again after an overflow, and published completely', async () => {
    const ids = Array.from({ length: 1_200 }, (_, index) => `c${index}`);
    const got = await followed(
      ids.map((id) => `CREATED Client ${id}`),
      3,
    );
    expect(got).toEqual(ids.map((id) => `CREATED Client ${id}`));
  });
});

test('are published after the lost connection is restored', async () => {
  const { changes, restore, write } = reportedBy();
  const queue = await changes.subscribe(1, {});
  write('CREATED Client a', 'UPDATED Client b', end);
  const told = receivedUntilEnd(queue);
  restore();
  expect(await told).toEqual(['CREATED Client a', 'UPDATED Client b']);
});

test('after a loss of published entries in the log, the loss is reported, and followers continue', async () => {
  const { changes, restore, tell } = reportedBy();
  const queue = await changes.subscribe(1, {});
  tell('CREATED Client a b c');
  for (const id of ['a', 'b', 'c']) expect((await queue.next()).value).toMatchObject({ id });
  const missed = queue.next();
  restore(2);
  expect((await missed).value).toMatchObject({ code: 'changes_missed' });
  tell('CREATED Client d', end);
  expect(await receivedUntilEnd(queue)).toEqual(['CREATED Client d']);
});

test('a follower that leaves while it waits gets its end, and no further changes', async () => {
  const { changes, tell } = reportedBy();
  const queue = await changes.subscribe(1, {});
  const waiting = queue.next();
  await queue.return();
  expect(await waiting).toEqual({ done: true, value: undefined });
  tell('UPDATED Client a');
  expect(await queue.next()).toEqual({ done: true, value: undefined });
});

test('when the service stops, all followers end, and new ones are rejected', async () => {
  const { changes } = reportedBy();
  const queue = await changes.subscribe(1, {});
  const waiting = queue.next();
  await Promise.all([changes.close(), expect(waiting).rejects.toThrow(SubscriptionCutOffError)]);
  await expect(queue.next()).rejects.toThrow(SubscriptionCutOffError);
  await expect(changes.subscribe(1, {})).rejects.toMatchObject({ code: 'database_unavailable' });
});

test('changes of a workspace without followers are not read', async () => {
  const { changes, tell } = reportedBy();
  const queue = await changes.subscribe(2, {});
  tell('UPDATED Client a');
  const waiting = queue.next();
  await queue.return();
  expect(await waiting).toMatchObject({ done: true });
});
