import { cursorColumnSql } from '../../domain/webhooks/cursor-columns.ts';
import type { DeliveryRequest } from '../../domain/webhooks/delivery-request.ts';
import { readDeliveryRequest } from '../../domain/webhooks/delivery-request.ts';
import type { WebhookEventType } from '../../domain/webhooks/sample-event.ts';
import { listWebhookEventTypes } from '../../domain/webhooks/sample-event.ts';
import { webhookServicesOf } from '../../domain/webhooks/services.ts';
import type { WebhookDelivery } from '../../generated/prisma/client.ts';
import { webhookOperations } from '../../operations/webhooks.ts';
import { builder } from '../core/builder.ts';
import { defineRecordQueries, relationConnectionField } from '../core/connections.ts';
import { unusedResolver } from '../core/declared-fields.ts';
import { enums } from '../core/enums.ts';
import type { ReadExtensions } from '../core/field-reads.ts';
import { defineOperationMutations } from '../core/operation-mutations.ts';
import type { FieldBuilder } from '../core/record-fields.ts';
import {
  columnFields,
  computedField,
  recordNodeOptions,
  relationField,
} from '../core/record-fields.ts';
import { areaPermissions, inheritedPermissions } from '../core/required-permissions.ts';

const cursorColumns = {
  position: ['ID', 'Position in the event log after which deliveries continue.'],
  consecutiveFailures: ['Int', 'Number of failures since the last success.'],
  firstFailureAt: ['DateTime', 'Time of the first failure since the last success.'],
  nextAttemptAt: ['DateTime', 'Time of the next attempt while deliveries fail.'],
} as const;

/** Read in the statement of the endpoint. */
const cursorFields = (t: FieldBuilder) =>
  Object.entries(cursorColumns).map(([column, [type, description]]) => {
    const extensions: ReadExtensions = { total: cursorColumnSql(column as 'position') };
    const field = { type, description, nullable: true, resolve: unusedResolver, extensions };
    return [column, t.field(field)] as const;
  });

builder.prismaNode('WebhookEndpoint', {
  ...recordNodeOptions,
  fields: (t) => ({
    ...columnFields(
      t,
      'WebhookEndpoint',
      ['types', 'where', 'payload', 'hookType', 'scopes', 'state', 'stateReason'],
      { scopes: enums.Scope },
    ),
    ...Object.fromEntries(cursorFields(t)),
    madeByKey: relationField(t, 'madeByKey', { nullable: true }),
    madeByUser: relationField(t, 'madeByUser', { nullable: true }),
    deliveries: relationConnectionField(t, 'deliveries', 'WebhookDelivery'),
  }),
});

const request = builder.objectRef<DeliveryRequest>('WebhookDeliveryRequest').implement({
  description: 'Request of a webhook delivery, without its signature.',
  extensions: inheritedPermissions,
  fields: (t) => ({
    headers: t.expose('headers', { type: 'JSON', description: 'Headers.' }),
    body: t.expose('body', { type: 'JSON', description: 'Body.' }),
  }),
});

builder.prismaNode('WebhookDelivery', {
  ...recordNodeOptions,
  fields: (t) => ({
    ...columnFields(
      t,
      'WebhookDelivery',
      [
        ...(['endpointId', 'position', 'recordId', 'status', 'attempts'] as const),
        ...(['statusCode', 'durationMs', 'error', 'responseExcerpt', 'requestedAt'] as const),
      ],
      { position: 'ID', recordId: 'ID' },
    ),
    endpoint: relationField(t, 'endpoint'),
    request: computedField<Pick<WebhookDelivery, 'attempts' | 'endpointId' | 'position'>>(t, {
      type: request,
      nullable: true,
      complexity: 20,
      description:
        'The request as it would be sent now. Null for a test, if the event is no longer stored, or if you cannot read it.',
      from: { attempts: true, endpointId: true, position: true },
      value: (row, context) => readDeliveryRequest(context, row),
    }),
  }),
});

defineRecordQueries('WebhookEndpoint', {
  field: 'webhookEndpoints',
  description: 'Webhook endpoints of the workspace, oldest first, without their secrets.',
  where: ['url', 'state', 'payload', 'hookType'],
  orderBy: ['url'],
  defaultOrder: [{ createdAt: 'asc' }],
});

defineRecordQueries('WebhookDelivery', {
  field: 'webhookDeliveries',
  description: 'Deliveries to webhook endpoints, latest first.',
  where: ['endpointId', 'status', 'type', 'recordId', 'requestedAt', 'endpoint'],
  orderBy: ['requestedAt'],
  defaultOrder: [{ requestedAt: 'desc' }],
});

const eventType = builder.objectRef<WebhookEventType>('WebhookEventType').implement({
  description: 'A type of event that webhook endpoints can get.',
  extensions: areaPermissions('webhooks'),
  fields: (t) => ({
    type: t.exposeString('type', { description: 'The type, for example `invoice.paid`.' }),
    description: t.exposeString('description', { description: 'What happened.' }),
    sample: t.expose('sample', { type: 'JSON', description: 'Body of a request.' }),
  }),
});

builder.queryField('webhookEventTypes', (t) =>
  t.field({
    type: [eventType],
    description: 'All types of events that webhook endpoints can get.',
    resolve: (_root, _args, context) => listWebhookEventTypes(context, webhookServicesOf(context)),
  }),
);

defineOperationMutations(webhookOperations);
