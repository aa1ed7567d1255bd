import type { JoinCondition } from '../../query/json-query.ts';
import type { RowSelection } from '../../query/list-rows.ts';
import type { ListQuery } from '../../query/record-list.ts';

/** Every project type, the default one first, the others by name (spec part 2, "ProjectType"). */
export const projectTypesByName: ListQuery = {
  orderBy: [
    { column: 'isDefaultProjectType', direction: 'desc' },
    { column: 'name' },
    { column: 'id' },
  ],
};

/** Which custom fields records of a project type have: those of every type among them. */
export const customFieldsOfProjectType =
  (recordType: 'PROJECT' | 'DELIVERABLE'): JoinCondition =>
  (field, type) =>
    `${field}."recordType" = '${recordType}' AND (${field}."projectTypeId" IS NULL OR ${field}."projectTypeId" = ${type}.id)`;

/** The order of custom fields, and of statuses. */
export const positionOrder: RowSelection = {
  orderBy: [
    { column: 'position', direction: 'asc' },
    { column: 'id', direction: 'asc' },
  ],
};
