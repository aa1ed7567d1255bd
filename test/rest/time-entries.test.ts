import { beforeAll, describe, expect, test } from 'vitest';
import { countStatements } from '../../src/database/client.ts';
import { newId } from '../../src/domain/kernel/ids.ts';
import type { TestWorkspace } from '../support/api.ts';
import { useTestApi } from '../support/api.ts';

const api = useTestApi();

const hours = { timerStart: '2026-03-02T09:00:00Z', timerEnd: '2026-03-02T10:30:00Z' };
const everything = { createClient: true, createProject: true, createDeliverable: true };
const known = { clientName: 'Known', projectName: 'Site', deliverableName: 'Home page' };

let ids: { clientId: string; projectId: string; deliverableId: string };
let theirIds: typeof ids;

const log = (body: Record<string, unknown>, workspace: TestWorkspace = api.ours) =>
  workspace.post('timeWorked/create', { ...hours, ...body });

/** How many clients, projects, deliverables and time entries a workspace has. */
async function counts({ accountId }: TestWorkspace = api.ours) {
  const { client, project, deliverable, timeEntry } = api.database.prisma;
  const where = { accountId };
  return Promise.all([
    client.count({ where }),
    project.count({ where }),
    deliverable.count({ where }),
    timeEntry.count({ where }),
  ]);
}

async function makeKnown(workspace: TestWorkspace, names = known) {
  const { status, body } = await log({ ...names, ...everything }, workspace);
  expect(status).toBe(200);
  const entry = await api.database.prisma.timeEntry.findFirstOrThrow({
    where: { id: body.id },
    select: { clientId: true, projectId: true, deliverableId: true },
  });
  return entry as typeof ids;
}

async function makeUser(email: string, active = true, workspace: TestWorkspace = api.ours) {
  const { accountId } = workspace;
  return api.database.prisma.user.create({ data: { accountId, email, active } });
}

beforeAll(async () => {
  ids = await makeKnown(api.ours);
  theirIds = await makeKnown(api.theirs, {
    clientName: 'Foreign',
    projectName: 'Elsewhere',
    deliverableName: 'Far page',
  });
});

