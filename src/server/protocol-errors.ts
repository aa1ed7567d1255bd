import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ActionError } from '../platform/errors/action-error.ts';
import type { ErrorCode } from '../platform/errors/error-catalogue.ts';
import { toFetchErrorResponse } from '../rest/core/error-responses.ts';

/** An answer as the bytes of HTTP, for a connection on which nothing more can be read. */
async function written(response: Response): Promise<string> {
  const body = await response.text();
  const head = [
    `HTTP/1.1 ${response.status} ${JSON.parse(body).error}`,
    ...[...response.headers].map(([name, value]) => `${name}: ${value}`),
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

const unknownPath = '*';

/** The answer to a request that cannot be read, in the form of every error. */
export function protocolErrorResponse(error: ActionError, path = unknownPath): Response {
  return toFetchErrorResponse(error, { path, requestId: randomUUID(), now: new Date() });
}

/** What Node says of a request that it cannot read, by its code; anything else is malformed. */
const faults: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  HPE_HEADER_OVERFLOW: ['headers_too_large', 'The headers of the request are larger than 16 kB.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'The request did not arrive in time.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [
    'body_too_large',
    'The chunks of the body have too much in them besides the body.',
  ],
};

const malformed = ['malformed_request', 'The request is not one of HTTP.'] as const;

/**
 * Answers what HTTP itself refuses with the JSON of every other error: requests that cannot be read, that lack the
 * header Host where HTTP asks for it, or expect something else than to be told to go on. Whoever asks before it sends
 * its body is told to go on when the body is wanted, and so not where key or length are refused.
 */
export function handleProtocolErrors(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const isAnswering = (socket as { _httpMessage?: ServerResponse })._httpMessage?.headersSent;
    if (!socket.writable || isAnswering || error.code === 'ECONNRESET') return socket.destroy();
    const [code, message] = faults[error.code ?? ''] ?? malformed;
    written(protocolErrorResponse(new ActionError(code, message))).then(
      (answer) => (socket as Socket).end(answer),
      () => socket.destroy(),
    );
  });
  server.on('checkExpectation', ({ headers, url = unknownPath }: IncomingMessage, response) => {
    const expected = String(headers.expect).slice(0, 100);
    const message = `The expectation "${expected}" cannot be met; only 100-continue can.`;
    sendProtocolError(response, new ActionError('expectation_failed', message), url);
  });
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    // Where the body is never asked for, what comes next could be the body or a request: Node ends the connection then.
    request.on('newListener', function askForBody(event) {
      if ((event !== 'data' && event !== 'readable') || response.headersSent) return;
      request.off('newListener', askForBody);
      response.writeContinue();
    });
    server.emit('request', request, response);
  });
}

/** Whether a request was refused because HTTP/1.1 wants a Host; HTTP/1.0, in which probes are written, does not. */
export function rejectMissingHost(request: IncomingMessage, response: ServerResponse): boolean {
  if (request.headers.host !== undefined || request.httpVersion !== '1.1') return false;
  const error = new ActionError('malformed_request', 'The request lacks the header Host.');
  sendProtocolError(response, error, request.url);
  return true;
}

/** Answers a request that comes to no door with an error in the form of every other. */
export function sendProtocolError(
  response: ServerResponse,
  error: ActionError,
  path?: string,
): void {
  const answer = protocolErrorResponse(error, path);
  answer.text().then(
    (body) => {
      response.writeHead(answer.status, {
        ...Object.fromEntries(answer.headers),
        'content-length': Buffer.byteLength(body),
        connection: 'close',
      });
      response.end(body);
    },
    () => response.destroy(),
  );
}
