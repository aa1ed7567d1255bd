import { sortModelsByForeignKey } from '../../database/models/foreign-key-order.ts';
import { globalModels } from '../../database/models/global-models.ts';
import { getDatamodel } from '../../generated/pothos/types.ts';
import type { Prisma } from '../../generated/prisma/client.ts';
import { permissionAreaByModel, type RecordModel } from '../../platform/ids/permission-areas.ts';

/** Models of which an exported workspace has no rows, each with the reason. */
export const excludedModels: Partial<Record<Prisma.ModelName, string>> = {
  ApiKey: 'keys only open the service that created them',
  ChangeListener: 'processes of the old service listen',
  KeptAnswer: 'stored responses belong to clients of the old service',
  LogEntry: 'audit entries belong to the transactions of the old database',
  ...Object.fromEntries(
    globalModels.map((model) => [model, 'people who sign in belong to no workspace']),
  ),
};

/** Columns that an exported workspace does not have, each with the reason. They get what a new row gets. */
const columnsLeftOut: Partial<Record<RecordModel, Readonly<Record<string, string>>>> = {
  Contact: {
    portalSince: 'the database sets it, so that earlier sign-ins are invalid',
    portalLinkSentAt: 'an e-mailed link leads to the old service',
  },
  Workspace: { deletedAt: 'an imported workspace is not being deleted' },
  User: {
    personId: 'people who sign in belong to no workspace',
    invitedAt: 'an invitation belongs to the old service',
    invitationExpiresAt: 'an invitation belongs to the old service',
    invitationHash: 'an invitation belongs to the old service',
  },
};

/** Columns whose value is a secret: the file says that there is one, and the import makes a new one. */
const secretColumns: Partial<Record<RecordModel, readonly string[]>> = { Invoice: ['viewToken'] };

/** What stands in the file in place of a secret. */
export const secretPlaceholder = 'left-out';

/** Texts of a mail, in which its invoice's link may stand: its secret part is left out there as well. */
const linkedTexts: readonly string[] = ['subject', 'body', 'html'];

export const hasInvoiceLink = (model: string, column: string): boolean =>
  model === 'OutboxMail' && linkedTexts.includes(column);

export const isExcludedColumn = (model: string, column: string): boolean =>
  column === 'accountId' || columnsLeftOut[model as RecordModel]?.[column] !== undefined;

export const isSecretColumn = (model: string, column: string): boolean =>
  secretColumns[model as RecordModel]?.includes(column) ?? false;

const { models } = getDatamodel().datamodel;

/**
 * The models of an exported workspace, those that others refer to first: every model that has records of a workspace, but
 * for those left out. The workspace itself comes first; what it refers to is checked when the transaction ends.
 */
export const exportedModels: readonly RecordModel[] = sortModelsByForeignKey(
  (Object.keys(permissionAreaByModel) as RecordModel[]).filter(
    (model) => excludedModels[model] === undefined,
  ),
);

/** The columns by which a model's rows are told apart within a workspace. */
export function rowKeyColumns(model: string): string[] {
  const { fields = [], primaryKey } = models[model] ?? {};
  const columns = primaryKey?.fields ?? fields.filter(({ isId }) => isId).map(({ name }) => name);
  return columns.filter((column) => column !== 'accountId');
}

/** What kind of value a column holds, in the words of the datamodel. */
export const columnTypeOf = (model: string, column: string): string | undefined =>
  models[model]?.fields.find(({ name }) => name === column)?.type;
