import type { Context } from '../../platform/context/context.ts';
import { findOrCreateByName } from '../../write/find-or-create-by-name.ts';
import { write } from '../../write/write.ts';
import type { NewDeliverable } from './insert-deliverables.ts';
import { insertDeliverables } from './insert-deliverables.ts';

/**
 * Ids in the order of the input. Concurrent calls create a missing deliverable once.
 * @throws ActionError conflicting_state if a project's type has no status
 */
export async function findOrCreateDeliverables(
  context: Context,
  deliverables: readonly Pick<NewDeliverable, 'projectId' | 'name'>[],
): Promise<string[]> {
  const references = deliverables.map(({ projectId, name }) => ({ parent: projectId, name }));
  return findOrCreateByName(context, 'deliverable', references, (missing) =>
    write(context, (tx) =>
      insertDeliverables(
        tx,
        missing.map(({ parent = '', name }) => ({ projectId: parent, name })),
      ),
    ),
  );
}
