import type { Logger } from 'pino';
import type { SignInService } from '../auth/index.ts';
import type { OperationLimits } from '../config/operation-settings.ts';
import type { SignInRates } from '../config/rate-limit-settings.ts';
import type { OpenIdSettings, TokenIssuerSettings } from '../config/sign-in-settings.ts';
import type { Database } from '../database/client/client.ts';
import type { RecordChangeFeed } from '../domain/record-changes/feed-types.ts';
import type { KeyCache } from '../domain/workspaces/key-cache.ts';
import type { AdmissionControl } from '../limits/admission-control.ts';
import type { SharedCounters } from '../limits/shared-counters.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { Tracing } from '../observability/tracing.ts';
import type { ListLimits } from '../rest/core/list-streaming.ts';
import type { PersistedOperations } from '../schema/endpoint/persisted-operations.ts';

/** Dependencies and settings of the app. */
export interface AppDependencies {
  database: Database;
  log: Logger;
  publicUrl: string;
  /** Whether mail is sent (default: it is only stored). */
  sendsMail?: boolean;
  bodyLimitBytes: number;
  /** Limit for a key or person. 0 means no limit. */
  rateLimitPerMinute: number;
  /** Limit for the GraphQL operations of a key or person (default: no limit). */
  costPerMinute?: number;
  /** Limit for one network (default: no limit). */
  unknownKeysPerMinute?: number;
  signInRates?: SignInRates;
  /** Counters that all processes share (default: those of the database; they are never closed). */
  counters?: SharedCounters;
  /** Admission of requests (default: limits by the number of connections). */
  admission?: AdmissionControl;
  /** Limits of long lists. */
  listLimits?: ListLimits;
  /** Whether the service is shutting down. */
  isStopping?: () => boolean;
  /** Limits of GraphQL operations. */
  limits?: OperationLimits;
  /** Persisted operations (default: none). */
  persisted?: PersistedOperations;
  /** Changes for subscriptions (default: those of the database; the feed is never closed). */
  changes?: RecordChangeFeed;
  /** AUTH_SECRET (default: the secret in the database). */
  authSecret?: string;
  /** The OpenID Connect provider (default: none). */
  openId?: OpenIdSettings;
  /** External issuer of bearer tokens (default: none). */
  tokenIssuer?: TokenIssuerSettings;
  /** Trusted proxies (default: a proxy on the same machine). */
  trustedProxies?: readonly string[];
  /** Origins whose pages may use the session of a user (default: only the origin of the service). */
  corsOrigins?: readonly string[];
  /** Called with the sign-in service, for tests. */
  onSignIn?: (signIn: SignInService) => void;
  /** Cache of API keys (default: each request looks up its key). */
  keyCache?: KeyCache;
  /** Retention of events in days. It equals the retention of changes in the audit log. */
  eventDays?: number | undefined;
  /** DATA_DIR. /health reports its disk. */
  dataDir?: string;
  /** Traces of requests (default: none). */
  traces?: Tracing;
  /** Metrics (default: none). */
  metrics?: Metrics;
}
