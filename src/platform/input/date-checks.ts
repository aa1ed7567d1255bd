import type { Context } from '../context/context.ts';
import { currentDate, formatDate, todayIn } from '../dates/dates.ts';
import type { FieldError } from '../errors/action-error.ts';
import { invalidInputError } from '../errors/action-error.ts';

interface Reach {
  back: number;
  ahead: number;
}

interface Before {
  day: Date;
  what: string;
}

const yearsFrom = (day: string, years: number): string =>
  `${String(Number(day.slice(0, 4)) + years).padStart(4, '0')}${day.slice(4)}`;

const inYears = (years: number) => (years === 1 ? 'a year' : `${years} years`);

/**
 * Rejects dates that are probably typing errors.
 * @throws ActionError invalid_input
 */
export function requireDatesInRange(
  { now, workspace }: Pick<Context, 'now' | 'workspace'>,
  days: Readonly<Record<string, Date | null | undefined>>,
  { ahead, back }: Reach,
): void {
  const today = todayIn(workspace.timeZone, now);
  const [first, last] = [yearsFrom(today, -back), yearsFrom(today, ahead)];
  const errors = Object.entries(days).flatMap(([path, date]): FieldError[] => {
    if (!date) return [];
    const day = formatDate(date);
    if (day >= first && day <= last) return [];
    const message =
      day < first
        ? `must not be more than ${inYears(back)} ago`
        : ahead === 0
          ? 'must not be in the future'
          : `must not be more than ${inYears(ahead)} ahead`;
    return [{ path, code: 'out_of_range', message }];
  });
  if (errors.length > 0) throw invalidInputError(errors);
}

export const laterDate = (one: Date, other: Date): Date => (one < other ? other : one);

export function earliestReversalDate(context: Pick<Context, 'now' | 'workspace'>, day: Date): Date {
  const today = currentDate(context);
  return day < today ? day : today;
}

/**
 * An earlier reversal would change closed books.
 * @throws ActionError invalid_input
 */
export function requireDatesNotBefore(
  context: Pick<Context, 'now' | 'workspace'>,
  days: Readonly<Record<string, Date | null | undefined>>,
  { day, what }: Before,
): void {
  const first = formatDate(earliestReversalDate(context, day));
  const errors = Object.entries(days).flatMap(([path, date]): FieldError[] => {
    if (!date || formatDate(date) >= first) return [];
    return [{ path, code: 'out_of_range', message: `must not be before ${first}, ${what}` }];
  });
  if (errors.length > 0) throw invalidInputError(errors);
}
