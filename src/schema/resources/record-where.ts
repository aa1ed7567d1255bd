import type { GraphQLInputType, GraphQLSchema } from 'graphql';
import { coerceInputValue, isInputObjectType } from 'graphql';
import { eventSubjectOf } from '../../domain/events/event-types.ts';
import type { FollowedList, FollowedLists } from '../../domain/record-changes/followed-lists.ts';
import type { ChangedType } from '../../domain/record-changes/followed-record-types.ts';
import { changedTypes } from '../../domain/record-changes/followed-record-types.ts';
import type { FieldError } from '../../platform/errors/action-error.ts';
import { invalidInputError } from '../../platform/errors/action-error.ts';
import { matchAll } from '../../query/conditions.ts';
import { customFieldReferencesOf } from '../../query/custom-value-keys.ts';
import type { ListableModel } from '../../query/list-queries.ts';
import { builder } from '../core/builder.ts';
import { relationFilter } from '../core/column-filters.ts';
import { permissionsForFilter } from '../core/filter-permissions.ts';
import { listedModels, parseFilterAndOrder } from '../core/list-definitions.ts';

const isFollowed = (model: string): model is ChangedType & ListableModel =>
  (changedTypes as readonly string[]).includes(model);

export const recordWhere = builder.inputType('RecordWhere', {
  description:
    'Lists by record type, with the same `where` as the list query of the type. Conditions without content are ignored.',
  fields: (t) =>
    Object.fromEntries(
      listedModels()
        .filter(isFollowed)
        .map((model) => [
          eventSubjectOf(model),
          t.field({
            type: relationFilter(model) as never,
            description: `Filter for ${model} records.`,
          }),
        ]),
    ) as never,
});

/** @throws ActionError invalid_input */
export function followedListsOf(
  where: object | null | undefined,
  types: readonly ChangedType[] | null | undefined,
): FollowedLists | undefined {
  const lists = new Map<ChangedType, FollowedList>();
  for (const model of listedModels().filter(isFollowed)) {
    const given = where?.[eventSubjectOf(model) as never] as object | null | undefined;
    if (given === null || given === undefined) continue;
    if (types && !types.includes(model)) {
      const path = `where.${eventSubjectOf(model)}`;
      const message = 'must be one of the types in `types`';
      throw invalidInputError([{ path, code: 'invalid_condition', message }]);
    }
    const asked = parseFilterAndOrder(model, { where: given as Record<string, unknown> });
    lists.set(model, {
      where: asked.where ?? matchAll,
      requiredPermissions: permissionsForFilter({ model, where: asked.where, order: [] }),
      customFields: customFieldReferencesOf(asked).map((reference) => ({
        ...reference,
        path: reference.path.replace('where', `where.${eventSubjectOf(model)}`),
      })),
    });
  }
  return lists.size > 0 ? lists : undefined;
}

/**
 * Parses the argument `where` from JSON.
 * @throws ActionError invalid_input
 */
export function parseRecordWhere(schema: GraphQLSchema, where: object): FollowedLists {
  const type = schema.getType('RecordWhere') as GraphQLInputType;
  const errors: FieldError[] = [];
  const coerced = coerceInputValue(where, type, (path, _value, { message }) => {
    const [, unknown] = /is not defined by type "(\w+)"\.$/.exec(message) ?? [];
    const input = unknown === undefined ? undefined : schema.getType(unknown);
    const names = isInputObjectType(input) ? Object.keys(input.getFields()) : [];
    const accepted = names.length === 0 ? '' : ` Its fields: ${names.join(', ')}.`;
    errors.push({
      path: ['where', ...path].join('.'),
      code: 'invalid_condition',
      message: `${message}${accepted}`,
    });
  });
  if (errors.length > 0) throw invalidInputError(errors);
  return followedListsOf(coerced as object, undefined) ?? new Map();
}
