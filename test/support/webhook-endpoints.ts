import { createWebhookEndpoint } from '../../src/domain/webhooks/create-endpoint.ts';
import { bucketOf } from '../../src/domain/webhooks/ids.ts';
import type { Prisma } from '../../src/generated/prisma/client.ts';
import type { TestApi, TestWorkspace } from './api.ts';
import { insertSpares } from './spare-records.ts';

/** No request leaves the service: the port is blocked. */
export const blockedUrl = 'http://127.0.0.1:1/';

/** An endpoint with a secret. */
export async function addEndpointWithSecret(workspace: TestWorkspace): Promise<string> {
  const input = { url: 'http://127.0.0.1:9999/', types: ['client'] };
  return (await createWebhookEndpoint(workspace.context, input)).record.id;
}

/** A workspace has at most 500 of them. */
const spareEndpoints = 50;

/** REST hooks with secrets that cannot be decrypted. They do not count for the limit of other endpoints. */
export async function insertSpareEndpoints(
  api: TestApi,
  workspace: TestWorkspace,
  columns: Partial<Prisma.WebhookEndpointCreateManyInput> = {},
): Promise<string[]> {
  const hook = { url: blockedUrl, types: ['client'], scopes: ['read'], payload: 'REST_HOOK' };
  const ids = await insertSpares(
    ...([api, workspace, 'WebhookEndpoint'] as const),
    () => ({ ...hook, ...columns }),
    spareEndpoints,
  );
  const { accountId } = workspace;
  const { prisma } = api.database;
  await prisma.webhookSecret.createMany({
    data: ids.map((endpointId) => ({ accountId, endpointId, id: 'whs_1', secret: 'x' })),
  });
  await prisma.webhookCursor.createMany({
    data: ids.map((endpointId) => ({
      ...{ accountId, endpointId, bucket: bucketOf(endpointId), position: '0' },
    })),
  });
  return ids;
}
