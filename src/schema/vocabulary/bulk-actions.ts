import { queryFromInfo } from '@pothos/plugin-prisma';
import type { GraphQLResolveInfo } from 'graphql';
import type { z } from 'zod';
import type { BulkResult } from '../../domain/kernel/bulk.ts';
import type { Context } from '../../domain/kernel/context.ts';
import type { ListedModel } from '../../domain/reader/lists.ts';
import { findByIds } from '../../domain/reader/lists.ts';
import { errorsOf, inputArgument, mutation } from './actions.ts';
import { storedColumns } from './columns.ts';
import { errorAsShown, inDomainNames } from './input-names.ts';
import { refersByIds } from './inputs.ts';
import type { ShownFields } from './results.ts';
import { recordField, refusalValue, resultTypeOf, successName, successValue } from './results.ts';

type Row = Record<string, unknown>;

interface BulkAction {
  description: string;
  record: ListedModel;
  input: z.ZodObject;
  /** The mutation that does one item; the results of items are its results. */
  each: string;
  neverConflicts?: true;
  run: (context: Context, input: never) => Promise<BulkResult<object>[]>;
}

/** Items whose answers cost as much as one record of a list: they are read again by a statement for all of them. */
const itemsForOne = 10;

/** A mutation that does many items at once and says of each what became of it. */
export function bulkAction(
  name: string,
  { description, record, input, each, neverConflicts, run }: BulkAction,
): void {
  mutation(name, {
    description,
    shows: shownItems(each),
    args: inputArgument(input),
    errors: errorsOf(refersByIds(input), neverConflicts),
    answers: ({ input }) =>
      Math.ceil((input as { items: unknown[] }).items.length / itemsForOne) || 1,
    resolve: async (context, { input: given }, info) => {
      const done = await inDomainNames(input, given, (named) => run(context, named));
      const path = [
        { type: successName(name), name: 'results' },
        { type: successName(each), name: recordField(record) },
      ];
      const { select = {} } = queryFromInfo({ context, info: info as GraphQLResolveInfo, path });
      const rows = await withRelations(context, record, select, done);
      const made = done.filter(({ error }) => error === null).length;
      const results = done.map(({ error }, index) =>
        error
          ? refusalValue(each, errorAsShown(input, error))
          : successValue(each, { [recordField(record)]: rows[index] }),
      );
      return { made, refused: done.length - made, results };
    },
  });
}

/**
 * The records of what was done, each at its index. What is asked of them beyond their columns is read for all of them at
 * once: one statement.
 */
async function withRelations(
  context: Context,
  model: ListedModel,
  select: Row,
  done: readonly BulkResult<object>[],
): Promise<(Row | null)[]> {
  const rows = done.map(({ record }) => record && storedColumns(model, record));
  const made = rows.filter((row) => row !== null);
  const [first] = made;
  if (!first || Object.keys(select).every((name) => first[name] !== undefined)) return rows;
  const ids = made.map(({ id }) => id as string);
  const read = await findByIds(context, model, ids, { select });
  const byId = new Map(read.map((row) => [row.id, row]));
  return rows.map((row) => row && { ...row, ...byId.get(row.id) });
}

const shownItems = (each: string): ShownFields => ({
  made: { type: 'Int', description: 'How many records there are.' },
  refused: {
    type: 'Int',
    description: 'How many items could not be taken; none unless `partial` was asked for.',
  },
  results: {
    type: [resultTypeOf(each)],
    description: `What became of each item, in the order of the input: the results of \`${each}\`. Paths of errors begin with \`items.\` and the item’s index, from 0.`,
    complexity: { field: 0, multiplier: 1 },
  },
});
