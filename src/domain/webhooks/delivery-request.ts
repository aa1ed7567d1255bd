import type { WebhookDelivery } from '../../generated/prisma/client.ts';
import { unfilteredClient } from '../../platform/access-policies/policy-client.ts';
import type { Context } from '../../platform/context/context.ts';
import { callerPermissions } from '../../platform/permissions/permissions.ts';
import { buildEventBody } from './event-body.ts';
import { canReadEvent, readWebhookEvent } from './event-source.ts';
import { eventIdOf, positionNumber } from './ids.ts';
import { webhookServicesOf } from './services.ts';

export interface DeliveryRequest {
  headers: Record<string, string>;
  body: unknown;
}

/**
 * The request as it would be sent now, without its signature. Null for a test, if the event is no longer stored, or if the
 * caller cannot read it.
 */
export async function readDeliveryRequest(
  context: Context,
  { attempts, position }: Pick<WebhookDelivery, 'attempts' | 'position'>,
): Promise<DeliveryRequest | null> {
  if (position === null) return null;
  const { accountId, db } = context;
  const event = await readWebhookEvent(unfilteredClient(db), accountId, positionNumber(position));
  const permissions = callerPermissions(context);
  if (!event || !canReadEvent(permissions, event)) return null;
  const services = webhookServicesOf(context);
  const { kind, recordId, recordType } = event;
  const hasRecord = kind !== 'DELETED' && kind !== 'ERASED';
  const records = hasRecord
    ? await services.readRecords(context, recordType, [recordId])
    : undefined;
  const data = records?.get(recordId) ?? null;
  const body = buildEventBody({ accountId, event, permissions, data });
  return {
    headers: {
      'webhook-id': eventIdOf(accountId, position),
      'Content-Type': 'application/json',
      'User-Agent': services.userAgent,
      'X-Webhook-Attempt': String(attempts),
    },
    body: JSON.parse(body.toString('utf8')),
  };
}
