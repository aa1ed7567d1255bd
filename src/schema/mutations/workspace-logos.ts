import { readLogoFile } from '../../documents/pdf.ts';
import {
  removeWorkspaceLogo,
  setWorkspaceLogo,
  setWorkspaceLogoInput,
} from '../../domain/workspaces/logo.ts';
import { action, mutation, shownOf } from '../actions.ts';
import { shownRecord } from '../results.ts';

action('setWorkspaceLogo', {
  description:
    'Puts a logo at the head of the workspace’s invoices, those that were made before as well, in place of the one it has.',
  record: 'Workspace',
  input: setWorkspaceLogoInput,
  neverConflicts: true,
  run: (context, input) => setWorkspaceLogo(context, input, readLogoFile),
});

mutation('removeWorkspaceLogo', {
  description:
    'Takes the workspace’s logo away: invoices carry its name again. Where there is none, that changes nothing.',
  shows: shownRecord('Workspace'),
  args: {},
  resolve: async (context) => shownOf('Workspace', await removeWorkspaceLogo(context)),
});
