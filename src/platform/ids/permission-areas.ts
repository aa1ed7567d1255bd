import type { GlobalModel } from '../../database/models/global-models.ts';
import type { Prisma } from '../../generated/prisma/client.ts';
import type { PermissionArea, Permissions } from '../permissions/permissions.ts';
import { readPermissions } from '../permissions/permissions.ts';
import { recordTypes } from './record-ids.ts';

export type RecordModel = Exclude<
  Prisma.ModelName,
  | 'ChangeListener'
  | 'KeptAnswer'
  | 'LogEntry'
  | 'WebhookCursor'
  | 'WebhookRetry'
  | 'WebhookSecret'
  | GlobalModel
>;

type Areas = { [T in keyof typeof recordTypes]: (typeof recordTypes)[T][1] };

const ownAreas = Object.fromEntries(
  Object.entries(recordTypes).map(([type, [, area]]) => [type, area]),
) as Areas;

export const permissionAreaByModel = {
  ...ownAreas,
  // Not in `recordTypes`.
  CreditNoteDocument: 'invoices',
  DeliverableAssignee: 'projects',
  EInvoiceDocument: 'invoices',
  InvoiceSequence: 'invoices',
  IssuedDocument: 'invoices',
  ProjectMember: 'projects',
  SellerLogo: 'invoices',
  User: 'people',
  Workspace: 'settings',
  WorkspaceLogo: 'settings',
} as const satisfies Record<RecordModel, PermissionArea>;

export const readPermissionsForModels = (models: Iterable<string>): Permissions =>
  readPermissions(
    [...models].flatMap((model) =>
      model in permissionAreaByModel ? permissionAreaByModel[model as RecordModel] : [],
    ),
  );
