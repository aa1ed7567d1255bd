import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
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

    const mutation = (directive: string) => `mutation ($id: ID!) ${directive} {
      sendTestWebhook(input: { id: $id }) {
        ... on SendTestWebhookSuccess { webhookDelivery { id status } }
        ... on ExpectedError { code }
      }
    }`;

    test.each(['REST', 'GraphQL'])(
      'a test in %s is sent once for a key, and no transaction waits for the response',
      async (name) => {
        const { owner, database } = api;
        const requireIdle = async () => {
          const { idleCount, totalCount } = database.pool;
          expect(totalCount - idleCount).toBe(0);
          const { rowCount } = await owner.query(
            `SELECT FROM pg_stat_activity
             WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
          );
          expect(rowCount).toBe(0);
        };
        const isIdle: boolean[] = [];
        const receiver = await useReceiver(async (response) => {
          const idle = vi.waitFor(requireIdle, { timeout: 5_000, interval: 10 });
          isIdle.push(await idle.then(() => true).catch(() => false));
          response.end();
        });
        const input = { url: receiver.url, types: ['invoice'] };
        const { id } = (await api.ours.post('webhooks/create', input)).body;
        const headers = {
          ...{ 'x-api-key': api.ours.key, 'content-type': 'application/json' },
          'idempotency-key': randomUUID(),
        };
        const send = () =>
          name === 'REST'
            ? api.request('/public/action/webhooks/test', {
                ...{ method: 'POST', headers, body: JSON.stringify({ id }) },
              })
            : api.request('/graphql', {
                ...{ method: 'POST', headers },
                body: JSON.stringify({ query: mutation(''), variables: { id } }),
              });
        const [first, second] = [await send(), await send()];
        expect(first.text).toContain('DELIVERED');
        expect([second.text, second.headers.get('idempotency-replayed')]).toEqual([
          first.text,
          'true',
        ]);
        expect([receiver.requests.length, isIdle]).toEqual([1, [true]]);
      },
    );

    test('a test is not possible with @atomic', async () => {
      const id = await addEndpointWithSecret(api.ours);
      const { body } = await api.ours.gql(mutation('@atomic'), { id });
      expect(body.data.sendTestWebhook).toEqual({ code: 'invalid_operation' });
    });
  },
};
