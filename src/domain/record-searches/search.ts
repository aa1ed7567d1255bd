import type { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { invalidInputError } from '../../platform/errors/action-error.ts';
import { externalIdFilterFields } from '../../platform/external-ids/external-ids.ts';
import type { RecordModel } from '../../platform/ids/permission-areas.ts';
import { permissionAreaByModel } from '../../platform/ids/permission-areas.ts';
import { idPrefixes, recordTypeOfId } from '../../platform/ids/record-ids.ts';
import { endOfDay, rangeOrderRule, startOfDay } from '../../platform/input/date-ranges.ts';
import { date, dateTime, text } from '../../platform/input/field-types.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { inputObject, nullable, parseInput } from '../../platform/input/fields.ts';
import { requireScopes } from '../../platform/permissions/permissions.ts';
import type { Condition } from '../../query/conditions.ts';
import { allOf, anyOf, columnEquals } from '../../query/conditions.ts';
import { externalIdCondition } from '../../query/external-id-condition.ts';
import type { ListQuery } from '../../query/record-list.ts';
import type { ColumnPath, SearchableModel, SearchDefinition } from './searchable-columns.ts';
import { columnCompares, requireRelation, searchDefinitions } from './searchable-columns.ts';

/** Searches for scripts that check which records exist: pages in the order of creation. */

export const recordSearchInput = inputObject(
  'RecordSearch',
  'Filters for records. All of them have to match.',
  {
    id: nullable(text(), 'Id of a single record. Other filters are then ignored.'),
    query: nullable(text(), 'Exact name or number. The description of the operation says which.'),
    ...externalIdFilterFields,
    clientId: nullable(text(), 'Id of the client whose they are.'),
    from: nullable(date, 'First day, in the workspace’s time zone.'),
    to: nullable(date, 'Last day, in the workspace’s time zone.'),
    updatedSince: nullable(
      dateTime,
      'Only records that were created or changed at this time or later.',
    ),
    after: nullable(text(), 'Id of the record behind which the list goes on.'),
  },
);

const inIdOrder = [{ column: 'id' }] as const;

/**
 * An unknown id, name or number matches nothing.
 * @throws ActionError invalid_input, missing_scope
 */
export function searchRecords(
  context: Pick<Context, 'actor' | 'workspace'>,
  model: SearchableModel,
  input: InputOf<typeof recordSearchInput>,
): ListQuery {
  const fields = parseInput(recordSearchInput, input, rangeOrderRule);
  const { id, query, clientId, from, to, updatedSince, after } = fields;
  if (id) return { where: columnEquals('id', id), orderBy: inIdOrder };
  if (after && recordTypeOfId(after) !== model) throw invalidCursorError(model);
  const { client, day, isTimestamp, queryColumns }: SearchDefinition = searchDefinitions[model];
  if (query) requireScopes(context, ...readScopesOf(model, queryColumns));
  const where = allOf([
    query ? anyOf(queryColumns.map((path) => pathEquals(model, path, query))) : undefined,
    externalIdCondition(fields),
    clientId ? pathEquals(model, client, clientId) : undefined,
    from
      ? columnCompares(day, '>=', isTimestamp ? startOfDay(context, 'from', from) : from)
      : undefined,
    to && isTimestamp ? columnCompares(day, '<', endOfDay(context, 'to', to)) : undefined,
    to && !isTimestamp ? columnCompares(day, '<=', to) : undefined,
    updatedSince ? columnCompares('updatedAt', '>=', updatedSince) : undefined,
    after ? columnCompares('id', '>', after) : undefined,
  ]);
  return { where, orderBy: inIdOrder };
}

/** Any other text would silently end or restart the list. */
const invalidCursorError = (model: SearchableModel) =>
  invalidInputError([
    {
      path: 'after',
      code: 'invalid_format',
      message: `must be the id of the last record of the part before, which begins with "${idPrefixes[model]}_"`,
    },
  ]);

/** Compares a column of the record or of a related one. */
export function pathEquals(
  model: Prisma.ModelName,
  [first = '', ...rest]: readonly string[],
  value: unknown,
): Condition {
  if (rest.length === 0)
    return { kind: 'compare', column: first, by: '=', value, valueKind: 'unique' };
  const { link, model: relatedModel } = requireRelation(model, first);
  return {
    kind: 'one',
    relation: first,
    model: relatedModel,
    link,
    where: pathEquals(relatedModel, rest, value),
  };
}

function readScopesOf(model: Prisma.ModelName, paths: readonly ColumnPath[]) {
  const models = paths.map((path) =>
    path
      .slice(0, -1)
      .reduce<Prisma.ModelName>((from, name) => requireRelation(from, name).model, model),
  );
  const areas = new Set(models.map((name) => permissionAreaByModel[name as RecordModel]));
  return [...areas].map((area) => `${area}:read` as const);
}
