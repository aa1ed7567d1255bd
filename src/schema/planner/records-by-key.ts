import type { GraphQLObjectType } from 'graphql';
import { ActionError } from '../../platform/errors/action-error.ts';
import { permissionErrorFor, readPermissions } from '../../platform/permissions/permissions.ts';
import type { JsonQuery } from '../../query/json-query.ts';
import { createJsonQueryReader } from '../../query/json-query-runner.ts';
import { outcomeUnknownError, readAfterWrite } from '../../write/write-outcome.ts';
import type { NodeRow, NodeType } from '../core/nodes.ts';
import { publicIdOf } from '../core/nodes.ts';
import type { DatabaseKey, RecordKey } from '../core/record-keys.ts';
import { areasOfType } from '../core/required-permissions.ts';
import { isKeyOnlySelection } from './field-permissions.ts';
import { awaitAllSettled } from './maybe-promise.ts';
import type { Operation } from './operation.ts';
import { planRecords } from './record-plan.ts';
import type { CompleteValue, ReadRecords, RootFieldRun } from './root-field-run.ts';
import { PendingRecord } from './root-field-run.ts';
import type { Row } from './row.ts';
import { hiddenColumnName } from './row.ts';
import type { FieldNodes } from './selected-field.ts';
import { collectFields } from './selection.ts';
import { locateError } from './value-completion.ts';

/** Reads records that resolvers return by key: one statement per selection. */

/** @throws UndeclaredFieldError */
export function createRecordCompleter(
  type: GraphQLObjectType,
  nodes: FieldNodes,
  operation: Operation,
): CompleteValue {
  const selectedFields = collectFields(type, nodes, operation);
  const isKeyEnough = isKeyOnlySelection(type, nodes, operation);
  const denial = denialOf(type, operation);
  if (denial && !(isKeyEnough && operation.definition.operation === 'mutation')) {
    // The id reveals the type, so no look-up is needed.
    return () => {
      throw denial;
    };
  }
  const { read, tree } = recordReader(type, nodes, operation);
  if (!isKeyEnough) operation.collector.addRecordQuery(tree);
  return (value, run, path) => {
    const { id = run.context.accountId } = value as RecordKey;
    const record = new PendingRecord(read, id, path, nodes, value as RecordKey);
    // A written record exists: its key is enough.
    if (!(isKeyEnough && run.isMutationResult)) run.pending.push(record);
    else {
      const publicId = publicIdOf(type.name as NodeType, { id, accountId: Number(id) } as NodeRow);
      record.row = Object.fromEntries(
        selectedFields.map(({ name, field }) => [name, field ? publicId : type.name]),
      );
    }
    return record;
  };
}

/** For records that are known by id only. */
const denialOf = (type: GraphQLObjectType, { permissions }: Operation): ActionError | undefined =>
  permissionErrorFor(permissions, readPermissions(areasOfType(type) ?? []));

function recordReader(
  type: GraphQLObjectType,
  nodes: FieldNodes,
  operation: Operation,
): { read: ReadRecords; tree: JsonQuery } {
  const isWorkspace = type.name === 'Workspace';
  const column = isWorkspace ? 'accountId' : 'id';
  const { tree, postProcess } = planRecords(type, nodes, operation, [column]);
  let reader: ReturnType<typeof createJsonQueryReader> | undefined;
  const readAgain = async (keys: readonly DatabaseKey[], run: RootFieldRun): Promise<Row[]> => {
    reader ??= createJsonQueryReader(tree, isWorkspace ? 'workspace' : 'ids');
    const key = isWorkspace ? undefined : [...new Set(keys)];
    const readJson = async () => reader?.(run.context, key, run.lists);
    const text = (await (run.isMutationResult ? readAfterWrite(readJson) : readJson())) ?? '[]';
    return [JSON.parse(text) as Row | Row[]].flat();
  };
  const read: ReadRecords = async (keys, run, json) => {
    const rows = json?.map((text) => JSON.parse(text) as Row) ?? (await readAgain(keys, run));
    const rowByKey = new Map(
      rows.map((row) => [row[hiddenColumnName(column)] as DatabaseKey, row]),
    );
    await postProcess?.(rows, run);
    return rowByKey;
  };
  return { read, tree };
}

/**
 * Repeats until no record is pending.
 * @throws GraphQLError at a required record that could not be read
 */
export async function readPendingRecords(run: RootFieldRun): Promise<void> {
  while (run.pending.length > 0) {
    const recordsByReader = new Map<ReadRecords, PendingRecord[]>();
    for (const record of run.pending.splice(0)) {
      const existing = recordsByReader.get(record.read);
      if (existing) existing.push(record);
      else recordsByReader.set(record.read, [record]);
    }
    await awaitAllSettled(
      [...recordsByReader].map(([read, records]) => readRecords(read, records, run)),
    );
  }
}

async function readRecords(
  read: ReadRecords,
  records: readonly PendingRecord[],
  run: RootFieldRun,
): Promise<void> {
  try {
    const load = (keys: readonly DatabaseKey[]) => read(keys, run);
    const keyOnly = records.filter(({ readAhead }) => !readAhead);
    const json = keyOnly.flatMap((record) => record.json ?? []);
    const hasAllJson = json.length === keyOnly.length;
    const keys = keyOnly.map(({ key }) => key);
    const rowByKey =
      keys.length > 0 ? await read(keys, run, hasAllJson ? json : undefined) : undefined;
    for (const record of records) {
      const { readAhead, key } = record;
      const rows = readAhead ? await readAhead(read, load) : rowByKey;
      record.row = (rows?.get(key) as Row | undefined) ?? null;
      if (record.row === null && record.isRequired) throw recordDeletedError(run);
    }
  } catch (error) {
    const [first] = records as [PendingRecord];
    const locatedError = locateError(error, first.nodes, first.path);
    if (records.some(({ isRequired }) => isRequired)) throw locatedError;
    run.errors.push(locatedError);
  }
}

/** Deleted concurrently after its key was read. */
function recordDeletedError({
  context: { requestId },
  isMutationResult,
}: RootFieldRun): ActionError {
  const message = 'A record was deleted while it was read. Try again.';
  const error = new ActionError('conflicting_state', message);
  return isMutationResult ? outcomeUnknownError(requestId, false, error) : error;
}
