import type { GlobalModel } from '../../database/models/global-models.ts';
import type { Prisma } from '../../generated/prisma/client.ts';
import type { PermissionArea, Permissions } from '../permissions/permissions.ts';
import { readPermissions } from '../permissions/permissions.ts';
import { recordTypes } from './record-ids.ts';

/**
 * Every model that has records of a workspace; what processes note for one another, and what was
 * answered, is nobody's to read, and who signs in
 * belongs to no workspace.
 */
export type RecordModel = Exclude<
  Prisma.ModelName,
  'ChangeListener' | 'KeptAnswer' | 'LogEntry' | GlobalModel
>;

type Areas = { [T in keyof typeof recordTypes]: (typeof recordTypes)[T][1] };

const ownAreas = Object.fromEntries(
  Object.entries(recordTypes).map(([type, [, area]]) => [type, area]),
) as Areas;

/** The one area of the records of each model: who may read and write them, on either door (decision 29). */
export const permissionAreaByModel = {
  ...ownAreas,
  // These have no ids of their own.
  CreditNoteDocument: 'invoices',
  DeliverableAssignee: 'projects',
  InvoiceSequence: 'invoices',
  IssuedDocument: 'invoices',
  ProjectMember: 'projects',
  SellerLogo: 'invoices',
  User: 'people',
  Workspace: 'settings',
  WorkspaceLogo: 'settings',
} as const satisfies Record<RecordModel, PermissionArea>;

/** The rights to read records of models; a name that is no model's needs none. */
export const readPermissionsForModels = (models: Iterable<string>): Permissions =>
  readPermissions(
    [...models].flatMap((model) =>
      model in permissionAreaByModel ? permissionAreaByModel[model as RecordModel] : [],
    ),
  );
