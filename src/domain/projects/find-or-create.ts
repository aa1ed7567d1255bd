import type { Context } from '../../platform/context/context.ts';
import { write } from '../../write/write.ts';
import { defaultProjectTypeId } from '../project-types/rules.ts';

/**
 * Ids in the order of the input. Missing projects get the default type. Concurrent calls create a missing project once.
 * @throws ActionError conflicting_state if the workspace has no default project type
 */
export const findOrCreateProjects = (
  context: Context,
  projects: readonly { clientId: string; name: string }[],
): Promise<string[]> =>
  write(context, (tx) =>
    tx.ensureAll(
      'project',
      projects.map(({ clientId, name }) => ({ parentId: clientId, name })),
      {
        insert: async (missing) => {
          const projectTypeId = await defaultProjectTypeId(tx);
          const rows = missing.map(({ id, parentId: clientId = '', name }) => ({
            ...{ id, clientId, projectTypeId, name, dateCreated: tx.now },
          }));
          return tx.insertMissing('Project', rows);
        },
      },
    ),
  );
