import { archiveDeliverable, unarchiveDeliverable } from '../../domain/deliverables/archive.ts';
import { deleteDeliverable, updateDeliverable } from '../../domain/deliverables/changes.ts';
import { createDeliverable } from '../../domain/deliverables/create.ts';
import {
  createDeliverableInput,
  updateDeliverableInput,
} from '../../domain/deliverables/fields.ts';
import { approveDeliverable, approveDeliverableInput } from '../../domain/deliverables/index.ts';
import { action, deleteAction, recordAction, updateActions } from '../actions.ts';

action('createDeliverable', {
  description: 'Makes a deliverable of a project.',
  record: 'Deliverable',
  input: createDeliverableInput,
  run: (context, input) => createDeliverable(context, input),
});

updateActions({ record: 'Deliverable', input: updateDeliverableInput, run: updateDeliverable });

action('approveDeliverable', {
  description: 'Approves a deliverable: it becomes complete; one that is complete stays as it is.',
  record: 'Deliverable',
  input: approveDeliverableInput,
  run: approveDeliverable,
});

recordAction('archiveDeliverable', {
  description:
    'Archives a deliverable: lists leave it out, names do not find it, and it takes no new time. Everything of it stays, its name too.',
  record: 'Deliverable',
  neverConflicts: true,
  run: archiveDeliverable,
});

recordAction('unarchiveDeliverable', {
  description: 'Takes a deliverable out of the archive.',
  record: 'Deliverable',
  neverConflicts: true,
  run: unarchiveDeliverable,
});

deleteAction('deleteDeliverable', {
  description: 'Deletes a deliverable on which no time was logged and that no invoice charges.',
  run: deleteDeliverable,
});
