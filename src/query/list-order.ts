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
  const entries = order.flatMap((entry) => Object.entries(entry));
  const [, direction = 'asc'] = entries.at(-1) ?? [];
  const allColumns = [...entries, [tieBreakerColumnOf(model), direction]];
  const columns = new Map<string, CursorColumn>();
  for (const [column, direction] of allColumns) {
    if (columns.has(column)) continue;
    const field = modelFieldOf(model, column);
    if (!field) throw new TypeError(`${model} has no column ${column}.`);
    const { kind, type, isRequired } = field;
    const ranks = kind === 'enum' ? ranksOf(type) : type === 'Boolean' ? booleanRanks : undefined;
    const isInstant = type === 'DateTime';
    columns.set(column, { column, direction, isNullable: !isRequired, isInstant, type, ranks });
  }
  return [...columns.values()];
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
