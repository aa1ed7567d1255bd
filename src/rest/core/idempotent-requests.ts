import type { HttpRequest } from '../../http/http-request.ts';
import type { Context } from '../../platform/context/context.ts';
import { requiredPermissions } from '../../platform/permissions/permissions.ts';
import type { IdempotentResult } from '../../write/idempotency/response-store.ts';
import {
  idempotencyKeyHeader,
  parseIdempotencyKey,
  runIdempotent,
} from '../../write/idempotency/run-idempotent.ts';
import { FinalRecordRead, RecordJson, SecretRecordJson } from './record-responses.ts';
import type { Route } from './route.ts';

/** @throws ActionError invalid_input */
export function readIdempotencyKey({ headers }: HttpRequest): string | undefined {
  const key = headers.get(idempotencyKeyHeader);
  return key === null ? undefined : parseIdempotencyKey(key.trim(), idempotencyKeyHeader);
}

export interface HandledRequest {
  result: unknown;
  isReplayed: boolean;
}

/**
 * Runs a write once for each idempotency key.
 * @throws ActionError as {@link runIdempotent}
 * @throws ActionError outcome_unknown if the record of a replay was deleted
 */
export async function handleIdempotentRequest(
  route: Route,
  context: Context,
  key: string,
  input: unknown,
  versions?: readonly number[],
): Promise<HandledRequest> {
  const { operationId, scopes, readAgain, canDeferRead, isExternal } = route;
  const hashedInput = versions ? [operationId, input, versions] : [operationId, input];
  const request = {
    key,
    input: hashedInput,
    requiredPermissions: requiredPermissions(...scopes),
    canDeferRead,
    isExternal,
  };
  const outcome = await runIdempotent(context, request, async (tx) => {
    const result = await route.handle(tx, input as never, versions);
    return { result, ...toIdempotentResult(result) };
  });
  if ('result' in outcome) {
    const { result } = outcome.result;
    const isRead = !(result instanceof FinalRecordRead);
    return { result: isRead ? result : result.toRecordJson(context), isReplayed: false };
  }
  const { replay } = outcome;
  const result =
    'answer' in replay
      ? new RecordJson(replay.answer, undefined, versionOf(replay.written))
      : await readAgain?.(context, replay.written as never);
  return { result, isReplayed: true };
}

const writtenJson = ({ version, written }: RecordJson): string | null =>
  written ? JSON.stringify({ ...written, version }) : null;

const versionOf = (written: object | null): number | undefined =>
  (written as { version?: number } | null)?.version;

function toIdempotentResult(result: unknown): IdempotentResult {
  if (result instanceof FinalRecordRead) return { deferredRead: result };
  if (result instanceof SecretRecordJson) return { answer: null, written: writtenJson(result) };
  return result instanceof RecordJson
    ? { answer: result.body, written: writtenJson(result) }
    : { answer: '', written: null };
}
