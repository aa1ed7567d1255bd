import type { IncomingMessage, ServerResponse } from 'node:http';
import compression from 'compression';

const thresholdBytes = 1_024;

/**
 * Streams are not compressed: events must not be delayed. Requests without Accept-Encoding skip the library, a
 * fifth of a small response's time.
 */
export function createCompression() {
  const compress = compression({
    threshold: thresholdBytes,
    filter: (request, response) =>
      response.getHeader('content-length') !== undefined && compression.filter(request, response),
  });
  return (request: IncomingMessage, response: ServerResponse): void => {
    const acceptedEncodings = request.headers['accept-encoding'];
    if (acceptedEncodings === undefined || acceptedEncodings === 'identity') return;
    compress(request as never, response as never, () => undefined);
  };
}
