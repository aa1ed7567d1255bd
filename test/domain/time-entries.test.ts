import { beforeAll, describe, expect, test } from 'vitest';
import { countStatements } from '../../src/database/client.ts';
import type { Work } from '../../src/domain/deliverables/work.ts';
import { resolveWork } from '../../src/domain/deliverables/work.ts';
import { createContext } from '../../src/domain/kernel/context.ts';
import { createTimeEntry } from '../../src/domain/time-entries/index.ts';
import { insertTimeEntries } from '../../src/domain/time-entries/insert.ts';
import { computed, nullableText, wire } from '../../src/rest/wire.ts';
import { treeOf } from '../../src/rest/wire-trees.ts';
import { useTestApi } from '../support/api.ts';

const api = useTestApi();

const names = { clientName: 'Client', projectName: 'Project', deliverableName: 'Deliverable' };
const hours = {
  timerStart: new Date('2026-03-02T09:00:00Z'),
  timerEnd: new Date('2026-03-02T10:00:00Z'),
  userEmail: null,
  billable: true,
};

let work: Work;

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
    const { result, statements } = await countStatements(() =>
      insertTimeEntries(context(), entries),
    );
    expect(statements).toHaveLength(1);
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
    const tree = treeOf(
      'TimeEntry',
      wire<never>()('Shown', 'Notes and a name.', {
        notes: nullableText,
        deliverableName: computed(nullableText, 'deliverable.name'),
      } as never),
    );
    const { result, statements } = await countStatements(() =>
      insertTimeEntries(context(), entries, tree),
    );
    expect(statements).toHaveLength(1);
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
    const { result, statements } = await countStatements(() =>
      Promise.all(references.map((reference) => resolveWork(shared, reference))),
    );
    expect(statements).toHaveLength(1);
    expect(result).toEqual(Array(50).fill(work));
  });
});
