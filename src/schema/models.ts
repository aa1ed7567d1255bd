import { getModel } from '@pothos/plugin-prisma';
import type { Link } from '../domain/kernel/conditions.ts';
import { builder } from './builder.ts';
import type { ModelName } from './columns.ts';
import { Unplanned } from './plans/selection.ts';

/** What the Prisma schema says of columns and relations. */

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
