import { newId } from '../platform/ids/record-ids.ts';
import type { SeededClient } from './clients.ts';
import type { SeedPlan } from './plan.ts';
import type { SeedRows } from './rows.ts';
import { expenseKinds, timeEntryNotes } from './sample-texts.ts';

export interface MonthOfWork {
  project: SeededClient['projects'][number];
  minutes: number;
  /** Not invoiced yet. The invoice sets `invoiceId`. */
  entries: { invoiceId: string | null }[];
}

/** Working days in office hours, in quarters of an hour. */
export function seedMonthOfWork(
  plan: SeedPlan,
  rows: SeedRows,
  client: SeededClient,
  month: number,
): MonthOfWork[] {
  const { accountId, chance } = plan;
  return client.projects.map((project) => {
    const entries = Array.from({ length: chance.int(3, 9) }, () => {
      const day = plan.workdayIn(month);
      const startMinute = chance.int(32, 64) * 15;
      const minutes = chance.int(2, 16) * 15;
      const start = Date.parse(`${day}T00:00:00Z`) + startMinute * 60_000;
      const deliverable = chance.pick(project.deliverables);
      const row = rows.add('TimeEntry', {
        accountId,
        id: newId('TimeEntry'),
        clientId: client.id,
        projectId: project.id,
        deliverableId: deliverable.id,
        userId: chance.pick(plan.userIds),
        timerStart: new Date(start).toISOString(),
        timerEnd: new Date(start + minutes * 60_000).toISOString(),
        notes: chance.pick(timeEntryNotes),
        invoiceId: null as string | null,
      });
      return { row, minutes };
    });
    return {
      project,
      minutes: entries.reduce((sum, entry) => sum + entry.minutes, 0),
      entries: entries.map((entry) => entry.row),
    };
  });
}

export function seedExpenses(
  plan: SeedPlan,
  rows: SeedRows,
  client: SeededClient,
  month: number,
): void {
  const { accountId, chance } = plan;
  for (let n = chance.int(0, 2); n > 0; n -= 1) {
    const kind = chance.pick(expenseKinds);
    const day = plan.workdayIn(month);
    const paid = chance.often(0.8);
    const project = chance.often(0.6) ? chance.pick(client.projects) : undefined;
    rows.add('Expense', {
      accountId,
      id: newId('Expense'),
      amount: (chance.int(kind.from * 100, kind.to * 100) / 100).toFixed(2),
      currency: chance.often(0.75) ? plan.currency : plan.secondCurrency,
      taxRate: chance.often(0.5) ? '5' : null,
      taxInclusive: true,
      category: kind.category,
      vendorId: plan.vendors.get(kind.vendor) ?? null,
      clientId: project ? client.id : null,
      projectId: project?.id ?? null,
      billNo: `B-${chance.int(1_000, 99_999)}`,
      paid,
      datePaid: paid ? day : null,
      dueDate: plan.dayAfter(day, 30),
      reimbursable: project !== undefined && chance.often(0.7),
      markupPercent: chance.often(0.2) ? '10' : null,
      description: kind.description,
      dateCreated: `${day}T12:00:00Z`,
    });
  }
}
