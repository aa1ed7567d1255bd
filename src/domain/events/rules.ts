import type { FieldError } from '../../platform/errors/action-error.ts';
import { validateEventTypes } from './event-types.ts';
import type { EventListRequest } from './fields.ts';
import { validateLogPosition } from './log-positions.ts';

export const validateEventListRequest = ({
  after,
  types,
}: Omit<EventListRequest, 'first'>): FieldError[] => [
  ...(after === null || after === undefined ? [] : validateLogPosition(after)),
  ...(types ? validateEventTypes(types) : []),
];

export function validateEventCount(path: string, count: number, max: number): FieldError[] {
  if (Number.isInteger(count) && count >= 1 && count <= max) return [];
  return [{ path, code: 'out_of_range', message: `must be from 1 to ${max}` }];
}
