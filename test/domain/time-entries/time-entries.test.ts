import { beforeAll, describe, expect, test } from 'vitest';
import { recordStatements } from '../../../src/database/statements/statement-recorder.ts';
import type { ResolvedWork } from '../../../src/domain/deliverables/work-references.ts';
import { resolveWork } from '../../../src/domain/deliverables/work-references.ts';
import { updateProject } from '../../../src/domain/projects/update.ts';
import { createTimeEntries } from '../../../src/domain/time-entries/bulk.ts';
import { createTimeEntry } from '../../../src/domain/time-entries/create.ts';
import { insertTimeEntries } from '../../../src/domain/time-entries/insert-time-entries.ts';
import { parseTimeEntry } from '../../../src/domain/time-entries/rules.ts';
import type { TimeEntry } from '../../../src/generated/prisma/client.ts';
import { createContext } from '../../../src/write/request-context.ts';
import { write } from '../../../src/write/write.ts';
import { useTestApi } from '../../support/api.ts';
import { isDistributedHere } from '../../support/citus.ts';

const api = useTestApi();

const names = { clientName: 'Client', projectName: 'Project', deliverableName: 'Deliverable' };
const times = { timerStart: '2026-03-02T09:00:00Z', timerEnd: '2026-03-02T10:00:00Z' };

let work: ResolvedWork;

/** A context as the next request would have it. */
const context = () => createContext({ ...api.ours.context, root: api.database.prisma });

const count = () => api.database.prisma.timeEntry.count();

beforeAll(async () => {
  const { clientId, projectId, deliverableId } = await createTimeEntry(context(), {
    timerStart: '2026-03-01T09:00:00Z',
    timerEnd: '2026-03-01T10:00:00Z',
    ...names,
    createClient: true,
    createProject: true,
    createDeliverable: true,
  });
  work = { clientId, projectId, deliverableId };
});

describe('insertTimeEntries', () => {
  const insert = (entries: readonly { work: ResolvedWork; notes: string | null }[]) =>
    write(context(), (tx) =>
      insertTimeEntries(
        tx,
        entries.map(({ notes, work }) => ({
          entry: parseTimeEntry({ ...times, notes }),
          work,
          userId: tx.workspace.ownerId,
        })),
      ),
    );

  test('inserts five hundred entries in one round trip and returns them in the given order', async () => {
    const entries = Array.from({ length: 500 }, (_, index) => ({ work, notes: `entry ${index}` }));
    const { result, roundTrips, statements } = await recordStatements(() => insert(entries));
    // BEGIN, guard, entries, audit entries, COMMIT
    expect([statements.length, roundTrips]).toEqual(isDistributedHere ? [6, 1] : [5, 1]);
    expect(result.map(({ notes }) => notes)).toEqual(entries.map(({ notes }) => notes));
    expect(result[499]).toMatchObject({
      ...work,
      timerStart: new Date(times.timerStart),
      timerEnd: new Date(times.timerEnd),
      userId: api.ours.context.workspace.ownerId,
      version: 1,
    });
  });
});

