import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Agent, request as requestHttp } from 'node:http';
import { request as requestHttps, Agent as TlsAgent } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';
import type { AllowedHosts } from './allowed-hosts.ts';
import { OutboundError, toOutboundError } from './outbound-error.ts';
import type { ResolveName } from './public-lookup.ts';
import { createNameResolver, createPublicLookup, hasOnlyUsableAddresses } from './public-lookup.ts';
import { notPublicMessage, outboundUrlError } from './url-rules.ts';

interface OutboundRequest {
  method: 'GET' | 'POST';
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: Uint8Array;
  /** Reads the body of a successful response, instead of `body` of the result. Its errors are rejected unchanged. */
  receive?: (body: Readable) => Promise<void>;
  /** Default: that of all requests. */
  deadlineMs?: number;
  signal?: AbortSignal;
}

export interface OutboundResponse {
  statusCode: number;
  headers: IncomingHttpHeaders;
  /** At most `maxResponseBytes`. Empty if the request receives the body. */
  body: Buffer;
}

export interface OutboundHttpOptions {
  allowed: AllowedHosts;
  /** From the start to the last byte of the response. */
  deadlineMs?: number;
  connectTimeoutMs?: number;
  /** The rest of a longer response is not read. */
  maxResponseBytes?: number;
  resolve?: ResolveName;
  /** Trusted in addition to the well-known certificate authorities. */
  ca?: string;
}

export interface OutboundHttp {
  /** Undefined if the URL is permitted. It also resolves the name. A name without an address is permitted. */
  findUrlError(url: string): Promise<string | undefined>;
  /** @throws OutboundError. It follows no redirects. */
  send(request: OutboundRequest): Promise<OutboundResponse>;
  close(): void;
}

type Settings = Required<
  Pick<OutboundHttpOptions, 'deadlineMs' | 'connectTimeoutMs' | 'maxResponseBytes'>
>;

interface Transport extends Settings {
  agents: { 'http:': Agent; 'https:': TlsAgent };
  lookup: LookupFunction;
}

/** HTTP requests to addresses that callers choose: only public ones and those that the operator allows. */
export function createOutboundHttp(options: OutboundHttpOptions): OutboundHttp {
  const { allowed, resolve = createNameResolver(), ca } = options;
  const agents = {
    'http:': new Agent({ keepAlive: true }),
    'https:': new TlsAgent({ keepAlive: true, ...(ca !== undefined && { ca }) }),
  };
  const transport: Transport = {
    deadlineMs: options.deadlineMs ?? 15_000,
    connectTimeoutMs: options.connectTimeoutMs ?? 5_000,
    maxResponseBytes: options.maxResponseBytes ?? 65_536,
    agents,
    lookup: createPublicLookup(allowed, resolve),
  };
  return {
    findUrlError: async (url) => {
      const problem = outboundUrlError(url, allowed);
      if (problem !== undefined) return problem;
      const isUsable = await hasOnlyUsableAddresses(new URL(url).hostname, allowed, resolve);
      return isUsable ? undefined : notPublicMessage;
    },
    send: async (request) => {
      // Node does not call `lookup` for literal addresses.
      const problem = outboundUrlError(request.url, allowed);
      if (problem !== undefined) throw new OutboundError('blocked', `The URL ${problem}.`);
      return sendWithDeadline(transport, request);
    },
    close: () => {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

async function sendWithDeadline(
  transport: Transport,
  request: OutboundRequest,
): Promise<OutboundResponse> {
  const { deadlineMs = transport.deadlineMs } = request;
  // The `timeout` option limits pauses only: a receiver that sends a byte now and then would never end.
  const controller = new AbortController();
  const abort = () => controller.abort(new OutboundError('connection', 'The request was ended.'));
  const timer = setTimeout(
    () =>
      controller.abort(new OutboundError('timeout', `No response within ${deadlineMs / 1_000} s.`)),
    deadlineMs,
  );
  request.signal?.addEventListener('abort', abort, { once: true });
  if (request.signal?.aborted) abort();
  try {
    return await sendOnce(transport, request, controller.signal);
  } catch (error) {
    if (!(error instanceof ReusedSocketError)) throw toOutboundError(error);
    // The receiver closed an idle connection while the request was sent.
    return await sendOnce(transport, request, controller.signal).catch((second) => {
      throw toOutboundError(second instanceof ReusedSocketError ? second.cause : second);
    });
  } finally {
    clearTimeout(timer);
    request.signal?.removeEventListener('abort', abort);
  }
}

class ReusedSocketError extends Error {}

function sendOnce(
  { agents, connectTimeoutMs, lookup, maxResponseBytes }: Transport,
  { body, headers, method, receive, url }: OutboundRequest,
  signal: AbortSignal,
): Promise<OutboundResponse> {
  const protocol = new URL(url).protocol as 'http:' | 'https:';
  const start = protocol === 'http:' ? requestHttp : requestHttps;
  return new Promise((resolve, reject) => {
    if (signal.aborted) throw signal.reason;
    const request = start(url, {
      ...{ agent: agents[protocol], lookup, method },
      headers: { ...headers, ...(body && { 'Content-Length': body.byteLength }) },
    });
    const abort = () => {
      reject(signal.reason);
      request.destroy();
    };
    // The signal belongs to one call, so its listener needs no removal.
    signal.addEventListener('abort', abort, { once: true });
    // Node closes such a request without an error.
    request.on('upgrade', (_, socket) => {
      socket.destroy();
      reject(new OutboundError('connection', 'The response switches protocols.'));
    });
    limitConnectTime(request, protocol, connectTimeoutMs);
    request.on('error', (error: NodeJS.ErrnoException) => {
      const isStale = request.reusedSocket && error.code === 'ECONNRESET';
      reject(isStale ? new ReusedSocketError('', { cause: error }) : error);
    });
    request.on('response', (response) => {
      const { statusCode = 0 } = response;
      const isReceived = receive !== undefined && statusCode >= 200 && statusCode < 300;
      const read = isReceived
        ? receive(response).then(() => Buffer.alloc(0))
        : readBody(response, maxResponseBytes);
      read.then((bytes) => {
        resolve({ statusCode, headers: response.headers, body: bytes });
      }, reject);
    });
    request.end(body);
  });
}

function limitConnectTime(
  request: ClientRequest,
  protocol: string,
  connectTimeoutMs: number,
): void {
  const timer = setTimeout(() => {
    const seconds = connectTimeoutMs / 1_000;
    request.destroy(new OutboundError('timeout', `No connection within ${seconds} s.`));
  }, connectTimeoutMs);
  const stop = () => clearTimeout(timer);
  request.on('close', stop);
  request.on('socket', (socket) => {
    if (request.reusedSocket) stop();
    else socket.once(protocol === 'https:' ? 'secureConnect' : 'connect', stop);
  });
}

/** Rejects if the connection ends early. */
function readBody(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const finish = () => resolve(Buffer.concat(chunks).subarray(0, maxBytes));
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size <= maxBytes) return;
      finish();
      response.destroy();
    });
    response.on('end', finish);
    response.on('error', reject);
  });
}
