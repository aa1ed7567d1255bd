import { ActionError, truncateText } from '../errors/action-error.ts';
import type { RecordType } from '../ids/record-ids.ts';

/** "TimeEntry" → "time entry". */
export function nounOf(type: string): string {
  return type.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
}

/** Longer than any id that a record has, a caller's own among them. */
const longestShownId = 255;

/** The answer for an id that the workspace does not have, be it unknown or another workspace's; `path` is the field that named it. */
export function recordNotFoundError(
  type: RecordType | 'User',
  id: string | number,
  path = 'id',
): ActionError {
  return new ActionError(
    'record_not_found',
    `There is no ${nounOf(type)} with id "${truncateText(String(id), longestShownId)}".`,
    {
      errors: [{ path, code: 'record_not_found', message: 'no such record' }],
    },
  );
}
