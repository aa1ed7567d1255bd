import { getModel } from '@pothos/plugin-prisma';
import type { GraphQLObjectType, GraphQLOutputType } from 'graphql';
import { getNamedType, isEnumType, isScalarType } from 'graphql';
import type { Link } from '../../domain/kernel/conditions.ts';
import { dateToDb } from '../../domain/kernel/dates.ts';
import { Decimal } from '../../domain/kernel/money.ts';
import type { Rows, Written } from '../../domain/kernel/trees.ts';
import { builder } from '../builder.ts';
import type { ModelName } from '../columns.ts';
import type { ReadExtensions } from '../reads.ts';
import { Unplanned } from './selection.ts';

/** What the Prisma schema says of columns and relations, as plans need it. */

function fieldsOf(model: ModelName) {
  return getModel(model, builder).fields;
}

export function fieldOf(model: ModelName, name: string) {
  const field = fieldsOf(model).find((candidate) => candidate.name === name);
  if (!field) throw new Unplanned(`${model}.${name}`);
  return field;
}

/**
 * A reference to a record goes by its id; before it may stand columns that both have. The workspace, which all have, is
 * no part of it.
 */
function pairs(references: readonly string[]): { reference: string; target: string }[] {
  const own = references.filter((column) => column !== 'accountId');
  return own.map((reference, index) => ({
    reference,
    target: index === own.length - 1 ? 'id' : reference,
  }));
}

export interface Relation {
  model: ModelName;
  isList: boolean;
  link: Link;
}

/** How records of a model are related to others. */
export function relationOf(model: ModelName, name: string): Relation {
  const { type, isList, relationName, relationFromFields } = fieldOf(model, name);
  const related = type as ModelName;
  if (relationFromFields?.length) {
    const link = pairs(relationFromFields).map(({ reference, target }) => ({
      column: target,
      of: reference,
    }));
    return { model: related, isList, link };
  }
  const inverse = fieldsOf(related).find(
    (field) => field.relationName === relationName && field.relationFromFields?.length,
  );
  if (!inverse) throw new Unplanned(`${model}.${name}`);
  const link = pairs(inverse.relationFromFields ?? []).map(({ reference, target }) => ({
    column: reference,
    of: target,
  }));
  return { model: related, isList, link };
}

const writtenByScalar: Readonly<Record<string, Written>> = {
  Decimal: 'decimal',
  DateTime: 'instant',
  Time: 'time',
  Boolean: 'plain',
  Currency: 'plain',
  Date: 'plain',
  EmailAddress: 'plain',
  HexColorCode: 'plain',
  ID: 'plain',
  Int: 'plain',
  JSON: 'plain',
  String: 'plain',
  TimeZone: 'plain',
  URL: 'plain',
};

/** How a column stands in the answer that is a field of a type; undefined where its values are not written as they are. */
export function writtenAs(
  model: ModelName,
  column: string,
  type: GraphQLOutputType,
): Written | undefined {
  const named = getNamedType(type);
  const written = isEnumType(named)
    ? named.getValues().every(({ name, value }) => name === value) && 'plain'
    : isScalarType(named) && writtenByScalar[named.name];
  const { isList, type: stored } = fieldOf(model, column);
  if (!written || (named.name === 'ID' && stored !== 'String')) return undefined;
  if (!isList) return written;
  return written === 'plain' ? 'list' : undefined;
}

interface StoredColumn {
  written: Written;
  /** Makes of what stands in the JSON the value that Prisma would have answered. */
  revive: (json: unknown) => unknown;
}

const asIs = (json: unknown) => json;

const orNull =
  <V>(read: (text: string) => V) =>
  (json: unknown) =>
    json === null ? null : read(json as string);

const revivals: Readonly<Record<string, StoredColumn>> = {
  Date: { written: 'plain', revive: orNull(dateToDb) },
  DateTime: { written: 'instant', revive: orNull((text) => new Date(text)) },
  Decimal: { written: 'decimal', revive: orNull((text) => new Decimal(text)) },
};

/** A column that resolvers read: as Prisma would have answered it. */
export function storedColumn(
  model: ModelName,
  column: string,
  type: GraphQLObjectType | undefined,
): StoredColumn {
  const field = fieldOf(model, column);
  if (field.kind === 'object') throw new Unplanned(`${model}.${column}`);
  if (field.type === 'Decimal') return revivals.Decimal as StoredColumn;
  if (field.type !== 'DateTime') return { written: field.isList ? 'list' : 'plain', revive: asIs };
  // Which of the database's types a DateTime is, only the field that shows it says.
  const shown = Object.values(type?.getFields() ?? {}).find(({ extensions }) => {
    const { read } = extensions as ReadExtensions;
    return read?.kind === 'column' && read.column === column;
  });
  const revival = shown && revivals[getNamedType(shown.type).name];
  if (!revival) throw new Unplanned(`${model}.${column}`);
  return revival;
}

/** The order of a list, whose ties are broken by id. */
export const listOrder = (order: readonly object[]): Rows['orderBy'] => [
  ...plainOrder(order),
  ['id', 'asc'],
];

/** An order as Prisma takes it, where it is of columns alone. */
export function plainOrder(order: readonly object[]): Rows['orderBy'] {
  return order.flatMap((entry) =>
    Object.entries(entry).map(([column, direction]) => {
      if (direction === 'asc' || direction === 'desc') return [column, direction] as const;
      throw new Unplanned(`an order by ${column}`);
    }),
  );
}
