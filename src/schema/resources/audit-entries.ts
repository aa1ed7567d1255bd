import { areas } from '../../platform/permissions/permissions.ts';
import { ofWhatShowsIt } from '../core/required-permissions.ts';
import { builder } from '../core/builder.ts';
import { column } from '../core/record-fields.ts';
import { connectionType } from '../core/connection-types.ts';
import { readByReader } from '../core/declared-fields.ts';
import { enums } from '../core/enums.ts';
import { auditListed } from '../core/audit-log-lists.ts';
import { complexity } from '../core/page-arguments.ts';
import type { ReadExtensions } from '../core/field-reads.ts';

/** The log: what each record's `changes` and `auditLog` answer (decision 37). */

builder.prismaObject('LogEntry', {
  extensions: ofWhatShowsIt,
  fields: (t) => ({
    place: column(t, 'place', { type: 'ID' }),
    kind: column(t, 'kind', { type: enums.LogEntryKind }),
    recordType: column(t, 'recordType', { type: 'String' }),
    recordId: column(t, 'recordId', { type: 'ID' }),
    recordVersion: column(t, 'recordVersion', { type: 'Int', nullable: true }),
    before: column(t, 'before', { type: 'JSON', nullable: true }),
    after: column(t, 'after', { type: 'JSON', nullable: true }),
    actorKind: column(t, 'actorKind', { type: enums.LogActorKind }),
    actorId: column(t, 'actorId', { type: 'ID', nullable: true }),
    actorName: column(t, 'actorName', {
      type: 'String',
      nullable: true,
      areas: ['clients', 'people'],
    }),
    operation: column(t, 'operation', { type: 'String' }),
    requestId: column(t, 'requestId', { type: 'String' }),
    address: column(t, 'address', { type: 'String', nullable: true, areas: ['people', 'keys'] }),
    createdAt: column(t, 'createdAt', { type: 'DateTime', description: 'When it was done.' }),
  }),
});

builder.queryField('auditLog', (t) =>
  t.prismaConnection(
    {
      type: 'LogEntry',
      cursor: 'accountId_place' as never,
      description:
        'Who did what in the workspace, the newest first: every change of every record, and signing in and out. All conditions that are given have to hold.',
      args: {
        type: t.arg.string({
          description: 'Only of records of this type, as `recordType` says it: `Client`, say.',
        }),
        recordId: t.arg.id({ description: 'Only of the record with this id, deleted or not.' }),
        actor: t.arg.id({ description: 'Only by the user, key or contact with this id.' }),
        actorKind: t.arg({
          type: [enums.LogActorKind],
          description: 'Only by actors of these kinds.',
        }),
        operation: t.arg.string({
          description: 'Only by this operation: `createClient` or `POST clients/create`, say.',
        }),
        kind: t.arg({ type: [enums.LogEntryKind], description: 'Only what is of these kinds.' }),
        from: t.arg({ type: 'DateTime', description: 'Only at this moment or later.' }),
        to: t.arg({ type: 'DateTime', description: 'Only before this moment.' }),
      },
      complexity: complexity as never,
      // It tells of all that there is: whoever reads it has to be able to read every area.
      extensions: {
        root: { kind: 'list', ...auditListed },
        areas,
        isWhole: true,
      } satisfies ReadExtensions,
      resolve: readByReader as never,
    },
    connectionType('LogEntry'),
  ),
);
