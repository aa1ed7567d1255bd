import type { NumericIdType, RecordType } from '../../platform/ids/record-ids.ts';
import { idPrefixes } from '../../platform/ids/record-ids.ts';

export type ChangeKind = 'CREATED' | 'UPDATED' | 'DELETED';

/** Types of record whose changes are told: all that have an id, and a table, of their own. */
export type ChangedType = Exclude<RecordType, 'ToDoItem'> | NumericIdType;

export const changedTypes = [
  ...(Object.keys(idPrefixes) as RecordType[]).filter((type) => type !== 'ToDoItem'),
  'User',
  'Workspace',
] satisfies ChangedType[] as ChangedType[];
