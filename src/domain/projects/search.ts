import type { Context } from '../../platform/context/context.ts';
import { externalIdFilterFields } from '../../platform/external-ids/external-ids.ts';
import { text } from '../../platform/input/field-types.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { inputObject, nullable, parseInput } from '../../platform/input/fields.ts';
import { resolveReference } from '../../platform/names/resolve-reference.ts';
import { requireScopes } from '../../platform/permissions/permissions.ts';
import { allOf, columnEquals } from '../../query/conditions.ts';
import { externalIdCondition } from '../../query/external-id-condition.ts';
import type { ListQuery } from '../../query/record-list.ts';

export const searchProjectsInput = inputObject('SearchProjects', 'Which projects to list.', {
  id: nullable(text(), 'Id of one project, active or not; the query is ignored then.'),
  query: nullable(text(), 'Exact name of a client. Omitted or empty: projects of every client.'),
  name: nullable(text(), 'Exact name of the project.'),
  ...externalIdFilterFields,
});

const byName = [{ column: 'name' }, { column: 'id' }];

/**
 * Active projects: all, or those of the client with the exact name `query` (spec part 4, "projects/search"), by name. `id`,
 * `externalId` and `source` also find inactive ones.
 * @throws ActionError invalid_input, name_not_found
 */
export async function searchProjects(
  context: Context,
  input: InputOf<typeof searchProjectsInput>,
): Promise<ListQuery> {
  const { id, query, name, ...external } = parseInput(searchProjectsInput, input);
  if (id) return { where: columnEquals('id', id), orderBy: byName };
  const called = externalIdCondition(external);
  if (called) return { where: called, orderBy: byName };
  const reference = { name: query, nameField: 'query', idField: 'clientId' };
  // An unknown name reveals which clients exist.
  if (query) requireScopes(context, 'clients:read');
  const clientId = await resolveReference(context.names, 'client', reference);
  const ofClient = clientId ? columnEquals('clientId', clientId) : undefined;
  const named = name ? columnEquals('name', name) : undefined;
  return { where: allOf([{ kind: 'flag', column: 'active' }, ofClient, named]), orderBy: byName };
}
