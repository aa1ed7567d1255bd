import { withoutName } from '../../database/statement-names.ts';
import type { Contact } from '../../generated/prisma/client.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../kernel/context.ts';
import { withCustomValues } from '../kernel/custom-values.ts';
import type { InputOf } from '../kernel/fields.ts';
import { inputObject, nullable, parseInput } from '../kernel/fields.ts';
import { text } from '../kernel/kinds.ts';
import { containing } from '../kernel/like.ts';
import type { ContactRecord } from './index.ts';

export const searchContactsInput = inputObject('SearchContacts', 'Which contacts to list.', {
  id: nullable(text(), 'Id of one contact, archived or not; the query is ignored then.'),
  query: nullable(text(), 'Part of an e-mail address or a name; left out or empty: every contact.'),
});

/**
 * Contacts that are not archived and whose e-mail, first, last or full name contains the query, ignoring case; without
 * a query all of them (decisions, "Search Contacts"). With id, just that contact, archived or not; an unknown id
 * answers none. By full name, then by id; one statement, two where custom values are there.
 * @throws ActionError invalid_input
 */
export async function searchContacts(
  context: Context,
  input: InputOf<typeof searchContactsInput>,
): Promise<ContactRecord[]> {
  const { id, query } = parseInput(searchContactsInput, input);
  const rows = await context.db.$queryRaw<Contact[]>`${plannedAnew}
    SELECT * FROM "Contact" WHERE "accountId" = ${context.accountId} AND ${wanted(id, query)}
    ORDER BY ${fullName}, id`;
  return withCustomValues(context, 'CONTACT', rows);
}

/** One workspace has a handful of contacts and another a hundred thousand, and the query may be one letter. */
const plannedAnew = Prisma.raw(withoutName(''));

/** The expression of the search index; it contains the first name and the last name alone as well. */
const fullName = Prisma.sql`lower(coalesce("firstName", '') || ' ' || coalesce("lastName", ''))`;

function wanted(id: string | null, query: string | null): Prisma.Sql {
  if (id) return Prisma.sql`id = ${id}`;
  if (!query) return Prisma.sql`NOT archived`;
  const pattern = containing(query);
  return Prisma.sql`NOT archived AND (${fullName} LIKE lower(${pattern}) OR lower(email) LIKE lower(${pattern}))`;
}
