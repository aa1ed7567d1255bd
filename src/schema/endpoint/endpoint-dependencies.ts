import type { OperationLimits } from '../../config/operation-settings.ts';
import type { HttpRequest } from '../../http/http-request.ts';
import type { Context } from '../../platform/context/context.ts';
import type { RequestLimits, ServerContext } from '../core/server-context.ts';
import type { PersistedOperations } from './persisted-operations.ts';
import type { ToActionError } from './responses.ts';
import type { StreamDependencies } from './subscription-streams.ts';

export interface GraphQLEndpointDependencies extends StreamDependencies {
  /** @throws ActionError database_unavailable if not admitted */
  admit: <T>(request: HttpRequest, work: (readJson: ReadJson) => Promise<T>) => Promise<T>;
  /**
   * With `checksReads`, a cookie counts for GET only from an allowed origin.
   * @throws ActionError invalid_api_key, too_many_requests
   */
  authenticate: (
    request: HttpRequest,
    requestId: string,
    now: Date,
    options: { checksReads: true },
  ) => Promise<Context>;
  requestId: (request: HttpRequest) => string;
  toActionError: ToActionError;
  bodyLimitBytes: number;
  /** Maximum number of JSON values, which `readJson` enforces. */
  bodyValues: number;
  rates: Pick<RequestLimits, 'requestsPerMinute' | 'costPerMinute'>;
  /** @throws ActionError too_many_requests */
  takeCost: (request: HttpRequest, cost: number) => Promise<void> | undefined;
  addRateLimitHeaders: (
    request: HttpRequest,
    headers: Record<string, string>,
  ) => Record<string, string>;
  limits: OperationLimits;
  persisted: PersistedOperations;
}

/** @throws ActionError unsupported_media_type, body_too_large, malformed_json */
export type ReadJson = (request: HttpRequest, limitBytes: number) => Promise<unknown>;

export type RequestContext = Omit<ServerContext, 'follow'>;
