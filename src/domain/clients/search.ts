import { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { externalIdFilterFields } from '../../platform/external-ids/external-ids.ts';
import { text } from '../../platform/input/field-types.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { inputObject, nullable, parseInput } from '../../platform/input/fields.ts';
import { hasMerged } from '../../platform/names/merged-records.ts';
import { restrictedAccessKindOf } from '../../platform/permissions/permissions.ts';
import { likeContaining } from '../../platform/text/like-patterns.ts';
import { identityCondition } from '../../query/external-id-condition.ts';
import type { ListQuery } from '../../query/record-list.ts';
import { activeClients, clientNameOrder } from './list.ts';

export const searchInput = inputObject('Search', 'Fields to search.', {
  id: nullable(text(), 'Id of one record; the query is ignored then.'),
  query: nullable(text(), 'Text to match. Omitted or empty: everything.'),
  ...externalIdFilterFields,
});

/**
 * Active clients by name, phone, contact name or contact address (spec part 4, "clients/search"). Six digits or more
 * match anywhere in a phone. Case and, in names, accents are ignored.
 * It also finds clients by the names of clients that were merged into them. `id`, `externalId` and `source` also find
 * archived clients.
 * @param limit usually avoids a search for all matches
 * @throws ActionError invalid_input
 */
export function searchClients(
  context: Pick<Context, 'accountId' | 'actor'>,
  input: InputOf<typeof searchInput>,
  limit?: number,
): ListQuery {
  const { id, query, ...external } = parseInput(searchInput, input);
  const identified = identityCondition({ id, ...external });
  if (identified) return { ...identified, isPlannedOnce: true, orderBy: clientNameOrder };
  if (!query) return activeClients;
  const { accountId, actor } = context;
  if (restrictedAccessKindOf(actor) !== undefined) {
    return { ...activeClients, matching: (alias) => nameStartsWith(query, alias) };
  }
  return {
    ...activeClients,
    matching: (alias) => matchesSql(accountId, query, alias, limit),
    isPlannedOnce: true,
  };
}

/** A caller with restricted access sees only names. */
const nameStartsWith = (query: string, alias: string): Prisma.Sql =>
  Prisma.sql`starts_with(search_form(${Prisma.raw(alias)}.name), search_form(${query}))`;

/**
 * Database functions have their own plans, so the outer statement is planned once. An OR across two tables would use no
 * index.
 */
function matchesSql(accountId: number, query: string, alias: string, limit?: number): Prisma.Sql {
  const isIn = Prisma.sql`${Prisma.raw(alias)}.id IN`;
  const pattern = likeContaining(query);
  const merged = Prisma.sql`SELECT m.id FROM "Client" m WHERE m."accountId" = ${accountId} AND ${hasMerged('m', { name: query })}`;
  if (limit !== undefined) {
    return Prisma.sql`${isIn} (SELECT "first_clients_found"(${accountId}::int, ${query}::text, ${pattern}::text, ${limit}::int) UNION ALL ${merged})`;
  }
  return Prisma.sql`${isIn} (
      SELECT "clients_beginning"(${accountId}::int, ${query}::text)
      UNION ALL SELECT "clients_by_contact_name"(${accountId}::int, ${pattern}::text)
      UNION ALL ${merged})`;
}
