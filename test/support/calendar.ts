import { beforeAll, expect } from 'vitest';
import type { Answer, TestApi, TestWorkspace } from './api.ts';
import { useTestApi } from './api.ts';

export const calendarPath = 'calendar/createOrUpdate';

/** An event of an hour and a half, at two in the afternoon by the clocks of its zone. */
export const review = { startTime: '2026-04-02T14:00:00', endTime: '2026-04-02T15:30:00' };

/** A workspace in Europe/Berlin, its users, and what tests ask of its calendar. */
export interface TestCalendar {
  api: TestApi;
  berlin: TestWorkspace;
  /** Sends the body, expects success, and returns the event. */
  put(body: object, workspace?: TestWorkspace): Promise<Record<string, unknown>>;
  /** Sends the body, expects a 400, and answers its errors as "path code", sorted. */
  refused(body: unknown): Promise<string[]>;
  /** Sends the body and returns the wall-clock times of the event as "start/end". */
  clocksOf(body: object): Promise<string>;
  /** The instants of an event, as "start/end". */
  instantsOf(id: unknown): Promise<string>;
}

/** The whole service with a calendar; Ada is a user of it, and gone@berlin.example an inactive one. */
export function useCalendar(): TestCalendar {
  const calendar = { api: useTestApi() } as TestCalendar;
  beforeAll(async () => {
    const { api } = calendar;
    calendar.berlin = await api.addWorkspace({ name: 'Berlin', timeZone: 'Europe/Berlin' });
    const { accountId } = calendar.berlin;
    await api.database.prisma.user.createMany({
      data: [
        { accountId, email: 'Ada@berlin.example', firstName: 'Ada' },
        { accountId, email: 'gone@berlin.example', active: false },
      ],
    });
  });
  calendar.put = async (body, workspace = calendar.berlin) => {
    const answer = await workspace.post(calendarPath, body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body;
  };
  calendar.refused = async (body) => errorsOf(await calendar.berlin.post(calendarPath, body));
  calendar.clocksOf = async (body) => {
    const { startDate, startTime, endDate, endTime } = await calendar.put(body);
    return `${startDate} ${startTime}/${endDate} ${endTime}`;
  };
  calendar.instantsOf = async (id) => {
    const { accountId } = calendar.berlin;
    const where = { accountId_id: { accountId, id: String(id) } };
    const event = await calendar.api.database.prisma.calendarEvent.findUniqueOrThrow({ where });
    return `${event.startsAt.toISOString()}/${event.endsAt.toISOString()}`;
  };
  return calendar;
}

function errorsOf({ status, body }: Answer): string[] {
  expect(status).toBe(400);
  const errors = body.errors as { path: string; code: string }[];
  return errors.map(({ path, code }) => `${path} ${code}`).sort();
}