describe('createTimeEntries', () => {
  let elsewhere: ResolvedWork;
  const create = (references: readonly object[], by = context()) =>
    createTimeEntries(by, { items: references.map((reference) => ({ ...times, ...reference })) });

  beforeAll(async () => {
    const everything = { createClient: true, createProject: true, createDeliverable: true };
    const names = { clientName: 'Elsewhere', projectName: 'Elsewhere', deliverableName: 'There' };
    elsewhere = await createTimeEntry(context(), { ...times, ...names, ...everything });
    const archived = { ...names, clientName: 'Old', projectName: 'Old', deliverableName: 'Old' };
    const old = await createTimeEntry(context(), { ...times, ...archived, ...everything });
    await api.database.prisma.client.updateMany({
      where: { name: 'Old' },
      data: { archived: true },
    });
    const deliverable = { ...names, deliverableName: 'Filed' };
    const filed = await createTimeEntry(context(), { ...times, ...deliverable, ...everything });
    await api.database.prisma.deliverable.updateMany({
      where: { name: 'Filed' },
      data: { archived: true },
    });
    rejected.push(
      ['conflicting_state', { projectId: old.projectId }, {}],
      ['conflicting_state', { deliverableId: filed.deliverableId }],
      ['invalid_input', { clientId: work.clientId, projectId: elsewhere.projectId }],
      ['invalid_input', { projectId: work.projectId, deliverableId: elsewhere.deliverableId }],
      ['invalid_input', { clientId: work.clientId, deliverableId: elsewhere.deliverableId }],
      ['record_not_found', { clientId: 'cli_none' }],
      ['record_not_found', { projectId: 'prj_none' }],
      ['record_not_found', { deliverableId: 'dlv_none' }],
    );
  });

  const rejected: [code: string, ...references: object[]][] = [
    ['name_not_found', { clientName: 'Nobody' }, names],
    ['name_not_found', names, { ...names, projectName: 'Elsewhere' }],
    ['name_not_found', { ...names, deliverableName: 'There' }],
    ['name_not_found', { clientName: 'Old' }],
    [
      'name_not_found',
      { clientName: 'Elsewhere', projectName: 'Elsewhere', deliverableName: 'Filed' },
    ],
    ['name_not_found', { ...names, userEmail: 'nobody@ours.example' }],
  ];

  test('looks up names, or ids and their parents', async () => {
    for (const references of [
      [names, { clientName: 'Client' }, { projectName: 'Project' }, {}],
      [work, { deliverableId: work.deliverableId }, { projectId: work.projectId }, {}],
      [{ clientName: 'Client', projectId: work.projectId }, { clientId: work.clientId }, {}],
    ]) {
      const results = await create(references);
      expect(results).toHaveLength(references.length);
      expect(results[0]?.record).toMatchObject({
        ...work,
        ...(!('deliverableName' in (references[0] ?? {})) &&
          !('deliverableId' in (references[0] ?? {})) && { deliverableId: null }),
      });
      for (const { record } of results) {
        const { id, clientId, projectId, deliverableId } = record as TimeEntry;
        const row = await api.database.prisma.timeEntry.findFirst({ where: { id } });
        expect(row).toMatchObject({ clientId, projectId, deliverableId });
      }
      const nothing = { clientId: null, projectId: null, deliverableId: null };
      expect(results.at(-1)?.record).toMatchObject(nothing);
    }
  });

  test('inserts none if a record of one is missing, elsewhere or archived, alone or in bulk', async () => {
    expect(rejected.length).toBe(14);
    for (const [code, ...references] of rejected) {
      const before = await count();
      const reported = JSON.stringify(references);
      await expect(create(references), reported).rejects.toMatchObject({ code });
      const [last] = references.length === 1 ? references : [];
      if (last)
        await expect(
          createTimeEntry(context(), { ...times, ...last }),
          reported,
        ).rejects.toMatchObject({ code });
      expect(await count(), reported).toBe(before);
    }
  });

  test('finds nothing of another workspace', async () => {
    const theirs = () => createContext({ ...api.theirs.context, root: api.database.prisma });
    for (const [code, reference] of [
      ['name_not_found', names],
      ['record_not_found', work],
    ] as const) {
      await expect(create([reference], theirs())).rejects.toMatchObject({ code });
      await expect(createTimeEntry(theirs(), { ...times, ...reference })).rejects.toMatchObject({
        code,
      });
    }
  });
});

describe('work that changes after it was looked up', () => {
  test.each(['Client', 'Deliverable'] as const)('takes no time if archived: %s', async (table) => {
    const before = await count();
    const archive = (archived: boolean) =>
      api.database.prisma.$executeRawUnsafe(
        `UPDATE "${table}" SET archived = $1 WHERE id = $2`,
        archived,
        table === 'Client' ? work.clientId : work.deliverableId,
      );
    let attempts = 0;
    const log = () =>
      write(context(), async (tx) => {
        attempts += 1;
        await resolveWork(tx, names);
        if (attempts === 1) await archive(true);
        return createTimeEntry(tx, { ...times, ...names });
      });
    await expect(log()).rejects.toMatchObject({ code: 'name_not_found' });
    expect([attempts, await count()]).toEqual([2, before]);
    await archive(false);
    expect(await log()).toMatchObject(work);
  });

  test('is looked up again if its project was moved', async () => {
    const { body: other } = await api.ours.post('clients/create', { name: 'Other' });
    const { projectId } = work;
    const moveTo = (clientId: string | null) =>
      updateProject(context(), { id: projectId, clientId }, 'patch');
    let attempts = 0;
    const entry = await write(context(), async (tx) => {
      attempts += 1;
      await resolveWork(tx, { projectId });
      if (attempts === 1) await moveTo(other.id);
      return createTimeEntry(tx, { ...times, projectId });
    });
    expect(attempts).toBe(2);
    expect(entry).toMatchObject({ clientId: other.id, projectId });
    await moveTo(work.clientId);
  });
});

describe('resolveWork', () => {
  test('sends one statement for any number of references', async () => {
    const shared = context();
    const references = Array.from({ length: 50 }, () => names);
    const { result, statements } = await recordStatements(() =>
      Promise.all(references.map((reference) => resolveWork(shared, reference))),
    );
    expect(statements).toHaveLength(1);
    expect(result).toEqual(Array(50).fill(work));
  });
});
