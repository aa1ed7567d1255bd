import type { IncomingHttpHeaders, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { onTestFinished } from 'vitest';
import type { WebhookServices } from '../../src/domain/webhooks/services.ts';
import { startAuditLogSequencer } from '../../src/jobs/audit-log-sequencer.ts';
import type { WebhookDispatcherOptions } from '../../src/jobs/webhooks/dispatcher.ts';
import { startWebhookDispatcher } from '../../src/jobs/webhooks/dispatcher.ts';
import type { TestApi } from './api.ts';
import { testPublicUrl, testWebhookServices } from './api.ts';

export interface ReceivedRequest {
  headers: IncomingHttpHeaders;
  text: string;
  body: {
    id: string;
    type: string;
    types: string[];
    position: string;
    recordId: string;
    recordVersion: number;
    list?: string;
    before: Record<string, unknown> | null;
    after: Record<string, unknown> | null;
    data: Record<string, unknown> | null;
    dataOmitted?: string;
    actorName: string | null;
  };
}

export type Respond = (response: ServerResponse, request: ReceivedRequest) => void;

/** A receiver of webhooks on this machine. */
export interface Receiver {
  url: string;
  /** In the order of their arrival. */
  requests: ReceivedRequest[];
  respond: Respond;
  ids(): string[];
  close(): Promise<void>;
}

const closeServer = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

async function startReceiver(respond: Respond = (response) => response.end()): Promise<Receiver> {
  const requests: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      const received = { headers: request.headers, text, body: JSON.parse(text) };
      requests.push(received);
      receiver.respond(response, received);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/hook`,
    ...{ requests, respond },
    ids: () => requests.map(({ body }) => body.id),
    close: () => closeServer(server),
  };
  return receiver;
}

/** A receiver that closes when the test ends. */
export async function useReceiver(respond?: Respond): Promise<Receiver> {
  const receiver = await startReceiver(respond);
  onTestFinished(() => receiver.close());
  return receiver;
}

/** Sequencer and dispatcher of one process, with short intervals. They stop when the test ends. */
export function startDelivery(
  api: TestApi,
  options: Partial<WebhookDispatcherOptions> = {},
  services: WebhookServices = testWebhookServices(api.database),
) {
  const log = pino({ level: 'silent' });
  const sequencer = startAuditLogSequencer(api.database, log, { idleIntervalMs: 20 });
  const dispatcher = startWebhookDispatcher({
    ...{ database: api.database, log, services, publicUrl: testPublicUrl, sendsMail: false },
    ...{ eventRetentionDays: 30, concurrency: 64, pollIntervalMs: 20 },
    schedule: () => 20,
    ...options,
  });
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= dispatcher.close().then(() => sequencer.close());
    return closing;
  };
  onTestFinished(async () => {
    await close();
    services.http.close();
  });
  return { close, dispatcher, services };
}
