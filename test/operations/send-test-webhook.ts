import { expect, test } from 'vitest';
import type { OperationCase } from '../support/operation-cases.ts';
import { insertSpares } from '../support/spare-records.ts';
import { addEndpointWithSecret, blockedUrl } from '../support/webhook-endpoints.ts';
import { useReceiver } from '../support/webhooks.ts';

const type = 'webhook.test';

export const operationCase: OperationCase = {
  inputs: async (api, workspace) => {
    const id = await addEndpointWithSecret(workspace);
    await api.database.prisma.webhookEndpoint.update({
      where: { accountId_id: { accountId: workspace.accountId, id } },
      data: { url: blockedUrl },
    });
    return [{ id, type }];
  },
  conflict: async (api, workspace) => {
    const columns = { url: blockedUrl, types: ['client'], payload: 'REST_HOOK' };
    const [id] = await insertSpares(api, workspace, 'WebhookEndpoint', () => columns);
    return { id, type };
  },
  tests: (api) => {
    test('a test sends the documented example and returns the response', async () => {
      const receiver = await useReceiver((response) => response.writeHead(202).end('thanks'));
      const { body: endpoint } = await api.ours.post('webhooks/create', {
        ...{ url: receiver.url, types: ['invoice'] },
      });
      const { body } = await api.ours.post('webhooks/test', {
        ...{ id: endpoint.id, type: 'invoice.paid' },
      });
      expect(body).toMatchObject({
        ...{ webhookId: endpoint.id, type: 'invoice.paid', status: 'DELIVERED', statusCode: 202 },
        // The receiver is internal, so nothing of its response is shown.
        responseExcerpt: null,
      });
      const example = { type: 'invoice.paid', data: { status: expect.any(String) } };
      expect(receiver.requests[0]?.body).toMatchObject(example);
    });
  },
};
