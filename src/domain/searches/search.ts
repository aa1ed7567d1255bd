import { withPreparedName } from '../../database/statements/prepared-statement-names.ts';
import { canReadModel } from '../../platform/access-policies/row-filters.ts';
import { createSmallCache } from '../../platform/caching/small-cache.ts';
import type { Context } from '../../platform/context/context.ts';
import type { FieldError } from '../../platform/errors/action-error.ts';
import type { RecordModel } from '../../platform/ids/permission-areas.ts';
import { permissionAreaByModel } from '../../platform/ids/permission-areas.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/fields.ts';
import {
  callerPermissions,
  canRead,
  hasAnyPermission,
  missingScopeError,
  readPermissions,
  requireCallerPermissions,
  restrictedAccessKindOf,
} from '../../platform/permissions/permissions.ts';
import { invalidCursor } from '../../query/list-cursors.ts';
import type { SearchHit, SearchPage } from './fields.ts';
import { searchInput } from './fields.ts';
import { formatSearchCursor, parseSearchCursor } from './search-cursors.ts';
import { matchKinds, maxCandidates, searchSql } from './search-statement.ts';
import type { SearchType } from './searched-fields.ts';
import { searchedType, searchTypes, separators } from './searched-fields.ts';

interface Row extends Pick<SearchHit, 'type' | 'id' | 'title' | 'value'> {
  rank: number;
  key: string;
  /** Position of the field, from 1. */
  ordinal: number;
}

const statements = createSmallCache<string>();

/**
 * Active records with a field that matches the query, the best matches first. One statement.
 * @throws ActionError invalid_input, missing_scope
 */
export async function search(
  context: Context,
  input: InputOf<typeof searchInput>,
): Promise<SearchPage> {
  const { accountId } = context;
  const { after, first, query, types } = parseInput(searchInput, input, searchRules(accountId));
  const position = after === null ? undefined : parseSearchCursor(accountId, after);
  const typesToSearch = searchedTypesFor(context, types);
  if (typesToSearch.length === 0) return { hits: [], hasNextPage: false };
  const words = wordsOf(query);
  const rows = await context.db.$queryRawUnsafe<Row[]>(
    statements(typesToSearch.join(), () => withPreparedName(searchSql(typesToSearch))),
    ...[accountId, words, /^[\p{L}\p{N}]/u.test(words), /[\p{L}\p{N}]{3}/u.test(words)],
    ...[phoneDigitsOf(query), position?.rank ?? null, position?.key ?? null, position?.id ?? null],
    first + 1,
    maxCandidates,
  );
  const hits = rows.slice(0, first).map(({ rank, key, ordinal, ...hit }) => ({
    ...hit,
    field: Object.keys(searchedType(hit.type).fields)[ordinal - 1] as string,
    match: matchKinds[rank] as SearchHit['match'],
    cursor: formatSearchCursor(accountId, { rank, key, id: hit.id }),
  }));
  return { hits, hasNextPage: rows.length > first };
}

const wordsOf = (query: string) => query.replaceAll('|', ' ').replaceAll(separators, ' ').trim();

export const searchRules =
  (accountId: number) =>
  ({ after, query }: { after?: string | null; query?: string }): FieldError[] => [
    ...(query === undefined || wordsOf(query) !== ''
      ? []
      : [{ path: 'query', code: 'required', message: 'must contain a letter or a digit' }]),
    ...(after && !parseSearchCursor(accountId, after) ? [invalidCursor('after')] : []),
  ];

const phonePattern = /^[0-9 +()./\u2010-\u2015-]+$/;
const minPhoneDigits = 4;

/** Digits without the leading zeros of a national number. Null if the query is no telephone number. */
function phoneDigitsOf(query: string): string | null {
  const digits = query.replaceAll(/[^0-9]*\(0\)|[^0-9]+/g, '').replace(/^0+/, '');
  return phonePattern.test(query) && digits.length >= minPhoneDigits ? digits : null;
}

/** @throws ActionError missing_scope */
function searchedTypesFor(
  context: Context,
  types: readonly SearchType[] | null,
): readonly SearchType[] {
  const areaOf = (type: SearchType) =>
    permissionAreaByModel[searchedType(type).model as RecordModel];
  if (!types && !hasAnyPermission(callerPermissions(context), 'read'))
    throw missingScopeError(['read']);
  const requestedTypes = types ?? searchTypes.filter((type) => canRead(context, areaOf(type)));
  requireCallerPermissions(context, readPermissions(requestedTypes.map(areaOf)));
  const kind = restrictedAccessKindOf(context.actor);
  return searchTypes.filter(
    (type) =>
      requestedTypes.includes(type) && (!kind || canReadModel(kind, searchedType(type).model)),
  );
}
