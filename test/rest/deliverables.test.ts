import { describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/ids/record-ids.ts';
import type { TestWorkspace } from '../support/api.ts';
import { useTestApi } from '../support/api.ts';
import { makeProjectType } from '../support/projects.ts';

const api = useTestApi();

let serial = 0;

/** A client, a project and a deliverable of one workspace, all of new names. */
async function makeWork(
  workspace: TestWorkspace = api.ours,
  project: Record<string, unknown> = {},
) {
  const suffix = ++serial;
  const named = {
    clientName: `Client ${suffix}`,
    projectName: `Project ${suffix}`,
    deliverableName: `Deliverable ${suffix}`,
  };
  await workspace.post('clients/create', { name: named.clientName });
  const { body } = await workspace.post('projects/create', {
    name: named.projectName,
    clientName: named.clientName,
    ...project,
  });
  const entry = await workspace.post('timeWorked/create', {
    timerStart: '2026-01-01T09:00:00Z',
    timerEnd: '2026-01-01T10:00:00Z',
    projectId: body.id,
    deliverableName: named.deliverableName,
    createDeliverable: true,
  });
  expect(entry.status).toBe(200);
  const deliverable = await api.database.prisma.deliverable.findFirstOrThrow({
    where: { projectId: body.id },
  });
  return { named, clientId: body.clientId, projectId: body.id, deliverable };
}

const readDeliverable = (id: string) =>
  api.database.prisma.deliverable.findFirstOrThrow({ where: { id }, include: { status: true } });

describe('deliverable/approve', () => {
  test('sets the status labelled Complete and returns exactly the specified fields', async () => {
    const { named, clientId, projectId, deliverable } = await makeWork();
    await api.database.prisma.deliverableAssignee.create({
      data: {
        accountId: api.ours.accountId,
        deliverableId: deliverable.id,
        userId: api.ours.context.workspace.ownerId,
      },
    });
    const { status, body } = await api.ours.post('deliverable/approve', named);
    expect(status).toBe(200);
    const row = await readDeliverable(deliverable.id);
    expect(row).toMatchObject({ status: { label: 'Complete' }, version: 2 });
    expect(row.completedAt).toBeInstanceOf(Date);
    expect(body).toEqual({
      id: deliverable.id,
      accountId: api.ours.accountId,
      externalId: null,
      source: null,
      clientId,
      client: { id: clientId, name: named.clientName },
      projectId,
      project: { id: projectId, name: named.projectName },
      projectTypeId: row.status.projectTypeId,
      name: named.deliverableName,
      statusId: row.statusId,
      status: 'Complete',
      priority: 0,
      description: null,
      assignedToList: [api.ours.context.workspace.ownerId],
      approvalRequired: false,
      invoiceId: null,
      ticketId: null,
      startDate: null,
      dueDate: null,
      created: row.createdAt.toISOString(),
      completed: row.completedAt?.toISOString(),
      archived: false,
      parentTaskId: null,
      isSubTask: false,
      toDos: [],
      tasks: [],
      customValues: [],
    });
  });

  test('approving a complete deliverable again returns it unchanged and writes nothing', async () => {
    const { named, deliverable } = await makeWork();
    const first = await api.ours.post('deliverable/approve', named);
    const before = await readDeliverable(deliverable.id);
    const second = await api.ours.post('deliverable/approve', named);
    expect(second).toMatchObject({ status: 200, body: first.body });
    expect(await readDeliverable(deliverable.id)).toEqual(before);
  });

  test('ten simultaneous approvals approve it once', async () => {
    const { named, deliverable } = await makeWork();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => api.ours.post('deliverable/approve', named)),
    );
    expect(answers.map(({ status, body }) => [status, body.status])).toEqual(
      Array(10).fill([200, 'Complete']),
    );
    expect((await readDeliverable(deliverable.id)).version).toBe(2);
  });

  test('where no status is labelled Complete, the first that means complete is set', async () => {
    const { id: projectTypeId } = await makeProjectType(api, api.ours, [
      { label: 'Open' },
      { label: 'Delivered', complete: true },
      { label: 'Archived', complete: true },
    ]);
    const { named } = await makeWork(api.ours, { projectTypeId });
    const { body } = await api.ours.post('deliverable/approve', named);
    expect(body.status).toBe('Delivered');
  });

  test('the status labelled Complete is preferred to other complete ones', async () => {
    const { id: projectTypeId } = await makeProjectType(api, api.ours, [
      { label: 'Open' },
      { label: 'Delivered', complete: true },
      { label: 'Complete', complete: true },
    ]);
    const { named } = await makeWork(api.ours, { projectTypeId });
    const { body } = await api.ours.post('deliverable/approve', named);
    expect(body.status).toBe('Complete');
  });

  test('a deliverable in another status that means complete stays as it is', async () => {
    const { id: projectTypeId } = await makeProjectType(api, api.ours, [
      { label: 'Delivered', complete: true },
      { label: 'Complete', complete: true },
    ]);
    const { named, deliverable } = await makeWork(api.ours, { projectTypeId });
    const { body } = await api.ours.post('deliverable/approve', named);
    expect(body.status).toBe('Delivered');
    expect((await readDeliverable(deliverable.id)).version).toBe(1);
  });

  test('a project type without a status that means complete is a 409', async () => {
    const { id: projectTypeId } = await makeProjectType(api, api.ours, [{ label: 'Open' }]);
    const { named } = await makeWork(api.ours, { projectTypeId });
    const { status, body } = await api.ours.post('deliverable/approve', named);
    expect([status, body.code]).toEqual([409, 'conflicting_state']);
  });

  test('an id does in the place of a name and of the names above it', async () => {
    const { named, clientId, projectId, deliverable } = await makeWork();
    const { deliverableName, projectName } = named;
    for (const reference of [
      { deliverableId: deliverable.id },
      { projectId, deliverableName },
      { clientId, projectName, deliverableName },
      { ...named, clientId, projectId, deliverableId: deliverable.id },
      { clientId, deliverableId: deliverable.id },
    ]) {
      const { status, body } = await api.ours.post('deliverable/approve', reference);
      expect([status, body.id]).toEqual([200, deliverable.id]);
    }
  });

  test('the names that are missing are all listed', async () => {
    const paths = async (body: Record<string, unknown>) => {
      const answer = await api.ours.post('deliverable/approve', body);
      return [answer.status, ...answer.body.errors.map((e: { path: string }) => e.path)];
    };
    expect(await paths({})).toEqual([400, 'clientName', 'projectName', 'deliverableName']);
    expect(await paths({ deliverableName: 'D' })).toEqual([400, 'clientName', 'projectName']);
    expect(await paths({ clientName: 'C', projectName: ' ' })).toEqual([
      400,
      'projectName',
      'deliverableName',
    ]);
    expect(await paths({ projectId: 'prj_1' })).toEqual([400, 'deliverableName']);
    const long = { clientName: 'x'.repeat(256), deliverableName: 7, projectName: ['P'] };
    expect(await paths(long)).toEqual([400, 'clientName', 'projectName']);
  });

  test.each(['clientName', 'projectName', 'deliverableName'])(
    'an unknown %s is a 404',
    async (field) => {
      const { named, deliverable } = await makeWork();
      const { status, body } = await api.ours.post('deliverable/approve', {
        ...named,
        [field]: 'Nil',
      });
      expect([status, body.code]).toEqual([404, 'name_not_found']);
      expect(body.errors).toMatchObject([{ path: field }]);
      expect((await readDeliverable(deliverable.id)).version).toBe(1);
    },
  );

  test('a misspelt name gets near matches', async () => {
    const { named } = await makeWork();
    const { body } = await api.ours.post('deliverable/approve', {
      ...named,
      deliverableName: `${named.deliverableName}x`,
    });
    expect(body.message).toContain(`"${named.deliverableName}"`);
  });

  test('names and ids of another workspace answer as missing ones do', async () => {
    const theirs = await makeWork(api.theirs);
    for (const [body, code] of [
      [theirs.named, 'name_not_found'],
      [{ deliverableId: theirs.deliverable.id }, 'record_not_found'],
      [{ deliverableId: newId('Deliverable') }, 'record_not_found'],
      [{ projectId: theirs.projectId, deliverableName: 'D' }, 'record_not_found'],
    ] as const) {
      const answer = await api.ours.post('deliverable/approve', body);
      expect([answer.status, answer.body.code]).toEqual([404, code]);
    }
    expect((await readDeliverable(theirs.deliverable.id)).version).toBe(1);
  });

  test('a deliverable’s id with another client is a 400', async () => {
    const [one, other] = [await makeWork(), await makeWork()];
    for (const [body, path] of [
      [{ clientId: one.clientId, deliverableId: other.deliverable.id }, 'deliverableId'],
      [{ clientName: one.named.clientName, deliverableId: other.deliverable.id }, 'deliverableId'],
    ] as const) {
      const answer = await api.ours.post('deliverable/approve', body);
      expect([answer.status, answer.body.errors[0]]).toMatchObject([
        400,
        { path, code: 'disagrees' },
      ]);
    }
  });
});
