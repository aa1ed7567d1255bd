import type { WorkspaceContents } from '../../domain/workspaces/delete-workspace.ts';
import {
  deleteWorkspace,
  deleteWorkspaceInput,
  previewWorkspaceDeletion,
} from '../../domain/workspaces/delete-workspace.ts';
import { formatNumericId } from '../../platform/ids/record-ids.ts';
import { permissionAreas } from '../../platform/permissions/permissions.ts';
import { builder } from '../core/builder.ts';
import { errorTypesFor, inputArgument } from '../core/mutation-inputs.ts';
import { defineMutation } from '../core/mutations.ts';
import { areaPermissions } from '../core/required-permissions.ts';

const counted = builder
  .objectRef<WorkspaceContents['records'][number]>('CountedRecords')
  .implement({
    description: 'Number of records of one type in a workspace.',
    extensions: areaPermissions(...permissionAreas),
    fields: (t) => ({
      recordType: t.exposeString('model', { description: 'Record type.' }),
      count: t.exposeInt('count', { description: 'Number of records.' }),
    }),
  });

const deletion = builder.objectRef<WorkspaceContents>('WorkspaceDeletion').implement({
  description: 'Content of a deleted workspace.',
  extensions: areaPermissions(...permissionAreas),
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The workspace’s name, as confirmation.' }),
    records: t.expose('records', { type: [counted], description: 'Its records by type.' }),
  }),
});

builder.queryField('workspaceDeletion', (t) =>
  t.field({
    type: deletion,
    description: 'Preview of `deleteWorkspace`. Nothing is changed.',
    complexity: { field: 500, multiplier: 1 },
    resolve: (_root, _args, context) => previewWorkspaceDeletion(context),
  }),
);

defineMutation('deleteWorkspace', {
  description:
    'Permanently deletes the workspace with all its records. Its keys, sessions and streams end immediately, including the caller’s, and its records are removed within an hour. The only workspace of a service cannot be deleted. For owners only. See `workspaceDeletion` for a preview.',
  shows: {
    deletedId: { type: 'ID', description: 'Id of the deleted workspace.' },
    deletion: { type: deletion, description: 'Its records by type.' },
  },
  writes: permissionAreas,
  errors: errorTypesFor(false),
  args: inputArgument(deleteWorkspaceInput),
  resolve: async (context, { input }) => {
    const done = await deleteWorkspace(context, input as never);
    return { deletedId: formatNumericId('Workspace', done.accountId), deletion: done };
  },
});
