import { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import { requireId } from '../../platform/input/update-input.ts';
import { write } from '../../write/write.ts';
import { ofEndpoint, requireEnabled } from './enable-endpoint.ts';
import { readWebhookEvent } from './event-source.ts';
import { positionNumber } from './ids.ts';

/**
 * Repeats a delivery as soon as possible.
 * @throws ActionError id_missing, record_not_found, events_expired; conflicting_state for a test, or while the endpoint is
 * disabled
 */
export const retryWebhookDelivery = (
  context: Context,
  input: { id?: unknown },
): Promise<{ id: string }> =>
  write(context, async (tx) => {
    const delivery = await tx.lock('WebhookDelivery', requireId(input));
    const { endpointId } = delivery;
    if (delivery.position === null)
      throw new ActionError('conflicting_state', 'A test cannot be repeated. Send another one.');
    const endpoint = await tx.lock('WebhookEndpoint', endpointId);
    requireEnabled(endpoint);
    const position = positionNumber(delivery.position);
    const event = await readWebhookEvent(tx.db, tx.accountId, position);
    if (!event) throw new ActionError('events_expired', 'The event is no longer stored.');
    const [retry] = await tx.lockAll(
      'WebhookRetry',
      Prisma.sql`${ofEndpoint(endpointId)} AND position = ${position}`,
    );
    const { recordId, recordType } = event;
    if (retry) tx.update('WebhookRetry', retry, { nextAttemptAt: tx.now });
    else
      tx.insert('WebhookRetry', {
        ...{ endpointId, position, recordId, recordType, nextAttemptAt: tx.now },
      });
    tx.update('WebhookDelivery', delivery, { status: 'RETRYING' });
    return delivery;
  });
