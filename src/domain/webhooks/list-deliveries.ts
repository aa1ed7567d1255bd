import { recordIdType } from '../../platform/input/field-types.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { inputObject, nullable, parseInput } from '../../platform/input/fields.ts';
import { columnEquals } from '../../query/conditions.ts';
import type { ListQuery } from '../../query/record-list.ts';

export const listWebhookDeliveriesInput = inputObject(
  'ListWebhookDeliveries',
  'Which deliveries.',
  { webhookId: nullable(recordIdType, 'Id of the endpoint. Default: all.') },
);

/** @throws ActionError invalid_input */
export function listWebhookDeliveries(
  input: InputOf<typeof listWebhookDeliveriesInput>,
): ListQuery {
  const { webhookId } = parseInput(listWebhookDeliveriesInput, input);
  return {
    ...(webhookId !== null && { where: columnEquals('endpointId', webhookId) }),
    orderBy: ['requestedAt', 'id'].map((column) => ({ column, direction: 'desc' as const })),
  };
}

export const webhookEndpointsByCreation: ListQuery = { orderBy: [{ column: 'id' }] };
