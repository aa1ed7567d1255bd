import { createExportLink } from '../../domain/identities/export-links.ts';
import { permissionAreas } from '../../platform/permissions/permissions.ts';
import { defineMutation } from '../core/mutations.ts';

/** Taking the workspace along. */

defineMutation('exportWorkspace', {
  description:
    'Answers a link by which the workspace is downloaded once, within five minutes: all its records as lines of JSON, as they are at one moment, of which `actiongraph import` makes an equal workspace. Not in it are keys, invitations, who signs in, and the secrets of links to invoices. A workspace is downloaded once at a time. That it was is in the log. For owners only.',
  shows: {
    url: {
      type: 'URL',
      description:
        'Where it is downloaded, without anything else to say who asks. It is in this answer only: null in the answer to a retry, with the error `secret_not_kept`.',
      isSecret: true,
    },
    expiresAt: { type: 'DateTime', description: 'Until when the download has to begin.' },
  },
  writes: permissionAreas,
  args: {},
  resolve: async (context) => ({ ...(await createExportLink(context)) }),
});