describe('timeWorked/create', () => {
  test('answers exactly the specified fields, for the owner where nobody is named', async () => {
    const { status, body } = await log({ ...known, notes: ' First\ndraft ' });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.stringMatching(/^tim_[0-9a-f]{32}$/),
      accountId: api.ours.accountId,
      clientId: ids.clientId,
      projectId: ids.projectId,
      deliverableName: 'Home page',
      timerStart: '2026-03-02T09:00:00.000Z',
      timerEnd: '2026-03-02T10:30:00.000Z',
      notes: ' First\ndraft ',
      userId: api.ours.context.workspace.ownerId,
      invoiceId: null,
    });
    const row = await api.database.prisma.timeEntry.findFirstOrThrow({ where: { id: body.id } });
    expect(row).toMatchObject({ ...ids, notes: ' First\ndraft ', version: 1 });
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
    const { body } = await log({ timerStart });
    expect(body.timerStart).toBe(expected);
  });

  test('names are trimmed, and compared exactly otherwise', async () => {
    const { body } = await log({ clientName: ' Known ', projectName: 'Site\t' });
    expect(body).toMatchObject({ clientId: ids.clientId, projectId: ids.projectId });
    expect((await log({ clientName: 'known' })).status).toBe(404);
  });

  test('an id does in the place of a name and says what stands above it', async () => {
    const { clientId, projectId, deliverableId } = ids;
    for (const reference of [
      { deliverableId },
      { projectId, deliverableName: known.deliverableName },
      { clientId, projectName: known.projectName, deliverableId },
      { clientName: known.clientName, deliverableId },
      { ...known, ...ids },
    ]) {
      const { status, body } = await log(reference);
      expect(status).toBe(200);
      expect(body).toMatchObject({ clientId, projectId, deliverableName: 'Home page' });
    }
    expect((await log({ projectId })).body).toMatchObject({ clientId, deliverableName: null });
  });

  test('takes at most five statements, the key’s look-up among them and no transaction', async () => {
    await makeUser('counted@ours.example');
    const userEmail = 'counted@ours.example';
    for (const [reference, expected] of [
      [known, 5],
      [{ ...known, ...everything }, 5],
      [{ ...known, userEmail }, 5],
      [{ projectId: ids.projectId, userEmail }, 4],
      [{ deliverableId: ids.deliverableId, userEmail }, 5],
    ] as const) {
      const { result, statements } = await countStatements(() => log(reference));
      expect(result.status).toBe(200);
      expect(statements).toHaveLength(expected);
      expect(statements.filter((sql) => /^(BEGIN|COMMIT|ROLLBACK)/i.test(sql))).toEqual([]);
    }
  });

  describe('users', () => {
    test('the time is the user’s whose e-mail address is named, whatever its case', async () => {
      const user = await makeUser('Ada@ours.example');
      const { body } = await log({ ...known, userEmail: 'ADA@OURS.example' });
      expect(body.userId).toBe(user.id);
    });

    test('an unknown user, or another workspace’s, is a 404', async () => {
      await makeUser('grace@theirs.example', true, api.theirs);
      const before = await counts();
      for (const userEmail of ['nobody@ours.example', 'grace@theirs.example']) {
        const { status, body } = await log({ ...known, userEmail });
        expect([status, body.code]).toEqual([404, 'name_not_found']);
        expect(body.errors).toMatchObject([{ path: 'userEmail' }]);
      }
      expect(await counts()).toEqual(before);
    });

    test('an inactive user takes no time: 409', async () => {
      await makeUser('gone@ours.example', false);
      const before = await counts();
      const { status, body } = await log({ ...known, userEmail: 'gone@ours.example' });
      expect([status, body.code]).toEqual([409, 'conflicting_state']);
      expect(body.message).toContain('gone@ours.example');
      expect(await counts()).toEqual(before);
    });
  });

  describe('errors', () => {
    const paths = async (body: Record<string, unknown>) => {
      const answer = await api.ours.post('timeWorked/create', body);
      return [answer.status, ...answer.body.errors.map((e: { path: string }) => e.path).toSorted()];
    };

    test('every field at fault is listed at once, those that lack another field too', async () => {
      expect(await paths({})).toEqual([400, 'timerEnd', 'timerStart']);
      expect(
        await paths({
          timerStart: '2026-02-30T09:00:00Z',
          timerEnd: 'later',
          userEmail: 'nobody',
          createClient: 'perhaps',
          projectName: 'P',
          notes: ['n'],
        }),
      ).toEqual([
        400,
        'clientName',
        'createClient',
        'notes',
        'timerEnd',
        'timerStart',
        'userEmail',
      ]);
    });

    test.each([
      ['2026-03-02T09:00:00Z', '2026-03-02T09:00:00Z'],
      ['2026-03-02T09:00:00Z', '2026-03-02T08:59:59Z'],
      ['2026-03-02T09:00:00Z', '2026-03-02T10:30:00+02:00'],
    ])('%s to %s does not end after it starts: 400', async (timerStart, timerEnd) => {
      const { status, body } = await log({ timerStart, timerEnd });
      expect(status).toBe(400);
      expect(body.errors).toMatchObject([{ path: 'timerEnd', code: 'not_after_start' }]);
    });

    test('a project needs its client’s name, a deliverable its project’s', async () => {
      expect(await paths({ ...hours, projectName: 'Site' })).toEqual([400, 'clientName']);
      expect(await paths({ ...hours, clientName: 'Known', deliverableName: 'D' })).toEqual([
        400,
        'projectName',
      ]);
      const deliverable = { ...hours, deliverableName: 'D' };
      expect(await paths(deliverable)).toEqual([400, 'clientName', 'projectName']);
    });

    test('a flag without its name is a 400, even beside an id', async () => {
      expect(await paths({ ...hours, ...everything })).toEqual([
        400,
        'clientName',
        'deliverableName',
        'projectName',
      ]);
      expect(await paths({ ...hours, clientId: ids.clientId, createClient: true })).toEqual([
        400,
        'clientName',
      ]);
    });

    test.each(['clientName', 'projectName', 'deliverableName'])(
      'an unknown %s without its flag is a 404, and nothing at all is made',
      async (field) => {
        const before = await counts();
        const flag = `create${field[0]?.toUpperCase()}${field.slice(1, -4)}`;
        const { status, body } = await log({
          clientName: 'New client',
          projectName: 'New project',
          deliverableName: 'New deliverable',
          ...everything,
          [flag]: false,
        });
        expect([status, body.code]).toEqual([404, 'name_not_found']);
        expect(body.errors).toMatchObject([{ path: field }]);
        expect(await counts()).toEqual(before);
      },
    );

    test('an error after records were made takes them back', async () => {
      await makeUser('left@ours.example', false);
      const before = await counts();
      for (const userEmail of ['nobody@ours.example', 'left@ours.example']) {
        const { status } = await log({
          clientName: 'Never client',
          projectName: 'Never project',
          deliverableName: 'Never deliverable',
          ...everything,
          userEmail,
        });
        expect(status).toBeGreaterThanOrEqual(404);
      }
      expect(await counts()).toEqual(before);
    });

    test('a misspelt name is answered with near matches of its own parent', async () => {
      const { body } = await log({ ...known, deliverableName: 'Home pages' });
      expect(body.message).toContain('"Home page"');
    });

    test('names of another workspace answer as missing ones do, and with flags are made anew', async () => {
      const foreign = { clientName: 'Foreign', projectName: 'Elsewhere' };
      const { status, body } = await log(foreign);
      expect([status, body.code]).toEqual([404, 'name_not_found']);
      const made = await log({ ...foreign, createClient: true, createProject: true });
      expect(made.status).toBe(200);
      expect(made.body.clientId).not.toBe(theirIds.clientId);
    });

    test.each(['clientId', 'projectId', 'deliverableId'] as const)(
      '%s of another workspace answers as a missing one does',
      async (field) => {
        const missing = newId('Client');
        const answers = [];
        for (const id of [missing, theirIds[field]]) {
          const { status, body } = await log({ [field]: id });
          answers.push([status, body.code, body.errors, body.message.replace(id, 'ID')]);
        }
        expect(answers[0]).toEqual(answers[1]);
        expect(answers[0]?.slice(0, 2)).toEqual([404, 'record_not_found']);
      },
    );

    test('a name and an id that disagree are a 400', async () => {
      const other = await api.ours.post('clients/create', { name: 'Other' });
      const { status, body } = await log({ clientName: 'Known', clientId: other.body.id });
      expect(status).toBe(400);
      expect(body.errors).toMatchObject([{ path: 'clientName', code: 'disagrees' }]);
    });
  });

  describe('create flags', () => {
    test('make what is missing with its defaults, the deliverable in the first status', async () => {
      const { body } = await log({
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

    test('make nothing where everything is there', async () => {
      const [clients, projects, deliverables, entries] = await counts();
      expect((await log({ ...known, ...everything })).status).toBe(200);
      expect(await counts()).toEqual([clients, projects, deliverables, (entries ?? 0) + 1]);
    });

    test('make only what is missing below what is there, named by id too', async () => {
      const { body } = await log({
        clientId: ids.clientId,
        projectName: 'Second site',
        createProject: true,
      });
      expect(body.clientId).toBe(ids.clientId);
      const below = await log({
        projectId: body.projectId,
        deliverableName: 'Home page',
        createDeliverable: true,
      });
      expect(below.body).toMatchObject({ clientId: ids.clientId, projectId: body.projectId });
    });

    test('sixty callers at once on one new client make one client, project and deliverable', async () => {
      const workspace = await api.addWorkspace();
      const names = {
        clientName: 'Crowd',
        projectName: 'Crowd project',
        deliverableName: 'Crowd work',
      };
      const answers = await Promise.all(
        Array.from({ length: 60 }, () => log({ ...names, ...everything }, workspace)),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array(60).fill(200));
      expect(new Set(answers.map(({ body }) => body.clientId)).size).toBe(1);
      expect(new Set(answers.map(({ body }) => body.projectId)).size).toBe(1);
      expect(await counts(workspace)).toEqual([1, 1, 1, 60]);
    });

    test('a hundred callers at once on names that overlap make each once', async () => {
      const workspace = await api.addWorkspace();
      const answers = await Promise.all(
        Array.from({ length: 100 }, (_, index) =>
          log(
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
      expect(await counts(workspace)).toEqual([3, 12, 60, 100]);
    });
  });
});
