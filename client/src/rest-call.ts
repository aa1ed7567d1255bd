import type { ClientErrorCode, ErrorOf } from './errors.ts';
import type { ErrorCode } from './generated/errors.ts';
import type { Reply } from './transport.ts';

/** A request that was sent. Awaiting it returns the body of the response. */
export class RestCall<T, Code extends ErrorCode = ErrorCode> implements PromiseLike<T> {
  readonly #reply: Promise<Reply<T>>;

  constructor(reply: Promise<Reply<T>>) {
    this.#reply = reply;
  }

  // biome-ignore lint/suspicious/noThenProperty: a call is awaited like a promise
  then<Done = T, Failed = never>(
    onDone?: ((data: T) => Done | PromiseLike<Done>) | null,
    onFailed?: ((error: ErrorOf<Code | ClientErrorCode>) => Failed | PromiseLike<Failed>) | null,
  ): Promise<Done | Failed> {
    return this.#reply.then(({ data }) => data).then(onDone, onFailed);
  }

  /** The handler gets a union of the errors that the operation declares. */
  catch<Failed = never>(
    onFailed: (error: ErrorOf<Code | ClientErrorCode>) => Failed | PromiseLike<Failed>,
  ): Promise<T | Failed> {
    return this.then(undefined, onFailed);
  }

  finally(onEnd: () => void): Promise<T> {
    return this.then().finally(onEnd);
  }

  /** The body with the response, for example for its header `ETag`. */
  withResponse(): Promise<Reply<T>> {
    return this.#reply;
  }
}

/** A list. Awaiting it returns one page; `for await` reads all pages. */
export class RestList<T, Code extends ErrorCode = ErrorCode> extends RestCall<T[], Code> {
  readonly #requestPage: (search: string) => Promise<Reply<T[]>>;

  constructor(requestPage: (search?: string) => Promise<Reply<T[]>>) {
    super(requestPage());
    this.#requestPage = requestPage;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    let search = '';
    for (let page = await this.withResponse(); ; page = await this.#requestPage(search)) {
      yield* page.data;
      const next = nextPageOf(page.response);
      // The list of events always has a next page. At the end of the log, it is the same page.
      if (next === undefined || next === search) return;
      search = next;
    }
  }
}

/** The query of the next page. The path of a service behind a proxy can differ from the path in the header. */
export function nextPageOf({ headers }: Response): string | undefined {
  const link = /<([^>]*)>;\s*rel="next"/.exec(headers.get('link') ?? '')?.[1];
  return link === undefined ? undefined : new URL(link, 'http://localhost').search;
}
