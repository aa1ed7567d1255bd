import {
  createDeliverable,
  createDeliverableInput,
  deleteDeliverable,
  updateDeliverable,
  updateDeliverableInput,
} from '../../domain/deliverables/changes.ts';
import { approveDeliverable, approveDeliverableInput } from '../../domain/deliverables/index.ts';
import { action, deleteAction, updateActions } from '../actions.ts';

action('createDeliverable', {
  description: 'Makes a deliverable of a project.',
  record: 'Deliverable',
  input: createDeliverableInput,
  run: createDeliverable,
});

updateActions({ record: 'Deliverable', input: updateDeliverableInput, run: updateDeliverable });

action('approveDeliverable', {
  description: 'Approves a deliverable: it becomes complete; one that is complete stays as it is.',
  record: 'Deliverable',
  input: approveDeliverableInput,
  run: approveDeliverable,
});

deleteAction('deleteDeliverable', {
  description: 'Deletes a deliverable on which no time was logged and that no invoice charges.',
  run: deleteDeliverable,
});
