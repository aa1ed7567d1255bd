import { logoDataUrl, removeWorkspaceLogo } from '../../domain/workspaces/logo.ts';
import { builder } from '../core/builder.ts';
import { defineMutation, recordResultValue } from '../core/mutations.ts';
import { columnFields, computedField, relationField } from '../core/record-fields.ts';
import { recordResultFields } from '../core/results.ts';

/** A separate type, because the logo has its own table. */
builder.prismaObject('WorkspaceLogo', {
  select: { accountId: true },
  fields: (t) => ({
    ...columnFields(t, 'WorkspaceLogo', ['mediaType', 'size', 'width', 'height']),
    dataUrl: computedField(t, {
      type: 'URL',
      description:
        'The image for the `src` of an `img` element: up to 1.4 MB of text, so select it only where you show it.',
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
        'The logo on its invoices. Null if they show its name. Changes are reported as changes of the workspace.',
    }) as never,
);

defineMutation('removeWorkspaceLogo', {
  description:
    'Removes the workspace’s logo. Drafts and invoices that are issued from now on show its name. Without a logo, nothing changes.',
  shows: recordResultFields('Workspace'),
  writes: ['settings'],
  args: {},
  resolve: async (context) => {
    await removeWorkspaceLogo(context);
    return recordResultValue('Workspace', {});
  },
});
