import type { Opportunity } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { dateToDb, todayIn } from '../../platform/dates/dates.ts';
import type { PipelineStageRecord } from '../pipeline-stages/fields.ts';
import { isClosedStage } from '../pipeline-stages/rules.ts';

/** The day on which an opportunity was decided, and whether that is no more than the day on which it was moved. */
export type CloseDate = Pick<Opportunity, 'actualCloseDate' | 'closeDateAssumed'>;

/** Moving into a closed stage sets the close date when it is empty (decisions, "opportunities/create"). */
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
