import { sortModelsByForeignKey } from '../../database/models/foreign-key-order.ts';
import { globalModels } from '../../database/models/global-models.ts';
import { getDatamodel } from '../../generated/pothos/types.ts';
import type { Prisma } from '../../generated/prisma/client.ts';
import { permissionAreaByModel, type RecordModel } from '../../platform/ids/permission-areas.ts';

/** Models without rows in an export, with the reason. */
export const excludedModels: Partial<Record<Prisma.ModelName, string>> = {
  ApiKey: 'keys only open the service that created them',
  ChangeListener: 'processes of the old service listen',
  KeptAnswer: 'stored responses belong to clients of the old service',
  LogEntry: 'audit entries belong to the transactions of the old database',
  WebhookCursor: 'positions belong to the old event log',
  WebhookDelivery: 'the old service delivered them',
  WebhookRetry: 'positions belong to the old event log',
  WebhookSecret: 'secrets are encrypted with the key of the old service',
  ...Object.fromEntries(
    globalModels.map((model) => [model, 'people who sign in belong to no workspace']),
  ),
};

/** Columns that are not exported, with the reason. They get default values. */
const excludedColumns: Partial<Record<RecordModel, Readonly<Record<string, string>>>> = {
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
  WebhookEndpoint: {
    madeByKeyId: 'keys only open the service that created them',
  },
};

/** Secrets. The file contains a placeholder, and the import creates new ones. */
const secretColumns: Partial<Record<RecordModel, readonly string[]>> = { Invoice: ['viewToken'] };

export const secretPlaceholder = 'left-out';

/** Texts of an e-mail, which may contain the link of its invoice. */
const mailTextColumns: readonly string[] = ['subject', 'body', 'html'];

export const hasInvoiceLink = (model: string, column: string): boolean =>
  model === 'OutboxMail' && mailTextColumns.includes(column);

export const isExcludedColumn = (model: string, column: string): boolean =>
  column === 'accountId' || excludedColumns[model as RecordModel]?.[column] !== undefined;

export const isSecretColumn = (model: string, column: string): boolean =>
  secretColumns[model as RecordModel]?.includes(column) ?? false;

const { models } = getDatamodel().datamodel;

/** Referenced models first, except that the workspace precedes its tax rule. */
export const exportedModels: readonly RecordModel[] = sortModelsByForeignKey(
  (Object.keys(permissionAreaByModel) as RecordModel[]).filter(
    (model) => excludedModels[model] === undefined,
  ),
);

export function rowKeyColumns(model: string): string[] {
  const { fields = [], primaryKey } = models[model] ?? {};
  const columns = primaryKey?.fields ?? fields.filter(({ isId }) => isId).map(({ name }) => name);
  return columns.filter((column) => column !== 'accountId');
}

/** Type in the Prisma datamodel. */
export const columnTypeOf = (model: string, column: string): string | undefined =>
  models[model]?.fields.find(({ name }) => name === column)?.type;
