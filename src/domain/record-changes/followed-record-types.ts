import type { NumericIdType, RecordType } from '../../platform/ids/record-ids.ts';
import { idPrefixes } from '../../platform/ids/record-ids.ts';

export type ChangeKind = 'CREATED' | 'UPDATED' | 'DELETED';

/** Types with their own id and table. */
export type ChangedType = Exclude<RecordType, 'ToDoItem' | 'WebhookDelivery'> | NumericIdType;

export const changedTypes = [
  ...(Object.keys(idPrefixes) as RecordType[]).filter(
    (type) => type !== 'ToDoItem' && type !== 'WebhookDelivery',
  ),
  'User',
  'Workspace',
] satisfies ChangedType[] as ChangedType[];
