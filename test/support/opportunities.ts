import { beforeAll, expect } from 'vitest';
import type { TestApi, TestWorkspace } from './api.ts';

/** The pipeline's stages: their ids by label. */
export async function stagesOf(workspace: TestWorkspace): Promise<Record<string, string>> {
  const { body } = await workspace.get('pipelineStages/list');
  return Object.fromEntries(
    body.map((stage: { label: string; id: string }) => [stage.label, stage.id]),
  );
}

/** What opportunities can refer to, in either workspace. */
export interface OpportunityFixtures {
  stages: Record<string, string>;
  theirStages: Record<string, string>;
  acmeId: string;
  boltId: string;
  foreignClientId: string;
}

/** The pipelines, two clients, and one of the other workspace; there when tests run. */
export function useOpportunityFixtures(api: TestApi): OpportunityFixtures {
  const fixtures = {} as OpportunityFixtures;
  const addClient = async (workspace: TestWorkspace, name: string) =>
    (await workspace.post('clients/create', { name })).body.id;
  beforeAll(async () => {
    fixtures.stages = await stagesOf(api.ours);
    fixtures.theirStages = await stagesOf(api.theirs);
    fixtures.acmeId = await addClient(api.ours, 'Acme');
    fixtures.boltId = await addClient(api.ours, 'Bolt');
    fixtures.foreignClientId = await addClient(api.theirs, 'Acme');
  });
  return fixtures;
}

/** A to-do item with every field away from its default. */
export const toDo = {
  id: 'own-1',
  item: 'Send the proposal',
  complete: true,
  dueDate: '2026-04-15',
  dateCompleted: '2026-04-10T08:15:00.000Z',
  relativeDueDate: { duration: 2, timeUnit: 'WEEKS' },
};

/** An opportunity of our workspace with every field away from its default. */
export async function addFullOpportunity(api: TestApi) {
  const answer = await api.ours.post('opportunities/create', {
    name: ' Phase two ',
    description: 'Follow-up',
    clientName: 'Acme',
    stageName: 'Qualified',
    value: 24000.5,
    estCloseDate: '2026-06-30',
    actualCloseDate: '2026-07-01',
    sentiment: 4,
    leadInfo: { firstName: 'Ada', answers: [{ question: 'Budget?', answer: { from: 1 } }] },
    toDos: [toDo],
    customValues: { 'Referred by': 'Charles', Seats: 12 },
  });
  expect(answer.status).toBe(200);
  return answer.body;
}
