import type { Opportunity } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { dateToDb, todayIn } from '../../platform/dates/dates.ts';
import type { PipelineStageRecord } from '../pipeline-stages/fields.ts';
import { isClosedStage } from '../pipeline-stages/rules.ts';

/** The close date of an opportunity, and whether it is the default. */
export type CloseDate = Pick<Opportunity, 'actualCloseDate' | 'closeDateAssumed'>;

/** The close date in a stage: in a closed one by default today (decisions, "opportunities/create"). */
export function resolveCloseDate(
  context: Context,
  stage: PipelineStageRecord,
  requestedDate: Date | null,
): CloseDate {
  if (requestedDate !== null || !isClosedStage(stage)) {
    return { actualCloseDate: requestedDate, closeDateAssumed: false };
  }
  const today = dateToDb(todayIn(context.workspace.timeZone, context.now));
  return { actualCloseDate: today, closeDateAssumed: true };
}
