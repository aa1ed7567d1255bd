import type { InputFieldMap } from '@pothos/core';
import type { z } from 'zod';
import type { Context } from '../../platform/context/context.ts';
import type { VersionedType } from '../../platform/context/write-state.ts';
import { expectedVersionOf, withExpectedVersion } from '../../write/optimistic-locking.ts';
import type { WrittenAndRead } from '../../write/write-and-read.ts';
import { builder } from './builder.ts';
import type { ErrorType } from './error-types.ts';
import type { InputShape } from './inputs.ts';
import { idInputType, inputType } from './inputs.ts';
import type { ModelName } from './model-names.ts';
import { recordResultValue } from './mutations.ts';
import { capitalize } from './results.ts';

function argument(type: ReturnType<typeof inputType>, description: string): InputFieldMap {
  return builder.args((t) => ({
    input: t.field({ type, required: true, description }),
  })) as InputFieldMap;
}

export const inputArgument = (input: z.ZodObject, shape?: InputShape): InputFieldMap =>
  argument(inputType(input, shape), 'The fields to write.');

export const idArgument = (mutation: string, description: string): InputFieldMap =>
  argument(idInputType(`${capitalize(mutation)}Input`, description), 'Which record.');

/** Error types of a mutation without a declared operation. */
export const errorTypesFor = (
  refersToRecords: boolean,
  neverConflicts = false,
  takesVersion = false,
): ErrorType[] => [
  'InvalidInputError',
  ...(refersToRecords ? (['NotFoundError'] as const) : []),
  ...(neverConflicts ? [] : (['ConflictError'] as const)),
  ...(takesVersion ? (['VersionMismatchError'] as const) : []),
];

/**
 * Runs the work if the record has the version that the input expects.
 * @throws ActionError version_mismatch, and every error of the work
 */
export function runWithExpectedVersion<T>(
  context: Context,
  record: ModelName,
  input: { id?: unknown },
  work: (context: Context) => Promise<T>,
): Promise<T> {
  const { id } = input;
  const version = expectedVersionOf(input);
  return withExpectedVersion(context, { type: record as VersionedType, id, version }, work);
}

/** The result contains the record if the statement batch with COMMIT read it. */
export const writtenRecordValue = (
  record: ModelName,
  { read, written }: WrittenAndRead<object & { id?: unknown }>,
) => recordResultValue(record, read?.record ? { ...written, shown: read.record.body } : written);
