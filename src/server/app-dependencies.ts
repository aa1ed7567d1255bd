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

/** What the service's doors are given. */
export interface AppDependencies {
  database: Database;
  log: Logger;
  publicUrl: string;
  /** Whether mail is sent; it is kept when left out. */
  sendsMail?: boolean;
  bodyLimitBytes: number;
  /** Of a key or person; 0: no limit. */
  rateLimitPerMinute: number;
  /** Of the GraphQL operations of a key or person; no limit when left out. */
  costPerMinute?: number;
  /** From one network; no limit when left out. */
  unknownKeysPerMinute?: number;
  /** How often somebody may try to sign in; as usual when left out. */
  signInRates?: SignInRates;
  /** What processes count together; of the database, and never closed, when left out. */
  counts?: SharedCounters;
  /** How many requests are worked on, and wait, at once; by the number of connections when left out. */
  admission?: AdmissionControl;
  /** How long lists are read; the usual limits when left out. */
  listLimits?: ListLimits;
  /** Whether the service is being stopped; it is not when left out. */
  isStopping?: () => boolean;
  /** How large a GraphQL operation may be; the usual limits when left out. */
  limits?: OperationLimits;
  /** Operations that clients may name; none when left out. */
  persisted?: PersistedOperations;
  /** The changes that subscriptions follow; of the database, and never closed, when left out. */
  changes?: RecordChangeFeed;
  /** AUTH_SECRET; the database's own when left out. */
  authSecret?: string;
  /** The OpenID Connect provider at which people sign in; none when left out. */
  openId?: OpenIdSettings;
  /** Whose tokens are taken besides our own; nobody's when left out. */
  tokenIssuer?: TokenIssuerSettings;
  /** Proxies whose X-Forwarded-For is believed; one on the same machine when left out. */
  trustedProxies?: readonly string[];
  /** Origins whose pages may act for somebody who signed in there; only the service's own when left out. */
  corsOrigins?: readonly string[];
  /** Told how people sign in, for a test. */
  onSignIn?: (signIn: SignInService) => void;
  /** Remembers keys while their changes are heard; each request asks for its key when left out. */
  keyMemory?: KeyCache;
  /** For how many days events are told: as long as the log keeps what changed. */
  eventDays?: number | undefined;
  /** DATA_DIR, of whose disk /health tells; nothing is told when left out. */
  dataDir?: string;
  /** Where requests are traced; nowhere when left out. */
  traces?: Tracing;
  /** Figures of what the service does; none are kept, and none shown, when left out. */
  metrics?: Metrics;
}
