import { createHash } from 'node:crypto';
import * as enumerations from '../generated/prisma/enums.ts';
import type { AuditedModel } from '../platform/audit-log/audited-columns.ts';
import { dateColumns } from '../platform/audit-log/audited-columns.ts';
import type { Condition } from './conditions.ts';
import type { JsonQueryPart } from './json-query.ts';
import type { OrderColumn } from './keyset-pagination.ts';
import type { ListableModel } from './list-queries.ts';
import { tieBreakerColumnOf } from './list-queries.ts';
import { modelFieldOf } from './model-columns.ts';

export interface CursorColumn extends OrderColumn {
  type: string;
}

export type ListOrder = readonly CursorColumn[];

/**
 * Adds the id as the last column to make the order total. The id has the direction of the preceding
 * column, so one index scan returns the sorted rows.
 */
export function buildListOrder(model: ListableModel, order: readonly object[]): ListOrder {
  const columns = order.flatMap((entry, index) =>
    Object.entries(entry).flatMap(([name, value]) =>
      name === 'customValue'
        ? customValueColumns(model, value, `orderBy.${index}.customValue.key`)
        : tableColumn(model, name, value),
    ),
  );
  const { direction } = columns.at(-1) ?? { direction: 'asc' };
  columns.push(tableColumn(model, tieBreakerColumnOf(model), direction));
  return columns.filter(
    ({ column }, index) => columns.findIndex((other) => other.column === column) === index,
  );
}

function tableColumn(
  model: ListableModel,
  column: string,
  direction: CursorColumn['direction'],
): CursorColumn {
  const field = modelFieldOf(model, column);
  if (!field) throw new TypeError(`${model} has no column ${column}.`);
  const { kind, type, isRequired } = field;
  const ranks = kind === 'enum' ? ranksOf(type) : type === 'Boolean' ? booleanRanks : undefined;
  const isInstant = type === 'DateTime';
  return { column, direction, isNullable: !isRequired, isInstant, type, ranks };
}

/** One of the two columns is null. Which one depends on the type of the field, which a plan does not know. */
function customValueColumns(
  model: ListableModel,
  { key, direction }: { key: string; direction: CursorColumn['direction'] },
  path: string,
): CursorColumn[] {
  // The name of a column has at most 63 bytes.
  const name = `customValue.${createHash('sha256').update(key).digest('hex').slice(0, 32)}`;
  const field = { recordType: model.toUpperCase(), key, path };
  const shared = { direction, isNullable: true, isInstant: false };
  return [
    { ...shared, column: `${name}.n`, type: 'Decimal', custom: { ...field, as: 'orderNumber' } },
    { ...shared, column: `${name}.t`, type: 'String', custom: { ...field, as: 'orderText' } },
  ];
}

/** The column with its name, as a cursor contains it. */
export function orderColumnPart(
  model: string,
  { column, isInstant, type }: CursorColumn,
): JsonQueryPart {
  const isDate = dateColumns[model as AuditedModel]?.includes(column);
  const written = type === 'Decimal' ? 'decimal' : isInstant && !isDate ? 'instant' : 'plain';
  return { as: column, kind: 'column', column, written };
}

const booleanRanks = [false, true] as const;

/** Generated enumerations keep the order of the database, which sorts by it. */
function ranksOf(name: string): readonly string[] {
  const values = (enumerations as Record<string, object | undefined>)[name];
  if (!values) throw new Error(`There is no enumeration ${name}.`);
  return Object.values(values);
}

export interface FilterAndOrder {
  where: Condition | undefined;
  order: ListOrder;
}
