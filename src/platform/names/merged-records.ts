import { Prisma } from '../../generated/prisma/client.ts';

export interface MergedRecord {
  id: string;
  name: string | null;
  /** In lower case. */
  email: string | null;
  externalId: string | null;
  source: string | null;
}

/** `key` is SQL for a JSON object. */
export const hasMergedSql = (alias: string, key: string): string =>
  `(${alias}."mergedRecords" <> '[]' AND ${alias}."mergedRecords" @> jsonb_build_array(${key}))`;

export const hasMerged = (alias: string, key: Partial<MergedRecord>): Prisma.Sql => {
  const column = Prisma.raw(`${alias}."mergedRecords"`);
  return Prisma.sql`(${column} <> '[]' AND ${column} @> ${JSON.stringify([key])}::jsonb)`;
};
