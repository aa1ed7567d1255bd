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

/** The argument `input`, which every mutation with an input has. */
function argument(type: ReturnType<typeof inputType>, description: string): InputFieldMap {
  return builder.args((t) => ({
    input: t.field({ type, required: true, description }),
  })) as InputFieldMap;
}

/** The argument `input` for the declaration of a command. */
export const inputArgument = (input: z.ZodObject, shape?: InputShape): InputFieldMap =>
  argument(inputType(input, shape), 'The fields to write.');

/** The argument `input` of a mutation that takes only the id of a record. */
export const idArgument = (mutation: string, description: string): InputFieldMap =>
  argument(idInputType(`${capitalize(mutation)}Input`, description), 'Which record.');

/** The errors of a mutation that is not a declared operation. */
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

/** Changes a record, if it has the version that the input expects. @throws ActionError version_mismatch, whatever the work throws */
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

/** The result of a mutation, with the record if it was read with COMMIT. */
export const writtenRecordValue = (
  record: ModelName,
  { read, written }: WrittenAndRead<object & { id?: unknown }>,
) => recordResultValue(record, read?.record ? { ...written, shown: read.record.body } : written);
