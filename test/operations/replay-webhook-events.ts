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
  },
};
