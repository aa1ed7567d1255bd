import { beforeAll, describe, expect, test } from 'vitest';
import { recordStatements } from '../../../src/database/statements/statement-recorder.ts';
import type { ResolvedWork } from '../../../src/domain/deliverables/work-references.ts';
import { resolveWork } from '../../../src/domain/deliverables/work-references.ts';
import { createTimeEntry } from '../../../src/domain/time-entries/create.ts';
import {
  insertTimeEntries,
  insertUnresolvedTimeEntries,
} from '../../../src/domain/time-entries/insert-time-entries.ts';
import {
  computedProperty,
  defineSerializer,
  nullableText,
} from '../../../src/rest/core/serializer.ts';
import { buildRecordQuery } from '../../../src/rest/core/serializer-queries.ts';
import { createContext } from '../../../src/write/request-context.ts';
import { useTestApi } from '../../support/api.ts';
import { byNature } from '../../support/spread.ts';

const api = useTestApi();

const names = { clientName: 'Client', projectName: 'Project', deliverableName: 'Deliverable' };
const hours = {
  timerStart: new Date('2026-03-02T09:00:00Z'),
  timerEnd: new Date('2026-03-02T10:00:00Z'),
  userEmail: null,
  billable: true,
};

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
  test('inserts five hundred entries in one statement and answers them in the order given', async () => {
    const entries = Array.from({ length: 500 }, (_, index) => ({
      ...work,
      ...hours,
      notes: `entry ${index}`,
    }));
    const { result, statements } = await recordStatements(() =>
      insertTimeEntries(context(), entries),
    );
    // The entries with their log.
    expect(statements).toHaveLength(byNature.statements(5));
    expect(result.map(({ notes }) => notes)).toEqual(entries.map(({ notes }) => notes));
    expect(result[499]).toMatchObject({
      ...work,
      timerStart: hours.timerStart,
      timerEnd: hours.timerEnd,
      userId: api.ours.context.workspace.ownerId,
      version: 1,
    });
  });

  test('answers the JSON of each as it is asked for, in the same statement', async () => {
    const entries = ['one', 'two'].map((notes) => ({ ...work, ...hours, notes }));
    const tree = buildRecordQuery(
      'TimeEntry',
      defineSerializer<never>()('Shown', 'Notes and a name.', {
        notes: nullableText,
        deliverableName: computedProperty(nullableText, 'deliverable.name'),
      } as never),
    );
    const { result, statements } = await recordStatements(() =>
      insertTimeEntries(context(), entries, tree),
    );
    expect(statements).toHaveLength(byNature.statements(5));
    expect(result.map(({ shown }) => shown)).toEqual([
      '{"notes":"one","deliverableName":"Deliverable"}',
      '{"notes":"two","deliverableName":"Deliverable"}',
    ]);
  });

  test('inserts none where the user of one is unknown', async () => {
    const before = await count();
    const entries = ['owner@ours.example', 'nobody@ours.example'].map((userEmail) => ({
      ...work,
      ...hours,
      notes: null,
      userEmail,
    }));
    await expect(insertTimeEntries(context(), entries)).rejects.toMatchObject({
      code: 'name_not_found',
    });
    expect(await count()).toBe(before);
  });

  test('a project that stands below another client by now is a conflict, and inserts none', async () => {
    const other = await api.ours.post('clients/create', { name: 'Other' });
    const before = await count();
    const entries = [work, { ...work, clientId: other.body.id }].map((place) => ({
      ...place,
      ...hours,
      notes: null,
    }));
    await expect(insertTimeEntries(context(), entries)).rejects.toMatchObject({
      code: 'conflicting_state',
    });
    expect(await count()).toBe(before);
  });
});

