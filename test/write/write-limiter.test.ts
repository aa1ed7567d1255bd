import { afterEach, describe, expect, test, vi } from 'vitest';
import type { BoundedPool } from '../../src/database/pool/connection-pool.ts';
import { registerPool } from '../../src/database/transactions/cursors.ts';
import type { PrismaClient } from '../../src/generated/prisma/client.ts';
import { limitConcurrentWrites } from '../../src/write/write-limiter.ts';

/** A client of ten connections, of which four may write the log of one workspace. */
function clientOfTen(): PrismaClient {
  const root = {} as PrismaClient;
  registerPool(root, { options: { max: 10 } } as BoundedPool);
  return root;
}

/** Writes that begin when they are let in, and end when they are told to. */
function writesOf(root: PrismaClient) {
  const begun: number[] = [];
  const ends = new Map<number, (failed?: Error) => void>();
  const write = (n: number, accountId = 1) =>
    limitConcurrentWrites(root, accountId, () => {
      begun.push(n);
      return new Promise<number>((resolve, reject) => {
        ends.set(n, (failed) => (failed ? reject(failed) : resolve(n)));
      });
    });
  return { begun, write, end: (n: number, failed?: Error) => ends.get(n)?.(failed) };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

afterEach(() => {
  vi.useRealTimers();
});

describe('writes of one workspace', () => {
  test('are at it four at once of ten connections, the others in their order, and those of another workspace beside them', async () => {
    vi.useFakeTimers();
    const { begun, write, end } = writesOf(clientOfTen());
    const answers = Array.from({ length: 7 }, (_, n) => write(n));
    const other = write(100, 2);
    await settle();
    expect(begun).toEqual([0, 1, 2, 3, 100]);
    end(2);
    await settle();
    expect(begun).toEqual([0, 1, 2, 3, 100, 4]);
    // One that fails makes room as well, and its caller hears why.
    const fault = new Error('refused');
    const refused = expect(answers[0]).rejects.toBe(fault);
    end(0, fault);
    await refused;
    await settle();
    expect(begun).toEqual([0, 1, 2, 3, 100, 4, 5]);
    for (const n of [1, 3, 4, 5]) end(n);
    await settle();
    end(6);
    end(100);
    expect(await Promise.all([...answers.slice(1), other])).toEqual([1, 2, 3, 4, 5, 6, 100]);
    // Nobody watches any more.
    expect(vi.getTimerCount()).toBe(0);
  });

  test('that do not get on keep no other out', async () => {
    vi.useFakeTimers();
    const { begun, write, end } = writesOf(clientOfTen());
    const stuck = [0, 1, 2, 3].map((n) => write(n));
    const answers = Array.from({ length: 20 }, (_, n) => write(n + 4));
    await settle();
    expect(begun).toEqual([0, 1, 2, 3]);
    await vi.advanceTimersByTimeAsync(110);
    expect(begun.slice(0, 8)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    for (let n = 4; n < 24; n += 1) {
      end(n);
      await settle();
    }
    expect(await Promise.all(answers)).toHaveLength(20);
    // Whatever was kept waiting then ends as well, and four are let in as before.
    for (const n of [0, 1, 2, 3]) end(n);
    expect(await Promise.all(stuck)).toEqual([0, 1, 2, 3]);
    for (let n = 50; n < 56; n += 1) void write(n);
    await settle();
    expect(begun.slice(24)).toEqual([50, 51, 52, 53]);
  });
});
