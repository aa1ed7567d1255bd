import type { Db } from '../../database/client/db.ts';
import { forgetEncryptionKey } from '../../platform/encryption/encryption-key.ts';
import { disableRestoredEndpoints } from './endpoint-state.ts';

export interface EndpointWithoutSecret {
  accountId: number;
  id: string;
  url: string;
}

/**
 * For a lost encryption key. Needs a transaction.
 * @returns the endpoints, which need new secrets
 */
export async function resetWebhookSecrets(db: Db): Promise<EndpointWithoutSecret[]> {
  await disableRestoredEndpoints((statement) => db.$queryRaw(statement));
  await forgetEncryptionKey(db);
  await db.$executeRaw`DELETE FROM "WebhookSecret"`;
  return db.$queryRaw<EndpointWithoutSecret[]>`
    SELECT "accountId", id, url FROM "WebhookEndpoint" ORDER BY "accountId", id`;
}
