import { createProject, createProjectInput } from '../domain/deliverables/create-project.ts';
import { setProjectMembers, setProjectMembersInput } from '../domain/projects/members.ts';
import { updateProject, updateProjectInput } from '../domain/projects/update.ts';
import { defineOperations } from '../platform/operations/operations.ts';

export const projectOperations = defineOperations('Project', {
  createProject: {
    kind: 'create',
    description: 'Creates a project of a client, optionally from a template.',
    input: createProjectInput,
    errors: ['name_not_found', 'name_taken', 'conflicting_state'],
    run: createProject,
    rest: {
      path: 'projects/create',
      details:
        'The client must exist. `name` and `clientName` (or `clientId`) are required. `templateName` copies that template’s fee schedule, portal access, `showTimeWorkedInPortal` and deliverables; fields of the body take precedence. In `customValues`, an unknown name creates a custom field.',
      example: {
        input: {
          name: 'Website relaunch',
          clientName: 'Lovelace Analytics',
          startDate: '2026-03-02',
          dueDate: '2026-06-30',
          feeSchedule: { feeType: 'FIXED_PRICE', amount: 12500, taxable: true },
        },
      },
    },
  },
  updateProject: {
    kind: 'update',
    input: updateProjectInput,
    errors: ['name_taken', 'conflicting_state'],
    run: updateProject,
    rest: {
      path: 'projects/update',
      example: { input: { active: false }, output: { active: false } },
    },
  },
  setProjectMembers: {
    kind: 'record',
    description:
      'Replaces the users who are assigned to the whole project. Users of its deliverables are assigned to it too.',
    input: setProjectMembersInput,
    errors: ['name_not_found', 'conflicting_state'],
    run: setProjectMembers,
  },
});
