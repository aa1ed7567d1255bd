import { formatLongDate, workLineLabels } from '../../locales/work-descriptions.ts';
import type { Context } from '../../platform/context/context.ts';
import { dateToDb, formatDate, todayIn } from '../../platform/dates/dates.ts';
import { Decimal, roundToCurrency } from '../../platform/money/money.ts';
import type { ChargeableWorkItem } from '../work-prices/billable-work.ts';
import { workTables } from '../work-prices/billable-work.ts';
import { noItemAdjustments } from './adjustments.ts';
import { billableRecordTypes, noBilledRecords } from './billed-record-fields.ts';
import type { ResolvedItem } from './item-resolution.ts';
import { linePeriodOf } from './line-periods.ts';

/** How time is grouped into lines. Every expense and deliverable has its own line. */
export const workGroupings = {
  PROJECT: 'A line for each project.',
  PERSON: 'A line for each person.',
  DELIVERABLE: 'A line for each deliverable.',
  DAY: 'One line per day in the workspace’s time zone. Time past midnight belongs to the day on which it began.',
  ENTRY: 'A line for each time entry.',
} as const;

export type WorkGrouping = keyof typeof workGroupings;

export const workGroupingNames = Object.keys(workGroupings) as WorkGrouping[];

export type PricedWorkItem = Omit<ChargeableWorkItem, 'rate'> & { rate: Decimal | null };

/** `language` is null if none is set. */
interface LineOptions {
  by: WorkGrouping;
  language: string | null;
}

/** Time, then expenses, then deliverables, each with the oldest first. */
export function buildWorkLines(
  context: Context,
  { by, language }: LineOptions,
  work: readonly PricedWorkItem[],
): ResolvedItem[] {
  const groups = new Map<string, PricedWorkItem[]>();
  for (const item of work) {
    const group = groupOf(context, by, item);
    const items = groups.get(group);
    if (items) items.push(item);
    else groups.set(group, [item]);
  }
  const lines = [...groups.values()].map((items) => lineOf(context, { by, language }, items));
  const order = Object.values<string>(lineTypes);
  return lines.toSorted(
    ({ type: one = '' }, { type: other = '' }) => order.indexOf(one) - order.indexOf(other),
  );
}

const dayOf = ({ workspace }: Context, { at }: PricedWorkItem) => todayIn(workspace.timeZone, at);

function groupOf(context: Context, by: WorkGrouping, item: PricedWorkItem): string {
  const { kind, id, projectId, deliverableId, rate, taxable, userId } = item;
  if (kind !== 'TIME') return JSON.stringify([kind, id]);
  const groups: Record<WorkGrouping, () => unknown[]> = {
    PROJECT: () => [projectId],
    PERSON: () => [userId],
    DELIVERABLE: () => [projectId, deliverableId],
    DAY: () => [dayOf(context, item)],
    ENTRY: () => [id],
  };
  return JSON.stringify([kind, ...groups[by](), rate, taxable]);
}

const lineTypes = { TIME: 'HOURS', EXPENSE: 'EXPENSE', DELIVERABLE: 'DELIVERABLE' } as const;

/** A line for items of one kind and price. */
function lineOf(
  context: Context,
  options: LineOptions,
  items: readonly PricedWorkItem[],
): ResolvedItem {
  const [first] = items as [PricedWorkItem];
  const { kind, rate, taxable } = first;
  const commonId = <K extends 'projectId' | 'deliverableId'>(field: K) =>
    items.every((item) => item[field] === first[field]) ? first[field] : null;
  const [projectId, deliverableId] = [commonId('projectId'), commonId('deliverableId')];
  const { field } = billableRecordTypes.find(
    ({ type }) => type === workTables[kind],
  ) as (typeof billableRecordTypes)[number];
  return {
    ...noBilledRecords,
    ...noItemAdjustments,
    ownTax: null,
    baseQuantity: null,
    price: null,
    percent: null,
    role: 'ITEM' as const,
    [field]: items.map(({ id }) => id),
    description: descriptionOf(context, options, first),
    quantity: quantityOf(items),
    rate: rate as Decimal,
    ...linePeriodOf(context, items),
    taxable,
    type: lineTypes[kind],
    unit: kind === 'TIME' ? 'h' : null,
    project: projectId === null ? null : { id: projectId, name: first.projectName ?? '' },
    deliverable:
      projectId === null || deliverableId === null
        ? null
        : { id: deliverableId, name: first.deliverableName ?? '' },
  };
}

const [minDecimals, maxDecimals] = [6, 12];

/** Hours with the decimals that quantity × price needs to equal the exact price. 1 for other work. */
function quantityOf(items: readonly PricedWorkItem[]): Decimal {
  const [{ currency, rate }] = items as [PricedWorkItem];
  const zero = new Decimal(0);
  if (items.every(({ seconds }) => seconds === null)) return new Decimal(items.length);
  const seconds = items.reduce((sum, item) => sum.plus(item.seconds ?? zero), zero);
  const hours = seconds.dividedBy(3_600);
  const amount = roundToCurrency(seconds.times(rate ?? zero).dividedBy(3_600), currency);
  for (let decimals = minDecimals; decimals < maxDecimals; decimals += 1) {
    // A result that ends on half a minor unit needs rounding up.
    for (const rounding of [Decimal.ROUND_HALF_UP, Decimal.ROUND_UP]) {
      const quantity = hours.toDecimalPlaces(decimals, rounding);
      if (roundToCurrency(quantity.times(rate ?? zero), currency).equals(amount)) return quantity;
    }
  }
  return hours.toDecimalPlaces(maxDecimals, Decimal.ROUND_HALF_UP);
}

function descriptionOf(
  context: Context,
  { by, language }: LineOptions,
  item: PricedWorkItem,
): string {
  const { deliverableName, description, kind, projectName, userName } = item;
  const words = workLineLabels(language);
  if (kind === 'EXPENSE') return description ?? words.expense;
  if (kind === 'DELIVERABLE') return deliverableName ?? '';
  const work = deliverableName ?? projectName ?? words.hours;
  const descriptions: Record<WorkGrouping, () => string> = {
    PROJECT: () => projectName ?? words.hours,
    PERSON: () => userName ?? words.hours,
    DELIVERABLE: () => work,
    DAY: () => formatLongDate(formatDate(dateToDb(dayOf(context, item))), language),
    ENTRY: () => description ?? work,
  };
  return descriptions[by]();
}
