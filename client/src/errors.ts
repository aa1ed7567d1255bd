import type { ErrorCode, FieldError } from './generated/errors.ts';

/** Codes of errors for which the service sent no usable response. */
export type ClientErrorCode = 'aborted' | 'connection_failed' | 'invalid_response' | 'timeout';

export type AnyErrorCode = ErrorCode | ClientErrorCode;

interface ErrorDetails {
  status?: number | undefined;
  detail?: string | undefined;
  errors?: FieldError[] | undefined;
  requestId?: string | undefined;
  retryAfterMs?: number | undefined;
  data?: unknown;
  cause?: unknown;
}

/** The only error that calls throw. `code` is stable; `message` is for people. */
export class ActiongraphError<Code extends AnyErrorCode = AnyErrorCode> extends Error {
  override readonly name = 'ActiongraphError';
  readonly code: Code;
  /** HTTP status; undefined if there was no response. */
  readonly status: number | undefined;
  /** For example similar names. */
  readonly detail: string;
  /** All invalid fields. Often empty. */
  readonly errors: FieldError[];
  /** Id of the request in the log of the service. */
  readonly requestId: string | undefined;
  readonly retryAfterMs: number | undefined;
  /** GraphQL: the fields that did not fail. */
  readonly data: unknown;

  constructor(code: Code, message: string, details: ErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.code = code;
    this.status = details.status;
    this.detail = details.detail ?? '';
    this.errors = details.errors ?? [];
    this.requestId = details.requestId;
    this.retryAfterMs = details.retryAfterMs;
    this.data = details.data;
  }
}

/** A union with one member per code, so that `switch (error.code)` is exhaustive. */
export type ErrorOf<Code extends AnyErrorCode = AnyErrorCode> = Code extends AnyErrorCode
  ? ActiongraphError<Code>
  : never;

/** Narrows a caught error to the union of all codes. */
export const isActiongraphError = (error: unknown): error is ErrorOf =>
  error instanceof ActiongraphError;

/** The header `Retry-After`, in seconds or as a date. */
function retryAfterMsOf({ headers }: Response): number | undefined {
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  const seconds = Number(value);
  const delayMs = Number.isNaN(seconds) ? Date.parse(value) - Date.now() : seconds * 1_000;
  return Number.isNaN(delayMs) ? undefined : Math.max(delayMs, 0);
}

interface ErrorBody {
  code: ErrorCode;
  message: string;
  detail?: string;
  errors?: FieldError[];
  requestId?: string;
}

interface GraphQLErrorBody {
  message: string;
  extensions?: Omit<ErrorBody, 'message'> & { retryAfterSeconds?: number };
}

/** The error for a response without a code, for example of a proxy. */
export function invalidResponse(response: Response, cause?: unknown): ActiongraphError {
  const { status } = response;
  return new ActiongraphError(
    'invalid_response',
    `The response with status ${status} is not one of Actiongraph.`,
    { status, retryAfterMs: retryAfterMsOf(response), cause },
  );
}

/** The error of a response of REST, or of GraphQL, which can have data too. */
export function errorOfResponse(response: Response, body: unknown): ActiongraphError {
  const { data, errors } = (body ?? {}) as { data?: unknown; errors?: GraphQLErrorBody[] };
  const [first] = errors ?? [];
  const error = first?.extensions ? { message: first.message, ...first.extensions } : body;
  const { code, message, ...details } = (error ?? {}) as ErrorBody;
  if (typeof code !== 'string') return invalidResponse(response);
  const seconds = first?.extensions?.retryAfterSeconds;
  const retryAfterMs = seconds === undefined ? retryAfterMsOf(response) : seconds * 1_000;
  return new ActiongraphError(code, message, {
    ...details,
    ...{ status: response.status, retryAfterMs, data },
  });
}
