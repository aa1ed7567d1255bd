import { wallClockToInstant } from '../platform/dates/dates.ts';
import { newId } from '../platform/ids/record-ids.ts';
import type { SeededClient } from './clients.ts';
import type { SeedPlan } from './plan.ts';
import type { SeedRows } from './rows.ts';
import { meetingTitles, opportunityKinds } from './sample-texts.ts';

export function seedOpportunity(plan: SeedPlan, rows: SeedRows, client: SeededClient): string {
  const { accountId, chance } = plan;
  const stage = chance.pick(plan.stages);
  const closed = stage.stageType.startsWith('CLOSED');
  const { id } = rows.add('Opportunity', {
    accountId,
    id: newId('Opportunity'),
    name: `${chance.pick(opportunityKinds)} for ${client.name}`,
    clientId: client.id,
    statusId: stage.id,
    value: String(chance.int(10, 240) * 100),
    estCloseDate: plan.dayAfter(plan.today, chance.int(-20, 90)),
    actualCloseDate: closed ? plan.dayBefore(chance.int(1, 60)) : null,
    sentiment: chance.int(1, 5),
    toDos: [
      {
        id: newId('ToDoItem'),
        item: 'Send the proposal',
        complete: closed,
        dueDate: plan.dayAfter(plan.today, 7),
        dateCompleted: null,
        relativeDueDate: null,
      },
    ],
  });
  return id;
}

export function seedFormSubmission(
  plan: SeedPlan,
  rows: SeedRows,
  client: SeededClient,
  opportunityId: string,
  formId: string,
): void {
  const { accountId, chance } = plan;
  const firstName = chance.faker.person.firstName();
  rows.add('FormSubmission', {
    accountId,
    id: newId('FormSubmission'),
    formId,
    clientId: client.id,
    opportunityId,
    submittedAt: `${plan.dayBefore(chance.int(1, plan.days))}T15:20:00Z`,
    formData: {
      firstName,
      lastName: chance.faker.person.lastName(),
      email: client.contactEmail,
      businessName: client.name,
      leadSource: chance.pick(['Referral', 'Search', 'Newsletter']),
      answers: [
        {
          id: 'budget',
          fieldKey: 'budget',
          fieldType: 'TEXT',
          question: 'What is your budget?',
          answer: chance.pick(['Up to 5,000', '5,000 to 20,000', 'Over 20,000']),
        },
      ],
    },
    notes: chance.often(0.5) ? 'Would like to start next month.' : null,
  });
}

export function seedCalendarEvent(plan: SeedPlan, rows: SeedRows, client: SeededClient): void {
  const { accountId, chance, timeZone } = plan;
  const day = plan.dayAfter(plan.today, chance.int(-14, 30));
  const hour = chance.int(9, 16);
  const clock = (h: number) => `${String(h).padStart(2, '0')}:00:00`;
  const startsAt = wallClockToInstant(day, clock(hour), timeZone);
  const endsAt = wallClockToInstant(day, clock(hour + 1), timeZone);
  if (!startsAt || !endsAt) return;
  rows.add('CalendarEvent', {
    accountId,
    id: newId('CalendarEvent'),
    userId: chance.pick(plan.userIds),
    startDate: day,
    endDate: day,
    startTime: clock(hour),
    endTime: clock(hour + 1),
    timeZone,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    summary: `${chance.pick(meetingTitles)}: ${client.name}`,
    location: chance.often(0.5) ? 'Video call' : client.address.address1,
  });
}
