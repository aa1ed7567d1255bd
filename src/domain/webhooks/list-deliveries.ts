import { enumOf, recordIdType } from '../../platform/input/field-types.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { inputObject, nullable, parseInput } from '../../platform/input/fields.ts';
import { allOf, columnEquals } from '../../query/conditions.ts';
import type { ListQuery } from '../../query/record-list.ts';
import { webhookEnums } from './fields.ts';

export const listWebhookDeliveriesInput = inputObject(
  'ListWebhookDeliveries',
  'Which deliveries.',
  {
    webhookId: nullable(recordIdType, 'Id of the endpoint. Default: all.'),
    status: nullable(
      enumOf('WebhookDeliveryStatus', webhookEnums.WebhookDeliveryStatus),
      'Status of the delivery. Default: any.',
    ),
  },
);

/** @throws ActionError invalid_input */
export function listWebhookDeliveries(
  input: InputOf<typeof listWebhookDeliveriesInput>,
): ListQuery {
  const { status, webhookId } = parseInput(listWebhookDeliveriesInput, input);
  return {
    where: allOf([
      webhookId === null ? undefined : columnEquals('endpointId', webhookId),
      status === null
        ? undefined
        : { kind: 'compare', column: 'status', by: '=', value: status, valueKind: 'enumerated' },
    ]),
    orderBy: [
      { column: 'requestedAt', direction: 'desc' },
      { column: 'id', direction: 'desc' },
    ],
  };
}

export const webhookEndpointsByCreation: ListQuery = { orderBy: [{ column: 'id' }] };
