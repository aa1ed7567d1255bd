import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';

/** What the log says of a request besides what the request says of itself. */
interface Entry {
  requestId: string;
  accountId?: number;
  /** Why it could not be answered as asked: the code of the error, and in short what made it. */
  code?: string;
  reason?: string;
}

export interface RequestLog {
  /** One id for a request: the caller's own X-Request-Id where it is usable, a new one otherwise. */
  idOf(request: Request): string;
  /** Notes for which workspace the request acts. */
  noteWorkspace(request: Request, accountId: number): void;
  /**
   * Notes why a request fails, for its line; false where no request of that id is being answered, whose line could
   * say so.
   */
  noteFailure(requestId: string, failure: { code: string; reason: string }): boolean;
  /** Answers a request, and writes its line when the answer is ready. */
  logged(request: Request, path: string, answer: () => Promise<Response>): Promise<Response>;
  /** As `logged`, for all requests that come by. */
  middleware: MiddlewareHandler;
}

/** Probes come every few seconds and say nothing new. */
const probes = new Set(['/health', '/ready']);

/** The secret of a customer's link; whoever reads the log is not to see the invoice. */
const linkSecret = /(?<=^\/invoices\/view\/\d+-)[^/]+/;

/** The id that a caller gave a request, where it can stand in the log. */
export const usableId = (sent: string | null | undefined): string | undefined =>
  sent && /^[\w.:-]{1,128}$/.test(sent) ? sent : undefined;

/** Requests' ids, and their lines in the log: id, method, path (never the query), status, milliseconds, workspace. */
export function createRequestLog(log: Logger): RequestLog {
  const entries = new WeakMap<Request, Entry>();
  const answering = new Map<string, Entry>();
  const entryOf = (request: Request): Entry => {
    const known = entries.get(request);
    if (known !== undefined) return known;
    const sent = request.headers.get('x-request-id');
    const entry = { requestId: usableId(sent) ?? randomUUID() };
    entries.set(request, entry);
    return entry;
  };
  const logged: RequestLog['logged'] = async (request, path, answer) => {
    const start = performance.now();
    const entry = entryOf(request);
    answering.set(entry.requestId, entry);
    const response = await answer().finally(() => answering.delete(entry.requestId));
    const { status } = response;
    const shown = path.replace(linkSecret, '…');
    const level = status >= 500 ? 'error' : probes.has(path) ? 'debug' : 'info';
    if (log.isLevelEnabled(level)) {
      const durationMs = Math.round((performance.now() - start) * 100) / 100;
      const { method } = request;
      log[level]({ ...entry, method, path: shown, status, durationMs }, 'request');
    }
    return response;
  };
  return {
    idOf: (request) => entryOf(request).requestId,
    noteWorkspace: (request, accountId) => {
      entryOf(request).accountId = accountId;
    },
    noteFailure: (requestId, failure) => {
      const entry = answering.get(requestId);
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
