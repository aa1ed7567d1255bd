import type { Relation } from '../../query/model-columns.ts';
import { relationOf as knownRelationOf, propertyOf } from '../../query/model-columns.ts';
import type { ModelName } from './record-fields.ts';
import { Undeclared } from './declared-fields.ts';

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
