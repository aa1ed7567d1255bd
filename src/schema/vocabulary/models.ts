import type { Relation } from '../../domain/reader/models.ts';
import { relationOf as knownRelationOf, propertyOf } from '../../domain/reader/models.ts';
import type { ModelName } from './columns.ts';
import { Undeclared } from './declared.ts';

/** What the Prisma schema says of columns and relations, where a plan asks for it. */

export function fieldOf(model: ModelName, name: string) {
  const field = propertyOf(model, name);
  if (!field) throw new Undeclared(`there is no ${model}.${name}`);
  return field;
}

/** How records of a model are related to others. */
export function relationOf(model: ModelName, name: string): Relation {
  const relation = knownRelationOf(model, name);
  if (!relation) throw new Undeclared(`there is no relation ${model}.${name}`);
  return relation;
}
