import { beforeAll, expect } from 'vitest';
import type { Answer, TestApi, TestWorkspace } from './api.ts';

/** An hour and a half of work. */
export const hours = { timerStart: '2026-03-02T09:00:00Z', timerEnd: '2026-03-02T10:30:00Z' };

/** Every create flag. */
export const everything = { createClient: true, createProject: true, createDeliverable: true };

/** Work that our workspace has. */
export const known = { clientName: 'Known', projectName: 'Site', deliverableName: 'Home page' };

/** Work that the other workspace has. */
export const foreign = {
  clientName: 'Foreign',
  projectName: 'Elsewhere',
  deliverableName: 'Far page',
};

interface WorkIds {
  clientId: string;
  projectId: string;
  deliverableId: string;
}

export interface TimeEntryTests {
  /** Ids of the known work, and of the foreign. */
  ids: WorkIds;
  theirIds: WorkIds;
  /** Logs {@link hours} on the work in the body, by default in our workspace. */
  log(body: Record<string, unknown>, workspace?: TestWorkspace): Promise<Answer>;
  /** How many clients, projects, deliverables and time entries a workspace has. */
  counts(workspace?: TestWorkspace): Promise<number[]>;
  makeUser(email: string, active?: boolean, workspace?: TestWorkspace): Promise<{ id: number }>;
}

/** Two workspaces with work to log time on. */
export function useTimeEntries(api: TestApi): TimeEntryTests {
  const tests = {} as TimeEntryTests;
  tests.log = (body, workspace = api.ours) =>
    workspace.post('timeWorked/create', { ...hours, ...body });
  tests.counts = async ({ accountId } = api.ours) => {
    const { client, project, deliverable, timeEntry } = api.database.prisma;
    const where = { accountId };
    return Promise.all([
      client.count({ where }),
      project.count({ where }),
      deliverable.count({ where }),
      timeEntry.count({ where }),
    ]);
  };
  tests.makeUser = (email, active = true, { accountId } = api.ours) =>
    api.database.prisma.user.create({ data: { accountId, email, active } });
  const makeWork = async (workspace: TestWorkspace, names: typeof known) => {
    const { status, body } = await tests.log({ ...names, ...everything }, workspace);
    expect(status).toBe(200);
    return (await api.database.prisma.timeEntry.findFirstOrThrow({
      where: { id: body.id },
      select: { clientId: true, projectId: true, deliverableId: true },
    })) as WorkIds;
  };
  beforeAll(async () => {
    tests.ids = await makeWork(api.ours, known);
    tests.theirIds = await makeWork(api.theirs, foreign);
  });
  return tests;
}
