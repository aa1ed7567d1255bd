import type { Context } from '../../platform/context/context.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/fields.ts';
import { newRecordId } from '../../write/client-generated-ids.ts';
import type { InsertedRow } from '../../write/unit-of-work.ts';
import { write } from '../../write/write.ts';
import { createPipelineStageInput } from './fields.ts';
import { pipelineStageConstraints } from './rules.ts';

/** @throws ActionError invalid_input, name_taken */
export function createPipelineStage(
  context: Context,
  input: InputOf<typeof createPipelineStageInput>,
): Promise<InsertedRow<'PipelineStage'>> {
  return write(context, async (tx) => {
    const { position, ...fields } = parseInput(createPipelineStageInput, input);
    const row = { ...fields, position: position ?? (await lastPosition(tx)) + 1 };
    const id = newRecordId(tx, 'PipelineStage');
    return tx.insert('PipelineStage', { ...row, id }, pipelineStageConstraints);
  });
}

async function lastPosition({ accountId, db }: Context): Promise<number> {
  const { _max: max } = await db.pipelineStage.aggregate({
    where: { accountId },
    _max: { position: true },
  });
  return max.position ?? 0;
}
