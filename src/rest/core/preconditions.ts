import { z } from 'zod';
import type { HttpRequest } from '../../http/http-request.ts';
import { invalidInputError } from '../../platform/errors/action-error.ts';
import { expectedVersionField, expectedVersionHeader } from '../../write/optimistic-locking.ts';

/** The version of a record as an ETag, and the expected version in `If-Match`. */

/** The ETag of a version. */
export const formatEntityTag = (version: number): string => `"${version}"`;

/** A tag, weak ones too: proxies that compress answers make them so. Without quotation marks, a version alone. */
const entityTag = /^(?:(?:W\/)?"([^"]*)"|(\d+))$/;

/**
 * The versions that a request names, of which the record has to have one; undefined where it names none, or takes any. A tag
 * that is none of this door's is no record's version.
 * @throws ActionError invalid_input
 */
export function parseIfMatchHeader({ headers }: HttpRequest): readonly number[] | undefined {
  const given = headers.get(expectedVersionHeader)?.trim();
  if (given === undefined || given === '*') return undefined;
  const tags = given.split(',').map((tag) => entityTag.exec(tag.trim()));
  if (tags.includes(null)) {
    const message = 'must be the ETag of the record that was read, for example "3", or *';
    throw invalidInputError([{ path: expectedVersionHeader, code: 'invalid_format', message }]);
  }
  return tags.map((tag) => Number(tag?.[1] ?? tag?.[2])).filter((version) => version > 0);
}

/**
 * What is promised only if a record has a version must not be done without a look at it.
 * @throws ActionError invalid_input for a request that names versions where none is looked at
 */
export function rejectIfMatchHeader(request: HttpRequest): void {
  if (parseIfMatchHeader(request) === undefined) return;
  const message =
    'is not supported here, because no single record is changed; in a bulk request, use `expectedVersion` of each item';
  throw invalidInputError([{ path: expectedVersionHeader, code: 'not_taken', message }]);
}

/**
 * {@link rejectIfMatchHeader} of a body that makes a record: `expectedVersion` would be passed over, and who sends it counts on it.
 * @throws ActionError invalid_input
 */
export function rejectExpectedVersionField(body: unknown): void {
  // What is no object is refused as such, by who reads it.
  const given = (body as Partial<Record<string, unknown>> | null | undefined)?.[
    expectedVersionField
  ];
  if (given === undefined || given === null || given === '') return;
  const message = 'is not supported here, because a record is created and none is changed';
  throw invalidInputError([{ path: expectedVersionField, code: 'not_taken', message }]);
}

const expectedVersion = z.int().min(1).nullish().meta({
  description:
    'The version of the record that you read, from `ETag`. If the record has another version now, nothing is written (409 `version_mismatch`). The header `If-Match` does the same, with status 412.',
});

/** An input of a change, with the field that says which version of the record is expected. */
export function withExpectedVersionField(input: z.ZodType): z.ZodType {
  if (!(input instanceof z.ZodObject)) throw new TypeError('The body must be an object.');
  return input.extend({ [expectedVersionField]: expectedVersion }).meta(input.meta() ?? {});
}
