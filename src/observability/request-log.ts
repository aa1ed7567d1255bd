import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';
import { currentAdmittedRequest } from '../database/statements/admitted-requests.ts';
import type { HttpRequest } from '../http/http-request.ts';
import { createRequestAttribute } from '../http/http-request.ts';
import { callerIdOf } from '../platform/actors/actor.ts';
import type { Context } from '../platform/context/context.ts';
import { endpointLabel, type Metrics, metricLabelsOf } from './metrics.ts';
import type { RequestTrace, Tracing } from './tracing.ts';

interface LogEntry {
  requestId: string;
  accountId?: number;
  caller?: string;
  code?: string;
  reason?: string;
}

/** For statement observers. Without a reference to the request, which would outlive it otherwise. */
interface StatementContext {
  origin?: Context['origin'];
  trace?: RequestTrace;
}

export interface RequestLog {
  /** The caller's X-Request-Id if valid, otherwise a new one. */
  requestIdOf(request: HttpRequest): string;
  /** Operation and cost are read later, when the response is ready. */
  recordCaller(
    request: HttpRequest,
    context: Pick<Context, 'accountId' | 'actor' | 'origin'>,
  ): void;
  /** Lets statement observers read this request. */
  describeStatements(request: HttpRequest): void;
  recordFailure(requestId: string, failure: { code: string; reason: string }): boolean;
  runLogged<T extends { status: number }>(
    request: HttpRequest,
    path: string,
    respond: () => Promise<T>,
  ): Promise<T>;
  middleware: MiddlewareHandler;
}

interface Cost {
  operation: string;
  statements?: number;
  databaseMs?: number;
}

const withDefaultCost = ({ statements = 0, databaseMs = 0 }: Partial<Cost> = {}) => ({
  statements,
  databaseMs,
});

const roundToHundredths = (durationMs: number) => Math.round(durationMs * 100) / 100;

const probes = new Set(['/health', '/ready']);

const linkSecret = /(?<=^\/(?:attachments\/|(?:invoices\/view|exports)\/\d+-))[^/]+/;

/** Undefined if it is unsafe for the log. */
export const validRequestIdOf = (requestId: string | null | undefined): string | undefined =>
  requestId && /^[\w.:-]{1,128}$/.test(requestId) ? requestId : undefined;

/** Not a Map: its old tables would keep completed requests until the next full garbage collection. */
function createActiveEntries() {
  const entries: (LogEntry | undefined)[] = [];
  const freeIndexes: number[] = [];
  return {
    add: (entry: LogEntry): number => {
      const index = freeIndexes.pop() ?? entries.length;
      entries[index] = entry;
      return index;
    },
    remove: (index: number): void => {
      entries[index] = undefined;
      freeIndexes.push(index);
    },
    find: (requestId: string): LogEntry | undefined =>
      entries.findLast((entry) => entry?.requestId === requestId),
  };
}

/** Values that the log attaches to requests. */
function createRequestState() {
  const entries = createRequestAttribute<LogEntry>('log entry');
  const statementContexts = createRequestAttribute<StatementContext>('statement context');
  return {
    costs: createRequestAttribute<() => Cost>('cost'),
    statementContextOf: (request: HttpRequest): StatementContext => {
      const existing = statementContexts.of(request);
      if (existing !== undefined) return existing;
      const statementContext: StatementContext = {};
      statementContexts.set(request, statementContext);
      return statementContext;
    },
    entryOf: (request: HttpRequest): LogEntry => {
      const existing = entries.of(request);
      if (existing !== undefined) return existing;
      const callerRequestId = request.headers.get('x-request-id');
      const entry = { requestId: validRequestIdOf(callerRequestId) ?? randomUUID() };
      entries.set(request, entry);
      return entry;
    },
  };
}

type RequestState = ReturnType<typeof createRequestState>;

interface RequestObservers {
  log: Logger;
  metrics: Pick<Metrics, 'recordRequest'> | undefined;
  traces: Pick<Tracing, 'start'> | undefined;
}

/** The metrics get the same values as the line. */
function recordResponse(
  { costs, entryOf }: RequestState,
  { log, metrics }: RequestObservers,
  request: HttpRequest,
  { path, status, durationMs }: { path: string; status: number; durationMs: number },
): void {
  const cost = metrics && costs.of(request)?.();
  metrics?.recordRequest({
    path,
    status,
    durationMs,
    operation: cost?.operation,
    ...withDefaultCost(cost),
  });
  const level = status >= 500 ? 'error' : probes.has(path) ? 'debug' : 'info';
  if (!log.isLevelEnabled(level)) return;
  const loggedPath = path.replace(linkSecret, '…');
  const { method } = request;
  const loggedCost = cost ?? costs.of(request)?.();
  log[level](
    { ...entryOf(request), ...loggedCost, method, path: loggedPath, status, durationMs },
    'request',
  );
}

function createRequestRunner(
  state: RequestState,
  activeEntries: ReturnType<typeof createActiveEntries>,
  observers: RequestObservers,
): RequestLog['runLogged'] {
  return async <T extends { status: number }>(
    request: HttpRequest,
    path: string,
    respond: () => Promise<T>,
  ) => {
    const startedAt = performance.now();
    const index = activeEntries.add(state.entryOf(request));
    const trace = probes.has(path) ? undefined : observers.traces?.start(request.headers);
    if (trace) state.statementContextOf(request).trace = trace;
    let status = 500;
    let response: T;
    try {
      response = await respond();
      ({ status } = response);
    } finally {
      activeEntries.remove(index);
      const { method } = request;
      const operation = trace && state.costs.of(request)?.().operation;
      trace?.end({ ...metricLabelsOf(path, operation), method, status });
    }
    const durationMs = roundToHundredths(performance.now() - startedAt);
    recordResponse(state, observers, request, { path, status, durationMs });
    return response;
  };
}

export function createRequestLog(
  log: Logger,
  metrics?: Pick<Metrics, 'recordRequest'>,
  traces?: Pick<Tracing, 'start'>,
): RequestLog {
  const state = createRequestState();
  const { costs, entryOf, statementContextOf } = state;
  const activeEntries = createActiveEntries();
  const runLogged = createRequestRunner(state, activeEntries, { log, metrics, traces });
  return {
    requestIdOf: (request) => entryOf(request).requestId,
    recordCaller: (request, { accountId, actor, origin }) => {
      Object.assign(entryOf(request), { accountId, caller: callerIdOf(actor) });
      statementContextOf(request).origin = origin;
      const admitted = currentAdmittedRequest();
      costs.set(request, () => ({
        operation: origin.operation,
        ...(admitted && {
          statements: admitted.statements,
          databaseMs: roundToHundredths(admitted.databaseMs),
        }),
      }));
    },
    describeStatements: (request) => {
      const admitted = currentAdmittedRequest();
      if (!admitted) return;
      const { requestId } = entryOf(request);
      const { url } = request;
      const statementContext = statementContextOf(request);
      admitted.request = () => ({
        requestId,
        door: endpointLabel(new URL(url, 'http://localhost').pathname),
        operation: statementContext.origin?.operation,
        trace: statementContext.trace,
      });
    },
    recordFailure: (requestId, failure) => {
      const entry = activeEntries.find(requestId);
      return entry !== undefined && Object.assign(entry, failure) === entry;
    },
    runLogged,
    middleware: async (c, next) => {
      await runLogged(c.req.raw, c.req.path, async () => {
        await next();
        return c.res;
      });
    },
  };
}
