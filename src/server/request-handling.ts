import type { Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { createCompression } from '../http/compression.ts';
import { setSecurityHeaders } from '../http/security-headers.ts';
import type { AdmissionControl } from '../limits/admission-control.ts';
import type { Metrics } from '../observability/metrics.ts';
import { createCorsHandler } from './cors.ts';
import { createLoadShedder } from './load-shedding.ts';
import type { createNodeDispatcher } from './node-dispatcher.ts';
import {
  createAdapterErrorHandler,
  handleProtocolErrors,
  rejectMissingHost,
} from './protocol-errors.ts';

interface RequestHandlingOptions {
  corsOrigins: Config['corsOrigins'];
  hostname: string;
  log: Logger;
  metrics: Metrics | undefined;
  admission: AdmissionControl;
}

/** Connects the app to the HTTP server. */
export function handleRequests(
  server: Server,
  app: Pick<Hono, 'fetch'> & { dispatchNodeRequest: ReturnType<typeof createNodeDispatcher> },
  { corsOrigins, hostname, log, metrics, admission }: RequestHandlingOptions,
): void {
  handleProtocolErrors(server);
  const handleRequest = getRequestListener(app.fetch, {
    hostname,
    errorHandler: createAdapterErrorHandler(log, metrics),
  });
  const rejectIfOverloaded = createLoadShedder(admission, log, metrics);
  const compressResponse = createCompression();
  const handleCors = createCorsHandler(corsOrigins);
  server.on('request', (request, response) => {
    setSecurityHeaders(response);
    if (rejectMissingHost(request, response)) return;
    if (handleCors(request, response) || rejectIfOverloaded(request, response)) return;
    compressResponse(request, response);
    if (!app.dispatchNodeRequest(request, response)) void handleRequest(request, response);
  });
  server.on('error', (err) => log.error({ err }, 'a connection could not be accepted'));
}
