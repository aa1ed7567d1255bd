import type { WebhookDelivery } from '../../generated/prisma/client.ts';
import { unfilteredClient } from '../../platform/access-policies/policy-client.ts';
import type { Context } from '../../platform/context/context.ts';
import { callerPermissions } from '../../platform/permissions/permissions.ts';
import { canReadEvent, readWebhookEvent } from './event-source.ts';
import { bodyRecordOf } from './hook-types.ts';
import { eventIdOf, positionNumber } from './ids.ts';
import { buildRequestContent } from './request-content.ts';
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
  { attempts, endpointId, position }: Pick<WebhookDelivery, 'attempts' | 'endpointId' | 'position'>,
): Promise<DeliveryRequest | null> {
  if (position === null) return null;
  const { accountId, db } = context;
  const event = await readWebhookEvent(unfilteredClient(db), accountId, positionNumber(position));
  const permissions = callerPermissions(context);
  if (!event || !canReadEvent(permissions, event)) return null;
  const services = webhookServicesOf(context);
  const hookType = await readHookType(context, endpointId);
  const { id, model } = bodyRecordOf(hookType, event);
  const { body, headers } = await buildRequestContent(services, context, {
    ...{ hookType, event, permissions },
    readRecord: async () => (await services.readRecords(context, model, [id])).get(id),
  });
  return {
    headers: {
      'webhook-id': eventIdOf(accountId, position),
      'Content-Type': 'application/json',
      'User-Agent': services.userAgent,
      'X-Webhook-Attempt': String(attempts),
      ...headers,
    },
    body: JSON.parse(body.toString('utf8')),
  };
}

async function readHookType({ accountId, db }: Context, id: string): Promise<string | null> {
  const where = { accountId_id: { accountId, id } };
  const endpoint = await db.webhookEndpoint.findUnique({ where, select: { hookType: true } });
  return endpoint?.hookType ?? null;
}
