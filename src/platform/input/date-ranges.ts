import type { Context } from '../context/context.ts';
import { dateToDb, formatDate, wallClockToInstant } from '../dates/dates.ts';
import { invalidInputError } from '../errors/action-error.ts';
import type { Rules } from './fields.ts';

/** Ranges include both ends, in the workspace's time zone. */

export const rangeOrderRule: Rules<{ from: Date | null; to: Date | null }> = ({ from, to }) =>
  from && to && from > to
    ? [{ path: 'to', code: 'before_from', message: 'must not be before from' }]
    : [];

export function startOfLastTwelveMonths(day: string): string {
  const last = dateToDb(day);
  return formatDate(new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth() - 11, 1)));
}

/** @throws ActionError invalid_input */
export const startOfDay = (context: Pick<Context, 'workspace'>, path: string, day: Date): Date =>
  instantOf(context, path, day, '00:00:00');

/**
 * Returns the exclusive end.
 * @throws ActionError invalid_input
 */
export const endOfDay = (context: Pick<Context, 'workspace'>, path: string, day: Date): Date =>
  new Date(instantOf(context, path, day, '23:59:59').getTime() + 1_000);

function instantOf(
  { workspace }: Pick<Context, 'workspace'>,
  path: string,
  day: Date,
  time: string,
): Date {
  const instant = wallClockToInstant(formatDate(day), time, workspace.timeZone);
  if (instant) return instant;
  throw invalidInputError([{ path, code: 'out_of_range', message: 'must be from 1900 to 9999' }]);
}
