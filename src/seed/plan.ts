import type { TaxComponent } from '../domain/invoices/tax-components.ts';
import { computeEffectiveRate } from '../domain/invoices/tax-components.ts';
import { taxRuleToJson } from '../domain/invoices/tax-json.ts';
import type { Context } from '../platform/context/context.ts';
import { addDays, todayIn } from '../platform/dates/dates.ts';
import { newId } from '../platform/ids/record-ids.ts';
import { Decimal } from '../platform/money/money.ts';
import { write } from '../write/write.ts';
import { SeededRandom } from './random.ts';
import { SeedRows } from './rows.ts';
import { expenseKinds } from './sample-texts.ts';

interface SeededRule {
  id: string;
  components: TaxComponent[];
  snapshot: ReturnType<typeof taxRuleToJson>;
}

/** Shared data of one run: settings of the workspace, calendar, and random numbers. */
export interface SeedPlan {
  accountId: number;
  chance: SeededRandom;
  currency: string;
  secondCurrency: string;
  userIds: readonly number[];
  projectTypeId: string;
  statuses: { complete: string; open: string[] };
  stages: { id: string; stageType: string }[];
  invoiceTemplateId: string | null;
  numberPattern: string;
  payInstructions: string | null;
  usualRule: SeededRule;
  compoundRule: SeededRule;
  vendors: Map<string, string>;
  days: number;
  today: string;
  timeZone: string;
  /** Adds a number if the name is in use, and reserves it. */
  freshName(name: string): string;
  dayBefore(days: number): string;
  dayAfter(day: string, days: number): string;
  notAfterToday(day: string): string;
  /** A working day of that month, not in the future. */
  workdayIn(monthsAgo: number): string;
  firstDayAfter(monthsAgo: number): string;
  monthName(monthsAgo: number): string;
}

const ruleParts = {
  usual: [
    { name: 'GST', rate: '5', order: 1, compound: false, compoundOnOrder: null },
    { name: 'QST', rate: '9.975', order: 2, compound: false, compoundOnOrder: null },
  ],
  compound: [
    { name: 'GST', rate: '5', order: 1, compound: false, compoundOnOrder: null },
    { name: 'PST', rate: '10', order: 2, compound: true, compoundOnOrder: null },
  ],
} satisfies Record<string, TaxComponent[]>;

/** Reads the workspace's settings, and creates missing tax rules and vendors. */
export async function createSeedPlan(
  context: Context,
  options: { months: number; seed: number; secondCurrency: string },
): Promise<SeedPlan> {
  const { accountId, db, now, workspace } = context;
  const where = { accountId };
  const settings = await db.workspace.findUniqueOrThrow({ where });
  const projectType = await db.projectType.findFirstOrThrow({
    where: { ...where, isDefaultProjectType: true },
    include: { statusList: { orderBy: { position: 'asc' } } },
  });
  const users = await db.user.findMany({ where: { ...where, active: true } });
  const stages = await db.pipelineStage.findMany({ where, orderBy: { position: 'asc' } });
  const template = await db.invoiceTemplate.findFirst({ where: { ...where, isDefault: true } });
  const names = await db.client.findMany({ where, select: { name: true } });
  const used = new Set(names.map(({ name }) => name));
  const usualRule = await ensureRule(context, 'GST + QST', ruleParts.usual);
  const compoundRule = await ensureRule(context, 'GST, then PST on both', ruleParts.compound);
  return {
    accountId,
    chance: new SeededRandom(options.seed),
    currency: workspace.currency,
    secondCurrency: options.secondCurrency,
    userIds: users.map(({ id }) => id),
    projectTypeId: projectType.id,
    statuses: {
      complete: projectType.statusList.find(({ complete }) => complete)?.id ?? '',
      open: projectType.statusList.filter(({ complete }) => !complete).map(({ id }) => id),
    },
    stages,
    invoiceTemplateId: template?.id ?? null,
    numberPattern: settings.invoiceNumberPattern,
    payInstructions: settings.payInstructions,
    usualRule,
    compoundRule,
    vendors: await ensureVendors(context),
    timeZone: workspace.timeZone,
    freshName: (name) => {
      let fresh = name;
      for (let n = 2; used.has(fresh); n += 1) fresh = `${name} ${n}`;
      used.add(fresh);
      return fresh;
    },
    ...calendarOf(todayIn(workspace.timeZone, now), options.months, options.seed),
  };
}

function calendarOf(today: string, months: number, seed: number) {
  const chance = new SeededRandom(seed + 1);
  const startOf = remembered((monthsAgo) => {
    const date = new Date(`${today.slice(0, 7)}-01T00:00:00Z`);
    date.setUTCMonth(date.getUTCMonth() - monthsAgo);
    return date.toISOString().slice(0, 10);
  });
  const notAfterToday = (day: string) => (day < today ? day : today);
  return {
    today,
    days: Math.max(30, months * 30),
    notAfterToday,
    dayBefore: (days: number) => addDays(today, -days),
    dayAfter: addDays,
    workdayIn: (monthsAgo: number) => {
      const day = addDays(startOf(monthsAgo), chance.int(0, 27));
      const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
      const moved = weekday === 0 ? addDays(day, 1) : weekday === 6 ? addDays(day, -1) : day;
      return notAfterToday(moved);
    },
    firstDayAfter: (monthsAgo: number) => notAfterToday(startOf(monthsAgo - 1)),
    monthName: remembered((monthsAgo) =>
      new Date(`${startOf(monthsAgo)}T00:00:00Z`).toLocaleDateString('en', {
        month: 'long',
        year: 'numeric',
        timeZone: 'UTC',
      }),
    ),
  };
}

function remembered(textOf: (monthsAgo: number) => string): (monthsAgo: number) => string {
  const known = new Map<number, string>();
  return (monthsAgo) => {
    const text = known.get(monthsAgo) ?? textOf(monthsAgo);
    known.set(monthsAgo, text);
    return text;
  };
}

async function ensureRule(
  { accountId, db }: Context,
  name: string,
  components: TaxComponent[],
): Promise<SeededRule> {
  const known = await db.taxRule.findUnique({ where: { accountId_name: { accountId, name } } });
  const id = known?.id ?? newId('TaxRule');
  if (!known) {
    const rows = new SeedRows();
    rows.add('TaxRule', { accountId, id, name });
    for (const component of components) {
      rows.add('TaxComponent', {
        accountId,
        id: newId('TaxComponent'),
        taxRuleId: id,
        ...component,
      });
    }
    await rows.insert(db);
  }
  const rule = {
    id,
    name,
    source: 'BUILT_IN' as const,
    providerId: null,
    effectiveRate: computeEffectiveRate(components),
    components: components.map((component) => ({
      ...component,
      rate: new Decimal(component.rate),
    })),
  };
  return { id, components, snapshot: taxRuleToJson(rule) };
}

async function ensureVendors(context: Context): Promise<Map<string, string>> {
  const names = [...new Set(expenseKinds.map(({ vendor }) => vendor))];
  const wanted = names.map((name) => ({ name }));
  const ids = await write(context, (tx) => tx.ensureAll('vendor', wanted));
  return new Map(names.map((name, index) => [name, ids[index] as string]));
}
