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
import type { Searchable, SearchableModel, Way } from './searchable-columns.ts';
import { compared, relationAt, searchable } from './searchable-columns.ts';

/** What scripts look for to know what is there already: records in the order in which they were made, a part at a time. */

export const recordSearchInput = inputObject(
  'RecordSearch',
  'Which records to list: all that is given has to hold.',
  {
    id: nullable(text(), 'Id of one record; everything else is ignored then.'),
    query: nullable(text(), 'A name or a number, exactly; the operation says of what.'),
    ...externalIdFilterFields,
    clientId: nullable(text(), 'Id of the client whose they are.'),
    from: nullable(date, 'First day, in the workspace’s time zone.'),
    to: nullable(date, 'Last day, in the workspace’s time zone.'),
    updatedSince: nullable(dateTime, 'Those alone that were made or changed then or later.'),
    after: nullable(text(), 'Id of the record behind which the list goes on.'),
  },
);

const inIdOrder = [{ column: 'id' }] as const;

/**
 * Records of a model that match, in the order in which they were made; with `id`, just that one. An unknown id, and a name
 * or a number that nothing has, match none.
 * @throws ActionError invalid_input; missing_scope for a `query` where names that it is compared with may not be read
 */
export function searchRecords(
  context: Pick<Context, 'actor' | 'workspace'>,
  model: SearchableModel,
  input: InputOf<typeof recordSearchInput>,
): ListQuery {
  const read = parseInput(recordSearchInput, input, rangeOrderRule);
  const { id, query, clientId, from, to, updatedSince, after } = read;
  if (id) return { where: columnEquals('id', id), orderBy: inIdOrder };
  if (after && recordTypeOfId(after) !== model) throw noPlace(model);
  const { client, day, isMoment, named }: Searchable = searchable[model];
  if (query) requireScopes(context, ...areasOf(model, named));
  const where = allOf([
    query ? anyOf(named.map((way) => equalsAt(model, way, query))) : undefined,
    externalIdCondition(read),
    clientId ? equalsAt(model, client, clientId) : undefined,
    from ? compared(day, '>=', isMoment ? startOfDay(context, 'from', from) : from) : undefined,
    to && isMoment ? compared(day, '<', endOfDay(context, 'to', to)) : undefined,
    to && !isMoment ? compared(day, '<=', to) : undefined,
    updatedSince ? compared('updatedAt', '>=', updatedSince) : undefined,
    after ? compared('id', '>', after) : undefined,
  ]);
  return { where, orderBy: inIdOrder };
}

/** Any other text has a place among ids as well, at which the list would end or begin anew without a word. */
const noPlace = (model: SearchableModel) =>
  invalidInputError([
    {
      path: 'after',
      code: 'invalid_format',
      message: `must be the id of the last record of the part before, which begins with "${idPrefixes[model]}_"`,
    },
  ]);

/** That a column has a value, of the record or of one that it belongs to. */
function equalsAt(
  model: Prisma.ModelName,
  [first = '', ...rest]: readonly string[],
  value: unknown,
): Condition {
  if (rest.length === 0) return columnEquals(first, value);
  const { link, model: other } = relationAt(model, first);
  return { kind: 'one', relation: first, model: other, link, where: equalsAt(other, rest, value) };
}

/** The scopes to read what ways lead to. */
function areasOf(model: Prisma.ModelName, ways: readonly Way[]) {
  const models = ways.map((way) =>
    way.slice(0, -1).reduce<Prisma.ModelName>((from, name) => relationAt(from, name).model, model),
  );
  const areas = new Set(models.map((one) => permissionAreaByModel[one as RecordModel]));
  return [...areas].map((area) => `${area}:read` as const);
}
