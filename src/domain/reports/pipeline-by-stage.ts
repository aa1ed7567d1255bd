import type { Context } from '../../platform/context/context.ts';
import type { Decimal } from '../../platform/money/money.ts';
import { pipelineStageTypes } from '../pipeline-stages/fields.ts';
import { isClosedStage } from '../pipeline-stages/rules.ts';

const openStageTypes = pipelineStageTypes.filter((stageType) => !isClosedStage({ stageType }));

export interface PipelineStageTotal {
  id: string;
  currency: string;
  opportunities: number;
  /** Estimated values. */
  value: Decimal;
}

/** An empty stage has a row in the workspace's currency. */
export async function listPipelineByStage({
  accountId,
  db,
  workspace,
}: Context): Promise<PipelineStageTotal[]> {
  return db.$queryRaw<PipelineStageTotal[]>`
    SELECT s.id, coalesce(c.currency, ${workspace.currency}) AS currency, count(o.id)::int AS opportunities,
      coalesce(sum(o.value), 0) AS value
    FROM "PipelineStage" s
    LEFT JOIN "Opportunity" o ON o."accountId" = s."accountId" AND o."statusId" = s.id AND NOT o.archived
    LEFT JOIN "Client" c ON c."accountId" = o."accountId" AND c.id = o."clientId"
    WHERE s."accountId" = ${accountId} AND s."stageType" = ANY (${openStageTypes}::"StageType"[])
    GROUP BY s.id, s.position, 2 ORDER BY s.position, s.id, 2`;
}
