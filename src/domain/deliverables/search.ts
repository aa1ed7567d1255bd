import { searchInput } from '../clients/search.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { defaulted, inputObject, nullable, parseInput } from '../../platform/input/fields.ts';
import { flag, text } from '../../platform/input/field-types.ts';
import type { Condition } from '../../query/conditions.ts';
import { allOf, anyOf, equals, not } from '../../query/conditions.ts';
import { isCalled } from '../../query/external-id-condition.ts';
import type { Listing } from '../../query/record-list.ts';
import { byPlace } from './deliverable-record.ts';

export const listDeliverablesInput = inputObject(
  'ListDeliverables',
  'Which deliverables to list: all conditions have to hold.',
  {
    projectId: nullable(text(), 'Id of the project whose they are.'),
    clientId: nullable(text(), 'Id of the client for whose projects they are.'),
    statusId: nullable(text(), 'Id of the status they are in.'),
    archived: defaulted(flag, false, 'The archived ones alone, instead of the others.'),
  },
);

/** The condition on deliverables that their projects are a client's. */
const ofClient = (clientId: string): Condition => ({
  kind: 'one',
  relation: 'project',
  model: 'Project',
  link: [{ column: 'id', of: 'projectId' }],
  where: equals('clientId', clientId),
});

const archivedOnly: Condition = { kind: 'flag', column: 'archived' };

/**
 * Deliverables that match, by project and in the project's order; the archived ones only where they are asked for. An
 * unknown id matches none.
 * @throws ActionError invalid_input
 */
export function listDeliverables(input: InputOf<typeof listDeliverablesInput>): Listing {
  const { projectId, clientId, statusId, archived } = parseInput(listDeliverablesInput, input);
  const where = allOf([
    archived ? archivedOnly : not(archivedOnly),
    projectId ? equals('projectId', projectId) : undefined,
    clientId ? ofClient(clientId) : undefined,
    statusId ? equals('statusId', statusId) : undefined,
  ]);
  return { where, orderBy: byPlace };
}

/**
 * Deliverables that are not archived and whose name or description contains the query, ignoring case; all of them where
 * it is empty. With id, just that one, archived or not; an unknown id answers none. With externalId or source,
 * those alone that have it, archived or not.
 * @throws ActionError invalid_input
 */
export function searchDeliverables(input: InputOf<typeof searchInput>): Listing {
  const { id, query, ...external } = parseInput(searchInput, input);
  if (id) return { where: equals('id', id), orderBy: byPlace };
  const called = isCalled(external);
  if (called) return { where: called, orderBy: byPlace };
  const contains = (column: string): Condition => ({
    kind: 'text',
    column,
    by: 'contains',
    value: query ?? '',
    anyCase: true,
  });
  const matching = query ? anyOf([contains('name'), contains('description')]) : undefined;
  return { where: allOf([not(archivedOnly), matching]), orderBy: byPlace };
}
