import { logoDataUrl } from '../domain/workspaces/logo.ts';
import { builder } from './builder.ts';
import { columns } from './columns.ts';

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
