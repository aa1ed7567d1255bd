import type { Context } from '../../platform/context/context.ts';
import { dateToDb, formatDate, todayIn } from '../../platform/dates/dates.ts';
import { requireDatesInRange } from '../../platform/input/date-checks.ts';
import type { linePeriodFields } from './line-period-fields.ts';
import type { LineContent } from './line-rows.ts';

type LinePeriod = Pick<LineContent, keyof typeof linePeriodFields>;

/** Something that a line charges, with its moment; null where that tells no day. */
export interface DatedWork {
  kind: 'TIME' | 'EXPENSE' | 'DELIVERABLE';
  at: Date | null;
  /** When time ended; null for other work. */
  end: Date | null;
}

/** The day of work as the workspace's clocks have it; an expense that was given as a day is kept as midnight of UTC. */
function dayOf({ workspace }: Pick<Context, 'workspace'>, kind: DatedWork['kind'], at: Date): Date {
  const isDay = kind === 'EXPENSE' && at.getTime() % 86_400_000 === 0;
  return dateToDb(isDay ? formatDate(at) : todayIn(workspace.timeZone, at));
}

/**
 * From the first to the last day of time and expenses. A deliverable tells none: when somebody approved it is not when it was
 * delivered.
 */
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

/** The lines with the days of what they charge, where none were given; `works` has those of each item, by its place. */
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

/** @throws ActionError invalid_input where a day of a line is out of all reason */
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
