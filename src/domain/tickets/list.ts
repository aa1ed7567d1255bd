import { Prisma } from '../../generated/prisma/client.ts';
import { booleanType, integer, text } from '../../platform/input/field-types.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { inputObject, nullable, parseInput, withDefault } from '../../platform/input/fields.ts';
import { likeContaining } from '../../platform/text/like-patterns.ts';
import type { Condition } from '../../query/conditions.ts';
import { allOf, columnEquals, not } from '../../query/conditions.ts';
import type { ListQuery } from '../../query/record-list.ts';

export const listTicketsInput = inputObject(
  'ListTickets',
  'Filters for tickets. All of them have to match.',
  {
    open: nullable(booleanType, 'Only open tickets, or only those that are not.'),
    archived: withDefault(booleanType, false, 'Only archived tickets, or only the others.'),
    clientId: nullable(text(), 'Id of the client.'),
  },
);

export const searchTicketsInput = inputObject('SearchTickets', 'Which tickets to list.', {
  id: nullable(text(), 'Id of one ticket, archived or not; the other fields are ignored then.'),
  ticketNumber: nullable(integer(), 'Number of one ticket; the query is ignored then.'),
  query: nullable(text(), 'Text to match. Omitted or empty: everything.'),
});

const latestFirst: ListQuery['orderBy'] = [{ column: 'ticketNumber', direction: 'desc' }];

const isOpen: Condition = { kind: 'null', column: 'closedAt' };
const isArchived: Condition = { kind: 'flag', column: 'archived' };

/**
 * The latest first. An unknown client matches none.
 * @throws ActionError invalid_input
 */
export function listTickets(input: InputOf<typeof listTicketsInput>): ListQuery {
  const { open, archived, clientId } = parseInput(listTicketsInput, input);
  const where = allOf([
    archived ? isArchived : not(isArchived),
    open === null ? undefined : open ? isOpen : not(isOpen),
    clientId ? columnEquals('clientId', clientId) : undefined,
  ]);
  return { where, orderBy: latestFirst };
}

/**
 * Tickets by subject, type, status or number, ignoring case. `id` and `ticketNumber` also find archived ones.
 * @throws ActionError invalid_input
 */
export function searchTickets(input: InputOf<typeof searchTicketsInput>): ListQuery {
  const { id, ticketNumber, query } = parseInput(searchTicketsInput, input);
  if (id) return { where: columnEquals('id', id), orderBy: latestFirst };
  if (ticketNumber !== null)
    return { where: columnEquals('ticketNumber', ticketNumber), orderBy: latestFirst };
  const active = { where: not(isArchived), orderBy: latestFirst };
  return query ? { ...active, matching: (alias) => matches(alias, query) } : active;
}

function matches(alias: string, query: string): Prisma.Sql {
  const column = (name: string) => Prisma.raw(`${alias}."${name}"`);
  const text = Prisma.sql`concat_ws(E'\n', ${column('subject')}, ${column('ticketType')},
    replace(${column('status')}::text, '_', ' '), ${column('ticketNumber')})`;
  return Prisma.sql`${text} ILIKE ${likeContaining(query)}`;
}
