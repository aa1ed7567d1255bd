import {
  createOrUpdateEvent,
  createOrUpdateEventInput,
  deleteCalendarEvent,
} from '../../domain/calendar-events/index.ts';
import { action, deleteAction } from '../actions.ts';

action('createOrUpdateCalendarEvent', {
  description:
    'Makes an event, or changes the one that `eventId` names: by its id, or by the caller’s own id of it.',
  record: 'CalendarEvent',
  input: createOrUpdateEventInput,
  run: createOrUpdateEvent,
});

deleteAction('deleteCalendarEvent', {
  description: 'Deletes an event, by its id or by the caller’s own id of it.',
  neverConflicts: true,
  run: deleteCalendarEvent,
});
