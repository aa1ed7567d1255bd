import { readLogoFile } from '../../documents/request-pdf.ts';
import {
  logoDataUrl,
  removeWorkspaceLogo,
  setWorkspaceLogo,
  setWorkspaceLogoInput,
} from '../../domain/workspaces/logo.ts';
import { builder } from '../core/builder.ts';
import { defineCommandMutation } from '../core/command-mutations.ts';
import { defineMutation, recordResultValue } from '../core/mutations.ts';
import { columnFields, computedField, relationField } from '../core/record-fields.ts';
import { recordResultFields } from '../core/results.ts';

/** Beside the workspace's own columns, since it is kept beside them. */
builder.prismaObject('WorkspaceLogo', {
  select: { accountId: true },
  fields: (t) => ({
    ...columnFields(t, 'WorkspaceLogo', ['mediaType', 'size', 'width', 'height']),
    dataUrl: computedField(t, {
      type: 'URL',
      description:
        'The image itself, for the `src` of an `img` element: up to 1.4 MB of text, so ask for it only where it is shown.',
      complexity: 20,
      from: {},
      value: (_logo, context) => logoDataUrl(context),
    }),
  }),
});

builder.prismaObjectField(
  'Workspace',
  'logo',
  (t) =>
    relationField(t, 'logo', {
      nullable: true,
      description:
        'The image at the head of its invoices; null where they carry its name. Its changes are told as changes of the workspace.',
    }) as never,
);

defineCommandMutation('setWorkspaceLogo', {
  description:
    'Puts a logo at the head of the workspace’s drafts, and of invoices that are issued from now on, in place of the one it has. Those that were issued keep theirs.',
  record: 'Workspace',
  input: setWorkspaceLogoInput,
  neverConflicts: true,
  run: (context, input) => setWorkspaceLogo(context, input, readLogoFile),
});

defineMutation('removeWorkspaceLogo', {
  description:
    'Takes the workspace’s logo away: drafts, and invoices that are issued from now on, carry its name. Where there is none, that changes nothing.',
  shows: recordResultFields('Workspace'),
  writes: ['settings'],
  args: {},
  resolve: async (context) => {
    await removeWorkspaceLogo(context);
    return recordResultValue('Workspace', {});
  },
});
