import { beforeAll, expect } from 'vitest';
import { newId } from '../../src/platform/ids/record-ids.ts';
import type { TestApi, TestWorkspace } from './api.ts';

/** A client with one project. */
interface ClientWithProject {
  clientId: string;
  projectId: string;
}

async function addClientWithProject(
  { database }: TestApi,
  workspace: TestWorkspace,
  name: string,
  project: string,
): Promise<ClientWithProject> {
  const { accountId } = workspace;
  const client = await workspace.post('clients/create', { name });
  const type = await database.prisma.projectType.findFirstOrThrow({ where: { accountId } });
  const projectId = newId('Project');
  await database.prisma.project.create({
    data: {
      accountId,
      id: projectId,
      clientId: client.body.id,
      projectTypeId: type.id,
      name: project,
    },
  });
  return { clientId: client.body.id, projectId };
}

/** What expenses can refer to, in either workspace. */
export interface ExpenseFixtures {
  /** Acme with the project Site. */
  acme: ClientWithProject;
  /** Bolt with the project App. */
  bolt: ClientWithProject;
  /** Acme with the project Site, of the other workspace. */
  foreign: ClientWithProject;
  /** The vendor Stranger Ltd of the other workspace. */
  foreignVendorId: string;
}

/** Two clients with projects, and their like in the other workspace; there when tests run. */
export function useExpenseFixtures(api: TestApi): ExpenseFixtures {
  const fixtures = {} as ExpenseFixtures;
  beforeAll(async () => {
    fixtures.acme = await addClientWithProject(api, api.ours, 'Acme', 'Site');
    fixtures.bolt = await addClientWithProject(api, api.ours, 'Bolt', 'App');
    fixtures.foreign = await addClientWithProject(api, api.theirs, 'Acme', 'Site');
    const foreign = { amount: 1, vendor: 'Stranger Ltd' };
    fixtures.foreignVendorId = (await api.theirs.post('expenses/create', foreign)).body.vendorId;
  });
  return fixtures;
}

/** An expense of our workspace with every field away from its default. */
export async function addFullExpense(api: TestApi) {
  const answer = await api.ours.post('expenses/create', {
    date: '2026-03-31T09:30:00Z',
    amount: 89.9,
    currency: 'eur',
    taxRate: 7.5,
    taxInclusive: true,
    category: 'Travel',
    vendor: 'Deutsche Bahn',
    clientName: 'Acme',
    projectName: 'Site',
    billNo: 'DB-118',
    paid: true,
    paidDate: '2026-04-02',
    dueDate: '2026-04-30',
    reimbursable: true,
    markupPercentage: 12.5,
    description: 'Train',
    notes: 'First class',
  });
  expect(answer.status).toBe(200);
  return answer.body;
}
