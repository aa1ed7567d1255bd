import { createExportLink } from '../../domain/identities/export-links.ts';
import { permissionAreas } from '../../platform/permissions/permissions.ts';
import { defineMutation } from '../core/mutations.ts';

defineMutation('exportWorkspace', {
  description:
    'Creates a one-time link, valid for five minutes, to download the workspace: a consistent snapshot of all its records as lines of JSON. `actiongraph import` creates an equal workspace from it. The file does not contain keys, invitations, sign-in data, and the secrets of invoice links. A workspace allows one download at a time. The audit log records each download. For owners only.',
  shows: {
    url: {
      type: 'URL',
      description:
        'The link, which needs no other credentials. It is only in this response: null in the response to a retry, with the error `secret_not_kept`.',
      isSecret: true,
    },
    expiresAt: { type: 'DateTime', description: 'When the link expires.' },
  },
  writes: permissionAreas,
  args: {},
  resolve: async (context) => ({ ...(await createExportLink(context)) }),
});
