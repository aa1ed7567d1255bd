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

/** What the log says of a request besides what the request says of itself. */
interface Entry {
  requestId: string;
  accountId?: number;
  /** Who asks: the id of a key, user or contact. */
  caller?: string;
  /** Why it could not be answered as asked: the code of the error, and in short what made it. */
  code?: string;
  reason?: string;
}

/**
 * What a request's statements are told with. Not the request itself: what is being worked on is known for longer than that, and all
 * that a request holds would have to be looked through, and moved, until then.
 */
interface Work {
  origin?: Context['origin'];
  trace?: RequestTrace;
}

export interface RequestLog {
  /** One id for a request: the caller's own X-Request-Id where it is usable, a new one otherwise. */
  idOf(request: HttpRequest): string;
  /**
   * Notes for which workspace a request acts, and who asks; of what it does, and what it costs, the last word is taken when the
   * answer is ready.
   */
  noteCaller(request: HttpRequest, context: Pick<Context, 'accountId' | 'actor' | 'origin'>): void;
  /** Says, where a request is worked on, whose the statements are that are sent from there. */
  noteWork(request: HttpRequest): void;
  /**
   * Notes why a request fails, for its line; false where no request of that id is being answered, whose line could
   * say so.
   */
  noteFailure(requestId: string, failure: { code: string; reason: string }): boolean;
  /** Answers a request, and writes its line when the answer is ready. */
  logged<T extends { status: number }>(
    request: HttpRequest,
    path: string,
    answer: () => Promise<T>,
  ): Promise<T>;
  /** As `logged`, for all requests that come by. */
  middleware: MiddlewareHandler;
}

/** What a request did, and what that cost. */
interface Cost {
  operation: string;
  statements?: number;
  databaseMs?: number;
}

const costIn = ({ statements = 0, databaseMs = 0 }: Partial<Cost> = {}) => ({
  statements,
  databaseMs,
});

const rounded = (millis: number) => Math.round(millis * 100) / 100;

/** Probes come every few seconds and say nothing new. */
const probes = new Set(['/health', '/ready']);

/** The secret of a link to an invoice or an export; whoever reads the log is not to open it. */
const linkSecret = /(?<=^\/(?:invoices\/view|exports)\/\d+-)[^/]+/;

/** The id that a caller gave a request, where it can stand in the log. */
export const validRequestIdOf = (sent: string | null | undefined): string | undefined =>
  sent && /^[\w.:-]{1,128}$/.test(sent) ? sent : undefined;

/**
 * Entries of requests that are being answered, in places that are used again: of a Map whose keys come and go the tables of
 * before hold what was answered until all memory is looked through. They are looked for seldom, and are few.
 */
function createOpenEntries() {
  const entries: (Entry | undefined)[] = [];
  const free: number[] = [];
  return {
    /** Answers its place. */
    add: (entry: Entry): number => {
      const place = free.pop() ?? entries.length;
      entries[place] = entry;
      return place;
    },
    remove: (place: number): void => {
      entries[place] = undefined;
      free.push(place);
    },
    find: (requestId: string): Entry | undefined =>
      entries.findLast((entry) => entry?.requestId === requestId),
  };
}

/**
 * Requests' ids, and their lines in the log: id, method, path (never the query), status, milliseconds; workspace, key or person,
 * operation, statements and their milliseconds. The same is counted where figures are kept.
 */
export function createRequestLog(
  log: Logger,
  metrics?: Pick<Metrics, 'count'>,
  traces?: Pick<Tracing, 'begin'>,
): RequestLog {
  const entries = createRequestAttribute<Entry>('log entry');
  const answering = createOpenEntries();
  const costs = createRequestAttribute<() => Cost>('cost');
  const works = createRequestAttribute<Work>('work');
  const workOf = (request: HttpRequest): Work => {
    const known = works.of(request);
    if (known !== undefined) return known;
    const work: Work = {};
    works.set(request, work);
    return work;
  };
  const entryOf = (request: HttpRequest): Entry => {
    const known = entries.of(request);
    if (known !== undefined) return known;
    const sent = request.headers.get('x-request-id');
    const entry = { requestId: validRequestIdOf(sent) ?? randomUUID() };
    entries.set(request, entry);
    return entry;
  };
  const logged: RequestLog['logged'] = async <T extends { status: number }>(
    request: HttpRequest,
    path: string,
    answer: () => Promise<T>,
  ) => {
    const start = performance.now();
    const entry = entryOf(request);
    const place = answering.add(entry);
    const trace = probes.has(path) ? undefined : traces?.begin(request.headers);
    if (trace) workOf(request).trace = trace;
    let status = 500;
    let response: T;
    try {
      response = await answer();
      ({ status } = response);
    } finally {
      answering.remove(place);
      const { method } = request;
      trace?.end({ ...metricLabelsOf(path, costs.of(request)?.().operation), method, status });
    }
    const durationMs = rounded(performance.now() - start);
    const cost = metrics && costs.of(request)?.();
    metrics?.count({ path, status, durationMs, operation: cost?.operation, ...costIn(cost) });
    const level = status >= 500 ? 'error' : probes.has(path) ? 'debug' : 'info';
    if (log.isLevelEnabled(level)) {
      const shown = path.replace(linkSecret, '…');
      const { method } = request;
      const told = cost ?? costs.of(request)?.();
      log[level]({ ...entry, ...told, method, path: shown, status, durationMs }, 'request');
    }
    return response;
  };
  return {
    idOf: (request) => entryOf(request).requestId,
    noteCaller: (request, { accountId, actor, origin }) => {
      Object.assign(entryOf(request), { accountId, caller: callerIdOf(actor) });
      workOf(request).origin = origin;
      const admitted = currentAdmittedRequest();
      costs.set(request, () => ({
        operation: origin.operation,
        ...(admitted && {
          statements: admitted.statements,
          databaseMs: rounded(admitted.databaseMs),
        }),
      }));
    },
    noteWork: (request) => {
      const admitted = currentAdmittedRequest();
      if (!admitted) return;
      const { requestId } = entryOf(request);
      const { url } = request;
      const work = workOf(request);
      admitted.request = () => ({
        requestId,
        door: endpointLabel(new URL(url, 'http://localhost').pathname),
        operation: work.origin?.operation,
        trace: work.trace,
      });
    },
    noteFailure: (requestId, failure) => {
      const entry = answering.find(requestId);
      return entry !== undefined && Object.assign(entry, failure) === entry;
    },
    logged,
    middleware: async (c, next) => {
      await logged(c.req.raw, c.req.path, async () => {
        await next();
        return c.res;
      });
    },
  };
}
