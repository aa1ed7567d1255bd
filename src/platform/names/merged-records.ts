import { Prisma } from '../../generated/prisma/client.ts';

/** A client or contact that was merged into another one. */
export interface MergedRecord {
  id: string;
  name: string | null;
  /** In lower case. */
  email: string | null;
  externalId: string | null;
  source: string | null;
}

/** Whether a record that `key`, an SQL expression of a JSON object, describes was merged into the record under an alias. */
export const hasMergedSql = (alias: string, key: string): string =>
  `(${alias}."mergedRecords" <> '[]' AND ${alias}."mergedRecords" @> jsonb_build_array(${key}))`;

/** The same of a value that the caller gave. */
export const hasMerged = (alias: string, key: Partial<MergedRecord>): Prisma.Sql => {
  const column = Prisma.raw(`${alias}."mergedRecords"`);
  return Prisma.sql`(${column} <> '[]' AND ${column} @> ${JSON.stringify([key])}::jsonb)`;
};
