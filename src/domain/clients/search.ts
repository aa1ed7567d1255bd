import type { Client, Contact } from '../../generated/prisma/client.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../kernel/context.ts';
import type { InputOf } from '../kernel/fields.ts';
import { inputObject, nullable, parseInput } from '../kernel/fields.ts';
import { text } from '../kernel/kinds.ts';
import { containing } from '../kernel/like.ts';
import type { ClientRecord } from './index.ts';
import { findClient, firstClients, present } from './index.ts';

export const searchInput = inputObject('Search', 'What to search for.', {
  id: nullable(text(), 'Id of one record; the query is ignored then.'),
  query: nullable(text(), 'What to match; left out or empty: everything.'),
});

/**
 * Active clients that match: name or phone starts with the query, or a contact's e-mail or phone does, or a contact's
 * full name contains it, all ignoring case (spec part 4, "clients/search"). With id, just that client, archived or not;
 * an unknown id answers none. By name; all of them, unless it is said how many at most.
 */
export async function searchClients(
  context: Context,
  input: InputOf<typeof searchInput>,
  atMost: number | null = null,
): Promise<ClientRecord[]> {
  const { id, query } = parseInput(searchInput, input);
  if (id) {
    const client = await findClient(context, id);
    return client ? [client] : [];
  }
  if (!query) return firstClients(context, atMost);
  const rows = await context.db.$queryRaw<(Client & { contacts: Contact[] })[]>(
    matching(context.accountId, query, atMost),
  );
  for (const contact of rows.flatMap((row) => row.contacts)) {
    contact.createdAt = new Date(contact.createdAt);
    contact.updatedAt = new Date(contact.updatedAt);
  }
  return present(context, rows);
}

/**
 * One branch for each condition, each on one index: an OR across two tables would use none of them. The bounds
 * spell out "starts with" for the text_pattern_ops indexes, which LIKE with a parameter does not under a generic plan.
 */
function matching(accountId: number, query: string, atMost: number | null): Prisma.Sql {
  const startsWith = (column: Prisma.Sql) =>
    Prisma.sql`${column} ~>=~ lower(${query}) AND ${column} ~<~ (lower(${query}) || chr(1114111))`;
  return Prisma.sql`
    WITH hits AS (
      SELECT id FROM "Client"
        WHERE "accountId" = ${accountId} AND ${startsWith(Prisma.sql`lower(name)`)}
      UNION SELECT id FROM "Client"
        WHERE "accountId" = ${accountId} AND ${startsWith(Prisma.sql`lower(phone)`)}
      UNION SELECT "clientId" FROM "Contact"
        WHERE "accountId" = ${accountId} AND NOT archived AND ${startsWith(Prisma.sql`lower(email)`)}
      UNION SELECT "clientId" FROM "Contact"
        WHERE "accountId" = ${accountId} AND NOT archived AND ${startsWith(Prisma.sql`lower(phone)`)}
      UNION SELECT "clientId" FROM "Contact"
        WHERE "accountId" = ${accountId} AND NOT archived
          AND lower(coalesce("firstName", '') || ' ' || coalesce("lastName", '')) LIKE lower(${containing(query)})
    )
    SELECT c.*, coalesce((
      SELECT json_agg(k ORDER BY k.id) FROM "Contact" k
      WHERE k."accountId" = ${accountId} AND k."clientId" = c.id AND NOT k.archived
    ), '[]') AS contacts
    FROM hits JOIN "Client" c ON c."accountId" = ${accountId} AND c.id = hits.id
    WHERE NOT c.archived ORDER BY c.name, c.id LIMIT ${atMost}`;
}
