import type { z } from 'zod';
import type { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { awaitLookups } from '../../platform/errors/collect-lookup-errors.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/fields.ts';
import { parseOrCollectErrors } from '../../platform/input/input-errors.ts';
import { resolveReference } from '../../platform/names/resolve-reference.ts';
import { newRecordId } from '../../write/client-generated-ids.ts';
import type { InsertedRow, NewRow, WriteContext } from '../../write/unit-of-work.ts';
import { write } from '../../write/write.ts';
import { resolveCustomValueMap } from '../custom-fields/values.ts';
import type { PipelineStageRecord } from '../pipeline-stages/fields.ts';
import { resolvePipelineStage } from '../pipeline-stages/rules.ts';
import { toDoItemsToJson } from '../to-do-items/fields.ts';
import { createOpportunityInput } from './fields.ts';
import { resolveCloseDate } from './rules.ts';

/**
 * Default stage: the first one of the pipeline.
 * @throws ActionError invalid_input, name_not_found, record_not_found
 */
export function createOpportunity(
  context: Context,
  input: InputOf<typeof createOpportunityInput>,
): Promise<InsertedRow<'Opportunity'>> {
  return write(context, async (tx) => {
    const parsed = await parseOrCollectErrors(
      () => parseInput(createOpportunityInput, input, validateStageIds),
      (rest) => resolveOpportunityReferences(tx, rest),
    );
    const { clientName: _client, stageName: _name, stageId: _id, ...rest } = parsed;
    const { customValues, statusId: _status, ...fields } = rest;
    const [clientId, stage] = await awaitLookups<[string | null, PipelineStageRecord]>(
      resolveOpportunityReferences(tx, parsed),
    );
    const storedValues = await resolveCustomValueMap(tx, 'OPPORTUNITY', customValues);
    return insertOpportunity(tx, stage, {
      ...fields,
      clientId,
      customValues: storedValues as Prisma.InputJsonObject,
    });
  });
}

function resolveOpportunityReferences(
  context: Context,
  fields: Partial<z.output<typeof createOpportunityInput>>,
) {
  const { clientId = null, clientName = null } = fields;
  const { stageId = null, stageName = null, statusId = null } = fields;
  return [
    resolveReference(context.names, 'client', {
      name: clientName,
      id: clientId,
      nameField: 'clientName',
      idField: 'clientId',
    }),
    resolvePipelineStage(context, {
      name: stageName,
      id: stageId ?? statusId,
      nameField: 'stageName',
      idField: stageId === null ? 'statusId' : 'stageId',
    }),
  ] as const;
}

function validateStageIds({
  stageId,
  statusId,
}: {
  stageId?: string | null;
  statusId?: string | null;
}) {
  if (!stageId || !statusId || stageId === statusId) return [];
  return [{ path: 'stageId', code: 'disagrees', message: 'is another stage than statusId' }];
}

type NewOpportunity = Omit<NewRow<'Opportunity'>, 'id' | 'statusId' | 'toDos' | 'leadInfo'> & {
  actualCloseDate?: Date | null;
  toDos?: Parameters<typeof toDoItemsToJson>[0];
  leadInfo: object | null;
};

/** In a closed stage, the close date defaults to today. */
export const insertOpportunity = (
  tx: WriteContext,
  stage: PipelineStageRecord,
  { toDos = [], leadInfo, actualCloseDate = null, ...fields }: NewOpportunity,
): InsertedRow<'Opportunity'> =>
  tx.insert('Opportunity', {
    ...fields,
    id: newRecordId(tx, 'Opportunity'),
    statusId: stage.id,
    ...resolveCloseDate(tx, stage, actualCloseDate),
    toDos: toDoItemsToJson(toDos),
    ...(leadInfo && { leadInfo: leadInfo as Prisma.InputJsonObject }),
  });
