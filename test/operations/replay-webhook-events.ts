import { expect, test } from 'vitest';
import type { OperationCase } from '../support/operation-cases.ts';
import { addEndpointWithSecret, insertSpareEndpoints } from '../support/webhook-endpoints.ts';

export const operationCase: OperationCase = {
  inputs: async (api, workspace) =>
    (await insertSpareEndpoints(api, workspace)).map((id) => ({ id, after: '0' })),
  tests: (api) => {
    test('a replay has a separate cursor', async () => {
      const id = await addEndpointWithSecret(api.ours);
      await api.ours.post('webhooks/replay', { id, after: '0', types: ['invoice'] });
      const replay = await api.database.prisma.webhookCursor.findFirst({
        where: { endpointId: id, isReplay: true },
      });
      expect(replay).toMatchObject({ position: '0', types: ['invoice'] });
    });

    test.each(['0', '1-mmc1xk2o'])('a replay that ends at %s must start earlier', async (until) => {
      const id = await addEndpointWithSecret(api.ours);
      const input = { id, after: '1-mmc1xk2o', until };
      const { body, status } = await api.ours.post('webhooks/replay', input);
      expect([status, body.errors]).toMatchObject([400, [{ path: 'until', code: 'out_of_range' }]]);
    });
  },
};
