import type { Context } from '../../platform/context/context.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import { write } from '../../write/write.ts';
import type { ApiKeyRecord } from './api-keys.ts';
import { forgetKeysAfterwards } from './key-cache.ts';

/**
 * The key no longer ends with the key that created it. CLI only.
 * @throws ActionError record_not_found; missing_scope for a key
 */
export const releaseApiKey = (context: Context, id: string): Promise<ApiKeyRecord> =>
  write(context, async (tx) => {
    if (tx.actor.keyId !== null) {
      throw new ActionError(
        'missing_scope',
        'No key can be released from the key that created it.',
      );
    }
    forgetKeysAfterwards(tx);
    const key = await tx.lock('ApiKey', id);
    const { hash: _, ...released } = tx.update('ApiKey', key, { madeById: null });
    return released;
  });
