import type { Opportunity } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { currentDate } from '../../platform/dates/dates.ts';
import type { PipelineStageRecord } from '../pipeline-stages/fields.ts';
import { isClosedStage } from '../pipeline-stages/rules.ts';

/** `closeDateAssumed`: the date is the default. */
export type CloseDate = Pick<Opportunity, 'actualCloseDate' | 'closeDateAssumed'>;

/** In a closed stage, the default is today. */
export function resolveCloseDate(
  context: Context,
  stage: PipelineStageRecord,
  requestedDate: Date | null,
): CloseDate {
  if (requestedDate !== null || !isClosedStage(stage)) {
    return { actualCloseDate: requestedDate, closeDateAssumed: false };
  }
  const today = currentDate(context);
  return { actualCloseDate: today, closeDateAssumed: true };
}
