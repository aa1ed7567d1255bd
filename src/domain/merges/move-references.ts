import { getDatamodel } from '../../generated/pothos/types.ts';
import type { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import type { RecordModel } from '../../platform/ids/permission-areas.ts';
import { permissionAreaByModel } from '../../platform/ids/permission-areas.ts';
import type { PermissionArea } from '../../platform/permissions/permissions.ts';

export type MergeableType = 'Client' | 'Contact';

interface Reference {
  model: RecordModel;
  column: string;
}

const { models } = getDatamodel().datamodel;

/** The columns that refer to records of a type, by the foreign keys of the schema. */
export const referencesTo = (type: MergeableType): Reference[] =>
  Object.entries(models).flatMap(([model, { fields }]) =>
    fields
      .filter(({ type: target }) => target === type)
      .flatMap(({ relationFromFields }) => relationFromFields ?? [])
      .filter((column) => column !== 'accountId')
      .map((column) => ({ model: model as RecordModel, column })),
  );

/** The areas of the records that move with a merge, in addition to that of the merged records. */
export const areasOfReferences = (type: MergeableType): PermissionArea[] => {
  const areas = referencesTo(type).map(({ model }) => permissionAreaByModel[model]);
  return [...new Set<PermissionArea>(areas)].filter((area) => area !== 'clients');
};

/** Lets everything that refers to a record refer to another one. Three statements for each column. */
export async function moveReferences(
  { accountId, db }: Context,
  type: MergeableType,
  from: string,
  to: string,
): Promise<void> {
  for (const { model, column } of referencesTo(type)) {
    const delegate = `${model.charAt(0).toLowerCase()}${model.slice(1)}` as keyof typeof db;
    const records = db[delegate] as unknown as Prisma.ClientDelegate;
    await records.updateMany({ where: { accountId, [column]: from }, data: { [column]: to } });
  }
}
