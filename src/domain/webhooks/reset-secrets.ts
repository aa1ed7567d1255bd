import type { Db } from '../../database/client/db.ts';
import { forgetEncryptionKey } from '../../platform/encryption/encryption-key.ts';
import { disableRestoredEndpoints } from './endpoint-state.ts';

/** For a lost key. Needs a transaction. Returns the number of deleted secrets. */
export async function resetWebhookSecrets(db: Db): Promise<number> {
  await disableRestoredEndpoints((statement) => db.$queryRaw(statement));
  await forgetEncryptionKey(db);
  return db.$executeRaw`DELETE FROM "WebhookSecret"`;
}
