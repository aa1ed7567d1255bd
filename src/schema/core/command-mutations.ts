import type { InputFieldMap } from '@pothos/core';
import type { z } from 'zod';
import type { Context } from '../../platform/context/context.ts';
import type { ClientGeneratedIdType, VersionedType } from '../../platform/context/write-state.ts';
import { withExternalIdConflict } from '../../platform/external-ids/external-ids.ts';
import type { RecordModel } from '../../platform/ids/permission-areas.ts';
import { permissionAreaByModel } from '../../platform/ids/permission-areas.ts';
import { idPrefixes } from '../../platform/ids/record-ids.ts';
import { hasIdReferences } from '../../platform/input/id-references.ts';
import type { UpdateMode } from '../../platform/input/update-input.ts';
import type { PermissionArea } from '../../platform/permissions/permissions.ts';
import { withIndefiniteArticle } from '../../platform/text/article.ts';
import { createWithClientGeneratedId } from '../../write/client-generated-ids.ts';
import { expectedVersionOf, withExpectedVersion } from '../../write/optimistic-locking.ts';
import type { WrittenAndRead } from '../../write/write-and-read.ts';
import { writeAndRead } from '../../write/write-and-read.ts';
import { builder } from './builder.ts';
import type { ErrorType } from './error-types.ts';
import { withDomainInputNames } from './input-names.ts';
import type { InputMode, InputShape } from './inputs.ts';
import { idInputType, inputType } from './inputs.ts';
import type { ModelName } from './model-names.ts';
import { defineMutation, recordResultValue } from './mutations.ts';
import { registerModelInput } from './record-fields.ts';
import { readerOfWrittenRecord } from './record-keys.ts';
import type { ResultFields } from './results.ts';
import { capitalize, recordResultFields } from './results.ts';

/** The argument of every mutation that takes something: `input`. */
function argument(type: ReturnType<typeof inputType>, description: string): InputFieldMap {
  return builder.args((t) => ({
    input: t.field({ type, required: true, description }),
  })) as InputFieldMap;
}

/** The argument `input` of a verb's own declaration. */
export const inputArgument = (input: z.ZodObject, shape?: InputShape): InputFieldMap =>
  argument(inputType(input, shape), 'The fields to write.');

/** The argument `input` of a mutation that only needs to know which record is meant. */
export const idArgument = (mutation: string, description: string): InputFieldMap =>
  argument(idInputType(`${capitalize(mutation)}Input`, description), 'Which record.');

/**
 * The errors that a mutation can have: what is wrong with an input; where that refers to records by ids, or by their
 * names beside them, that there is none; what the present state does not allow, unless nothing stands in its way; and of a
 * change, that the record has another version than its caller expects.
 */
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

interface Action {
  description: string;
  /** The model whose record the mutation answers. */
  record: ModelName;
  /** The domain's own declaration of the input. */
  input: z.ZodObject;
  mode?: InputMode;
  /** Whether the input says by an id which record is meant; every input but that of a create does, unless told. */
  hasId?: boolean;
  /** The record that its input describes, where it answers another one. */
  makes?: ModelName;
  /** Whether it changes a record that its input names otherwise than by `id`. */
  changes?: true;
  /** Whether nothing that is there can stand in its way. */
  neverConflicts?: true;
  /** Areas of what it writes beside the record. */
  alsoWrites?: readonly PermissionArea[];
  /** Areas of what it reads and tells of in what it writes. */
  alsoReads?: readonly PermissionArea[];
  /** The command. */
  run: (context: Context, input: never) => Promise<object>;
}

/** A mutation that calls one verb of the domain with the verb's own input and answers the record. */
export function defineCommandMutation(
  name: string,
  {
    input,
    mode,
    hasId,
    changes,
    record,
    makes,
    neverConflicts,
    alsoWrites = [],
    alsoReads = [],
    run,
    ...rest
  }: Action,
): void {
  const isUpdate = mode !== undefined && mode !== 'create';
  const takesId = hasId ?? isUpdate;
  const takesVersion = takesId || isUpdate || changes === true;
  const takesNewId = name.startsWith('create') && !takesVersion && record in idPrefixes;
  registerModelInput(makes ?? record, input);
  defineMutation(name, {
    ...rest,
    writes: [permissionAreaByModel[record as RecordModel], ...alsoWrites],
    reads: alsoReads,
    errors: errorTypesFor(takesId || hasIdReferences(input), neverConflicts, takesVersion),
    shows: recordResultFields(record),
    args: inputArgument(input, { mode, hasId, takesVersion, takesNewId }),
    resolve: async (context, { input: given }, below) => {
      const statementOf = readerOfWrittenRecord(below, record);
      const named = <T>(maker: Context, work: (own: never) => Promise<T>) =>
        withExternalIdConflict(maker, makes ?? record, given, () =>
          withDomainInputNames(input, given, work),
        );
      if (takesNewId) {
        const { id } = given as { id?: unknown };
        const creation = { type: record as ClientGeneratedIdType, id, path: 'id', input: given };
        const created = await createWithClientGeneratedId(context, creation, (maker) =>
          named(maker, (own) => writeAndRead(maker, statementOf, (tx) => run(tx, own))),
        );
        return 'found' in created
          ? recordResultValue(record, created.found)
          : writtenRecordValue(record, created.made);
      }
      const done = await named(context, (own) =>
        writeAndRead(context, statementOf, (tx) =>
          runWithExpectedVersion(tx, record, own, (expectant) => run(expectant, own)),
        ),
      );
      return writtenRecordValue(record, done);
    },
  });
}

interface UpdateAction extends Omit<Action, 'mode' | 'run' | 'description'> {
  run: (context: Context, input: never, mode: UpdateMode) => Promise<object>;
}

/** The two mutations of an update: `updateX` keeps what is left out, `replaceX` resets it. */
export function defineUpdateMutations({ run, ...options }: UpdateAction): void {
  const { record } = options;
  defineCommandMutation(`update${record}`, {
    ...options,
    description: `Changes ${withIndefiniteArticle(record)}. Omitted fields keep their values; null clears a field.`,
    mode: 'patch',
    run: (context, given) => run(context, given, 'patch'),
  });
  defineCommandMutation(`replace${record}`, {
    ...options,
    description: `Replaces ${withIndefiniteArticle(record)}. Omitted fields are cleared or reset to their defaults.`,
    mode: 'replace',
    run: (context, given) => run(context, given, 'replace'),
  });
}

const shownDeleted: ResultFields = {
  deletedId: { type: 'ID', description: 'Id of the deleted record.' },
};

interface DeleteAction extends Pick<Action, 'neverConflicts' | 'record'> {
  description: string;
  /** What it takes beside the id; nothing, if left out. */
  input?: z.ZodObject;
  run: (context: Context, input: { id: unknown }) => Promise<string>;
}

/** A mutation that deletes one record for good. */
export function defineDeleteMutation(
  name: string,
  { description, record, neverConflicts, input: declared, run }: DeleteAction,
): void {
  defineMutation(name, {
    description,
    writes: [permissionAreaByModel[record as RecordModel]],
    errors: errorTypesFor(true, neverConflicts, true),
    shows: shownDeleted,
    args: declared
      ? inputArgument(declared, { hasId: true })
      : idArgument(name, 'The record to delete.'),
    resolve: async (context, { input }) => {
      const given = input as { id: unknown };
      return {
        deletedId: await runWithExpectedVersion(context, record, given, (expectant) =>
          run(expectant, given),
        ),
      };
    },
  });
}
