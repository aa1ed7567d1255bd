import { getDatamodel } from '../generated/pothos/types.ts';
import type { Prisma } from '../generated/prisma/client.ts';

/** `column` of the related table equals `of` of the own table. */
export type JoinColumns = readonly { column: string; of: string; orMissing?: true }[];

const { models } = getDatamodel().datamodel;

export const modelFieldOf = (model: Prisma.ModelName, name: string) =>
  models[model]?.fields.find((field) => field.name === name);

export const isRequiredColumn = (model: Prisma.ModelName, column: string): boolean =>
  modelFieldOf(model, column)?.isRequired === true;

/** Within a workspace. */
export const isUniqueColumn = (model: Prisma.ModelName, column: string): boolean =>
  [models[model]?.primaryKey, ...(models[model]?.uniqueIndexes ?? [])].some(
    (key) => key?.fields.length === 2 && key.fields[0] === 'accountId' && key.fields[1] === column,
  );

export interface ModelRelation {
  model: Prisma.ModelName;
  isList: boolean;
  link: JoinColumns;
}

/** Only the id of a composite foreign key: PostgreSQL underestimates the rows of a join on all its columns. */
const idColumnOf = (reference: readonly string[] = []): readonly string[] =>
  reference.filter((column) => column !== 'accountId').slice(-1);

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
