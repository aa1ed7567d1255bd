import type { z } from 'zod';
import type { Opportunity, Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { awaitLookups } from '../../platform/errors/collect-lookup-errors.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/fields.ts';
import { parseOrCollectErrors } from '../../platform/input/input-errors.ts';
import { resolveReference } from '../../platform/names/name-resolver.ts';
import { newRecordId } from '../../write/client-generated-ids.ts';
import { inTransaction } from '../../write/in-transaction.ts';
import { resolveCustomValueMap } from '../custom-fields/values.ts';
import type { PipelineStageRecord } from '../pipeline-stages/fields.ts';
import { resolvePipelineStage } from '../pipeline-stages/rules.ts';
import { toDoItemsToJson } from '../to-do-items/fields.ts';
import { createOpportunityInput } from './fields.ts';
import { resolveCloseDate } from './rules.ts';

/**
 * Makes an opportunity, in the first stage of the pipeline where no stage is named (decisions,
 * "opportunities/create").
 * @throws ActionError invalid_input, name_not_found, record_not_found
 */
export async function createOpportunity(
  context: Context,
  input: InputOf<typeof createOpportunityInput>,
): Promise<Opportunity> {
  const parsed = await parseOrCollectErrors(
    () => parseInput(createOpportunityInput, input, validateStageIds),
    (rest) => resolveOpportunityReferences(context, rest),
  );
  const { clientName: _client, stageName: _name, stageId: _id, ...rest } = parsed;
  const { customValues, statusId: _status, ...fields } = rest;
  const [clientId, stage] = await awaitLookups<
    [string | null, Awaited<ReturnType<typeof resolvePipelineStage>>]
  >(resolveOpportunityReferences(context, parsed));
  const write = async (tx: Context) => {
    const storedValues = await resolveCustomValueMap(tx, 'OPPORTUNITY', customValues);
    return insertOpportunity(tx, stage, {
      ...fields,
      clientId,
      customValues: storedValues as Prisma.InputJsonObject,
    });
  };
  return customValues === null ? write(context) : inTransaction(context, write);
}

/** The client and the stage that a new opportunity names. */
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

/** What an opportunity is made of, once every name is resolved. */
type NewOpportunity = Omit<
  Prisma.OpportunityUncheckedCreateInput,
  'accountId' | 'id' | 'statusId' | 'toDos' | 'leadInfo'
> & {
  actualCloseDate?: Date | null;
  toDos?: Parameters<typeof toDoItemsToJson>[0];
  leadInfo: object | null;
};

/** Puts an opportunity into a stage; into a closed one with today as its close date, if it has none. */
export async function insertOpportunity(
  context: Context,
  stage: PipelineStageRecord,
  { toDos = [], leadInfo, actualCloseDate = null, ...fields }: NewOpportunity,
): Promise<Opportunity> {
  return context.db.opportunity.create({
    data: {
      ...fields,
      accountId: context.accountId,
      id: newRecordId(context, 'Opportunity'),
      statusId: stage.id,
      ...resolveCloseDate(context, stage, actualCloseDate),
      toDos: toDoItemsToJson(toDos),
      ...(leadInfo && { leadInfo: leadInfo as Prisma.InputJsonObject }),
    },
  });
}
