import type { IncomingMessage, ServerResponse } from 'node:http';

/** Creating a Fetch request takes as long as a small response. */
export type HttpRequest = Request | NodeRequest;

export interface RequestAttribute<T> {
  of(request: HttpRequest): T | undefined;
  set(request: HttpRequest, value: T): void;
}

/** WeakMap entries are more expensive to collect. */
export function createRequestAttribute<T>(name: string): RequestAttribute<T> {
  const key = Symbol(name);
  type WithAttribute = { [key]?: T };
  return {
    of: (request) => (request as WithAttribute)[key],
    set: (request, value) => {
      (request as WithAttribute)[key] = value;
    },
  };
}

/** Node keeps only the first of these; the Fetch API joins them. */
const headersNodeTruncates = new Set(['authorization', 'content-type']);

class NodeHeaders {
  readonly #incoming: IncomingMessage;

  constructor(incoming: IncomingMessage) {
    this.#incoming = incoming;
  }

  get(name: string): string | null {
    const lowerCaseName = name.toLowerCase();
    const value = this.#incoming.headers[lowerCaseName];
    if (value === undefined) return null;
    if (headersNodeTruncates.has(lowerCaseName)) return this.#all(lowerCaseName).join(', ');
    return typeof value === 'string' ? value : value.join(', ');
  }

  has(name: string): boolean {
    return this.#incoming.headers[name.toLowerCase()] !== undefined;
  }

  #all(name: string): string[] {
    const { rawHeaders } = this.#incoming;
    const values: string[] = [];
    for (let index = 0; index < rawHeaders.length; index += 2) {
      const rawName = rawHeaders[index] as string;
      if (rawName.length === name.length && rawName.toLowerCase() === name) {
        values.push(rawHeaders[index + 1] as string);
      }
    }
    return values;
  }
}

export class NodeRequest {
  readonly method: string;
  readonly headers: NodeHeaders;
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  #disconnection: AbortController | undefined;

  constructor(incoming: IncomingMessage, outgoing: ServerResponse) {
    this.method = incoming.method as string;
    this.headers = new NodeHeaders(incoming);
    this.incoming = incoming;
    this.outgoing = outgoing;
  }

  /** Only the path and the query are used. */
  get url(): string {
    return `http://localhost${this.incoming.url}`;
  }

  get signal(): AbortSignal {
    if (this.#disconnection === undefined) {
      const { outgoing } = this;
      const disconnection = new AbortController();
      const onClose = () => {
        if (!outgoing.writableFinished) disconnection.abort();
      };
      if (outgoing.closed) onClose();
      else outgoing.once('close', onClose);
      this.#disconnection = disconnection;
    }
    return this.#disconnection.signal;
  }

  /** @throws the error of `tooLarge`, or an error if the caller disconnects */
  readBody(limitBytes: number, tooLarge: () => Error): Promise<Buffer> {
    const { incoming } = this;
    if (incoming.destroyed) return this.#readAfterDisconnect();
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = [];
      let size = 0;
      const onData = (chunk: Buffer) => {
        size += chunk.length;
        chunks.push(chunk);
        if (size <= limitBytes) return;
        incoming.off('data', onData);
        incoming.pause();
        reject(tooLarge());
      };
      incoming.on('data', onData);
      incoming.on('end', () =>
        resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)),
      );
      incoming.on('error', reject);
      // Creating an error for complete requests would dominate the cost.
      incoming.on('close', () => {
        if (!incoming.readableEnded) reject(new Error('The caller left.'));
      });
    });
  }

  async #readAfterDisconnect(): Promise<Buffer> {
    const { incoming } = this;
    const length = Number(incoming.headers['content-length'] ?? 0);
    const bufferedBody = incoming.complete && !incoming.readableDidRead ? incoming.read() : null;
    const body: Buffer = bufferedBody ?? Buffer.alloc(0);
    if (incoming.complete && body.length >= length) return body;
    throw incoming.errored ?? new Error('The caller left.');
  }
}
