import type { ListQuery } from '../../query/record-list.ts';

export const pipelineOrder = [{ position: 'asc' }, { id: 'asc' }] as const;

/** The stages of the pipeline, in its order (decisions, "List Pipeline Stages"). */
export const pipelineStagesInOrder: ListQuery = {
  orderBy: [{ column: 'position' }, { column: 'id' }],
};
