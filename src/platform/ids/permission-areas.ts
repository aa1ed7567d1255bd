import type { Prisma } from '../../generated/prisma/client.ts';
import { recordTypes } from './record-ids.ts';
import type { Area, Rights } from '../permissions/permissions.ts';
import { reading } from '../permissions/permissions.ts';
import type { SignInModel } from '../../database/models/global-models.ts';

/**
 * Every model that has records of a workspace; what processes note for one another, and what was
 * answered, is nobody's to read, and who signs in
 * belongs to no workspace.
 */
export type RecordModel = Exclude<
  Prisma.ModelName,
  'ChangeListener' | 'KeptAnswer' | 'LogEntry' | SignInModel
>;

type Areas = { [T in keyof typeof recordTypes]: (typeof recordTypes)[T][1] };

const ownAreas = Object.fromEntries(
  Object.entries(recordTypes).map(([type, [, area]]) => [type, area]),
) as Areas;

/** The one area of the records of each model: who may read and write them, on either door (decision 29). */
export const areaOf = {
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
} as const satisfies Record<RecordModel, Area>;

/** The rights to read records of models; a name that is no model's needs none. */
export const readingModels = (models: Iterable<string>): Rights =>
  reading([...models].flatMap((model) => (model in areaOf ? areaOf[model as RecordModel] : [])));
