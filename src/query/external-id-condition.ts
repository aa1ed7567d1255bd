import { Prisma } from '../generated/prisma/client.ts';
import { hasMerged } from '../platform/names/merged-records.ts';
import type { Condition } from './conditions.ts';
import { allOf, columnEquals } from './conditions.ts';
import type { ListQuery } from './record-list.ts';

interface ExternalIdInput {
  externalId: string | null;
  source: string | null;
}

export const externalIdCondition = ({
  externalId,
  source,
}: ExternalIdInput): Condition | undefined =>
  allOf([
    externalId === null ? undefined : columnEquals('externalId', externalId),
    source === null ? undefined : columnEquals('source', source),
  ]);

/** Also finds a record by the ids of records that were merged into it. */
export function identityCondition({
  id,
  ...external
}: ExternalIdInput & { id: string | null }): Pick<ListQuery, 'where' | 'matching'> | undefined {
  if (!id && external.externalId === null) {
    const where = externalIdCondition(external);
    return where && { where };
  }
  const ids = Object.entries(id ? { id } : external).filter(([, value]) => value !== null);
  return {
    matching: (alias) => {
      const own = ids.map(
        ([column, value]) => Prisma.sql`${Prisma.raw(`${alias}."${column}"`)} = ${value}`,
      );
      return Prisma.sql`(${Prisma.join(own, ' AND ')} OR ${hasMerged(alias, Object.fromEntries(ids))})`;
    },
  };
}
