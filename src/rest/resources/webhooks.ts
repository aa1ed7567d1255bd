import { cursorColumnSql } from '../../domain/webhooks/cursor-columns.ts';
import type { WebhookDelivery, WebhookEndpoint } from '../../domain/webhooks/fields.ts';
import { webhookEnums } from '../../domain/webhooks/fields.ts';
import {
  listWebhookDeliveries,
  listWebhookDeliveriesInput,
  webhookEndpointsByCreation,
} from '../../domain/webhooks/list-deliveries.ts';
import type { WebhookEventType } from '../../domain/webhooks/sample-event.ts';
import { listWebhookEventTypes } from '../../domain/webhooks/sample-event.ts';
import { webhookServicesOf } from '../../domain/webhooks/services.ts';
import { webhookOperations } from '../../operations/webhooks.ts';
import { recordIdType } from '../../platform/input/field-types.ts';
import { inputObject, parseInput, required } from '../../platform/input/fields.ts';
import { defineListRoute } from '../core/list-routes.ts';
import { defineOperationRoutes } from '../core/operation-routes.ts';
import { recordResponse } from '../core/record-responses.ts';
import { defineReadRoute } from '../core/route.ts';
import {
  anyJson,
  choice,
  computedProperty,
  dateTime,
  defineSerializer,
  integer,
  listOf,
  makeNullable,
  nullableText,
  renamedProperty,
  text,
  withDescription,
} from '../core/serializer.ts';

const endpointSerializer = defineSerializer<WebhookEndpoint>()(
  'WebhookEndpoint',
  'A URL that receives the events of the workspace.',
  {
    id: withDescription(text, 'Id of the endpoint.'),
    accountId: withDescription(integer, 'The workspace.'),
    url: text,
    description: nullableText,
    types: listOf(text),
    where: computedProperty(
      withDescription(anyJson, 'Condition on the changed records. Null: all records.'),
      (alias) => `${alias}."where"`,
    ),
    payload: choice(webhookEnums.WebhookPayload),
    hookType: nullableText,
    order: choice(webhookEnums.WebhookOrder),
    scopes: listOf(text),
    state: choice(webhookEnums.WebhookEndpointState),
    stateReason: makeNullable(choice(webhookEnums.WebhookStateReason)),
    position: computedProperty(
      withDescription(nullableText, 'Position in the event log after which deliveries continue.'),
      cursorColumnSql('position'),
    ),
    created: renamedProperty('createdAt', withDescription(dateTime, 'When it was created.')),
  },
);

const endpointExample = {
  ...{ id: 'whe_0199d2f0a1c27b1e9f4b6c1de0a35f90', accountId: 1 },
  ...{ url: 'https://example.com/webhooks', description: 'Shop' },
  ...{ types: ['invoice', 'client.created'], where: null, payload: 'EVENT', hookType: null },
  ...{ order: 'RECORD', scopes: ['read'], state: 'ACTIVE', stateReason: null },
  ...{ position: '1042-mmc1xk2o', created: '2026-03-31T14:00:00.000Z' },
};

const deliverySerializer = defineSerializer<WebhookDelivery>()(
  'WebhookDelivery',
  'The delivery of one event to one webhook endpoint.',
  {
    id: withDescription(text, 'Id of the delivery.'),
    webhookId: renamedProperty('endpointId', text),
    position: nullableText,
    type: text,
    recordId: nullableText,
    status: choice(webhookEnums.WebhookDeliveryStatus),
    attempts: integer,
    statusCode: makeNullable(integer),
    durationMs: integer,
    error: nullableText,
    responseExcerpt: nullableText,
    requestedAt: dateTime,
  },
);

const deliveryExample = {
  ...{ id: 'whd_0199d2f0a1c27b1e9f4b6c1de0a35f91', webhookId: endpointExample.id },
  ...{ position: endpointExample.position, type: 'invoice.paid' },
  ...{ recordId: 'inv_0199d2f0a1c27b1e9f4b6c1de0a35f60', status: 'DELIVERED', attempts: 1 },
  ...{ statusCode: 200, durationMs: 84, error: null, responseExcerpt: 'ok' },
  requestedAt: '2026-03-31T14:00:00.000Z',
};

const eventTypeSerializer = defineSerializer<WebhookEventType>()(
  'WebhookEventType',
  'A type of event that webhook endpoints can get.',
  {
    type: withDescription(text, 'The type.'),
    description: withDescription(text, 'What happened.'),
    sample: withDescription(anyJson, 'Body of a request.'),
  },
);

const response = recordResponse('WebhookEndpoint', endpointSerializer);

export const endpointWithoutSecret = { response, example: endpointExample };

const readRoutes = [
  defineListRoute({
    path: 'webhooks/list',
    operationId: 'listWebhookEndpoints',
    tag: 'Webhooks',
    summary: 'List webhook endpoints',
    description: 'All webhook endpoints, in the order of creation, without their secrets.',
    model: 'WebhookEndpoint',
    record: endpointSerializer,
    errors: [],
    example: { output: [endpointExample] },
    handle: () => webhookEndpointsByCreation,
  }),
  defineListRoute({
    path: 'webhookDeliveries/list',
    operationId: 'listWebhookDeliveries',
    tag: 'Webhooks',
    summary: 'List webhook deliveries',
    description:
      'Deliveries, latest first. Successful ones are listed for three days by default, others for 30.',
    input: listWebhookDeliveriesInput,
    model: 'WebhookDelivery',
    record: deliverySerializer,
    errors: [],
    example: { input: { webhookId: endpointExample.id }, output: [deliveryExample] },
    handle: (_context, input) => listWebhookDeliveries(input),
  }),
  defineReadRoute({
    path: 'webhookEventTypes/list',
    operationId: 'listWebhookEventTypes',
    tag: 'Webhooks',
    summary: 'List types of events',
    description: 'All types of events that webhook endpoints can get, with a sample of each.',
    area: 'webhooks',
    output: { schema: listOf(eventTypeSerializer).schema },
    errors: [],
    example: {
      output: [
        {
          type: 'invoice.paid',
          description: 'The invoice was paid.',
          sample: { type: 'invoice.paid', types: ['invoice.paid'], recordType: 'Invoice' },
        },
      ],
    },
    handle: async (context) => listWebhookEventTypes(context, webhookServicesOf(context)),
  }),
];

const endpointPathInput = inputObject('WebhookEndpointPath', 'Which endpoint.', {
  id: required(recordIdType, 'Id of the endpoint.'),
});

export const webhookRoutes = [
  ...readRoutes,
  ...defineOperationRoutes(webhookOperations, {
    tag: 'Webhooks',
    records: {
      WebhookEndpoint: endpointWithoutSecret,
      WebhookDelivery: {
        response: recordResponse('WebhookDelivery', deliverySerializer),
        example: deliveryExample,
      },
    },
  }),
  defineReadRoute({
    path: 'webhooks/{id}',
    operationId: 'getWebhookEndpoint',
    tag: 'Webhooks',
    summary: 'Read a webhook endpoint',
    description: 'The endpoint without its secret.',
    input: endpointPathInput,
    tree: response.tree,
    output: { schema: response.schema },
    errors: ['invalid_input', 'record_not_found'],
    example: { input: { id: endpointExample.id }, output: endpointExample },
    handle: (context, input) => response.find(context, parseInput(endpointPathInput, input).id),
  }),
];
