import { enumeration } from './enumeration.ts';

export const webhooksEnums = {
  WebhookPayload: enumeration('WebhookPayload', 'Content of webhook requests.', {
    EVENT: 'The event with the record.',
    REST_HOOK: 'The record alone, as for REST hooks.',
  }),
  WebhookOrder: enumeration('WebhookOrder', 'Order in which an endpoint gets events.', {
    RECORD: 'Events of one record are in order.',
    ALL: 'All events are in order, one at a time. A failure stops the following events.',
  }),
  WebhookEndpointState: enumeration('WebhookEndpointState', 'State of a webhook endpoint.', {
    ACTIVE: 'It gets events.',
    FAILING: 'Its deliveries fail. The oldest event is repeated until it succeeds.',
    DISABLED: 'It gets no events until it is enabled.',
  }),
  WebhookStateReason: enumeration('WebhookStateReason', 'Why a webhook endpoint is disabled.', {
    MANUAL: 'It was disabled or created by a caller.',
    GONE: 'It responded with the status 410.',
    FAILED: 'Its deliveries failed for three days.',
    KEY_REVOKED: 'The key that created it ended.',
    PERMISSION_LOST: 'Its creator was deactivated or lost the role.',
    EVENTS_EXPIRED: 'The next events are no longer stored.',
    RESTORED: 'The workspace was restored or imported.',
  }),
  WebhookDeliveryStatus: enumeration('WebhookDeliveryStatus', 'Status of a webhook delivery.', {
    DELIVERED: 'The receiver accepted the event.',
    RETRYING: 'The last attempt failed, and another one follows.',
    FAILED: 'The last attempt failed, and no other one follows.',
  }),
} as const;
