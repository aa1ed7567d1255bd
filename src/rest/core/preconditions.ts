import { z } from 'zod';
import type { HttpRequest } from '../../http/http-request.ts';
import { invalidInputError } from '../../platform/errors/action-error.ts';
import { expectedVersionField, expectedVersionHeader } from '../../write/optimistic-locking.ts';

export const formatEntityTag = (version: number): string => `"${version}"`;

/** Accepts weak tags, because proxies that compress responses weaken them, and a version without quotation marks. */
const entityTag = /^(?:(?:W\/)?"([^"]*)"|(\d+))$/;

/**
 * Returns the accepted versions; undefined if the request accepts any. A foreign tag matches no version.
 * @throws ActionError invalid_input
 */
export function parseIfMatchHeader({ headers }: HttpRequest): readonly number[] | undefined {
  const header = headers.get(expectedVersionHeader)?.trim();
  if (header === undefined || header === '*') return undefined;
  const tags = header.split(',').map((tag) => entityTag.exec(tag.trim()));
  if (tags.includes(null)) {
    const message = 'must be the ETag of the record that was read, for example "3", or *';
    throw invalidInputError([{ path: expectedVersionHeader, code: 'invalid_format', message }]);
  }
  return tags.map((tag) => Number(tag?.[1] ?? tag?.[2])).filter((version) => version > 0);
}

/**
 * Rejects `If-Match` on routes that do not check it, instead of ignoring it.
 * @throws ActionError invalid_input
 */
export function rejectIfMatchHeader(request: HttpRequest): void {
  if (parseIfMatchHeader(request) === undefined) return;
  const message =
    'is not supported here, because no single record is changed; in a bulk request, use `expectedVersion` of each item';
  throw invalidInputError([{ path: expectedVersionHeader, code: 'not_taken', message }]);
}

/**
 * Rejects `expectedVersion` in the body of a create, because the client relies on it.
 * @throws ActionError invalid_input
 */
export function rejectExpectedVersionField(body: unknown): void {
  // The input schema rejects a body that is not an object.
  const value = (body as Partial<Record<string, unknown>> | null | undefined)?.[
    expectedVersionField
  ];
  if (value === undefined || value === null || value === '') return;
  const message = 'is not supported here, because a record is created and none is changed';
  throw invalidInputError([{ path: expectedVersionField, code: 'not_taken', message }]);
}

const expectedVersion = z.int().min(1).nullish().meta({
  description:
    'The version of the record that you read, from `ETag`. If the record has another version now, nothing is written (409 `version_mismatch`). The header `If-Match` does the same, with status 412.',
});

export function withExpectedVersionField(input: z.ZodType): z.ZodType {
  if (!(input instanceof z.ZodObject)) throw new TypeError('The body must be an object.');
  return input.extend({ [expectedVersionField]: expectedVersion }).meta(input.meta() ?? {});
}
