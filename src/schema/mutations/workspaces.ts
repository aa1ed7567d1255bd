import { updateWorkspace, updateWorkspaceInput } from '../../domain/workspaces/settings.ts';
import { updateActions } from '../actions.ts';

updateActions({
  record: 'Workspace',
  input: updateWorkspaceInput,
  hasId: false,
  neverConflicts: true,
  run: updateWorkspace,
});
