import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { NodeRequest } from '../http/http-request.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { toFetchResponse } from '../http/http-response.ts';
import type { RequestLog } from '../observability/request-log.ts';

type DirectHandler = (request: NodeRequest) => Promise<HttpResponse>;

interface NodeDispatcherOptions {
  /** Undefined if only the router can match the path. */
  findHandler: (method: string, path: string) => DirectHandler | undefined;
  requestLog: RequestLog;
  toErrorResponse: (error: unknown, path: string, request: NodeRequest) => HttpResponse;
}

const simpleHost = /^[a-z0-9._-]+(?::(?:[1-5]\d{3,4}|[6-9]\d{3}))?$/;

/**
 * Fetch requests and the router would dominate small requests. Returns false for requests that the app has to
 * handle.
 */
export function createNodeDispatcher({
  findHandler,
  requestLog,
  toErrorResponse,
}: NodeDispatcherOptions) {
  let lastHost: string | undefined;
  const isSimpleHost = (host: string | undefined) => {
    if (host === undefined || (host !== lastHost && !simpleHost.test(host))) return false;
    lastHost = host;
    return true;
  };
  return (incoming: IncomingMessage, outgoing: ServerResponse): boolean => {
    const { url = '', method = '' } = incoming;
    const queryIndex = url.indexOf('?');
    const path = queryIndex === -1 ? url : url.slice(0, queryIndex);
    const handler = findHandler(method, path);
    if (handler === undefined || !isSimpleHost(incoming.headers.host)) return false;
    const request = new NodeRequest(incoming, outgoing);
    const respond = async () => {
      try {
        return await handler(request);
      } catch (error) {
        return toErrorResponse(error, path, request);
      }
    };
    requestLog.runLogged(request, path, respond).then(
      (response) => write(response, incoming, outgoing),
      () => outgoing.destroy(),
    );
    return true;
  };
}

function write(response: HttpResponse, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { status, headers, body } = response;
  const isBodyRead = incoming.readableEnded || incoming.method === 'GET';
  if (body instanceof ReadableStream || !isBodyRead) {
    // The adapter sends streams, and discards unread request bodies.
    void getRequestListener(() => toFetchResponse(response))(incoming, outgoing);
    return;
  }
  headers['content-length'] ??= String(Buffer.byteLength(body ?? ''));
  outgoing.writeHead(status, headers);
  outgoing.end(body ?? undefined);
}
