import type { ListQuery } from '../../query/record-list.ts';

export const pipelineOrder = [{ position: 'asc' }, { id: 'asc' }] as const;

export const pipelineStagesInOrder: ListQuery = {
  orderBy: [{ column: 'position' }, { column: 'id' }],
};
