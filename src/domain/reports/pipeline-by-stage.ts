import type { Context } from '../../platform/context/context.ts';
import type { Decimal } from '../../platform/money/money.ts';
import { pipelineStageTypes } from '../pipeline-stages/fields.ts';
import { isClosedStage } from '../pipeline-stages/rules.ts';

const openStageTypes = pipelineStageTypes.filter((stageType) => !isClosedStage({ stageType }));

export interface PipelineStageTotal {
  id: string;
  opportunities: number;
  /** Sum of the estimated values, in the workspace's currency. */
  value: Decimal;
}

/** What may still be won, by stage in the pipeline's order: of opportunities neither archived nor in a closed stage. */
export async function listPipelineByStage({
  accountId,
  db,
}: Context): Promise<PipelineStageTotal[]> {
  return db.$queryRaw<PipelineStageTotal[]>`
    SELECT s.id, count(o.id)::int AS opportunities, coalesce(sum(o.value), 0) AS value
    FROM "PipelineStage" s
    LEFT JOIN "Opportunity" o ON o."accountId" = s."accountId" AND o."statusId" = s.id AND NOT o.archived
    WHERE s."accountId" = ${accountId} AND s."stageType" = ANY (${openStageTypes}::"StageType"[])
    GROUP BY s.id, s.position ORDER BY s.position, s.id`;
}
