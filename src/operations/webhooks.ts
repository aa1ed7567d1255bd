import { createWebhookEndpoint } from '../domain/webhooks/create-endpoint.ts';
import {
  disableWebhookEndpoint,
  enableWebhookEndpoint,
} from '../domain/webhooks/enable-endpoint.ts';
import {
  createWebhookEndpointInput,
  enableWebhookEndpointInput,
  replayWebhookEventsInput,
  rotateWebhookSecretInput,
  sendTestWebhookInput,
  updateWebhookEndpointInput,
} from '../domain/webhooks/fields.ts';
import { replayWebhookEvents } from '../domain/webhooks/replay-events.ts';
import { retryWebhookDelivery } from '../domain/webhooks/retry-delivery.ts';
import { rotateWebhookSecret } from '../domain/webhooks/rotate-secret.ts';
import { sendTestWebhook } from '../domain/webhooks/send-test.ts';
import {
  deleteWebhookEndpoint,
  updateWebhookEndpoint,
} from '../domain/webhooks/update-endpoint.ts';
import { defineOperations } from '../platform/operations/operations.ts';

const secret = { name: 'secret', description: 'The secret that signs deliveries.' };
const secretExample = { secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDQzgT2b2Rr5c=' };

export const webhookOperations = defineOperations('WebhookEndpoint', {
  createWebhookEndpoint: {
    kind: 'command',
    description:
      'Creates a webhook endpoint. It gets the events that you can read, as long as you can read them. You need access to the whole workspace.',
    secret,
    input: createWebhookEndpointInput,
    errors: ['conflicting_state', 'events_expired'],
    run: createWebhookEndpoint,
    rest: {
      path: 'webhooks/create',
      returnsStored: false,
      example: {
        input: {
          ...{ url: 'https://example.com/webhooks', types: ['invoice', 'client.created'] },
          description: 'Shop',
        },
        output: secretExample,
      },
    },
  },
  rotateWebhookSecret: {
    kind: 'record',
    description:
      'Replaces the secret of a webhook endpoint. Deliveries are signed with both secrets until the overlap ends.',
    secret,
    input: rotateWebhookSecretInput,
    run: rotateWebhookSecret,
    rest: {
      path: 'webhooks/rotateSecret',
      example: { input: { overlapMinutes: 60 }, output: secretExample },
    },
  },
  updateWebhookEndpoint: {
    kind: 'update',
    input: updateWebhookEndpointInput,
    run: updateWebhookEndpoint,
    rest: { path: 'webhooks/update' },
  },
  enableWebhookEndpoint: {
    kind: 'record',
    description:
      'Enables a disabled or failing webhook endpoint. It gets the events that it missed, while they are stored; after that the error is `events_expired`, and `after` is needed. Without a secret it is a conflict.',
    input: enableWebhookEndpointInput,
    errors: ['conflicting_state', 'events_expired'],
    run: enableWebhookEndpoint,
    rest: { path: 'webhooks/enable', example: { input: { after: 'now' } } },
  },
  disableWebhookEndpoint: {
    kind: 'record',
    description: 'Disables a webhook endpoint. Enabling it continues where it stopped.',
    errors: ['conflicting_state'],
    run: disableWebhookEndpoint,
    rest: {
      path: 'webhooks/disable',
      example: { output: { state: 'DISABLED', stateReason: 'MANUAL' } },
    },
  },
  replayWebhookEvents: {
    kind: 'record',
    description:
      'Delivers events again, with the same ids and in their order, in addition to new events. One replay of an endpoint runs at a time.',
    input: replayWebhookEventsInput,
    errors: ['conflicting_state', 'events_expired'],
    run: replayWebhookEvents,
    rest: { path: 'webhooks/replay', example: { input: { after: '1042-mmc1xk2o' } } },
  },
  sendTestWebhook: {
    kind: 'command',
    record: 'WebhookDelivery',
    isExternal: true,
    description:
      'Sends a test event to a webhook endpoint, waits for the response, and returns the delivery. Its record is the documented example. The state of the endpoint does not change. It cannot be a dry run.',
    input: sendTestWebhookInput,
    errors: ['id_missing', 'record_not_found', 'conflicting_state'],
    run: sendTestWebhook,
    rest: {
      path: 'webhooks/test',
      example: {
        input: { id: 'whe_0199d2f0a1c27b1e9f4b6c1de0a35f90', type: 'invoice.paid' },
        output: { type: 'invoice.paid', position: null, recordId: null },
      },
    },
  },
  retryWebhookDelivery: {
    kind: 'record',
    record: 'WebhookDelivery',
    description: 'Repeats a delivery as soon as possible, with the same id.',
    errors: ['conflicting_state', 'events_expired'],
    run: retryWebhookDelivery,
    rest: { path: 'webhookDeliveries/retry', example: { output: { status: 'RETRYING' } } },
  },
  // Its path also matches the other paths, so it comes last.
  deleteWebhookEndpoint: {
    kind: 'delete',
    description: 'Deletes a webhook endpoint with its deliveries.',
    run: deleteWebhookEndpoint,
    rest: { path: 'webhooks/{id}' },
  },
});
