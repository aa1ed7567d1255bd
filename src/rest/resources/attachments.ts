import { z } from 'zod';
import { createAttachment } from '../../domain/attachments/create.ts';
import { createAttachmentFromUrl } from '../../domain/attachments/create-from-url.ts';
import type { AttachmentRecord } from '../../domain/attachments/fields.ts';
import {
  createAttachmentFromUrlInput,
  createAttachmentInput,
  listAttachmentsInput,
} from '../../domain/attachments/fields.ts';
import { linkMinutes } from '../../domain/attachments/links.ts';
import { listAttachments } from '../../domain/attachments/list.ts';
import { attachmentOperations } from '../../operations/attachments.ts';
import type { Context } from '../../platform/context/context.ts';
import { RecordListPart } from '../core/list-routes.ts';
import { defineOperationRoutes } from '../core/operation-routes.ts';
import { RecordJson, recordResponse } from '../core/record-responses.ts';
import type { Route, RouteDescription } from '../core/route.ts';
import { defineReadRoute } from '../core/route.ts';
import { dateTime, defineSerializer, integer, text, withDescription } from '../core/serializer.ts';

const attachmentSerializer = defineSerializer<AttachmentRecord>()(
  'StoredAttachment',
  'An attachment without its link.',
  {
    id: withDescription(text, 'Id of the attachment.'),
    fileName: text,
    contentType: text,
    size: integer,
    createdAt: withDescription(dateTime, 'When it was attached.'),
  },
  'Attachment',
);

const attachmentSchema = z
  .object({
    ...attachmentSerializer.schema.shape,
    url: z.string().meta({
      format: 'uri',
      description: `Link to download the file, valid for ${linkMinutes} minutes or a little longer. Anyone with the link can open it.`,
    }),
  })
  .meta({ id: 'Attachment', description: 'A file that is attached to a record.' });

const response = recordResponse('Attachment', attachmentSerializer);

const id = 'att_0199d2f0a1c27b1e9f4b6c1de0a35f71';

const example = {
  id,
  fileName: 'Receipt.pdf',
  contentType: 'application/pdf',
  size: 48_213,
  createdAt: '2026-03-31T09:30:00.000Z',
};

const attachedTo = { id: 'exp_0199d2f0a1c27b1e9f4b6c1de0a35f11', type: 'EXPENSE' };

/** The response is the id as a JSON string, and the version of a new record. */
function attachmentRoute(
  route: Omit<RouteDescription, 'tag'>,
  input: Omit<Extract<Route['input'], { from: 'form' }>, 'from'>,
  run: (context: Context, input: never) => Promise<{ id: string }>,
): Route {
  return {
    ...route,
    ...{ base: 'action', method: 'POST', tag: 'Attachments' },
    scopes: ['files:write'],
    optionalScopes: [],
    input: { from: 'form', ...input },
    returnsVersion: true,
    output: z.string().meta({ description: 'Id of the attachment.' }),
    handle: async (context, given) => idResponse(await run(context, given)),
    readAgain: async (_, written: { id: string }) => idResponse(written),
  };
}

const idResponse = (written: { id: string }) =>
  new RecordJson(JSON.stringify(written.id), written, 1);

export const attachmentRoutes: Route[] = [
  attachmentRoute(
    {
      path: 'attachments/create',
      operationId: 'createAttachment',
      summary: 'Attach a file',
      description:
        'Attaches a file to a record. `id` and `type` may be in the query or in the form. The content determines the type of the file.',
      errors: ['record_not_found', 'conflicting_state'],
      example: { input: { ...attachedTo, file: 'Receipt.pdf' }, output: id },
    },
    { schema: createAttachmentInput, fileField: 'file' },
    createAttachment,
  ),
  attachmentRoute(
    {
      path: 'attachments/createFromUrl',
      operationId: 'createAttachmentFromUrl',
      summary: 'Attach a file from a URL',
      description:
        'Fetches a file from a public URL and attaches it to a record. The parameters may be in the query, in a multipart form or in a JSON body.',
      errors: ['record_not_found', 'conflicting_state'],
      example: {
        input: {
          ...attachedTo,
          fileUrl: 'https://files.example.com/receipts/2026-118.pdf',
          fileName: 'Receipt.pdf',
        },
        output: id,
      },
    },
    { schema: createAttachmentFromUrlInput },
    createAttachmentFromUrl,
  ),
  {
    ...defineReadRoute({
      path: 'attachments/list',
      operationId: 'listAttachments',
      tag: 'Attachments',
      summary: 'List the attachments of a record',
      description: 'The attachments of a record in the order of creation.',
      input: listAttachmentsInput,
      tree: response.tree,
      output: { schema: z.array(attachmentSchema) },
      errors: ['record_not_found'],
      example: {
        input: attachedTo,
        output: [
          {
            ...example,
            url: `https://billing.example.com/attachments/1.${id}.1774952100.n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg`,
          },
        ],
      },
      handle: async (context, input) => {
        const { last, records } = await listAttachments(context, input, response.tree);
        const next = last === null ? null : { parameter: 'after' as const, value: last };
        return new RecordListPart(JSON.stringify(records), next);
      },
    }),
    returnsPages: true,
  },
  ...defineOperationRoutes(attachmentOperations, {
    tag: 'Attachments',
    records: { Attachment: { response, example } },
  }),
];
