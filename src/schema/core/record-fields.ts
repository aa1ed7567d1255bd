import type { FieldMap, InputFieldMap } from '@pothos/core';
import { getModel } from '@pothos/plugin-prisma';
import type { z } from 'zod';
import type PrismaTypes from '../../generated/pothos/types.ts';
import { auditedModels } from '../../platform/audit-log/audited-columns.ts';
import type { Context } from '../../platform/context/context.ts';
import { fieldInfoOf } from '../../platform/input/field-metadata.ts';
import type { PermissionArea } from '../../platform/permissions/permissions.ts';
import { builder } from './builder.ts';
import type { ConnectionFieldBuilder } from './changes-field.ts';
import { changesField } from './changes-field.ts';
import { columnScalar } from './column-scalars.ts';
import { unusedResolver } from './declared-fields.ts';
import { enums } from './enums.ts';
import type { FieldComputation, ReadExtensions } from './field-reads.ts';
import type { ModelName } from './model-names.ts';

type ColumnName<M extends ModelName> = keyof PrismaTypes[M]['Shape'] & string;

interface Exposer {
  // biome-ignore lint/suspicious/noExplicitAny: the plugin types each column of each model apart; one helper serves all
  expose(name: any, options: any): any;
}

export interface FieldBuilder {
  // biome-ignore lint/suspicious/noExplicitAny: as above
  field(options: any): any;
}

interface Relater {
  // biome-ignore lint/suspicious/noExplicitAny: as above
  relation(name: any, options: any): any;
}

const recordColumns = ['accountId', 'createdAt', 'updatedAt', 'version'];

const byName: Readonly<Record<string, string>> = {
  currency: 'Currency',
  email: 'EmailAddress',
  hexColor: 'HexColorCode',
  timeZone: 'TimeZone',
};

interface ColumnField {
  type: unknown;
  nullable?: boolean;
  description?: string;
  areas?: readonly PermissionArea[];
}

export const columnField = (
  t: Exposer,
  name: string,
  { areas = [], ...options }: ColumnField,
): FieldMap[string] =>
  t.expose(name, {
    ...options,
    extensions: { read: { kind: 'column', column: name }, areas } satisfies ReadExtensions,
  });

const inputsOf = new Map<ModelName, z.ZodObject[]>();

/** {@link columnFields} exposes the columns of registered inputs. */
export function registerModelInput(model: ModelName, input: z.ZodObject): void {
  inputsOf.set(model, [...(inputsOf.get(model) ?? []), input]);
}

function declaredColumns(model: ModelName): string[] {
  const { fields } = getModel(model, builder);
  // `recordNodeOptions` defines the id.
  const isColumn = (name: string) =>
    name !== 'id' &&
    fields.some((field) => field.name === name && field.kind !== 'object' && field.type !== 'Json');
  const declared = (inputsOf.get(model) ?? []).flatMap(({ shape }) => Object.entries(shape));
  return declared.flatMap(([name, field]) => {
    const { isSecondName, presentation, recordName = name } = fieldInfoOf(field) ?? {};
    const isPlain = presentation?.kind === 'scalar' || presentation?.kind === 'enum';
    return isPlain && !isSecondName && isColumn(recordName) ? [recordName] : [];
  });
}

/**
 * Exposes columns with the types and descriptions of the Prisma schema. Text columns that refer to
 * a record become IDs.
 * Adds `changes`, the columns of all records and the columns of the model's inputs.
 * @param types GraphQL types that differ from those of the Prisma schema
 */
export function columnFields<M extends ModelName>(
  t: Exposer & ConnectionFieldBuilder,
  model: M,
  names: readonly ColumnName<M>[],
  types: Readonly<Record<string, unknown>> = {},
): FieldMap {
  const { fields } = getModel(model, builder);
  const isAudited = auditedModels.some((audited) => audited === model);
  const shown: FieldMap = isAudited ? { changes: changesField(t) } : {};
  for (const name of new Set([...names, ...declaredColumns(model), ...recordColumns])) {
    const field = fields.find((candidate) => candidate.name === name);
    if (!field)
      throw new Error(
        `${model} has no column ${name}: add it to prisma/models and run npm run generate.`,
      );
    const scalar = types[name] ?? byName[name] ?? columnScalar(model, name);
    const type = field.kind === 'enum' ? enums[field.type as keyof typeof enums] : scalar;
    if (type === undefined) throw new Error(`${model}.${name} has no type in the schema.`);
    shown[name] = columnField(t, name, {
      type: field.isList ? [type] : type,
      nullable: !field.isRequired,
    });
  }
  return shown;
}

interface DerivedOptions<Row> extends Pick<FieldComputation, 'customFields'> {
  type: unknown;
  description: string;
  nullable?: boolean;
  complexity?: number;
  /** Permission areas in addition to those of `from`. */
  areas?: readonly PermissionArea[];
  from: Readonly<Record<string, unknown>>;
  value: (row: Row, context: Context, args: Record<string, unknown>) => unknown;
  args?: InputFieldMap;
}

export function computedField<Row>(
  t: FieldBuilder,
  {
    type,
    description,
    nullable = false,
    complexity,
    areas = [],
    args,
    ...derived
  }: DerivedOptions<Row>,
): FieldMap[string] {
  return t.field({
    type,
    description,
    nullable,
    resolve: unusedResolver,
    ...(args && { args }),
    ...(complexity !== undefined && { complexity }),
    extensions: { derived: derived as FieldComputation, areas } satisfies ReadExtensions,
  });
}

interface RelatedOptions {
  nullable?: true;
  description?: string;
}

export const relationField = (
  t: Relater,
  relation: string,
  options: RelatedOptions = {},
): FieldMap[string] =>
  t.relation(relation, {
    ...options,
    extensions: { read: { kind: 'relation', relation } } satisfies ReadExtensions,
  });

/** A short list in a fixed order, without pages and filters. */
export const relationListField = (
  t: Relater,
  relation: string,
  ...order: object[]
): FieldMap[string] =>
  t.relation(relation, {
    extensions: {
      read: { kind: 'relation', relation },
      partOrder: order,
    } satisfies ReadExtensions,
  });

interface Linked {
  /** The relation to the link table, and from there to the records. */
  via: readonly [links: string, record: string];
  reference: string;
  /** Limits the list to the latest records. Default: all, by id. */
  latest?: number;
  model: ModelName;
  description: string;
}

/** Distinct records at the other end of a link table. */
export function manyToManyListField(
  t: FieldBuilder,
  { via, reference, latest, model, description }: Linked,
): FieldMap[string] {
  return t.field({
    type: [model],
    description,
    resolve: unusedResolver,
    extensions: { linked: { via, reference, latest } } satisfies ReadExtensions,
  });
}

type Shared = NonNullable<ReadExtensions['shared']> & { description: string };

/** Records that refer to this record, or to none of its type and therefore to all. */
export const ownAndGlobalListField = (
  t: FieldBuilder,
  { description, ...read }: Shared,
): FieldMap[string] =>
  t.field({
    type: [read.model],
    description,
    resolve: unusedResolver,
    extensions: { shared: read } satisfies ReadExtensions,
  });

interface Owner {
  accountId: number;
}

/** Finds a record by workspace and id, never by the id alone. */
export const recordNodeOptions = {
  id: {
    resolve: (row: { id: string }) => row.id,
    description: 'The record’s id, the same in all APIs.',
  },
  select: { id: true, accountId: true },
  nullable: true,
  findUnique: (id: string, { accountId }: Owner) => ({ accountId_id: { accountId, id } }),
} as const;
