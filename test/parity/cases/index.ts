import { attachmentDeletion } from './attachments.ts';
import { calendarEvent, calendarEventDeletion } from './calendar-events.ts';
import type { Action } from './case.ts';
import { clientActions } from './clients.ts';
import { contactActions } from './contacts.ts';
import { defaultActions } from './defaults.ts';
import { expenseActions } from './expenses.ts';
import {
  appliedCredit,
  billedWork,
  credit,
  invoice,
  lifecycle,
  payment,
  reversal,
  simpleInvoice,
} from './invoices.ts';
import { approval, submission, timeEntry } from './leads-and-work.ts';
import { opportunityActions } from './opportunities.ts';
import { projectActions } from './projects.ts';
import { taskActions } from './tasks.ts';

const listed: Action[] = [
  ...clientActions,
  ...contactActions,
  ...projectActions,
  ...expenseActions,
  ...opportunityActions,
  submission,
  timeEntry,
  approval,
  ...taskActions,
  attachmentDeletion,
  calendarEvent,
  calendarEventDeletion,
  invoice,
  simpleInvoice,
  billedWork,
  payment,
  ...reversal,
  credit,
  appliedCredit,
  ...lifecycle,
];

/** Acts for every operation of REST that writes. */
export const actions: Action[] = [...listed, ...defaultActions(listed)];
