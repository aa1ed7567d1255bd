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
import type { CompleteValue, ReadRecords, RootFieldRun } from './plan-run.ts';
import { PendingRecord } from './plan-run.ts';
import { planRecords } from './record-plan.ts';
import { boundRowsOf } from './requested-lists.ts';
import type { Row } from './row.ts';
import { hiddenColumnName } from './row.ts';
import type { FieldNodes } from './selected-field.ts';
import { collectFields } from './selection.ts';
import { locateError } from './value-completion.ts';

/** Records that resolvers answer by their keys: what is selected of all at one place is read by one statement. */

/** @throws Undeclared */
export function createRecordCompleter(
  type: GraphQLObjectType,
  nodes: FieldNodes,
  operation: Operation,
): CompleteValue {
  const shown = collectFields(type, nodes, operation);
  const isKeyEnough = isKeyOnlySelection(type, nodes, operation);
  const refused = refusalOf(type, operation);
  if (refused && !(isKeyEnough && operation.definition.operation === 'mutation')) {
    // Of which type a record is its id tells: whether there is one is not looked up.
    return () => {
      throw refused;
    };
  }
  const { read, tree } = recordReader(type, nodes, operation);
  if (!isKeyEnough) operation.asked.push(tree);
  return (value, run, at) => {
    const { id = run.context.accountId } = value as RecordKey;
    const record = new PendingRecord(read, id, at, nodes, value as RecordKey);
    // What was just written is there: its key says all that is asked for.
    if (!(isKeyEnough && run.isChange)) run.pending.push(record);
    else {
      const own = publicIdOf(type.name as NodeType, { id, accountId: Number(id) } as NodeRow);
      record.row = Object.fromEntries(
        shown.map(({ name, field }) => [name, field ? own : type.name]),
      );
    }
    return record;
  };
}

/** Why records of a type may not be seen, where they are known by their ids alone. */
const refusalOf = (type: GraphQLObjectType, { rights }: Operation): ActionError | undefined =>
  permissionErrorFor(rights, readPermissions(areasOfType(type) ?? []));

function recordReader(
  type: GraphQLObjectType,
  nodes: FieldNodes,
  operation: Operation,
): { read: ReadRecords; tree: JsonQuery } {
  const isWorkspace = type.name === 'Workspace';
  const column = isWorkspace ? 'accountId' : 'id';
  const { tree, finish } = planRecords(type, nodes, operation, [column]);
  let reader: ReturnType<typeof createJsonQueryReader> | undefined;
  const readAgain = async (keys: readonly DatabaseKey[], run: RootFieldRun): Promise<Row[]> => {
    reader ??= createJsonQueryReader(tree, isWorkspace ? 'workspace' : 'ids');
    const key = isWorkspace ? undefined : [...new Set(keys)];
    const ask = async () => reader?.(run.context, key, boundRowsOf(run.lists));
    const text = (await (run.isChange ? readAfterWrite(ask) : ask())) ?? '[]';
    return [JSON.parse(text) as Row | Row[]].flat();
  };
  const read: ReadRecords = async (keys, run, written) => {
    const rows = written?.map((text) => JSON.parse(text) as Row) ?? (await readAgain(keys, run));
    const found = new Map(rows.map((row) => [row[hiddenColumnName(column)] as DatabaseKey, row]));
    await finish?.(rows, run);
    return found;
  };
  return { read, tree };
}

/**
 * Reads the records of a run that resolvers answered by their keys, and those that were answered for them.
 * @throws GraphQLError at the place of a record that may not be null and could not be read
 */
export async function readPendingRecords(run: RootFieldRun): Promise<void> {
  while (run.pending.length > 0) {
    const places = new Map<ReadRecords, PendingRecord[]>();
    for (const record of run.pending.splice(0)) {
      const known = places.get(record.read);
      if (known) known.push(record);
      else places.set(record.read, [record]);
    }
    await awaitAllSettled([...places].map(([read, records]) => readPlace(read, records, run)));
  }
}

async function readPlace(
  read: ReadRecords,
  records: readonly PendingRecord[],
  run: RootFieldRun,
): Promise<void> {
  try {
    const load = (keys: readonly DatabaseKey[]) => read(keys, run);
    const alone = records.filter(({ ahead }) => !ahead);
    const written = alone.flatMap((record) => record.written ?? []);
    const isWritten = written.length === alone.length;
    const keys = alone.map(({ key }) => key);
    const found =
      keys.length > 0 ? await read(keys, run, isWritten ? written : undefined) : undefined;
    for (const record of records) {
      const { ahead, key } = record;
      const rows = ahead ? await ahead(read, load) : found;
      record.row = (rows?.get(key) as Row | undefined) ?? null;
      if (record.row === null && record.isRequired) throw gone(run);
    }
  } catch (error) {
    const [first] = records as [PendingRecord];
    const located = locateError(error, first.nodes, first.at);
    if (records.some(({ isRequired }) => isRequired)) throw located;
    run.errors.push(located);
  }
}

/** Somebody deleted a record after its key was found. */
function gone({ context: { requestId }, isChange }: RootFieldRun): ActionError {
  const message = 'A record was deleted while it was read; ask again.';
  const error = new ActionError('conflicting_state', message);
  return isChange ? outcomeUnknownError(requestId, false, error) : error;
}
