import type { ApiKey } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import { inTransaction } from '../../write/in-transaction.ts';
import { lockRecord } from '../../write/lock-records.ts';
import type { ApiKeyRecord } from './api-keys.ts';
import { withKeyCacheInvalidation } from './key-cache.ts';

/**
 * Has a key that was made with another one stand by itself: it no longer ends when that one is revoked or rotated. Its expiry
 * stays. Only a person may say so, on the command line.
 * @throws ActionError record_not_found; missing_scope where a key asks for it
 */
export async function releaseApiKey(context: Context, id: string): Promise<ApiKeyRecord> {
  if (context.actor.keyId !== null) {
    throw new ActionError('missing_scope', 'No key can be released from the key that created it.');
  }
  return withKeyCacheInvalidation(context, () =>
    inTransaction(context, async (tx) => {
      const { accountId, db } = tx;
      await lockRecord<ApiKey>(tx, 'ApiKey', id);
      return db.apiKey.update({
        where: { accountId_id: { accountId, id } },
        data: { madeById: null },
        omit: { hash: true },
      });
    }),
  );
}
