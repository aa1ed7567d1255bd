import { getDatamodel } from '../generated/pothos/types.ts';
import type { Prisma } from '../generated/prisma/client.ts';

/** What the Prisma schema says of columns and relations. */

/** Columns of the related records that are equal to columns of the record they are related to. */
export type JoinColumns = readonly { column: string; of: string; orMissing?: true }[];

const { models } = getDatamodel().datamodel;

/** A column or a relation of a model; undefined where it has none of that name. */
export const modelFieldOf = (model: Prisma.ModelName, name: string) =>
  models[model]?.fields.find((field) => field.name === name);

/** Whether every record of a model has a value in a column. */
export const isRequiredColumn = (model: Prisma.ModelName, column: string): boolean =>
  modelFieldOf(model, column)?.isRequired === true;

/** Whether no two records of a workspace have the same value in a column. */
export const isUniqueColumn = (model: Prisma.ModelName, column: string): boolean =>
  [models[model]?.primaryKey, ...(models[model]?.uniqueIndexes ?? [])].some(
    (key) => key?.fields.length === 2 && key.fields[0] === 'accountId' && key.fields[1] === column,
  );

export interface ModelRelation {
  model: Prisma.ModelName;
  isList: boolean;
  link: JoinColumns;
}

/**
 * The column of a reference that has the id, the last one: those before it are equal then, and PostgreSQL would take each for one more chance of
 * not being related. None where all records have the reference, to the workspace.
 */
const idColumnOf = (reference: readonly string[] = []): readonly string[] =>
  reference.filter((column) => column !== 'accountId').slice(-1);

/** How records of a model are related to others; undefined where the model has no relation of that name. */
export function modelRelationOf(model: Prisma.ModelName, name: string): ModelRelation | undefined {
  const property = modelFieldOf(model, name);
  if (property?.kind !== 'object') return undefined;
  const { type, isList, relationName, relationFromFields } = property;
  const related = type as Prisma.ModelName;
  if (relationFromFields?.length) {
    const link = idColumnOf(relationFromFields).map((of) => ({ column: 'id', of }));
    return { model: related, isList, link };
  }
  const inverse = models[related]?.fields.find(
    (field) => field.relationName === relationName && field.relationFromFields?.length,
  );
  if (!inverse) return undefined;
  const link = idColumnOf(inverse.relationFromFields).map((column) => ({ column, of: 'id' }));
  return { model: related, isList, link };
}
