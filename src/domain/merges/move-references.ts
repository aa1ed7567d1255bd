import { getDatamodel } from '../../generated/pothos/types.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { RecordModel } from '../../platform/ids/permission-areas.ts';
import { permissionAreaByModel } from '../../platform/ids/permission-areas.ts';
import type { PermissionArea } from '../../platform/permissions/permissions.ts';
import type { Change, Row, WriteContext } from '../../write/unit-of-work.ts';

export type MergeableType = 'Client' | 'Contact';

interface Reference {
  model: RecordModel;
  column: string;
}

const { models } = getDatamodel().datamodel;

/** From the foreign keys of the schema. */
export const referencesTo = (type: MergeableType): Reference[] =>
  Object.entries(models).flatMap(([model, { fields }]) =>
    fields
      .filter(({ type: target }) => target === type)
      .flatMap(({ relationFromFields }) => relationFromFields ?? [])
      .filter((column) => column !== 'accountId')
      .map((column) => ({ model: model as RecordModel, column })),
  );

export const areasOfReferences = (type: MergeableType): PermissionArea[] => {
  const areas = referencesTo(type).map(({ model }) => permissionAreaByModel[model]);
  return [...new Set<PermissionArea>(areas)].filter((area) => area !== 'clients');
};

/** A unique index would reject values of `merge` in `keep` before `merge` is deleted. */
export async function replaceRecord<M extends MergeableType>(
  tx: WriteContext,
  type: M,
  { keep, merge }: { keep: Row<M>; merge: Row<M> },
  change: Change<M>,
): Promise<Row<M>> {
  for (const { model, column } of referencesTo(type)) {
    const rows = await tx.lockAll(model, Prisma.sql`${Prisma.raw(`"${column}"`)} = ${merge.id}`);
    // The database sets the time from which a contact may sign in.
    const update: typeof tx.updateAllReturning | typeof tx.updateAll =
      (model as string) === 'Contact' ? tx.updateAllReturning : tx.updateAll;
    await update(model, rows, { [column]: keep.id });
  }
  tx.delete(type, [merge]);
  return type === 'Contact'
    ? tx.updateReturning(type, keep, change)
    : tx.update(type, keep, change);
}
