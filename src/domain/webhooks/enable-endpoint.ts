import { Prisma } from '../../generated/prisma/client.ts';
import type { WebhookEndpointState } from '../../generated/prisma/enums.ts';
import type { Context } from '../../platform/context/context.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/fields.ts';
import { requireId } from '../../platform/input/update-input.ts';
import type { WriteContext } from '../../write/unit-of-work.ts';
import { write } from '../../write/write.ts';
import { endOfLogKeyword, validateLogPosition } from '../events/log-positions.ts';
import { enableWebhookEndpointInput } from './fields.ts';
import { bucketOf } from './ids.ts';
import { requireReadableEvents, resolveStartPosition } from './rules.ts';

export const ofEndpoint = (id: string): Prisma.Sql => Prisma.sql`"endpointId" = ${id}`;

/**
 * Continues where deliveries stopped, or after a position. Events that failed are repeated at once, also those of a
 * failing endpoint.
 * @throws ActionError id_missing, record_not_found, invalid_input, events_expired, missing_scope; conflicting_state
 * without a secret
 */
export const enableWebhookEndpoint = (
  context: Context,
  input: { id?: unknown } & InputOf<typeof enableWebhookEndpointInput>,
): Promise<{ id: string }> =>
  write(context, async (tx) => {
    const endpoint = await tx.lock('WebhookEndpoint', requireId(input));
    const { after } = parseInput(enableWebhookEndpointInput, input, ({ after: given }) =>
      given === null || given === undefined ? [] : validateLogPosition(given),
    );
    await requireReadableEvents(tx, endpoint);
    await requireSecret(tx, endpoint.id);
    await setPosition(tx, endpoint.id, after);
    tx.update('WebhookEndpoint', endpoint, { state: 'ACTIVE', stateReason: null });
    return endpoint;
  });

/** @throws ActionError conflicting_state */
async function requireSecret(tx: WriteContext, endpointId: string): Promise<void> {
  const secrets = await tx.lockAll('WebhookSecret', ofEndpoint(endpointId));
  if (secrets.length > 0) return;
  const message = 'The endpoint has no secret. Rotate its secret, and then enable it.';
  throw new ActionError('conflicting_state', message);
}

async function setPosition(
  tx: WriteContext,
  endpointId: string,
  after: string | null,
): Promise<void> {
  const [cursor] = await tx.lockAll(
    'WebhookCursor',
    Prisma.sql`${ofEndpoint(endpointId)} AND NOT "isReplay"`,
  );
  const position = await resolveStartPosition(tx, after ?? cursor?.position ?? endOfLogKeyword);
  if (!cursor) {
    tx.insert('WebhookCursor', { endpointId, bucket: bucketOf(endpointId), position });
    return;
  }
  const retries = await tx.lockAll('WebhookRetry', ofEndpoint(endpointId));
  if (after === null) tx.updateAll('WebhookRetry', retries, { nextAttemptAt: tx.now });
  // Events before the position are no longer wanted.
  else tx.delete('WebhookRetry', retries);
  tx.update('WebhookCursor', cursor, {
    ...{ position, consecutiveFailures: 0 },
    ...{ firstFailureAt: null, nextAttemptAt: null, notifiedAt: null },
  });
}

/** @throws ActionError conflicting_state */
export function requireEnabled({ state }: { state: WebhookEndpointState }): void {
  if (state !== 'DISABLED') return;
  throw new ActionError('conflicting_state', 'The endpoint is disabled. Enable it first.');
}

/** @throws ActionError id_missing, record_not_found; conflicting_state if it is disabled */
export const disableWebhookEndpoint = (
  context: Context,
  input: { id?: unknown },
): Promise<{ id: string }> =>
  write(context, async (tx) => {
    const endpoint = await tx.lock('WebhookEndpoint', requireId(input));
    if (endpoint.state === 'DISABLED')
      throw new ActionError('conflicting_state', 'The endpoint is already disabled.');
    tx.update('WebhookEndpoint', endpoint, { state: 'DISABLED', stateReason: 'MANUAL' });
    return endpoint;
  });
