import { expect, test, vi } from 'vitest';
import { Broadcast } from '../../src/schema/endpoint/broadcast.ts';

/** A source whose values are given one by one. */
function source() {
  const values: IteratorResult<string>[] = [];
  let wanting: {
    resolve: (value: IteratorResult<string>) => void;
    reject: (error: Error) => void;
  }[] = [];
  const settle = () => {
    while (wanting.length > 0 && values.length > 0)
      wanting.shift()?.resolve(values.shift() as never);
  };
  const iterator = {
    next: vi.fn(
      () =>
        new Promise<IteratorResult<string>>((resolve, reject) => {
          wanting.push({ resolve, reject });
          settle();
        }),
    ),
    return: vi.fn(async () => ({ done: true as const, value: undefined })),
  };
  const give = (...input: string[]) => {
    values.push(...input.map((value) => ({ done: false as const, value })));
    settle();
  };
  const end = () => {
    values.push({ done: true, value: undefined });
    settle();
  };
  const fail = (error: Error) => {
    for (const { reject } of wanting) reject(error);
    wanting = [];
  };
  return { iterator, give, end, fail };
}

function broadcast(max = { values: 100, size: 1_000 }) {
  const from = source();
  const onEnd = vi.fn();
  const told = new Broadcast<string>(from.iterator, {
    sizeOf: ({ length }) => length,
    missed: async () => 'missed',
    endsWith: (value) => value === 'refused',
    maxBuffered: max,
    onEnd,
  });
  return { ...from, told, onEnd };
}

const valueIn = async (next: Promise<IteratorResult<string>>) => (await next).value;

test('every follower gets every value, in order, and the source is read once for each', async () => {
  const { told, give, iterator } = broadcast();
  const [one, other] = [told.follow(), told.follow()];
  give('a', 'b');
  expect([await valueIn(one.next()), await valueIn(one.next())]).toEqual(['a', 'b']);
  expect([await valueIn(other.next()), await valueIn(other.next())]).toEqual(['a', 'b']);
  expect(iterator.next).toHaveBeenCalledTimes(2);
});

test('the source is not read before the first follower', async () => {
  const { told, give, iterator } = broadcast();
  const one = told.follow();
  give('a', 'b');
  expect(iterator.next).not.toHaveBeenCalled();
  expect(await valueIn(one.next())).toBe('a');
  expect(iterator.next).toHaveBeenCalledTimes(1);
});

test('a slow follower gets a notice of missed values, and then continues', async () => {
  for (const maximum of [
    { values: 3, size: 1_000 },
    { values: 100, size: 3 },
  ]) {
    const { told, give } = broadcast(maximum);
    const [fast, slow] = [told.follow(), told.follow()];
    give('a', 'b', 'c', 'd', 'e');
    const all = [];
    for (let count = 0; count < 5; count += 1) all.push(await valueIn(fast.next()));
    expect(all).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect([await valueIn(slow.next()), await valueIn(slow.next())]).toEqual(['missed', 'e']);
  }
});

test('a last word takes the place of all that waits for a slow follower', async () => {
  const { told, give, end } = broadcast();
  const [fast, slow] = [told.follow(), told.follow()];
  give('a', 'b', 'refused');
  end();
  const all = [];
  for (let count = 0; count < 3; count += 1) all.push(await valueIn(fast.next()));
  expect(all).toEqual(['a', 'b', 'refused']);
  expect((await fast.next()).done).toBe(true);
  expect([await valueIn(slow.next()), (await slow.next()).done]).toEqual(['refused', true]);
});

test('a later follower gets later values', async () => {
  const { told, give } = broadcast();
  const one = told.follow();
  give('a');
  expect(await valueIn(one.next())).toBe('a');
  const later = told.follow();
  const coming = later.next();
  give('b');
  expect(await valueIn(coming)).toBe('b');
});

test('the end of the source comes after pending values, and ends all followers', async () => {
  const { told, give, end, onEnd } = broadcast();
  const [one, other] = [told.follow(), told.follow()];
  give('a');
  end();
  expect([await valueIn(one.next()), (await one.next()).done]).toEqual(['a', true]);
  expect([await valueIn(other.next()), (await other.next()).done]).toEqual(['a', true]);
  expect([told.isOver, onEnd.mock.calls.length]).toEqual([true, 1]);
});

test('an error of the source is an error for all followers', async () => {
  const { told, fail, onEnd } = broadcast();
  const [one, other] = [told.follow(), told.follow()];
  const coming = one.next();
  fail(new Error('broken'));
  await expect(coming).rejects.toThrow('broken');
  await expect(other.next()).rejects.toThrow('broken');
  expect(onEnd).toHaveBeenCalledTimes(1);
});

test('the source is ended when the last follower leaves, and not before', async () => {
  const { told, iterator, onEnd } = broadcast();
  const [one, other] = [told.follow(), told.follow()];
  const coming = one.next();
  await one.return?.();
  expect((await coming).done).toBe(true);
  expect(iterator.return).not.toHaveBeenCalled();
  await other.return?.();
  expect(iterator.return).toHaveBeenCalledTimes(1);
  expect([told.isOver, onEnd.mock.calls.length]).toEqual([true, 1]);
});
