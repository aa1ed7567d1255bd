import type { PipelineStage } from '../generated/prisma/client.ts';
import type { Context } from './kernel/context.ts';
import { ActionError } from './kernel/errors.ts';
import type { Reference } from './kernel/names.ts';
import { resolveReference } from './kernel/names.ts';

/** A stage of the sales pipeline as both doors answer it. */
export type PipelineStageRecord = PipelineStage;

/** What stages can mean (decisions, "Stage type"). */
export const stageTypes = ['NEW', 'IN_PROGRESS', 'ON_HOLD', 'CLOSED_WON', 'CLOSED_LOST'] as const;

const pipelineOrder = [{ position: 'asc' }, { id: 'asc' }] as const;

/** The stages of the pipeline, in its order (decisions, "List Pipeline Stages"). */
export async function listPipelineStages(context: Context): Promise<PipelineStageRecord[]> {
  return context.db.pipelineStage.findMany({
    where: { accountId: context.accountId },
    orderBy: [...pipelineOrder],
  });
}

/**
 * The stage that is meant; the first of the pipeline where none is.
 * @throws ActionError name_not_found, record_not_found, invalid_input where name and id disagree; conflicting_state
 * where the pipeline is empty
 */
export async function resolveStage(
  context: Context,
  reference: Reference,
): Promise<PipelineStageRecord> {
  const id = await resolveReference(context.names, 'stage', reference);
  const stage = await context.db.pipelineStage.findFirst({
    where: { accountId: context.accountId, ...(id !== null && { id }) },
    orderBy: [...pipelineOrder],
  });
  if (stage) return stage;
  throw new ActionError('conflicting_state', 'The workspace’s pipeline has no stages.');
}

/** Whether opportunities in that stage are decided. */
export function isClosed({ stageType }: Pick<PipelineStage, 'stageType'>): boolean {
  return stageType === 'CLOSED_WON' || stageType === 'CLOSED_LOST';
}
