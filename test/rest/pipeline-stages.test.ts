import { expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';

const api = useTestApi();

test('pipelineStages/list returns the pipeline of a new workspace in its order', async () => {
  const { status, body } = await api.ours.get('pipelineStages/list');
  expect(status).toBe(200);
  expect(body.map((stage: { label: string }) => stage.label)).toEqual([
    'Lead',
    'Qualified',
    'Proposal',
    'Won',
    'Lost',
  ]);
  expect(body[3]).toEqual({
    id: expect.stringMatching(/^stg_/),
    label: 'Won',
    hexColor: '#2da44e',
    stageType: 'CLOSED_WON',
  });
});
