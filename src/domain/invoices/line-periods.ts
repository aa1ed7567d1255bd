import type { Context } from '../../platform/context/context.ts';
import { dateToDb, todayIn } from '../../platform/dates/dates.ts';
import { requireDatesInRange } from '../../platform/input/date-checks.ts';
import { dayOfExpense } from '../expenses/rules.ts';
import type { linePeriodFields } from './line-period-fields.ts';
import type { LineContent } from './line-rows.ts';

type LinePeriod = Pick<LineContent, keyof typeof linePeriodFields>;

export interface DatedWork {
  kind: 'TIME' | 'EXPENSE' | 'DELIVERABLE';
  at: Date | null;
  /** Only of time. */
  end: Date | null;
}

const dayOf = (context: Pick<Context, 'workspace'>, kind: DatedWork['kind'], at: Date): Date =>
  kind === 'EXPENSE'
    ? dayOfExpense(context, at)
    : dateToDb(todayIn(context.workspace.timeZone, at));

/** The approval date of a deliverable is not its delivery date. */
export function linePeriodOf(
  context: Pick<Context, 'workspace'>,
  works: readonly DatedWork[],
): LinePeriod {
  const days = works
    .flatMap(({ at, end, kind }) => {
      if (at === null || kind === 'DELIVERABLE') return [];
      const first = dayOf(context, kind, at);
      // Work until midnight ends on the day before.
      return end ? [first, dayOf(context, kind, new Date(end.getTime() - 1))] : [first];
    })
    .sort((one, other) => one.getTime() - other.getTime());
  return { servicePeriodStart: days[0] ?? null, servicePeriodEnd: days.at(-1) ?? null };
}

/** `works` is keyed by the index of the item. */
export function withLinePeriods(
  context: Pick<Context, 'workspace'>,
  lines: readonly LineContent[],
  works: ReadonlyMap<number, readonly DatedWork[]>,
): LineContent[] {
  let item = -1;
  return lines.map((line) => {
    if (line.role !== 'ITEM') return line;
    item += 1;
    const own = works.get(item);
    const isGiven = line.servicePeriodStart ?? line.servicePeriodEnd;
    return own && !isGiven ? { ...line, ...linePeriodOf(context, own) } : line;
  });
}

/** @throws ActionError invalid_input */
export function requireLinePeriodsInRange(
  context: Context,
  items: readonly Partial<LinePeriod>[] = [],
): void {
  const days = items.flatMap(({ servicePeriodEnd, servicePeriodStart }, index) => [
    [`items.${index}.servicePeriodStart`, servicePeriodStart] as const,
    [`items.${index}.servicePeriodEnd`, servicePeriodEnd] as const,
  ]);
  requireDatesInRange(context, Object.fromEntries(days), { back: 10, ahead: 10 });
}
