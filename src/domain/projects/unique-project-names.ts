import DataLoader from 'dataloader';
import type { Context } from '../../platform/context/context.ts';
import { invalidInputError } from '../../platform/errors/action-error.ts';
import { resolveReference } from '../../platform/names/name-resolver.ts';
import { canRead } from '../../platform/permissions/permissions.ts';

/** How inputs say which project they are about. */
interface ProjectNames {
  clientName?: string | null | undefined;
  clientId?: string | null | undefined;
  projectName?: string | null | undefined;
  projectId?: string | null | undefined;
}

/** Whether a project is named without its client. */
export function isProjectWithoutClient(names: ProjectNames): boolean {
  const { clientName, clientId, projectName, projectId } = names;
  return Boolean(projectName) && !clientName && !clientId && !projectId;
}

/** A project of the name, and whose it is. */
interface Namesake {
  id: string;
  name: string;
  client: string;
}

/** The clients that a message names; of more it says how many. */
const mostNamed = 10;

/** Finds the one project of a name. @throws ActionError as {@link createProjectFinder} */
type FindProject = (name: string) => Promise<string>;

/**
 * Finds projects by name alone, where only one of the workspace's clients has one of that name; those of archived
 * clients do not count (decisions, "timeWorked/create"). One statement for all names that are asked for in one turn.
 * @throws ActionError name_not_found with near matches; invalid_input where several have one, naming the clients to a key that may read
 */
export function createProjectFinder(context: Context): FindProject {
  const { accountId, db, names } = context;
  const namesakes = new DataLoader<string, Namesake[]>(async (wanted) => {
    const rows = await db.$queryRaw<Namesake[]>`
      SELECT p.id, p.name, c.name AS client FROM "Project" p
        JOIN "Client" c ON c."accountId" = p."accountId" AND c.id = p."clientId"
      WHERE p."accountId" = ${accountId} AND p.name = ANY (${wanted}::text[]) AND NOT c.archived
      ORDER BY c.name, p.id`;
    return wanted.map((name) => rows.filter((row) => row.name === name));
  });
  return async (name) => {
    const found = await namesakes.load(name);
    // Their names are stored data, which who may not read is not told.
    if (found.length > 1) throw ambiguous(name, canRead(context, 'clients') ? found : []);
    const [project] = found;
    if (project) return project.id;
    // Says so itself: no project is below no client.
    const fields = { nameField: 'projectName', idField: 'projectId' };
    return (await resolveReference(names, 'project', { ...fields, name })) as string;
  };
}

function ambiguous(name: string, found: readonly Namesake[]) {
  const shown = found.slice(0, mostNamed).map(({ client }) => `"${client}"`);
  const more = found.length > mostNamed ? [`${found.length - mostNamed} others`] : [];
  const clients = [...shown, ...more].join(', ');
  const message = `is required because several clients have a project "${name}"${clients && `: ${clients}`}`;
  return invalidInputError([{ path: 'clientName', code: 'required', message }]);
}
