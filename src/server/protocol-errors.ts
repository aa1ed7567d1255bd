import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { RequestError } from '@hono/node-server';
import type { Logger } from 'pino';
import { securityHeaders, setSecurityHeaders } from '../http/security-headers.ts';
import type { Metrics } from '../observability/metrics.ts';
import { ActionError } from '../platform/errors/action-error.ts';
import type { ErrorCode } from '../platform/errors/error-catalogue.ts';
import { toFetchErrorResponse } from '../rest/core/error-responses.ts';

/** For a connection from which nothing more can be read. */
async function serializeResponse(response: Response): Promise<string> {
  const body = await response.text();
  const head = [
    `HTTP/1.1 ${response.status} ${JSON.parse(body).error}`,
    ...[...response.headers, ...Object.entries(securityHeaders)].map(
      ([name, value]) => `${name}: ${value}`,
    ),
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

const unknownPath = '*';

function protocolErrorResponse(error: ActionError, path = unknownPath): Response {
  return toFetchErrorResponse(error, { path, requestId: randomUUID(), now: new Date() });
}

const errorsByNodeCode: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  HPE_HEADER_OVERFLOW: ['headers_too_large', 'The headers of the request exceed 16 kB.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'The request did not arrive in time.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [
    'body_too_large',
    'The chunk extensions of the body are too large.',
  ],
};

const malformedError = ['malformed_request', 'The request is not valid HTTP.'] as const;

/** `Expect: 100-continue` gets 100 only when the body is read, so not after a rejected key or length. */
export function handleProtocolErrors(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const hasSentHeaders = (socket as { _httpMessage?: ServerResponse })._httpMessage?.headersSent;
    if (!socket.writable || hasSentHeaders || error.code === 'ECONNRESET') return socket.destroy();
    const [code, message] = errorsByNodeCode[error.code ?? ''] ?? malformedError;
    serializeResponse(protocolErrorResponse(new ActionError(code, message))).then(
      (text) => (socket as Socket).end(text),
      () => socket.destroy(),
    );
  });
  server.on('checkExpectation', ({ headers, url = unknownPath }: IncomingMessage, response) => {
    const expectation = String(headers.expect).slice(0, 100);
    const message = `The expectation "${expectation}" is not supported; only 100-continue is.`;
    sendProtocolError(response, new ActionError('expectation_failed', message), url);
  });
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    // Node closes the connection if no handler reads the body.
    request.on('newListener', function sendContinue(event) {
      if ((event !== 'data' && event !== 'readable') || response.headersSent) return;
      request.off('newListener', sendContinue);
      response.writeContinue();
    });
    server.emit('request', request, response);
  });
}

/** HTTP/1.0 probes send no Host. Returns whether the request is rejected. */
export function rejectMissingHost(request: IncomingMessage, response: ServerResponse): boolean {
  if (request.headers.host !== undefined || request.httpVersion !== '1.1') return false;
  const error = new ActionError('malformed_request', 'The request lacks the header Host.');
  sendProtocolError(response, error, request.url);
  return true;
}

export function sendProtocolError(
  response: ServerResponse,
  error: ActionError,
  path?: string,
): void {
  const errorResponse = protocolErrorResponse(error, path);
  setSecurityHeaders(response);
  errorResponse.text().then(
    (body) => {
      response.writeHead(errorResponse.status, {
        ...Object.fromEntries(errorResponse.headers),
        'content-length': Buffer.byteLength(body),
        connection: 'close',
      });
      response.end(body);
    },
    () => response.destroy(),
  );
}

/** For requests that do not reach the app, for example with an invalid host. */
export function createAdapterErrorHandler(
  log: Logger,
  metrics?: Pick<Metrics, 'recordFailure'>,
): (error: unknown) => Response {
  return (error) => {
    if (error instanceof RequestError) {
      const message = `The request cannot be read: ${error.message}.`;
      return protocolErrorResponse(new ActionError('malformed_request', message));
    }
    log.error({ err: error }, 'defect');
    metrics?.recordFailure('internal_error');
    return protocolErrorResponse(new ActionError('internal_error', 'Internal error.'));
  };
}
