import { ActionError, invalidInput } from '../../domain/kernel/errors.ts';
import type { PersistedOperations } from './persisted.ts';

/** What a request asks to be executed. */
export interface GraphQLParams {
  query: string;
  variables: Record<string, unknown>;
  operationName: string | undefined;
  /** Whether `extensions.cost` was asked for. */
  wantsCost: boolean;
}

interface ReadOptions {
  bodyLimitBytes: number;
  persisted: PersistedOperations;
  readJson: (request: Request, limitBytes: number) => Promise<unknown>;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Reads a POSTed JSON request. Nothing else is taken: what a browser sends across sites without asking first (forms,
 * plain text, GET) cannot carry an operation.
 * @throws ActionError method_not_allowed, unsupported_media_type, body_too_large, malformed_json, invalid_input
 */
export async function readParams(
  request: Request,
  { bodyLimitBytes, persisted, readJson }: ReadOptions,
): Promise<GraphQLParams> {
  if (request.method !== 'POST') {
    throw new ActionError('method_not_allowed', 'Operations are sent by POST.', { allow: 'POST' });
  }
  const body = await readJson(request, bodyLimitBytes);
  if (!isObject(body)) {
    throw invalidInput([
      { path: '', code: 'invalid_type', message: 'must be one JSON object; batches are not taken' },
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
  if (faults.length > 0 || text === undefined) throw invalidInput(faults);
  return {
    query: text,
    variables: (variables ?? {}) as Record<string, unknown>,
    operationName: (operationName ?? undefined) as string | undefined,
    wantsCost: isObject(extensions) && extensions.cost === true,
  };
}

function fault(path: string, message: string) {
  return { path, code: 'invalid_type', message };
}
