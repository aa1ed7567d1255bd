import { attachmentUrl, linkMinutes } from '../../domain/attachments/links.ts';
import { attachmentRecordTypes } from '../../domain/attachments/record-types.ts';
import type { Attachment } from '../../generated/prisma/client.ts';
import { attachmentOperations } from '../../operations/attachments.ts';
import { builder } from '../core/builder.ts';
import { defineRecordQueries } from '../core/connections.ts';
import { defineOperationMutations } from '../core/operation-mutations.ts';
import {
  columnFields,
  computedField,
  recordNodeOptions,
  relationField,
} from '../core/record-fields.ts';

const records = Object.values(attachmentRecordTypes);

/** "clientId": "client" */
const relationOf = (column: string) => column.replace(/Id$/, '');

builder.prismaNode('Attachment', {
  ...recordNodeOptions,
  fields: (t) => ({
    ...columnFields(t, 'Attachment', [
      ...(['fileName', 'contentType', 'size', 'sha256'] as const),
      ...records.map(({ column }) => column),
    ]),
    url: computedField<Pick<Attachment, 'accountId' | 'id'>>(t, {
      type: 'URL',
      description: `Link to download the file, valid for ${linkMinutes} minutes or a little longer. Anyone with the link can open it.`,
      from: { accountId: true, id: true },
      value: (row, context) => attachmentUrl(context, row),
    }),
    ...Object.fromEntries(
      records.map(({ column }) => {
        const relation = relationOf(column);
        return [relation, relationField(t, relation, { nullable: true })];
      }),
    ),
  }),
});

defineRecordQueries('Attachment', {
  field: 'attachments',
  description: 'Attachments of the workspace, latest first.',
  where: [
    ...['fileName', 'contentType', 'size', 'sha256', 'createdAt'],
    ...records.flatMap(({ column }) => [column, relationOf(column)]),
  ],
  orderBy: ['createdAt'],
  defaultOrder: [{ createdAt: 'desc' }],
});

defineOperationMutations(attachmentOperations);
