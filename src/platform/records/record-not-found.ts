import { ActionError, truncateText } from '../errors/action-error.ts';
import type { RecordType } from '../ids/record-ids.ts';

/** "TimeEntry" → "time entry". */
export function nounOf(type: string): string {
  return type.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
}

const maxIdLength = 255;

/** Ids of other workspaces get the same error. */
export function recordNotFoundError(
  type: RecordType | 'User',
  id: string | number,
  path = 'id',
): ActionError {
  return new ActionError(
    'record_not_found',
    `There is no ${nounOf(type)} with id "${truncateText(String(id), maxIdLength)}".`,
    {
      errors: [{ path, code: 'record_not_found', message: 'no such record' }],
    },
  );
}
