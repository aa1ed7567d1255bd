import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { NodeRequest } from '../http/http-request.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { toFetchResponse } from '../http/http-response.ts';
import type { RequestLog } from '../observability/request-log.ts';

/** Answers requests of one door; an error that it throws has no answer of that door. */
type Door = (request: NodeRequest) => Promise<HttpResponse>;

interface DirectAnswersOptions {
  /** Which door a request is for, by its method and its path as it stands; undefined where that is not known at once. */
  doorAt: (method: string, path: string) => Door | undefined;
  requestLog: RequestLog;
  failed: (error: unknown, path: string, request: NodeRequest) => HttpResponse;
}

/** A host that nothing has to be asked about before it can stand in a URL. */
const plainHost = /^[a-z0-9._-]+(?::(?:[1-5]\d{3,4}|[6-9]\d{3}))?$/;

/**
 * Answers requests to the doors as Node has them: to make of each a request and an answer of the Fetch API, and to find its route,
 * takes longer than all else that is done for a small one. Answers whether it took the request; whatever is unusual of one, or
 * for no door, is left to the routes of the app, which lead to the same doors.
 */
export function createNodeDispatcher({ doorAt, requestLog, failed }: DirectAnswersOptions) {
  let lastHost: string | undefined;
  const isPlain = (host: string | undefined) => {
    if (host === undefined || (host !== lastHost && !plainHost.test(host))) return false;
    lastHost = host;
    return true;
  };
  return (incoming: IncomingMessage, outgoing: ServerResponse): boolean => {
    const { url = '', method = '' } = incoming;
    const end = url.indexOf('?');
    const path = end === -1 ? url : url.slice(0, end);
    const door = doorAt(method, path);
    if (door === undefined || !isPlain(incoming.headers.host)) return false;
    const request = new NodeRequest(incoming, outgoing);
    const answer = async () => {
      try {
        return await door(request);
      } catch (error) {
        return failed(error, path, request);
      }
    };
    requestLog.runLogged(request, path, answer).then(
      (answered) => write(answered, incoming, outgoing),
      () => outgoing.destroy(),
    );
    return true;
  };
}

function write(answer: HttpResponse, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { status, headers, body } = answer;
  const isRead = incoming.readableEnded || incoming.method === 'GET';
  if (body instanceof ReadableStream || !isRead) {
    // Streams, and bodies that were refused: the adapter sends the ones, and clears the others off the connection.
    void getRequestListener(() => toFetchResponse(answer))(incoming, outgoing);
    return;
  }
  headers['content-length'] ??= String(Buffer.byteLength(body ?? ''));
  outgoing.writeHead(status, headers);
  outgoing.end(body ?? undefined);
}
