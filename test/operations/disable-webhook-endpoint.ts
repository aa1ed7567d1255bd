import { expect, test } from 'vitest';
import type { OperationCase } from '../support/operation-cases.ts';
import { addEndpointWithSecret, insertSpareEndpoints } from '../support/webhook-endpoints.ts';

export const operationCase: OperationCase = {
  inputs: async (api, workspace) =>
    (await insertSpareEndpoints(api, workspace)).map((id) => ({ id })),
  tests: (api) => {
    test('a disabled endpoint has the reason MANUAL', async () => {
      const id = await addEndpointWithSecret(api.ours);
      const { body } = await api.ours.post('webhooks/disable', { id });
      expect(body).toMatchObject({ id, state: 'DISABLED', stateReason: 'MANUAL' });
    });
  },
};
