import type { GraphQLObjectType, GraphQLOutputType } from 'graphql';
import { getNamedType, isEnumType, isScalarType } from 'graphql';
import { dateToDb } from '../../platform/dates/dates.ts';
import { Decimal } from '../../platform/money/money.ts';
import type { JsonValueFormat } from '../../query/json-values.ts';
import type { RowSelection } from '../../query/list-rows.ts';
import type { ReadExtensions } from '../core/field-reads.ts';
import type { ModelName } from '../core/model-names.ts';
import { prismaFieldOf } from '../core/prisma-models.ts';
import { UndeclaredFieldError } from '../core/undeclared-field-error.ts';

/** JSON formats of columns in plans. */

const writtenByScalar: Readonly<Record<string, JsonValueFormat>> = {
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

export const scalarJsonKind = (type: GraphQLOutputType): JsonValueFormat =>
  writtenByScalar[getNamedType(type).name] ?? 'plain';

/** Undefined if PostgreSQL cannot write the value. */
export function columnJsonKind(
  model: ModelName,
  column: string,
  type: GraphQLOutputType,
): JsonValueFormat | undefined {
  const named = getNamedType(type);
  const written = isEnumType(named)
    ? named.getValues().every(({ name, value }) => name === value) && 'plain'
    : isScalarType(named) && writtenByScalar[named.name];
  const { isList, type: stored } = prismaFieldOf(model, column);
  // A bigint position exceeds JSON's safe integers.
  if (named.name === 'ID' && stored === 'BigInt') return 'text';
  if (!written || (named.name === 'ID' && stored !== 'String')) return undefined;
  if (!isList) return written;
  return written === 'plain' ? 'list' : undefined;
}

interface StoredColumn {
  written: JsonValueFormat;
  /** Converts JSON to the value that Prisma would return. */
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

/** A column that resolvers read. */
export function storedColumn(
  model: ModelName,
  column: string,
  type: GraphQLObjectType | undefined,
): StoredColumn {
  const field = prismaFieldOf(model, column);
  if (field.kind === 'object') throw new UndeclaredFieldError(`${model}.${column} is no column`);
  if (field.type === 'Decimal') return revivals.Decimal as StoredColumn;
  if (field.type !== 'DateTime') return { written: field.isList ? 'list' : 'plain', revive: asIs };
  // Only the field's type distinguishes dates from instants.
  const shownField = Object.values(type?.getFields() ?? {}).find(({ extensions }) => {
    const { read } = extensions as ReadExtensions;
    return read?.kind === 'column' && read.column === column;
  });
  const revival = shownField && revivals[getNamedType(shownField.type).name];
  if (!revival)
    throw new UndeclaredFieldError(
      `no field says whether ${model}.${column} is a day or an instant`,
    );
  return revival;
}

/** @throws UndeclaredFieldError for an order by a relation */
export function toColumnOrder(order: readonly object[]): RowSelection['orderBy'] {
  return order.flatMap((entry) =>
    Object.entries(entry).map(([column, direction]) => {
      if (direction === 'asc' || direction === 'desc') return { column, direction } as const;
      throw new UndeclaredFieldError(`an order by ${column}`);
    }),
  );
}
