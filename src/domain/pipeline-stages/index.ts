import type { PipelineStage } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import { enumOf, hexColor, sortPositionType, text } from '../../platform/input/field-types.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import {
  inputObject,
  nullable,
  parseInput,
  required,
  requiredOnCreate,
  withDefault,
} from '../../platform/input/fields.ts';
import type { UpdateMode } from '../../platform/input/update-input.ts';
import { requireId } from '../../platform/input/update-input.ts';
import type { RecordReference } from '../../platform/names/name-resolver.ts';
import { resolveReference } from '../../platform/names/name-resolver.ts';
import { withUniqueConflict } from '../../platform/records/constraint-errors.ts';
import type { ListQuery } from '../../query/record-list.ts';
import { newRecordId } from '../../write/client-generated-ids.ts';
import { deleteRecord } from '../../write/records.ts';
import { updateRecord } from '../../write/update-record.ts';

/** A stage of the sales pipeline as both doors answer it. */
export type PipelineStageRecord = PipelineStage;

/** What stages can mean (decisions, "Stage type"). */
export const stageTypes = ['NEW', 'IN_PROGRESS', 'ON_HOLD', 'CLOSED_WON', 'CLOSED_LOST'] as const;

const pipelineOrder = [{ position: 'asc' }, { id: 'asc' }] as const;

/** The stages of the pipeline, in its order (decisions, "List Pipeline Stages"). */
export const pipelineStages: ListQuery = { orderBy: [{ column: 'position' }, { column: 'id' }] };

/**
 * The stage that is meant; the first of the pipeline where none is.
 * @throws ActionError name_not_found, record_not_found, invalid_input where name and id disagree; conflicting_state
 * where the pipeline is empty
 */
export async function resolvePipelineStage(
  context: Context,
  reference: RecordReference,
): Promise<PipelineStageRecord> {
  const id = await resolveReference(context.names, 'stage', reference);
  const stage = await context.db.pipelineStage.findFirst({
    where: { accountId: context.accountId, ...(id !== null && { id }) },
    orderBy: [...pipelineOrder],
  });
  if (stage) return stage;
  throw new ActionError('conflicting_state', 'The workspace’s pipeline has no stages.');
}

const placeDescription = 'Place in the pipeline: stages go by it, then by age.';

const stageFields = {
  hexColor: nullable(hexColor),
  stageType: withDefault(
    enumOf('StageType', stageTypes),
    'IN_PROGRESS',
    'What being in the stage means; opportunities in a closed one are decided.',
  ),
};

export const createPipelineStageInput = inputObject('CreatePipelineStage', 'A new stage.', {
  label: required(text()),
  ...stageFields,
  position: nullable(sortPositionType, `${placeDescription} Left out: the last.`),
});

export const updatePipelineStageInput = inputObject('UpdatePipelineStage', 'A stage’s fields.', {
  label: requiredOnCreate(text()),
  ...stageFields,
  position: requiredOnCreate(sortPositionType, placeDescription),
});

const labelTaken = 'The pipeline already has a stage of this label.';

/**
 * Adds a stage to the pipeline.
 * @throws ActionError invalid_input, name_taken
 */
export async function createPipelineStage(
  context: Context,
  input: InputOf<typeof createPipelineStageInput>,
): Promise<PipelineStageRecord> {
  const { accountId, db } = context;
  const { position, ...fields } = parseInput(createPipelineStageInput, input);
  const { _max: last } = await db.pipelineStage.aggregate({
    where: { accountId },
    _max: { position: true },
  });
  const row = { ...fields, accountId, id: newRecordId(context, 'PipelineStage') };
  return withUniqueConflict('label', labelTaken, () =>
    db.pipelineStage.create({ data: { ...row, position: position ?? (last.position ?? 0) + 1 } }),
  );
}

/**
 * Changes a stage: patch keeps what is left out, replace resets it, except label and place. The close dates of the
 * opportunities in it stay, whatever it becomes.
 * @throws ActionError id_missing, record_not_found, invalid_input, name_taken
 */
export async function updatePipelineStage(
  context: Context,
  input: { id?: unknown } & InputOf<typeof updatePipelineStageInput>,
  mode: UpdateMode,
): Promise<PipelineStageRecord> {
  const update = { type: 'PipelineStage', schema: updatePipelineStageInput, input, mode } as const;
  return withUniqueConflict('label', labelTaken, () =>
    updateRecord(context, update, ({ accountId, db }, data, { id }: PipelineStage) =>
      db.pipelineStage.updateManyAndReturn({ where: { accountId, id }, data }),
    ),
  );
}

/**
 * Deletes a stage in which no opportunity is.
 * @throws ActionError id_missing, record_not_found, conflicting_state
 */
export async function deletePipelineStage(
  context: Context,
  input: { id?: unknown },
): Promise<string> {
  const id = requireId(input);
  await deleteRecord(context, 'PipelineStage', id);
  return id;
}

/** Whether opportunities in that stage are decided. */
export function isClosedStage({ stageType }: Pick<PipelineStage, 'stageType'>): boolean {
  return stageType === 'CLOSED_WON' || stageType === 'CLOSED_LOST';
}
