import { queryFromInfo } from '@pothos/plugin-prisma';
import type { GraphQLResolveInfo } from 'graphql';
import type { z } from 'zod';
import type { BulkResult } from '../domain/kernel/bulk.ts';
import type { Context } from '../domain/kernel/context.ts';
import type { ListedModel } from '../domain/kernel/lists.ts';
import { findByIds } from '../domain/kernel/lists.ts';
import { inputArgument, mutation } from './actions.ts';
import { builder } from './builder.ts';
import { storedColumns } from './columns.ts';
import { errorValue, expectedError } from './errors.ts';
import { ofOwnDoing } from './own-doing.ts';

type Row = Record<string, unknown>;

interface Item {
  index: number;
  record: Row | null;
  error: object | null;
}

interface BulkAction {
  description: string;
  record: ListedModel;
  input: z.ZodObject;
  run: (context: Context, input: never) => Promise<BulkResult<object>[]>;
}

/** Items whose answers cost as much as one record of a list: they are read again by a statement for all of them. */
const itemsForOne = 10;

/** A mutation that does many items at once and says of each what became of it. */
export function bulkAction(name: string, { description, record, input, run }: BulkAction): void {
  mutation(name, {
    description,
    type: payloadType(name, record),
    args: inputArgument(input),
    answers: ({ input }) =>
      Math.ceil((input as { items: unknown[] }).items.length / itemsForOne) || 1,
    resolve: async (context, { input: given }, info) => {
      const results = await run(context, given as never);
      return withRelations(
        context,
        info as GraphQLResolveInfo,
        record,
        results.map(itemOf(record)),
      );
    },
  });
}

const itemOf =
  (model: ListedModel) =>
  ({ index, record, error }: BulkResult<object>): Item => ({
    index,
    record: record && storedColumns(model, record),
    error: error && errorValue(error),
  });

/** What is asked of the records beyond their columns is read for all of them at once: one statement. */
async function withRelations(
  context: Context,
  info: GraphQLResolveInfo,
  model: ListedModel,
  items: Item[],
): Promise<Item[]> {
  const { select = {} } = queryFromInfo({ context, info, path: ['results', 'record'] });
  const rows = items.flatMap(({ record }) => (record === null ? [] : [record]));
  const [first] = rows;
  if (!first || Object.keys(select).every((name) => first[name] !== undefined)) return items;
  const ids = rows.map(({ id }) => id as string);
  const read = await findByIds(context, model, ids, { select });
  const byId = new Map(read.map((row) => [row.id, row]));
  return items.map((item) => ({
    ...item,
    record: item.record && { ...item.record, ...byId.get(item.record.id) },
  }));
}

function payloadType(name: string, model: ListedModel) {
  const base = name.charAt(0).toUpperCase() + name.slice(1);
  const item = builder.objectRef<Item>(`${base}Item`).implement({
    description: `What became of one item of \`${name}\`.`,
    extensions: ofOwnDoing,
    fields: (t) => ({
      index: t.exposeInt('index', { description: 'Place of the item in the input, from 0.' }),
      record: t.field({
        type: model as never,
        nullable: true,
        description: 'The record; null where the item could not be taken.',
        resolve: ({ record }) => record as never,
      }),
      error: t.field({
        type: expectedError,
        nullable: true,
        description:
          'Why the item could not be taken; its paths begin with `items.` and the index.',
        resolve: ({ error }) => error as never,
      }),
    }),
  });
  return builder.objectRef<Item[]>(`${base}Payload`).implement({
    description: `What became of the items of \`${name}\`.`,
    extensions: ofOwnDoing,
    fields: (t) => ({
      made: t.int({
        description: 'How many records there are.',
        resolve: (items) => items.filter(({ record }) => record !== null).length,
      }),
      refused: t.int({
        description: 'How many items could not be taken; none unless `partial` was asked for.',
        resolve: (items) => items.filter(({ error }) => error !== null).length,
      }),
      results: t.field({
        type: [item],
        description: 'One result for each item, in the order of the input.',
        complexity: { field: 0, multiplier: 1 },
        resolve: (items) => items,
      }),
    }),
  });
}
