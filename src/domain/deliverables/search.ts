import { Prisma } from '../../generated/prisma/client.ts';
import { booleanType, text } from '../../platform/input/field-types.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { inputObject, nullable, parseInput, withDefault } from '../../platform/input/fields.ts';
import { likeContaining } from '../../platform/text/like-patterns.ts';
import type { Condition } from '../../query/conditions.ts';
import { allOf, columnEquals, not } from '../../query/conditions.ts';
import { externalIdCondition } from '../../query/external-id-condition.ts';
import type { ListQuery } from '../../query/record-list.ts';
import { searchInput } from '../clients/search.ts';
import { deliverableOrder } from './deliverable-record.ts';

export const listDeliverablesInput = inputObject(
  'ListDeliverables',
  'Filters for deliverables. All of them have to match.',
  {
    projectId: nullable(text(), 'Id of the project whose they are.'),
    clientId: nullable(text(), 'Id of the client for whose projects they are.'),
    statusId: nullable(text(), 'Id of the status they are in.'),
    archived: withDefault(booleanType, false, 'The archived ones alone, instead of the others.'),
  },
);

const isOfClient = (clientId: string): Condition => ({
  kind: 'one',
  relation: 'project',
  model: 'Project',
  link: [{ column: 'id', of: 'projectId' }],
  where: columnEquals('clientId', clientId),
});

const archivedOnly: Condition = { kind: 'flag', column: 'archived' };

/**
 * By project and position. An unknown id matches none.
 * @throws ActionError invalid_input
 */
export function listDeliverables(input: InputOf<typeof listDeliverablesInput>): ListQuery {
  const { projectId, clientId, statusId, archived } = parseInput(listDeliverablesInput, input);
  const where = allOf([
    archived ? archivedOnly : not(archivedOnly),
    projectId ? columnEquals('projectId', projectId) : undefined,
    clientId ? isOfClient(clientId) : undefined,
    statusId ? columnEquals('statusId', statusId) : undefined,
  ]);
  return { where, orderBy: deliverableOrder };
}

/**
 * Active deliverables by name or description, ignoring case, and accents in names. `id`, `externalId` and `source` also
 * find archived ones.
 * @throws ActionError invalid_input
 */
export function searchDeliverables(input: InputOf<typeof searchInput>): ListQuery {
  const { id, query, ...external } = parseInput(searchInput, input);
  if (id) return { where: columnEquals('id', id), orderBy: deliverableOrder };
  const called = externalIdCondition(external);
  if (called) return { where: called, orderBy: deliverableOrder };
  const active = { hidden: archivedOnly, orderBy: deliverableOrder };
  return query ? { ...active, matching: (alias) => matchesSql(alias, query) } : active;
}

/** Descriptions have no index: ignoring accents in them costs a tenth more. */
function matchesSql(alias: string, query: string): Prisma.Sql {
  const [name, description] = ['name', 'description'].map((one) => Prisma.raw(`${alias}.${one}`));
  const pattern = likeContaining(query);
  return Prisma.sql`(search_form(${name}) LIKE search_form(${pattern}) OR ${description} ILIKE ${pattern})`;
}
