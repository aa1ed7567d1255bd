import { describe, expect, test } from 'vitest';
import { recordStatements } from '../../src/database/statements/statement-recorder.ts';
import { useTestApi } from '../support/api.ts';
import { isDistributedHere } from '../support/citus.ts';
import { everything, hours, known, useTimeEntries } from '../support/time-entries.ts';

const api = useTestApi();
const tests = useTimeEntries(api);

describe('timeWorked/create', () => {
  test('returns exactly the specified fields, for the owner by default', async () => {
    const { status, body } = await tests.log({ ...known, notes: ' First\ndraft ' });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.stringMatching(/^tim_[0-9a-f]{32}$/),
      accountId: api.ours.accountId,
      clientId: tests.ids.clientId,
      clientName: known.clientName,
      projectId: tests.ids.projectId,
      projectName: known.projectName,
      deliverableId: tests.ids.deliverableId,
      deliverableName: 'Home page',
      timerStart: '2026-03-02T09:00:00.000Z',
      timerEnd: '2026-03-02T10:30:00.000Z',
      duration: 5400,
      billable: true,
      hourlyAmount: null,
      notes: ' First\ndraft ',
      userId: api.ours.context.workspace.ownerId,
      userFullName: null,
      externalId: null,
      source: null,
      invoiceId: null,
    });
    const row = await api.database.prisma.timeEntry.findFirstOrThrow({ where: { id: body.id } });
    expect(row).toMatchObject({ ...tests.ids, notes: ' First\ndraft ', version: 1 });
  });

  test('the other base path takes it too, and time for no client', async () => {
    const { status, body } = await api.request('/api/public/action/timeWorked/create', {
      method: 'POST',
      headers: { 'x-api-key': api.ours.key, 'content-type': 'application/json' },
      body: JSON.stringify(hours),
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      clientId: null,
      projectId: null,
      deliverableName: null,
      notes: null,
    });
  });

  test.each([
    ['2026-03-02T09:00:00', '2026-03-02T09:00:00.000Z'],
    ['2026-03-02T09:00:00.123+02:00', '2026-03-02T07:00:00.123Z'],
    ['2026-03-02', '2026-03-02T00:00:00.000Z'],
  ])('reads the date-time %s as %s', async (timerStart, expected) => {
    const { body } = await tests.log({ timerStart });
    expect(body.timerStart).toBe(expected);
  });

  test('names are trimmed, and compared exactly otherwise', async () => {
    const { body } = await tests.log({ clientName: ' Known ', projectName: 'Site\t' });
    expect(body).toMatchObject({ clientId: tests.ids.clientId, projectId: tests.ids.projectId });
    expect((await tests.log({ clientName: 'known' })).status).toBe(404);
  });

  test('an id replaces a name and determines its parents', async () => {
    const { clientId, projectId, deliverableId } = tests.ids;
    for (const reference of [
      { deliverableId },
      { projectId, deliverableName: known.deliverableName },
      { clientId, projectName: known.projectName, deliverableId },
      { clientName: known.clientName, deliverableId },
      { ...known, ...tests.ids },
    ]) {
      const { status, body } = await tests.log(reference);
      expect(status).toBe(200);
      expect(body).toMatchObject({ clientId, projectId, deliverableName: 'Home page' });
    }
    expect((await tests.log({ projectId })).body).toMatchObject({
      clientId,
      deliverableName: null,
    });
  });

  // On Citus, ids are looked up.
  test.runIf(!isDistributedHere)(
    'takes one round trip besides the key’s look-up by ids, and one for each look-up of names and parents',
    async () => {
      await tests.makeUser('counted@ours.example');
      const userEmail = 'counted@ours.example';
      const { clientId, projectId, deliverableId } = tests.ids;
      // BEGIN, guard, entry, response, audit entries, COMMIT
      const written = 6;
      for (const [reference, lookups] of [
        [{}, 0],
        [{ clientId }, 0],
        [{ clientId, projectId }, 0],
        [{ ...tests.ids }, 0],
        [known, 1],
        [{ ...known, ...everything }, 1],
        // The user by e-mail, and whether it is active.
        [{ ...known, userEmail }, 3],
        [{ projectId }, 1],
        [{ deliverableId }, 2],
        [{ projectId, deliverableName: known.deliverableName }, 2],
      ] as const) {
        const { result, roundTrips, statements } = await recordStatements(() =>
          tests.log(reference),
        );
        expect(result.status).toBe(200);
        expect([roundTrips, statements.length], JSON.stringify(reference)).toEqual([
          1 + lookups + 1,
          1 + lookups + written,
        ]);
      }
    },
  );

  test('billable is true by default, and stored', async () => {
    for (const [billable, stored] of [
      [undefined, true],
      [null, true],
      [false, false],
      ['false', false],
    ]) {
      const { body } = await tests.log({ ...known, billable });
      expect(body.billable).toBe(stored);
      const row = await api.database.prisma.timeEntry.findFirstOrThrow({ where: { id: body.id } });
      expect(row.billable).toBe(stored);
    }
  });

  test('time without work has no names; seconds are returned, and the known parts of the user’s name', async () => {
    const { accountId } = api.ours;
    await api.database.prisma.user.create({
      data: { accountId, email: 'named@ours.example', firstName: 'Ada', lastName: 'Lovelace' },
    });
    const { body } = await tests.log({
      timerStart: '2026-03-02T09:00:00.000Z',
      timerEnd: '2026-03-02T09:00:59.900Z',
      userEmail: 'named@ours.example',
    });
    expect(body).toMatchObject({
      clientName: null,
      projectName: null,
      deliverableId: null,
      duration: 59,
      userFullName: 'Ada Lovelace',
    });
  });

  describe('users', () => {
    test('the time belongs to the user with the given e-mail address, in any letter case', async () => {
      const user = await tests.makeUser('Ada@ours.example');
      const { body } = await tests.log({ ...known, userEmail: 'ADA@OURS.example' });
      expect(body.userId).toBe(user.id);
    });

    test('an unknown user, or another workspace’s, is a 404', async () => {
      await tests.makeUser('grace@theirs.example', true, api.theirs);
      const before = await tests.counts();
      for (const userEmail of ['nobody@ours.example', 'grace@theirs.example']) {
        const { status, body } = await tests.log({ ...known, userEmail });
        expect([status, body.code]).toEqual([404, 'name_not_found']);
        expect(body.errors).toMatchObject([{ path: 'userEmail' }]);
      }
      expect(await tests.counts()).toEqual(before);
    });

    test('an inactive user takes no time: 409', async () => {
      await tests.makeUser('gone@ours.example', false);
      const before = await tests.counts();
      const { status, body } = await tests.log({ ...known, userEmail: 'gone@ours.example' });
      expect([status, body.code]).toEqual([409, 'conflicting_state']);
      expect(body.message).toContain('gone@ours.example');
      expect(await tests.counts()).toEqual(before);
    });
  });
});
