import {
  WebhookDeliveryStatus,
  WebhookEndpointState,
  WebhookOrder,
  WebhookPayload,
  WebhookStateReason,
} from '../../generated/prisma/enums.ts';
import {
  booleanType,
  enumOf,
  integer,
  json,
  list,
  recordIdType,
  text,
} from '../../platform/input/field-types.ts';
import {
  inputObject,
  nullable,
  required,
  requiredOnCreate,
  withDefault,
} from '../../platform/input/fields.ts';
import { maxUrlLength } from '../../platform/outbound-http/url-rules.ts';

export type { WebhookDelivery, WebhookEndpoint } from '../../generated/prisma/client.ts';

export const webhookEnums = {
  WebhookDeliveryStatus: Object.values(WebhookDeliveryStatus),
  WebhookEndpointState: Object.values(WebhookEndpointState),
  WebhookOrder: Object.values(WebhookOrder),
  WebhookPayload: Object.values(WebhookPayload),
  WebhookStateReason: Object.values(WebhookStateReason),
};

const types = list(text(100), { min: 1, max: 100 });
const order = enumOf('WebhookOrder', webhookEnums.WebhookOrder);
const whereDescription =
  'Filters by type of record, for example `{ "invoice": { "currency": { "equals": "EUR" } } }`.';

const shared = {
  where: nullable(json, whereDescription),
  description: nullable(text(500)),
  order: withDefault(order, 'RECORD'),
};

export const createWebhookEndpointInput = inputObject(
  'CreateWebhookEndpoint',
  'A new webhook endpoint.',
  {
    url: required(text(maxUrlLength)),
    types: required(types),
    ...shared,
    enabled: withDefault(booleanType, true, 'Whether deliveries start.'),
    after: nullable(
      text(64),
      'Delivers the events after this position. Default: `now`, the end of the event log.',
    ),
  },
);

export const updateWebhookEndpointInput = inputObject(
  'UpdateWebhookEndpoint',
  'Fields of a webhook endpoint.',
  { url: requiredOnCreate(text(maxUrlLength)), types: requiredOnCreate(types), ...shared },
);

export const enableWebhookEndpointInput = inputObject(
  'EnableWebhookEndpoint',
  'Where deliveries continue.',
  {
    after: nullable(
      text(64),
      'Continues after this position; `now` means the end of the event log. Default: where deliveries stopped.',
    ),
  },
);

/** A week. */
const maxOverlapMinutes = 7 * 24 * 60;

export const rotateWebhookSecretInput = inputObject(
  'RotateWebhookSecret',
  'Which secret to replace, and how.',
  {
    overlapMinutes: withDefault(
      integer({ min: 0, max: maxOverlapMinutes }),
      24 * 60,
      'Minutes for which deliveries are also signed with the old secret.',
    ),
  },
);

export const sendTestWebhookInput = inputObject(
  'SendTestWebhook',
  'The endpoint and the type of event.',
  {
    id: required(recordIdType, 'Id of the endpoint.'),
    type: withDefault(
      text(100),
      'webhook.test',
      'Type of the event. Its record is the documented example.',
    ),
  },
);

export const replayWebhookEventsInput = inputObject(
  'ReplayWebhookEvents',
  'The events to deliver again.',
  {
    after: required(text(64), 'Delivers the events after this position.'),
    until: nullable(text(64), 'Last position. Default: the end of the event log.'),
    types: nullable(types, 'Only these types. Default: those of the endpoint.'),
  },
);
