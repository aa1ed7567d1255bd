import { getDatamodel } from '../../generated/pothos/types.ts';
import type { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import type { RecordModel } from '../../platform/ids/permission-areas.ts';
import { permissionAreaByModel } from '../../platform/ids/permission-areas.ts';
import type { PermissionArea } from '../../platform/permissions/permissions.ts';
import { requireWrittenRow } from '../../write/written-rows.ts';

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

/**
 * Moves all references from `merge` to `keep`, deletes `merge`, and then changes `keep`: until then, a unique index would
 * refuse values of `merge`. Three statements for each column.
 */
export async function replaceRecord<R extends { id: string }>(
  { accountId, db }: Context,
  type: MergeableType,
  { keep, merge }: { keep: R; merge: R },
  data: Prisma.ClientUpdateManyMutationInput | Prisma.ContactUpdateManyMutationInput,
): Promise<R> {
  const delegateOf = (model: RecordModel) =>
    db[`${model.charAt(0).toLowerCase()}${model.slice(1)}` as 'client'];
  for (const { model, column } of referencesTo(type)) {
    const where = { accountId, [column]: merge.id };
    await delegateOf(model).updateMany({ where, data: { [column]: keep.id } });
  }
  const records = delegateOf(type);
  await records.deleteMany({ where: { accountId, id: merge.id } });
  const where = { accountId, id: keep.id };
  const rows = await records.updateManyAndReturn({ where, data: data as object });
  return requireWrittenRow(rows as unknown[] as R[], type, keep.id);
}
