import type { Action } from './case.ts';
import { idCases, inPath } from './case.ts';

const full = {
  startTime: '2026-04-02T14:00:00',
  endTime: '2026-04-02T15:30:00',
  timezone: 'europe/london',
  busy: false,
  summary: 'Quarterly review',
  description: 'Numbers.',
  location: '12 St James’s Square',
  userEmail: 'user@same.example',
};

export const calendarEvent: Action = {
  route: 'POST calendar/createOrUpdate',
  mutation: 'createOrUpdateCalendarEvent',
  cases: [
    { when: 'every field, by the wall clock', body: { ...full, eventId: 'review-1' } },
    {
      when: 'instants',
      body: {
        startTime: '2026-04-02T23:30:00+02:00',
        endTime: '2026-04-02T22:00:00Z',
        timezone: 'Asia/Tokyo',
      },
    },
    { when: 'only a start', body: { startTime: '2026-04-02T14:00:00.5Z' } },
    { when: 'whole days', body: { startTime: '2026-04-02', endTime: '2026-04-03', fullDay: true } },
    { when: 'a change by the caller’s id', body: { eventId: 'review-1', summary: 'Moved' } },
    { when: 'a change of the zone', body: { eventId: 'review-1', timezone: 'Asia/Tokyo' } },
    { when: 'a reset', body: { eventId: 'review-1', summary: null, userEmail: null, busy: null } },
    {
      when: 'a change by our id',
      body: ({ made }) => ({ eventId: made.createOrUpdateCalendarEvent.id, location: 'Here' }),
    },
    { when: 'no start', body: { summary: 'When?' }, code: 'invalid_input' },
    {
      when: 'many faults',
      body: { startTime: '2026-02-30', timezone: 'Mars/Base', summary: 'x'.repeat(1001) },
      code: 'invalid_input',
    },
    {
      when: 'an end before the start',
      body: { startTime: '2026-04-02T14:00:00', endTime: '2026-04-02T13:00:00' },
      code: 'invalid_input',
    },
    {
      when: 'a start that passes the end',
      body: { eventId: 'review-1', startTime: '2027-01-01T00:00:00' },
      code: 'invalid_input',
    },
    {
      when: 'an unknown user',
      body: { startTime: '2026-04-02', userEmail: 'user@foreign.example' },
    },
    {
      when: 'an inactive user',
      body: { startTime: '2026-04-02', userEmail: 'gone@same.example' },
      code: 'conflicting_state',
    },
  ],
};

export const calendarEventDeletion: Action = {
  route: 'DELETE calendar/{id}',
  mutation: 'deleteCalendarEvent',
  cases: [
    {
      when: 'the caller’s id',
      body: { id: 'same-event' },
    },
    { when: 'the caller’s id once more', body: { id: 'same-event' }, code: 'record_not_found' },
    {
      when: 'our id of what is gone',
      body: ({ made }) => ({ id: made.createOrUpdateCalendarEvent.id }),
      code: 'record_not_found',
    },
    ...inPath(idCases('evt', ({ made }) => made.createOrUpdateCalendarEvent.id)),
    {
      when: 'another workspace’s own id',
      body: { id: 'foreign-event' },
      code: 'record_not_found',
    },
  ],
};
