import { Prisma } from '../../generated/prisma/client.ts';
import { externalIdFilterFields } from '../../platform/external-ids/external-ids.ts';
import { text } from '../../platform/input/field-types.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { inputObject, nullable, parseInput } from '../../platform/input/fields.ts';
import { likeContaining } from '../../platform/text/like-patterns.ts';
import { identityCondition } from '../../query/external-id-condition.ts';
import type { ListQuery } from '../../query/record-list.ts';

export const searchContactsInput = inputObject('SearchContacts', 'Which contacts to list.', {
  id: nullable(text(), 'Id of one contact, archived or not; the query is ignored then.'),
  query: nullable(
    text(),
    'Part of an e-mail address or a name, or at least six digits of a telephone number. Omitted or empty: every contact.',
  ),
  ...externalIdFilterFields,
});

/** Includes matches in one of the names. */
const fullNameOf = (alias: string) =>
  `coalesce(${alias}."firstName", '') || ' ' || coalesce(${alias}."lastName", '')`;

const byFullName: ListQuery['orderBy'] = [
  { sql: (alias) => `lower(${fullNameOf(alias)})` },
  { column: 'id' },
];

const active: ListQuery = {
  hidden: { kind: 'flag', column: 'archived' },
  orderBy: byFullName,
};

/**
 * Active contacts by e-mail, name or digits of a phone number. Case and, in names, accents are ignored. `id`,
 * `externalId` and `source` also find archived ones.
 * @throws ActionError invalid_input
 */
export function searchContacts(
  _context: unknown,
  input: InputOf<typeof searchContactsInput>,
): ListQuery {
  const { id, query, ...external } = parseInput(searchContactsInput, input);
  const identified = identityCondition({ id, ...external });
  if (identified) return { ...identified, isPlannedOnce: true, orderBy: byFullName };
  return query ? { ...active, matching: (alias) => matchesSql(alias, query) } : active;
}

/**
 * The expressions are those of the search index. The index needs three characters. Without the index, `search_form`
 * takes twenty times as long as `lower`.
 */
function matchesSql(alias: string, query: string): Prisma.Sql {
  const form = Prisma.raw(query.length < 3 ? 'lower' : 'search_form');
  const pattern = likeContaining(query);
  const [name, email] = [fullNameOf(alias), `${alias}.email`].map(Prisma.raw);
  const texts = [
    Prisma.sql`${form}(${name}) LIKE ${form}(${pattern})`,
    Prisma.sql`lower(${email}) LIKE lower(${pattern})`,
  ];
  const phones = ['phone', 'mobile'].map(
    (column) =>
      Prisma.sql`phone_digits(${Prisma.raw(`${alias}.${column}`)}) LIKE phone_pattern(${query})`,
  );
  return Prisma.sql`(${Prisma.join([...texts, ...phones], ' OR ')})`;
}
