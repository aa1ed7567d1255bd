import type { Logger } from 'pino';
import type { SignInService } from '../auth/index.ts';
import type { McpConfig } from '../config/mcp-settings.ts';
import type { OperationLimits } from '../config/operation-settings.ts';
import type { SignInRates } from '../config/rate-limit-settings.ts';
import type { OpenIdSettings, TokenIssuerSettings } from '../config/sign-in-settings.ts';
import type { Database } from '../database/client/client.ts';
import type { AttachmentStorage } from '../domain/attachments/services.ts';
import type { RecordChangeFeed } from '../domain/record-changes/feed-types.ts';
import type { WebhookServices } from '../domain/webhooks/services.ts';
import type { ReadPosition } from '../domain/webhooks/webhook-status.ts';
import type { KeyCache } from '../domain/workspaces/key-cache.ts';
import type { AdmissionControl } from '../limits/admission-control.ts';
import type { SharedCounters } from '../limits/shared-counters.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { Tracing } from '../observability/tracing.ts';
import type { ListLimits } from '../rest/core/list-streaming.ts';
import type { PersistedOperations } from '../schema/endpoint/persisted-operations.ts';

export interface AppDependencies {
  database: Database;
  log: Logger;
  publicUrl: string;
  /** Default: mail is only stored. */
  sendsMail?: boolean;
  bodyLimitBytes: number;
  requestsPerMinute: number;
  /** Cost of GraphQL operations. Default: no limit. */
  costPerMinute?: number;
  /** Per network. Default: no limit. */
  unknownKeysPerMinute?: number;
  mcp?: McpConfig;
  signInRates?: SignInRates;
  /** Default: those of the database, never closed. */
  counters?: SharedCounters;
  /** Default: limits by the number of connections. */
  admission?: AdmissionControl;
  listLimits?: ListLimits;
  isStopping?: () => boolean;
  limits?: OperationLimits;
  persisted?: PersistedOperations;
  /** Default: those of the database, never closed. */
  changes?: RecordChangeFeed;
  /** Default: the secret in the database. */
  authSecret?: string;
  openId?: OpenIdSettings;
  tokenIssuer?: TokenIssuerSettings;
  trustedProxies?: readonly string[];
  /** Default: only the origin of the service. */
  corsOrigins?: readonly string[];
  onSignIn?: (signIn: SignInService) => void;
  keyCache?: KeyCache;
  /** Equals the retention of changes in the audit log. */
  eventDays?: number | undefined;
  /** For the disk in /health. */
  dataDir?: string;
  traces?: Tracing;
  metrics?: Metrics;
  /** Without them, webhook endpoints cannot be created. */
  webhooks?: WebhookServices;
  /** Of the active endpoints of this process. */
  webhookPositions?: () => readonly ReadPosition[];
  attachments: AttachmentStorage;
}
