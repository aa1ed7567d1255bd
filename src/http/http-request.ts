import type { IncomingMessage, ServerResponse } from 'node:http';

/** A request as both doors take it: Node's own, or one of the Fetch API, which takes as long to make as a small answer. */
export type HttpRequest = Request | NodeRequest;

/** Something that is noted of requests on their way. */
export interface RequestAttribute<T> {
  of(request: HttpRequest): T | undefined;
  set(request: HttpRequest, value: T): void;
}

/** Notes on the requests themselves: what a WeakMap holds of each request takes longer to clear away. */
export function createRequestAttribute<T>(name: string): RequestAttribute<T> {
  const place = Symbol(name);
  type Noted = { [place]?: T };
  return {
    of: (request) => (request as Noted)[place],
    set: (request, value) => {
      (request as Noted)[place] = value;
    },
  };
}

/** Headers of which Node drops all but the first, where the Fetch API shows that there are several. */
const shownOnce = new Set(['authorization', 'content-type']);

/** The headers of Node's request, as the Fetch API shows them, by names in any case. */
class NodeHeaders {
  readonly #incoming: IncomingMessage;

  constructor(incoming: IncomingMessage) {
    this.#incoming = incoming;
  }

  get(name: string): string | null {
    const lower = name.toLowerCase();
    const value = this.#incoming.headers[lower];
    if (value === undefined) return null;
    if (shownOnce.has(lower)) return this.#all(lower).join(', ');
    return typeof value === 'string' ? value : value.join(', ');
  }

  has(name: string): boolean {
    return this.#incoming.headers[name.toLowerCase()] !== undefined;
  }

  #all(name: string): string[] {
    const { rawHeaders } = this.#incoming;
    const values: string[] = [];
    for (let at = 0; at < rawHeaders.length; at += 2) {
      const other = rawHeaders[at] as string;
      if (other.length === name.length && other.toLowerCase() === name) {
        values.push(rawHeaders[at + 1] as string);
      }
    }
    return values;
  }
}

/** A request of Node's with what the doors ask of one, made when they ask. */
export class NodeRequest {
  readonly method: string;
  readonly headers: NodeHeaders;
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  #left: AbortController | undefined;

  constructor(incoming: IncomingMessage, outgoing: ServerResponse) {
    this.method = incoming.method as string;
    this.headers = new NodeHeaders(incoming);
    this.incoming = incoming;
    this.outgoing = outgoing;
  }

  /** Where it goes; of the host nothing is asked. */
  get url(): string {
    return `http://localhost${this.incoming.url}`;
  }

  /** Aborted where the caller leaves before the answer is sent. */
  get signal(): AbortSignal {
    if (this.#left === undefined) {
      const { outgoing } = this;
      const left = new AbortController();
      const end = () => {
        if (!outgoing.writableFinished) left.abort();
      };
      if (outgoing.closed) end();
      else outgoing.once('close', end);
      this.#left = left;
    }
    return this.#left.signal;
  }

  /**
   * Reads the body, no further than the limit, whatever length was announced.
   * @throws what `tooLarge` makes; an error of Node's where the caller leaves before the body is whole
   */
  readBody(limitBytes: number, tooLarge: () => Error): Promise<Buffer> {
    const { incoming } = this;
    if (incoming.destroyed) return this.#readLeftBehind();
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = [];
      let size = 0;
      const take = (chunk: Buffer) => {
        size += chunk.length;
        chunks.push(chunk);
        if (size <= limitBytes) return;
        incoming.off('data', take);
        incoming.pause();
        reject(tooLarge());
      };
      incoming.on('data', take);
      incoming.on('end', () =>
        resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)),
      );
      incoming.on('error', reject);
      // Every request is closed, and an error takes longer to make than all else here.
      incoming.on('close', () => {
        if (!incoming.readableEnded) reject(new Error('The caller left.'));
      });
    });
  }

  /** The body of who left after sending all of it: what was asked for is done all the same. */
  async #readLeftBehind(): Promise<Buffer> {
    const { incoming } = this;
    const length = Number(incoming.headers['content-length'] ?? 0);
    const left = incoming.complete && !incoming.readableDidRead ? incoming.read() : null;
    const body: Buffer = left ?? Buffer.alloc(0);
    if (incoming.complete && body.length >= length) return body;
    throw incoming.errored ?? new Error('The caller left.');
  }
}
