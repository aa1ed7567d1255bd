import type { Context } from '../kernel/context.ts';
import type { InputOf } from '../kernel/fields.ts';
import { inputObject, nullable, parseInput } from '../kernel/fields.ts';
import { text } from '../kernel/kinds.ts';
import { resolveReference } from '../kernel/names.ts';
import type { ProjectRecord } from './index.ts';
import { presentProjects } from './index.ts';

/** A project with the name of its client (spec part 2, "ProjectMini"). */
export type ProjectMiniRecord = ProjectRecord & { client: { id: string; name: string } };

export const searchProjectsInput = inputObject('SearchProjects', 'Which projects to list.', {
  id: nullable(text(), 'Id of one project, active or not; the query is ignored then.'),
  query: nullable(text(), 'Exact name of a client; left out or empty: projects of every client.'),
});

/**
 * Active projects by name: the workspace's, or those of the client that `query` names exactly. With id just that
 * project, active or not; an unknown id answers none (spec part 4, "projects/search"). At most three statements.
 * @throws ActionError invalid_input, name_not_found
 */
export async function searchProjects(
  context: Context,
  input: InputOf<typeof searchProjectsInput>,
): Promise<ProjectMiniRecord[]> {
  const { accountId, db, names } = context;
  const { id, query } = parseInput(searchProjectsInput, input);
  const reference = { name: query, nameField: 'query', idField: 'clientId' };
  const clientId = id ? null : await resolveReference(names, 'client', reference);
  const rows = await db.project.findMany({
    where: { accountId, ...(id ? { id } : { active: true, ...(clientId && { clientId }) }) },
    include: { client: { select: { id: true, name: true } } },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
  });
  return presentProjects(context, rows);
}
