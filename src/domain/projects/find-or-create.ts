import type { Context } from '../../platform/context/context.ts';
import { newId } from '../../platform/ids/record-ids.ts';
import { findOrCreateByName } from '../../write/find-or-create-by-name.ts';
import { defaultProjectTypeId } from '../project-types/rules.ts';

/**
 * The ids of projects by client and name, in the order asked for; missing ones are made with the default project type,
 * safely at any concurrency.
 * @throws ActionError conflicting_state where the workspace has no default project type
 */
export async function findOrCreateProjects(
  context: Context,
  projects: readonly { clientId: string; name: string }[],
): Promise<string[]> {
  const references = projects.map(({ clientId, name }) => ({ parent: clientId, name }));
  return findOrCreateByName(context, 'project', references, async (missing) => {
    const projectTypeId = await defaultProjectTypeId(context);
    const data = missing.map(({ parent = '', name }) => ({
      accountId: context.accountId,
      id: newId('Project'),
      clientId: parent,
      projectTypeId,
      name,
      dateCreated: context.now,
    }));
    await context.db.project.createMany({ data, skipDuplicates: true });
  });
}
