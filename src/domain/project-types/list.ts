import type { JoinCondition } from '../../query/json-query.ts';
import type { RowSelection } from '../../query/list-rows.ts';
import type { ListQuery } from '../../query/record-list.ts';

/** Spec part 2, "ProjectType". */
export const projectTypesByName: ListQuery = {
  orderBy: [
    { column: 'isDefaultProjectType', direction: 'desc' },
    { column: 'name' },
    { column: 'id' },
  ],
};

/** Includes the fields of all types. */
export const customFieldsOfProjectType =
  (recordType: 'PROJECT' | 'DELIVERABLE'): JoinCondition =>
  (field, type) =>
    `${field}."recordType" = '${recordType}' AND (${field}."projectTypeId" IS NULL OR ${field}."projectTypeId" = ${type}.id)`;

export const positionOrder: RowSelection = {
  orderBy: [
    { column: 'position', direction: 'asc' },
    { column: 'id', direction: 'asc' },
  ],
};
