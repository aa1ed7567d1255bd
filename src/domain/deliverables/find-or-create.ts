import type { Context } from '../../platform/context/context.ts';
import { write } from '../../write/write.ts';
import type { NewDeliverable } from './insert-deliverables.ts';
import { insertDeliverables } from './insert-deliverables.ts';

/**
 * Ids in the order of the input. Concurrent calls create a missing deliverable once.
 * @throws ActionError conflicting_state if a project's type has no status
 */
export const findOrCreateDeliverables = (
  context: Context,
  deliverables: readonly Pick<NewDeliverable, 'projectId' | 'name'>[],
): Promise<string[]> =>
  write(context, (tx) =>
    tx.ensureAll(
      'deliverable',
      deliverables.map(({ projectId, name }) => ({ parentId: projectId, name })),
      {
        insert: (missing) =>
          insertDeliverables(
            tx,
            missing.map(({ id, parentId: projectId = '', name }) => ({ id, projectId, name })),
          ),
      },
    ),
  );
