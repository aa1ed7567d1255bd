import { permissionAreas } from '../../platform/permissions/permissions.ts';
import { auditListSource } from '../core/audit-log-lists.ts';
import { builder } from '../core/builder.ts';
import { connectionType } from '../core/connection-types.ts';
import { unusedResolver } from '../core/declared-fields.ts';
import { enums } from '../core/enums.ts';
import type { ReadExtensions } from '../core/field-reads.ts';
import { connectionComplexity } from '../core/page-arguments.ts';
import { columnField } from '../core/record-fields.ts';
import { inheritedPermissions } from '../core/required-permissions.ts';

builder.prismaObject('LogEntry', {
  extensions: inheritedPermissions,
  fields: (t) => ({
    place: columnField(t, 'place', { type: 'ID' }),
    kind: columnField(t, 'kind', { type: enums.LogEntryKind }),
    recordType: columnField(t, 'recordType', { type: 'String' }),
    recordId: columnField(t, 'recordId', { type: 'ID' }),
    recordVersion: columnField(t, 'recordVersion', { type: 'Int', nullable: true }),
    before: columnField(t, 'before', { type: 'JSON', nullable: true }),
    after: columnField(t, 'after', { type: 'JSON', nullable: true }),
    actorKind: columnField(t, 'actorKind', { type: enums.LogActorKind }),
    actorId: columnField(t, 'actorId', { type: 'ID', nullable: true }),
    actorName: columnField(t, 'actorName', {
      type: 'String',
      nullable: true,
      areas: ['clients', 'people'],
    }),
    operation: columnField(t, 'operation', { type: 'String' }),
    requestId: columnField(t, 'requestId', { type: 'String' }),
    address: columnField(t, 'address', {
      type: 'String',
      nullable: true,
      areas: ['people', 'keys'],
    }),
    clientName: columnField(t, 'clientName', { type: 'String', nullable: true }),
    createdAt: columnField(t, 'createdAt', {
      type: 'DateTime',
      description: 'Time of the change or sign-in.',
    }),
  }),
});

builder.queryField('auditLog', (t) =>
  t.prismaConnection(
    {
      type: 'LogEntry',
      cursor: 'accountId_place' as never,
      description:
        'The audit log of the workspace, newest first: every change of every record, and sign-in and sign-out. All filters have to match.',
      args: {
        type: t.arg.string({
          description: 'Only records of this type, as in `recordType`, for example `Client`.',
        }),
        recordId: t.arg.id({
          description: 'Only the record with this id, even if it was deleted.',
        }),
        actor: t.arg.id({ description: 'Only the user, key or contact with this id.' }),
        actorKind: t.arg({
          type: [enums.LogActorKind],
          description: 'Only these kinds of actors.',
        }),
        operation: t.arg.string({
          description: 'Only this operation, for example `createClient` or `POST clients/create`.',
        }),
        kind: t.arg({ type: [enums.LogEntryKind], description: 'Only these kinds.' }),
        from: t.arg({ type: 'DateTime', description: 'At this time or later.' }),
        to: t.arg({ type: 'DateTime', description: 'Before this time.' }),
      },
      complexity: connectionComplexity as never,
      // The log contains all records, so its caller needs read permission for every area.
      extensions: {
        root: { kind: 'list', ...auditListSource },
        areas: permissionAreas,
        requiresUnrestrictedAccess: true,
      } satisfies ReadExtensions,
      resolve: unusedResolver as never,
    },
    connectionType('LogEntry'),
  ),
);
