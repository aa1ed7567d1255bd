import type { HttpRequest } from '../../http/http-request.ts';
import type { FieldError } from '../../platform/errors/action-error.ts';
import { ActionError, invalidInputError } from '../../platform/errors/action-error.ts';
import type { PersistedOperations } from './persisted-operations.ts';

/** What a request asks to be executed. */
export interface GraphQLParams {
  query: string;
  variables: Record<string, unknown>;
  operationName: string | undefined;
  /** Whether `extensions.cost` was asked for. */
  wantsCost: boolean;
  /** Whether it may do nothing but read: what a URL asks for is asked again, and kept, by whoever is on the way. */
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
 * Reads a POSTed JSON request, or a URL that names a persisted operation. Nothing else is taken: what a browser sends
 * across sites without asking first (forms, plain text, the text of an operation in a URL) cannot carry one.
 * @throws ActionError method_not_allowed, unsupported_media_type, body_too_large, malformed_json, invalid_input,
 * operation_not_persisted
 */
export async function readGraphQLParams(
  request: HttpRequest,
  { bodyLimitBytes, persisted, readJson }: ReadOptions,
): Promise<GraphQLParams> {
  if (request.method === 'GET') return paramsOf(bodyOfUrl(new URL(request.url)), persisted, true);
  if (request.method !== 'POST') throw onlyByPost();
  return paramsOf(await readJson(request, bodyLimitBytes), persisted, false);
}

function onlyByPost(): ActionError {
  return new ActionError(
    'method_not_allowed',
    'Operations are sent by POST; by GET, a query that is persisted can be asked for, by its documentId.',
    { allow: 'POST' },
  );
}

/** The parameters of a URL as a body has them. */
function bodyOfUrl({ searchParams }: URL): Record<string, unknown> {
  const faults: FieldError[] = [];
  const json = (name: string): unknown => {
    const text = searchParams.get(name);
    if (text === null || text === '') return undefined;
    try {
      return JSON.parse(text);
    } catch {
      faults.push({ path: name, code: 'malformed_json', message: 'must be JSON' });
      return undefined;
    }
  };
  const body = {
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
      { path: '', code: 'invalid_type', message: 'must be one JSON object; batches are not taken' },
    ]);
  }
  const { query, variables = {}, operationName, extensions = {} } = body;
  const text = persisted.resolve(query, body);
  if (readsOnly && text === undefined) throw onlyByPost();
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
