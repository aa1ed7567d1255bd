import { approveDeliverable, approveDeliverableInput } from '../domain/deliverables/approve.ts';
import { archiveDeliverable, unarchiveDeliverable } from '../domain/deliverables/archive.ts';
import { createDeliverable } from '../domain/deliverables/create.ts';
import { createDeliverableInput, updateDeliverableInput } from '../domain/deliverables/fields.ts';
import { deleteDeliverable, updateDeliverable } from '../domain/deliverables/update.ts';
import { defineOperations } from '../platform/operations/operations.ts';

export const deliverableOperations = defineOperations('Deliverable', {
  createDeliverable: {
    kind: 'create',
    description: 'Creates a deliverable of a project.',
    input: createDeliverableInput,
    errors: ['name_not_found', 'name_taken', 'conflicting_state'],
    run: (context, input) => createDeliverable(context, input),
  },
  updateDeliverable: {
    kind: 'update',
    input: updateDeliverableInput,
    errors: ['name_not_found', 'name_taken', 'conflicting_state'],
    run: updateDeliverable,
  },
  approveDeliverable: {
    kind: 'command',
    description: 'Approves a deliverable. It becomes complete; a complete one stays as it is.',
    input: approveDeliverableInput,
    takesVersion: true,
    errors: ['name_not_found', 'conflicting_state'],
    run: approveDeliverable,
    rest: {
      path: 'deliverable/approve',
      summary: 'Approve a deliverable',
      details:
        'Its status becomes `Complete` of the project type, or the first status that means complete. `clientName`, `projectName` and `deliverableName` identify the deliverable; an id replaces its name and those above it.',
      example: {
        input: {
          clientName: 'Lovelace Analytics',
          projectName: 'Website relaunch',
          deliverableName: 'Wireframes',
        },
      },
    },
  },
  archiveDeliverable: {
    kind: 'record',
    description:
      'Archives a deliverable. It is omitted from lists, cannot be found by name, and accepts no new time. Its records and its name stay.',
    run: archiveDeliverable,
  },
  unarchiveDeliverable: {
    kind: 'record',
    description: 'Restores a deliverable from the archive.',
    run: unarchiveDeliverable,
  },
  deleteDeliverable: {
    kind: 'delete',
    description: 'Deletes a deliverable without time that no invoice bills.',
    errors: ['conflicting_state'],
    run: deleteDeliverable,
  },
});
