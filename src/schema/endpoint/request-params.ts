import type { HttpRequest } from '../../http/http-request.ts';
import type { FieldError } from '../../platform/errors/action-error.ts';
import { ActionError, invalidInputError } from '../../platform/errors/action-error.ts';
import { parseLosslessJson } from '../../platform/input/lossless-json.ts';
import type { PersistedOperations } from './persisted-operations.ts';

export interface GraphQLParams {
  query: string;
  variables: Record<string, unknown>;
  operationName: string | undefined;
  /** Whether `extensions.cost` is requested. */
  wantsCost: boolean;
  /** GET requests are repeated and cached by intermediaries, so they must only read. */
  readsOnly: boolean;
}

interface ReadOptions {
  bodyLimitBytes: number;
  persisted: PersistedOperations;
  readJson: (request: HttpRequest, limitBytes: number) => Promise<unknown>;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * GET can only run queries. Other body types are rejected, since browsers send forms and plain text to other sites without a
 * preflight.
 * @throws ActionError method_not_allowed, unsupported_media_type, body_too_large, malformed_json, invalid_input,
 * operation_not_persisted
 */
export async function readGraphQLParams(
  request: HttpRequest,
  { bodyLimitBytes, persisted, readJson }: ReadOptions,
): Promise<GraphQLParams> {
  if (request.method === 'GET') return paramsOf(bodyOfUrl(new URL(request.url)), persisted, true);
  if (request.method !== 'POST') throw methodNotAllowedError();
  return paramsOf(await readJson(request, bodyLimitBytes), persisted, false);
}

/** @throws ActionError websocket_unsupported */
export function rejectWebSocket({ headers }: HttpRequest): void {
  if (headers.get('upgrade')?.toLowerCase() !== 'websocket') return;
  throw new ActionError(
    'websocket_unsupported',
    'Subscriptions use server-sent events, not WebSockets. Send them with POST and Accept: text/event-stream, for example with graphql-sse. See "What changes meanwhile" in docs/frontends.md.',
  );
}

function methodNotAllowedError(): ActionError {
  const message = 'Send operations with POST. Queries can also be sent with GET.';
  return new ActionError('method_not_allowed', message, { allow: 'GET, POST' });
}

function bodyOfUrl({ searchParams }: URL): Record<string, unknown> {
  const faults: FieldError[] = [];
  const json = (name: string): unknown => {
    const text = searchParams.get(name);
    if (text === null || text === '') return undefined;
    try {
      return parseLosslessJson(text);
    } catch {
      faults.push({ path: name, code: 'malformed_json', message: 'must be JSON' });
      return undefined;
    }
  };
  const body = {
    query: searchParams.get('query') ?? undefined,
    documentId: searchParams.get('documentId') ?? undefined,
    operationName: searchParams.get('operationName') ?? undefined,
    variables: json('variables'),
    extensions: json('extensions'),
  };
  if (faults.length > 0) throw invalidInputError(faults);
  return body;
}

function paramsOf(
  body: unknown,
  persisted: PersistedOperations,
  readsOnly: boolean,
): GraphQLParams {
  if (!isObject(body)) {
    throw invalidInputError([
      {
        path: '',
        code: 'invalid_type',
        message: 'must be one JSON object; batches are not supported',
      },
    ]);
  }
  const { query, variables = {}, operationName, extensions = {} } = body;
  const text = persisted.resolve(query, body);
  const faults = [
    ...(text === undefined ? [fault('query', 'must be the text of an operation')] : []),
    ...(variables === null || isObject(variables) ? [] : [fault('variables', 'must be an object')]),
    ...(operationName === undefined || operationName === null || typeof operationName === 'string'
      ? []
      : [fault('operationName', 'must be a string')]),
    ...(extensions === null || isObject(extensions)
      ? []
      : [fault('extensions', 'must be an object')]),
  ];
  if (faults.length > 0 || text === undefined) throw invalidInputError(faults);
  return {
    query: text,
    variables: (variables ?? {}) as Record<string, unknown>,
    operationName: (operationName ?? undefined) as string | undefined,
    wantsCost: isObject(extensions) && extensions.cost === true,
    readsOnly,
  };
}

function fault(path: string, message: string) {
  return { path, code: 'invalid_type', message };
}
