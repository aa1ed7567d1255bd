import type { WorkspaceContents } from '../../domain/workspaces/delete-workspace.ts';
import {
  deleteWorkspace,
  deleteWorkspaceInput,
  previewWorkspaceDeletion,
} from '../../domain/workspaces/delete-workspace.ts';
import { formatNumericId } from '../../platform/ids/record-ids.ts';
import { permissionAreas } from '../../platform/permissions/permissions.ts';
import { builder } from '../core/builder.ts';
import { errorTypesFor, inputArgument } from '../core/command-mutations.ts';
import { defineMutation } from '../core/mutations.ts';
import { areaPermissions } from '../core/required-permissions.ts';

/** Deleting the workspace itself: told before, and done. */

const counted = builder
  .objectRef<WorkspaceContents['records'][number]>('CountedRecords')
  .implement({
    description: 'How many records of one type a workspace has.',
    extensions: areaPermissions(...permissionAreas),
    fields: (t) => ({
      recordType: t.exposeString('model', { description: 'The type of the records.' }),
      count: t.exposeInt('count', { description: 'How many there are.' }),
    }),
  });

const deletion = builder.objectRef<WorkspaceContents>('WorkspaceDeletion').implement({
  description: 'What goes with a workspace that is deleted.',
  extensions: areaPermissions(...permissionAreas),
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The workspace’s name, which confirms it.' }),
    records: t.expose('records', { type: [counted], description: 'What it has, type by type.' }),
  }),
});

builder.queryField('workspaceDeletion', (t) =>
  t.field({
    type: deletion,
    description: 'What `deleteWorkspace` would remove. Nothing is changed.',
    complexity: { field: 500, multiplier: 1 },
    resolve: (_root, _args, context) => previewWorkspaceDeletion(context),
  }),
);

defineMutation('deleteWorkspace', {
  description:
    'Deletes the workspace with everything in it, for good: its keys, sessions and streams end at once, the one that asks as well, and its records are removed within the hour. The only workspace of a service is not deleted. For owners only; `workspaceDeletion` tells before what would be removed.',
  shows: {
    deletedId: { type: 'ID', description: 'The id that the workspace had.' },
    deletion: { type: deletion, description: 'What goes with it.' },
  },
  writes: permissionAreas,
  errors: errorTypesFor(false),
  args: inputArgument(deleteWorkspaceInput),
  resolve: async (context, { input }) => {
    const done = await deleteWorkspace(context, input as never);
    return { deletedId: formatNumericId('Workspace', done.accountId), deletion: done };
  },
});
