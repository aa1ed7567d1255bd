import { readLogoFile } from '../documents/request-pdf.ts';
import { setWorkspaceLogo, setWorkspaceLogoInput } from '../domain/workspaces/logo.ts';
import { updateWorkspace, updateWorkspaceInput } from '../domain/workspaces/settings.ts';
import { defineOperations } from '../platform/operations/operations.ts';

export const workspaceOperations = defineOperations('Workspace', {
  updateWorkspace: {
    kind: 'update',
    input: updateWorkspaceInput,
    hasId: false,
    run: updateWorkspace,
  },
  setWorkspaceLogo: {
    kind: 'command',
    description:
      'Sets the logo of drafts and of invoices that are issued from now on. Invoices that were already issued keep theirs.',
    input: setWorkspaceLogoInput,
    run: (context, input) => setWorkspaceLogo(context, input, readLogoFile),
  },
});
