import type { Context } from '../platform/context/context.ts';
import { requireId } from '../platform/input/update-input.ts';
import { write } from './write.ts';

/**
 * Creates a command that archives or unarchives a record.
 * @throws ActionError id_missing, record_not_found
 */
export const archivingCommand =
  (model: 'Client' | 'Deliverable', archived: boolean) =>
  (context: Context, input: { id?: unknown }): Promise<{ id: string }> =>
    write(context, async (tx) => {
      const id = requireId(input);
      await tx.updateById(model, id, { archived });
      return { id };
    });
