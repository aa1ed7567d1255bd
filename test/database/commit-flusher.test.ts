import { expect, test } from 'vitest';
import { activeCommitFlusherOf } from '../../src/database/transactions/commit-flusher.ts';
import type { Answer } from '../support/api.ts';
import { useTestApi } from '../support/api.ts';

const api = useTestApi();

/** Ends the connection by which commits are waited for. */
const endFlusher = () =>
  api.owner.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE application_name = 'actiongraph commits' AND datname = current_database()`,
  );

const flusher = () => {
  const { prisma } = api.database;
  return expect.poll(() => activeCommitFlusherOf(prisma)).toBeDefined();
};

test('one wait is for all who ask before it is sent', async () => {
  await flusher();
  const open = activeCommitFlusherOf(api.database.prisma);
  const [sent, next, ...others] = Array.from({ length: 5 }, () => open?.flushed());
  expect(next).not.toBe(sent);
  for (const one of others) expect(one).toBe(next);
  await Promise.all([sent, next]);
  const [later] = [open?.flushed()];
  expect(later).not.toBe(next);
  await later;
});

test('while more are to come a wait is not sent, until one comes after whom there is none', async () => {
  await flusher();
  const open = activeCommitFlusherOf(api.database.prisma);
  const many = [true, true, true, false].map((areMoreToCome) => open?.flushed(areMoreToCome));
  for (const one of many) expect(one).toBe(many[0]);
  await Promise.all(many);
  // It was sent at once, and the next one has to be another.
  const first = open?.flushed();
  const second = open?.flushed(true);
  expect(second).not.toBe(first);
  expect(open?.flushed(true)).toBe(second);
  await second;
});

test('a wait is sent after a few milliseconds where those who were to come do not', async () => {
  await flusher();
  await activeCommitFlusherOf(api.database.prisma)?.flushed(true);
});

test('whoever waited for others to come, on a connection that is lost meanwhile, is told that nobody knows', async () => {
  await flusher();
  const open = activeCommitFlusherOf(api.database.prisma);
  await endFlusher();
  await expect(open?.flushed(true)).rejects.toMatchObject({ name: 'CommitLostError' });
});

test('whoever waited on a connection that is lost is told that nobody knows; the next one is another connection', async () => {
  await flusher();
  const open = activeCommitFlusherOf(api.database.prisma);
  await endFlusher();
  await expect(open?.flushed()).rejects.toMatchObject({ name: 'CommitLostError' });
  await expect(open?.flushed()).rejects.toMatchObject({ name: 'CommitLostError' });
  await flusher();
  expect(activeCommitFlusherOf(api.database.prisma)).not.toBe(open);
});

test('where the server refuses to wait, commits wait for the disk themselves, and nobody is told that nobody knows', async () => {
  const { ours, owner } = api;
  await owner.query('ALTER FUNCTION "flushed"() RENAME TO "flushed_away"');
  try {
    await endFlusher();
    for (let round = 1; round <= 3; round += 1) {
      const writing = Array.from({ length: 20 }, (_, n) =>
        ours.post('clients/create', { name: `Refused ${round}.${n}` }),
      );
      const failed = (await Promise.all(writing)).filter(({ status }) => status !== 200);
      // Of the first ones, some may have had the connection that was ended.
      if (round > 1) expect(failed).toEqual([]);
    }
  } finally {
    await owner.query('ALTER FUNCTION "flushed_away"() RENAME TO "flushed"');
  }
});

test('where it is lost under writes, each is answered with success, or that nobody knows, and all that succeeded are there', async () => {
  const { ours } = api;
  const unknown: Answer[] = [];
  const succeeded: string[] = [];
  for (let round = 1; round <= 40 && unknown.length === 0; round += 1) {
    await flusher();
    const writing = Array.from({ length: 40 }, (_, n) =>
      ours.post('clients/create', { name: `Client ${round}.${n}` }),
    );
    await Promise.race(writing);
    await endFlusher();
    const answers = await Promise.all(writing);
    unknown.push(...answers.filter(({ status }) => status !== 200));
    succeeded.push(...answers.filter(({ status }) => status === 200).map(({ body }) => body.id));
  }
  expect(unknown.length).toBeGreaterThan(0);
  for (const { body, status } of unknown) {
    expect({ status, code: body.code }).toEqual({ status: 500, code: 'outcome_unknown' });
  }
  const { body } = await ours.get('clients/list');
  expect(body.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining(succeeded));
});
