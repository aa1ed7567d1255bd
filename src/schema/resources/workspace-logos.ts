import { readLogoFile } from '../../documents/pdf.ts';
import {
  logoDataUrl,
  removeWorkspaceLogo,
  setWorkspaceLogo,
  setWorkspaceLogoInput,
} from '../../domain/workspaces/logo.ts';
import { action, mutation, shownOf } from '../vocabulary/actions.ts';
import { builder } from '../vocabulary/builder.ts';
import { columns } from '../vocabulary/columns.ts';
import { shownRecord } from '../vocabulary/results.ts';

/** Beside the workspace's own columns, since it is kept beside them. */
builder.prismaObject('WorkspaceLogo', {
  select: { accountId: true },
  fields: (t) => ({
    ...columns(t, 'WorkspaceLogo', ['mediaType', 'size', 'width', 'height']),
    dataUrl: t.field({
      type: 'URL',
      description:
        'The image itself, for the `src` of an `img` element: up to 1.4 MB of text, so ask for it only where it is shown.',
      complexity: 20,
      resolve: (_logo, _args, context) => logoDataUrl(context),
    }),
  }),
});

builder.prismaObjectField('Workspace', 'logo', (t) =>
  t.relation('logo', {
    nullable: true,
    description:
      'The image at the head of its invoices; null where they carry its name. Its changes are told as changes of the workspace.',
  }),
);

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
