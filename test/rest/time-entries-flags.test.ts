import { describe, expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { everything, known, useTimeEntries } from '../support/time-entries.ts';

const api = useTestApi();
const tests = useTimeEntries(api);

describe('the create flags of timeWorked/create', () => {
  test('create missing records with their defaults, the deliverable in the first status', async () => {
    const { body } = await tests.log({
      clientName: 'Fresh',
      projectName: 'Fresh project',
      deliverableName: 'Fresh deliverable',
      ...everything,
    });
    const row = await api.database.prisma.timeEntry.findFirstOrThrow({
      where: { id: body.id },
      include: {
        client: true,
        project: { include: { projectType: true } },
        deliverable: { include: { status: true } },
      },
    });
    expect(row).toMatchObject({
      client: { name: 'Fresh', clientType: 'CLIENT' },
      project: {
        active: true,
        portalAccess: 'READ_ONLY',
        projectType: { name: 'Standard project' },
      },
      deliverable: { status: { label: 'To do' } },
    });
    expect(body.deliverableName).toBe('Fresh deliverable');
  });

  test('create nothing if everything exists', async () => {
    const [clients, projects, deliverables, entries] = await tests.counts();
    expect((await tests.log({ ...known, ...everything })).status).toBe(200);
    expect(await tests.counts()).toEqual([clients, projects, deliverables, (entries ?? 0) + 1]);
  });

  test('create only the missing records below existing ones, also given by id', async () => {
    const { body } = await tests.log({
      clientId: tests.ids.clientId,
      projectName: 'Second site',
      createProject: true,
    });
    expect(body.clientId).toBe(tests.ids.clientId);
    const below = await tests.log({
      projectId: body.projectId,
      deliverableName: 'Home page',
      createDeliverable: true,
    });
    expect(below.body).toMatchObject({ clientId: tests.ids.clientId, projectId: body.projectId });
  });

  test('sixty simultaneous callers with one new client create one client, project and deliverable', async () => {
    const workspace = await api.addWorkspace();
    const names = {
      clientName: 'Crowd',
      projectName: 'Crowd project',
      deliverableName: 'Crowd work',
    };
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => tests.log({ ...names, ...everything }, workspace)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(60).fill(200));
    expect(new Set(answers.map(({ body }) => body.clientId)).size).toBe(1);
    expect(new Set(answers.map(({ body }) => body.projectId)).size).toBe(1);
    expect(await tests.counts(workspace)).toEqual([1, 1, 1, 60]);
  });

  test('a hundred simultaneous callers with overlapping names create each once', async () => {
    const workspace = await api.addWorkspace();
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        tests.log(
          {
            clientName: `Client ${index % 3}`,
            projectName: `Project ${index % 4}`,
            deliverableName: `Work ${index % 5}`,
            ...everything,
          },
          workspace,
        ),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(100).fill(200));
    expect(await tests.counts(workspace)).toEqual([3, 12, 60, 100]);
  });
});
