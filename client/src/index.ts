export { Actiongraph } from './actiongraph.ts';
export {
  ActiongraphError,
  type AnyErrorCode,
  type ClientErrorCode,
  type ErrorOf,
  isActiongraphError,
} from './errors.ts';
export type { EventOptions } from './events.ts';
export type { ErrorCode } from './generated/errors.ts';
export type { EventRecords } from './generated/events.ts';
export type * as GraphQL from './generated/graphql.ts';
export type * as Rest from './generated/rest.ts';
export { type Connection, type GraphQLDocument, unwrap } from './graphql.ts';
export type { RestCall, RestList } from './rest-call.ts';
export type { SubscribeOptions } from './subscriptions.ts';
export type { ActiongraphOptions, RequestOptions, WriteOptions } from './transport.ts';
export {
  verifyWebhook,
  WebhookError,
  type WebhookErrorCode,
  type WebhookEvent,
  type WebhookOptions,
} from './webhooks.ts';
