import type { Context } from '../../platform/context/context.ts';
import { requireId } from '../../platform/input/update-input.ts';
import { write } from '../../write/write.ts';
import { requireOwner } from '../workspaces/owner-check.ts';
import type { Erasure, ErasureSubjectType } from './erase-subject.ts';
import { eraseSubject, findSubject } from './erase-subject.ts';

class DryRunRollback extends Error {
  readonly erasure: Erasure;
  constructor(erasure: Erasure) {
    super('A dry run was rolled back.');
    this.erasure = erasure;
  }
}

/**
 * Runs the erasure and rolls it back, so both have the same result.
 * @throws ActionError id_missing, record_not_found, conflicting_state, missing_scope, not_for_role
 */
export async function previewErasure(
  context: Context,
  type: ErasureSubjectType,
  input: { id?: unknown },
): Promise<Erasure> {
  const id = requireId(input);
  try {
    return await write(context, async (tx) => {
      const subject = await findSubject(tx, type, id);
      requireOwner(context, 'erases the personal data of a client or contact');
      throw new DryRunRollback(await eraseSubject(tx, subject));
    });
  } catch (error) {
    if (error instanceof DryRunRollback) return error.erasure;
    throw error;
  }
}
