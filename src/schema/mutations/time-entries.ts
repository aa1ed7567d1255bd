import { createTimeEntries, createTimeEntriesInput } from '../../domain/time-entries/bulk.ts';
import {
  deleteTimeEntry,
  updateTimeEntry,
  updateTimeEntryInput,
} from '../../domain/time-entries/changes.ts';
import { createTimeEntry, createTimeEntryInput } from '../../domain/time-entries/index.ts';
import { action, deleteAction, updateActions } from '../actions.ts';
import { bulkAction } from '../bulk-actions.ts';

action('createTimeEntry', {
  description:
    'Logs time that was worked; the create flags make the client, project or deliverable that is named if there is none.',
  record: 'TimeEntry',
  input: createTimeEntryInput,
  run: createTimeEntry,
});

updateActions({ record: 'TimeEntry', input: updateTimeEntryInput, run: updateTimeEntry });

deleteAction('deleteTimeEntry', {
  description: 'Deletes a time entry that no invoice has charged.',
  run: deleteTimeEntry,
});

bulkAction('createTimeEntries', {
  description:
    'Logs up to 1,000 stretches of time: all or none, or with `partial` those that can be taken.',
  record: 'TimeEntry',
  each: 'createTimeEntry',
  input: createTimeEntriesInput,
  run: createTimeEntries,
});
