import type { GraphQLObjectType } from 'graphql';
import { outcomeUnknown, readBack } from '../../write/write-outcome.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import { reading, refusalFor } from '../../platform/permissions/permissions.ts';
import { treeReader } from '../../query/json-query-runner.ts';
import type { Tree } from '../../query/json-query.ts';
import { areasOfType } from '../core/required-permissions.ts';
import type { NodeRow, NodeType } from '../core/nodes.ts';
import { idOf } from '../core/nodes.ts';
import type { Key, RecordKey } from '../core/record-keys.ts';
import { rowsOf } from './requested-lists.ts';
import { allOf } from './maybe-promise.ts';
import { planRecords } from './record-plan.ts';
import { asksForKey } from './field-permissions.ts';
import type { Row } from './row.ts';
import { keyColumn } from './row.ts';
import type { Complete, ReadRecords, Run } from './plan-run.ts';
import { PendingRecord } from './plan-run.ts';
import type { Nodes, Operation } from './selection.ts';
import { selectedOn } from './selection.ts';
import { errorAt } from './value-completion.ts';

/** Records that resolvers answer by their keys: what is selected of all at one place is read by one statement. */

/** @throws Undeclared */
export function recordsByKey(
  type: GraphQLObjectType,
  nodes: Nodes,
  operation: Operation,
): Complete {
  const shown = selectedOn(type, nodes, operation);
  const isKeyEnough = asksForKey(type, nodes, operation);
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
      const own = idOf(type.name as NodeType, { id, accountId: Number(id) } as NodeRow);
      record.row = Object.fromEntries(
        shown.map(({ name, field }) => [name, field ? own : type.name]),
      );
    }
    return record;
  };
}

/** Why records of a type may not be seen, where they are known by their ids alone. */
const refusalOf = (type: GraphQLObjectType, { rights }: Operation): ActionError | undefined =>
  refusalFor(rights, reading(areasOfType(type) ?? []));

function recordReader(
  type: GraphQLObjectType,
  nodes: Nodes,
  operation: Operation,
): { read: ReadRecords; tree: Tree } {
  const isWorkspace = type.name === 'Workspace';
  const column = isWorkspace ? 'accountId' : 'id';
  const { tree, finish } = planRecords(type, nodes, operation, [column]);
  let reader: ReturnType<typeof treeReader> | undefined;
  const readAgain = async (keys: readonly Key[], run: Run): Promise<Row[]> => {
    reader ??= treeReader(tree, isWorkspace ? 'workspace' : 'ids');
    const key = isWorkspace ? undefined : [...new Set(keys)];
    const ask = async () => reader?.(run.context, key, rowsOf(run.lists));
    const text = (await (run.isChange ? readBack(ask) : ask())) ?? '[]';
    return [JSON.parse(text) as Row | Row[]].flat();
  };
  const read: ReadRecords = async (keys, run, written) => {
    const rows = written?.map((text) => JSON.parse(text) as Row) ?? (await readAgain(keys, run));
    const found = new Map(rows.map((row) => [row[keyColumn(column)] as Key, row]));
    await finish?.(rows, run);
    return found;
  };
  return { read, tree };
}

/**
 * Reads the records of a run that resolvers answered by their keys, and those that were answered for them.
 * @throws GraphQLError at the place of a record that may not be null and could not be read
 */
export async function readPending(run: Run): Promise<void> {
  while (run.pending.length > 0) {
    const places = new Map<ReadRecords, PendingRecord[]>();
    for (const record of run.pending.splice(0)) {
      const known = places.get(record.read);
      if (known) known.push(record);
      else places.set(record.read, [record]);
    }
    await allOf([...places].map(([read, records]) => readPlace(read, records, run)));
  }
}

async function readPlace(
  read: ReadRecords,
  records: readonly PendingRecord[],
  run: Run,
): Promise<void> {
  try {
    const load = (keys: readonly Key[]) => read(keys, run);
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
    const located = errorAt(error, first.nodes, first.at);
    if (records.some(({ isRequired }) => isRequired)) throw located;
    run.errors.push(located);
  }
}

/** Somebody deleted a record after its key was found. */
function gone({ context: { requestId }, isChange }: Run): ActionError {
  const message = 'A record was deleted while it was read; ask again.';
  const error = new ActionError('conflicting_state', message);
  return isChange ? outcomeUnknown(requestId, false, error) : error;
}
