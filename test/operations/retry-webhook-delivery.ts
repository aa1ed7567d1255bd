import { expect, test } from 'vitest';
import type { OperationCase } from '../support/operation-cases.ts';
import { insertSpares } from '../support/spare-records.ts';
import { insertSpareEndpoints } from '../support/webhook-endpoints.ts';

const delivered = { type: 'client.created', status: 'DELIVERED', attempts: 1, durationMs: 5 };
const requestedAt = new Date('2026-01-01');

export const operationCase: OperationCase = {
  inputs: async (api, workspace) => {
    const endpointIds = await insertSpareEndpoints(api, workspace);
    await workspace.post('clients/create', { name: 'Delivered' });
    const { body: events } = await workspace.get('events/list', { limit: '1000' });
    const position = events.at(-1).place;
    const deliveries = [];
    for (const endpointId of endpointIds) {
      const columns = { ...delivered, requestedAt, position, endpointId };
      deliveries.push(...(await insertSpares(api, workspace, 'WebhookDelivery', () => columns, 1)));
    }
    return deliveries.map((id) => ({ id }));
  },
  conflict: async (api, workspace) => {
    const [endpointId] = await insertSpareEndpoints(api, workspace);
    const columns = { ...delivered, requestedAt, endpointId };
    const [id] = await insertSpares(api, workspace, 'WebhookDelivery', () => columns);
    return { id };
  },
  tests: (api) => {
    test('a repeated delivery is RETRYING', async () => {
      const [input] = await operationCase.inputs(api, api.ours);
      const { body } = await api.ours.post('webhookDeliveries/retry', input);
      expect(body).toMatchObject({ id: input?.id, status: 'RETRYING' });
    });
  },
};
