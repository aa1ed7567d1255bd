import type { Context } from '../../platform/context/context.ts';
import type { ClientGeneratedIdType } from '../../platform/context/write-state.ts';
import { errorCatalogue } from '../../platform/errors/error-catalogue.ts';
import { withExternalIdConflict } from '../../platform/external-ids/external-ids.ts';
import { permissionAreaByModel } from '../../platform/ids/permission-areas.ts';
import type { UpdateMode } from '../../platform/input/update-input.ts';
import {
  isExternal,
  operationErrorCodes,
  takesClientGeneratedId,
  takesRecordId,
  takesVersion,
} from '../../platform/operations/operation-errors.ts';
import type {
  DeleteOperation,
  Named,
  OperationTable,
  UpdateOperation,
} from '../../platform/operations/operations.ts';
import { withIndefiniteArticle } from '../../platform/text/article.ts';
import { createWithClientGeneratedId } from '../../write/client-generated-ids.ts';
import { isPreview, toPreview } from '../../write/dry-run.ts';
import type { WrittenAndRead } from '../../write/write-and-read.ts';
import { writeAndRead } from '../../write/write-and-read.ts';
import { defineBulkMutation } from './bulk-mutations.ts';
import type { ErrorType } from './error-types.ts';
import { errorTypeOf } from './error-types.ts';
import { withDomainInputNames } from './input-names.ts';
import {
  idArgument,
  inputArgument,
  runWithExpectedVersion,
  writtenRecordValue,
} from './mutation-inputs.ts';
import { defineMutation, recordResultValue } from './mutations.ts';
import { registerModelInput } from './record-fields.ts';
import { readerOfWrittenRecord } from './record-keys.ts';
import type { ResultFields } from './results.ts';
import { recordResultFields, secretResultFields, warningResultFields } from './results.ts';

export function defineOperationMutations(table: OperationTable): void {
  for (const operation of table) {
    const errors = errorTypesOf(operation, table);
    if (operation.kind === 'bulk') defineBulkMutation(operation, errors);
    else if (operation.kind === 'delete') defineDeleteMutation(operation, errors);
    else if (operation.kind === 'update') defineUpdateMutations(operation, errors);
    else defineWriteMutation({ ...operation, operation, errors });
  }
}

function errorTypesOf(operation: Named, table: OperationTable): ErrorType[] {
  const codes = operationErrorCodes(operation, table);
  const types = codes.map((code) => errorTypeOf({ code, status: errorCatalogue[code].status }));
  return [...new Set(types)].filter((type) => type !== undefined);
}

type RecordCommand = Exclude<Named, { kind: 'bulk' | 'delete' | 'update' }>;

interface WriteMutation {
  operation: RecordCommand | Named<UpdateOperation>;
  name: string;
  description: string;
  mode?: UpdateMode;
  run: RecordCommand['run'];
  errors: readonly ErrorType[];
}

/** Defines `updateX`, which keeps omitted fields, and `replaceX`, which resets them. */
function defineUpdateMutations(
  operation: Named<UpdateOperation>,
  errors: readonly ErrorType[],
): void {
  const { record, run } = operation;
  const one = withIndefiniteArticle(record);
  defineWriteMutation({
    operation,
    errors,
    name: `update${record}`,
    description: `Changes ${one}. Omitted fields keep their values; null clears a field.`,
    mode: 'patch',
    run: (context, given) => run(context, given, 'patch'),
  });
  defineWriteMutation({
    operation,
    errors,
    name: `replace${record}`,
    description: `Replaces ${one}. Omitted fields are cleared or reset to their defaults.`,
    mode: 'replace',
    run: (context, given) => run(context, given, 'replace'),
  });
}

function defineWriteMutation({ operation, name, description, mode, run, errors }: WriteMutation) {
  const {
    record,
    input,
    inputRecord = record,
    alsoWrites = [],
    alsoReads = [],
    secret,
  } = operation;
  if (input) registerModelInput(inputRecord, input);
  const inDomainNames = <T>(context: Context, given: unknown, work: (own: never) => Promise<T>) =>
    withExternalIdConflict(context, inputRecord, given, () =>
      input ? withDomainInputNames(input, given, work) : work(given as never),
    );
  defineMutation(name, {
    description,
    writes: [permissionAreaByModel[record], ...alsoWrites],
    reads: alsoReads,
    errors,
    shows: resultFieldsOf(operation),
    args: argumentOf(operation, name, mode),
    isExternal: isExternal(operation),
    resolve: async (outer, { input: given }, below) => {
      const context = isPreview(input, given) ? toPreview(outer) : outer;
      const statementOf =
        secret || isExternal(operation) ? undefined : readerOfWrittenRecord(below, record);
      if (takesClientGeneratedId(operation)) {
        const { id } = given as { id?: unknown };
        const creation = { type: record as ClientGeneratedIdType, id, path: 'id', input: given };
        const created = await createWithClientGeneratedId(context, creation, (maker) =>
          inDomainNames(maker, given, (own) =>
            writeAndRead(maker, statementOf, (tx) => run(tx, own)),
          ),
        );
        if ('existing' in created) return recordResultValue(record, created.existing);
        return writtenRecordValue(record, created.created);
      }
      const done = await inDomainNames(context, given, (own) =>
        writeAndRead(context, statementOf, (tx) =>
          runWithExpectedVersion(tx, record, own, (expectant) => run(expectant, own)),
        ),
      );
      return resultValueOf(operation, done);
    },
  });
}

const resultFieldsOf = ({
  record,
  secret,
  warnings,
}: WriteMutation['operation']): ResultFields => ({
  ...(secret && secretResultFields(secret)),
  ...recordResultFields(record),
  ...(warnings !== undefined && warningResultFields(warnings)),
});

function resultValueOf(
  { record, secret, warnings }: WriteMutation['operation'],
  done: WrittenAndRead<object>,
) {
  const written = done.written as Record<string, object>;
  if (secret)
    return {
      [secret.name]: written[secret.name],
      ...recordResultValue(record, written.record ?? {}),
    };
  const value = writtenRecordValue(record, done);
  return warnings === undefined ? value : { ...value, warnings: written.warnings };
}

function argumentOf(
  operation: WriteMutation['operation'],
  name: string,
  mode: UpdateMode | undefined,
) {
  if (!operation.input) return idArgument(name, 'The record.');
  return inputArgument(operation.input, {
    mode,
    hasId: takesRecordId(operation),
    takesVersion: takesVersion(operation),
    takesClientGeneratedId: takesClientGeneratedId(operation),
  });
}

const shownDeleted: ResultFields = {
  deletedId: { type: 'ID', description: 'Id of the deleted record.' },
};

function defineDeleteMutation(
  { name, description, record, input: fields, run }: Named<DeleteOperation>,
  errors: readonly ErrorType[],
): void {
  defineMutation(name, {
    description,
    writes: [permissionAreaByModel[record]],
    errors,
    shows: shownDeleted,
    args: fields
      ? inputArgument(fields, { hasId: true })
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
