import { expect, test } from 'vitest';
import type { OperationCase } from '../support/operation-cases.ts';
import { insertSpares } from '../support/spare-records.ts';
import {
  addEndpointWithSecret,
  blockedUrl,
  insertSpareEndpoints,
} from '../support/webhook-endpoints.ts';

const disabled = { state: 'DISABLED', stateReason: 'MANUAL' } as const;

export const operationCase: OperationCase = {
  inputs: async (api, workspace) => {
    const ids = await insertSpareEndpoints(api, workspace, disabled);
    return ids.map((id) => ({ id }));
  },
  conflict: async (api, workspace) => {
    const [id] = await insertSpares(api, workspace, 'WebhookEndpoint', () => ({
      ...{ url: blockedUrl, types: ['client'], scopes: ['read'], payload: 'REST_HOOK' },
      ...disabled,
    }));
    return { id };
  },
  tests: (api) => {
    test('a disabled endpoint continues where it stopped, or at a position', async () => {
      const id = await addEndpointWithSecret(api.ours);
      const { position } = (await api.ours.get(`webhooks/${id}`)).body;
      await api.ours.post('webhooks/disable', { id });
      const enabled = await api.ours.post('webhooks/enable', { id });
      expect(enabled.body).toMatchObject({ state: 'ACTIVE', stateReason: null, position });
      const expired = await api.ours.post('webhooks/enable', { id, after: '999-mmc1xk2o' });
      expect(expired).toMatchObject({ status: 410, body: { code: 'events_expired' } });
      const { body } = await api.ours.gql(
        `mutation ($id: ID!) {
          enableWebhookEndpoint(input: { id: $id, after: "999-mmc1xk2o" }) {
            __typename ... on ExpectedError { code }
          }
        }`,
        { id },
      );
      expect(body).toEqual({
        data: { enableWebhookEndpoint: { __typename: 'ConflictError', code: 'events_expired' } },
      });
    });
  },
};
