import type { OperationLimits } from '../../config/operation-settings.ts';
import type { HttpRequest } from '../../http/http-request.ts';
import type { Context } from '../../platform/context/context.ts';
import type { RequestLimits, ServerContext } from '../core/server-context.ts';
import type { PersistedOperations } from './persisted-operations.ts';
import type { ToActionError } from './responses.ts';
import type { StreamDependencies } from './subscription-streams.ts';

export interface GraphQLEndpointDependencies extends StreamDependencies {
  /** Runs the work of a request that is admitted. @throws ActionError database_unavailable where it is not */
  admit: <T>(request: HttpRequest, work: (readJson: ReadJson) => Promise<T>) => Promise<T>;
  /** @throws ActionError invalid_api_key, too_many_requests */
  /** With `checksReads`, a cookie counts for a GET request only if its origin is allowed. */
  authenticate: (
    request: HttpRequest,
    requestId: string,
    now: Date,
    options: { checksReads: true },
  ) => Promise<Context>;
  requestId: (request: HttpRequest) => string;
  asActionError: ToActionError;
  bodyLimitBytes: number;
  /** Values that a body may hold, of which `readJson` sees. */
  bodyValues: number;
  rates: Pick<RequestLimits, 'requestsPerMinute' | 'costPerMinute'>;
  /** Counts what an operation costs. @throws ActionError too_many_requests */
  takeCost: (request: HttpRequest, cost: number) => Promise<void> | undefined;
  /** Adds to headers those that tell what is left of the caller's limits. */
  addLimits: (request: HttpRequest, headers: Record<string, string>) => Record<string, string>;
  limits: OperationLimits;
  persisted: PersistedOperations;
}

/** @throws ActionError unsupported_media_type, body_too_large, malformed_json */
export type ReadJson = (request: HttpRequest, limitBytes: number) => Promise<unknown>;

export type RequestContext = Omit<ServerContext, 'follow'>;