describe('insertUnresolvedTimeEntries', () => {
  const entry = { ...hours, notes: null };
  let elsewhere: ResolvedWork;

  beforeAll(async () => {
    const everything = { createClient: true, createProject: true, createDeliverable: true };
    const times = { timerStart: '2026-03-01T09:00:00Z', timerEnd: '2026-03-01T10:00:00Z' };
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
    refused.push(
      [{ projectId: old.projectId }, entry],
      [{ deliverableId: filed.deliverableId }],
      [{ clientId: work.clientId, projectId: elsewhere.projectId }],
      [{ projectId: work.projectId, deliverableId: elsewhere.deliverableId }],
      [{ clientId: work.clientId, deliverableId: elsewhere.deliverableId }],
      [{ clientId: 'cli_none' }],
      [{ projectId: 'prj_none' }],
      [{ deliverableId: 'dlv_none' }],
      [{ clientName: 'Client', projectId: work.projectId }],
      [{ clientName: 'Client' }, { clientId: work.clientId }],
    );
  });

  const refused: object[][] = [
    [{ clientName: 'Nobody' }, names],
    [names, { ...names, projectName: 'Elsewhere' }],
    [{ ...names, deliverableName: 'There' }],
    [{ clientName: 'Old' }],
    [{ clientName: 'Elsewhere', projectName: 'Elsewhere', deliverableName: 'Filed' }],
    [{ projectName: 'Project' }],
    [{ ...names, userEmail: 'nobody@ours.example' }],
  ];

  test('looks up names, or ids and what stands above them, and inserts by one statement', async () => {
    for (const references of [
      [names, { clientName: 'Client' }, {}],
      [work, { deliverableId: work.deliverableId }, { projectId: work.projectId }, {}],
    ]) {
      const { result, statements } = await recordStatements(() =>
        insertUnresolvedTimeEntries(
          context(),
          references.map((reference) => ({ ...entry, ...reference })),
        ),
      );
      expect(statements).toHaveLength(byNature.statements(5));
      expect(result?.[0]).toMatchObject(work);
      for (const { id, clientId, projectId, deliverableId } of result ?? []) {
        const row = await api.database.prisma.timeEntry.findFirst({ where: { id } });
        expect(row).toMatchObject({ clientId, projectId, deliverableId });
      }
      const nothing = { clientId: null, projectId: null, deliverableId: null };
      expect(result?.at(-1)).toMatchObject(nothing);
    }
  });

  test('inserts none where something of one is missing, elsewhere, archived, or said in another way', async () => {
    expect(refused.length).toBe(17);
    for (const references of refused) {
      const before = await count();
      const entries = references.map((reference) => ({ ...entry, ...reference }));
      const told = JSON.stringify(references);
      expect(await insertUnresolvedTimeEntries(context(), entries), told).toBeUndefined();
      expect(await count(), told).toBe(before);
    }
  });

  test('finds nothing of another workspace', async () => {
    const theirs = createContext({ ...api.theirs.context, root: api.database.prisma });
    for (const reference of [names, work]) {
      expect(
        await insertUnresolvedTimeEntries(theirs, [{ ...entry, ...reference }]),
      ).toBeUndefined();
    }
  });
});

describe('work that is archived after it was looked up', () => {
  test.each(['Client', 'Deliverable'] as const)('takes no time: %s', async (table) => {
    const before = await count();
    const archive = (archived: boolean) =>
      api.database.prisma.$executeRawUnsafe(
        `UPDATE "${table}" SET archived = $1 WHERE id = $2`,
        archived,
        table === 'Client' ? work.clientId : work.deliverableId,
      );
    await archive(true);
    const elsewhere = { clientId: null, projectId: null, deliverableId: null };
    const entries = [elsewhere, work].map((place) => ({ ...place, ...hours, notes: null }));
    await expect(insertTimeEntries(context(), entries)).rejects.toMatchObject({
      code: 'conflicting_state',
      message: 'The client or deliverable was archived meanwhile and takes no new time.',
    });
    expect(await count()).toBe(before);
    await archive(false);
    expect(await insertTimeEntries(context(), entries)).toHaveLength(2);
  });
});

describe('resolveWork', () => {
  test('asks one statement, however many references are resolved at once', async () => {
    const shared = context();
    const references = Array.from({ length: 50 }, () => names);
    const { result, statements } = await recordStatements(() =>
      Promise.all(references.map((reference) => resolveWork(shared, reference))),
    );
    expect(statements).toHaveLength(1);
    expect(result).toEqual(Array(50).fill(work));
  });
});
