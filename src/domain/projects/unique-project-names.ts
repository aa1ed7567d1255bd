import DataLoader from 'dataloader';
import type { Context } from '../../platform/context/context.ts';
import { invalidInputError } from '../../platform/errors/action-error.ts';
import { resolveReference } from '../../platform/names/resolve-reference.ts';
import { canRead } from '../../platform/permissions/permissions.ts';

interface ProjectNames {
  clientName?: string | null | undefined;
  clientId?: string | null | undefined;
  projectName?: string | null | undefined;
  projectId?: string | null | undefined;
}

export function isProjectWithoutClient(names: ProjectNames): boolean {
  const { clientName, clientId, projectName, projectId } = names;
  return Boolean(projectName) && !clientName && !clientId && !projectId;
}

interface Namesake {
  id: string;
  name: string;
  client: string;
}

const maxListed = 10;

/** @throws ActionError as {@link createProjectFinder} */
type FindProject = (name: string) => Promise<string>;

/**
 * Finds a project by name if only one active client has it (spec part 4, "timeWorked/create"). Concurrent names share
 * one statement.
 * @throws ActionError name_not_found, invalid_input
 */
export function createProjectFinder(context: Context): FindProject {
  const { accountId, db, names } = context;
  const namesakes = new DataLoader<string, Namesake[]>(async (searchedNames) => {
    const rows = await db.$queryRaw<Namesake[]>`
      SELECT p.id, p.name, c.name AS client FROM "Project" p
        JOIN "Client" c ON c."accountId" = p."accountId" AND c.id = p."clientId"
      WHERE p."accountId" = ${accountId} AND p.name = ANY (${searchedNames}::text[]) AND NOT c.archived
      ORDER BY c.name, p.id`;
    return searchedNames.map((name) => rows.filter((row) => row.name === name));
  });
  return async (name) => {
    const found = await namesakes.load(name);
    if (found.length > 1) throw ambiguous(name, canRead(context, 'clients') ? found : []);
    const [project] = found;
    if (project) return project.id;
    // Reports the unknown name.
    const fields = { nameField: 'projectName', idField: 'projectId' };
    return (await resolveReference(names, 'project', { ...fields, name })) as string;
  };
}

function ambiguous(name: string, found: readonly Namesake[]) {
  const listed = found.slice(0, maxListed).map(({ client }) => `"${client}"`);
  const more = found.length > maxListed ? [`${found.length - maxListed} others`] : [];
  const clients = [...listed, ...more].join(', ');
  const message = `is required because several clients have a project "${name}"${clients && `: ${clients}`}`;
  return invalidInputError([{ path: 'clientName', code: 'required', message }]);
}
