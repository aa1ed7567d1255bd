import type { Context } from '../../platform/context/context.ts';
import { newId } from '../../platform/ids/record-ids.ts';
import { findOrCreateByName } from '../../write/find-or-create-by-name.ts';
import { write } from '../../write/write.ts';
import { defaultProjectTypeId } from '../project-types/rules.ts';

/**
 * Ids in the order of the input. Missing projects get the default type. Concurrent calls create a missing project once.
 * @throws ActionError conflicting_state if the workspace has no default project type
 */
export async function findOrCreateProjects(
  context: Context,
  projects: readonly { clientId: string; name: string }[],
): Promise<string[]> {
  const references = projects.map(({ clientId, name }) => ({ parent: clientId, name }));
  return findOrCreateByName(context, 'project', references, (missing) =>
    write(context, async (tx) => {
      const projectTypeId = await defaultProjectTypeId(tx);
      const rows = missing.map(({ parent: clientId = '', name }) => ({
        ...{ id: newId('Project'), clientId, projectTypeId, name, dateCreated: tx.now },
      }));
      return tx.insertMissing('Project', rows);
    }),
  );
}
