import type { Context } from '../../platform/context/context.ts';
import { dateToDb, formatDate, todayIn } from '../../platform/dates/dates.ts';
import { validateAliases } from '../../platform/input/field-aliases.ts';

export const validateMarkup = (fields: object) =>
  validateAliases(fields, [['markupPercent', 'markupPercentage']]);

/** An expense with a date and no time is stored as midnight UTC. */
export function dayOfExpense({ workspace }: Pick<Context, 'workspace'>, at: Date): Date {
  const isDay = at.getTime() % 86_400_000 === 0;
  return dateToDb(isDay ? formatDate(at) : todayIn(workspace.timeZone, at));
}
