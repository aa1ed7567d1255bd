import type { ModelRelation } from '../../query/model-columns.ts';
import { modelRelationOf as knownRelationOf, modelFieldOf } from '../../query/model-columns.ts';
import type { ModelName } from './model-names.ts';
import { UndeclaredFieldError } from './undeclared-field-error.ts';

export function prismaFieldOf(model: ModelName, name: string) {
  const field = modelFieldOf(model, name);
  if (!field) throw new UndeclaredFieldError(`there is no ${model}.${name}`);
  return field;
}

export function relationOf(model: ModelName, name: string): ModelRelation {
  const relation = knownRelationOf(model, name);
  if (!relation) throw new UndeclaredFieldError(`there is no relation ${model}.${name}`);
  return relation;
}
