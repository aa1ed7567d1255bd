import { Prisma } from '../../generated/prisma/client.ts';
import { hasMergedSql } from './merged-records.ts';

export type Db = Prisma.TransactionClient;

/** `parent` is '' for workspace-wide names. */
export interface NameKey {
  parent: string;
  name: string;
}

export interface NamedTable {
  noun: string;
  table: string;
  name: string;
  parent?: string;
  /** Names of archived records are not found. */
  archivable?: true;
  /** Inactive records are found, and count as archived. */
  canBeInactive?: true;
  /** Names of merged records find the remaining record. */
  mergeable?: true;
  ignoreCase?: true;
  /** Names are never suggested. */
  personal?: true;
  /** Names resemble each other, so suggestions come from the latest records. Bounds the cost of a look-up. */
  suggestsLatest?: true;
}

/**
 * Keys are one JSON parameter, joined with LATERAL … LIMIT 1. PostgreSQL would plan an array at every execution (four times the
 * cost), and a plain join can scan the table.
 */

export interface NamedRecord {
  id: string;
  archived: boolean;
}

/** Merged records have lower precedence. */
const orMergedSql =
  ({ table, mergeable }: NamedTable, found: string, key: string) =>
  (columns: string) =>
    mergeable
      ? `UNION ALL SELECT ${columns} FROM "${table}" t WHERE t."accountId" = $1 AND ${hasMergedSql('t', `jsonb_build_object('${key}', k.${key})`)}
       AND NOT EXISTS (SELECT FROM "${table}" t WHERE t."accountId" = $1 AND ${found})`
      : '';

export async function findByNames(
  db: Db,
  accountId: number,
  named: NamedTable,
  keys: readonly NameKey[],
): Promise<(NamedRecord | undefined)[]> {
  const { table, name, parent, ignoreCase, archivable } = named;
  // Prefers the spelling of the caller.
  const isNamed = ignoreCase
    ? `lower(t."${name}") = lower(k.name) ORDER BY t."${name}" = k.name DESC, t.id`
    : `t."${name}" = k.name`;
  const archived = archivable ? 't.archived' : 'false';
  const found = new Map<string, NamedRecord>();
  if (parent) {
    const rows = await db.$queryRawUnsafe<(NamedRecord & NameKey)[]>(
      `SELECT t.id, t.archived, k.parent, k.name FROM json_to_recordset($2::json) AS k(parent text, name text)
       JOIN LATERAL (SELECT t.id, ${archived} AS archived FROM "${table}" t
         WHERE t."accountId" = $1 AND t."${parent}" = k.parent AND ${isNamed} LIMIT 1) t ON true`,
      accountId,
      JSON.stringify(keys.map((key) => ({ parent: key.parent, name: key.name }))),
    );
    for (const row of rows) found.set(`${row.parent}\u0000${row.name}`, row);
  } else {
    const columns = `t.id::text AS id, ${archived} AS archived`;
    const rows = await db.$queryRawUnsafe<(NamedRecord & { name: string })[]>(
      `SELECT t.id, t.archived, k.name FROM json_array_elements_text($2::json) AS k(name)
       JOIN LATERAL (SELECT ${columns} FROM "${table}" t
         WHERE t."accountId" = $1 AND ${isNamed} ${orMergedSql(named, isNamed, 'name')(columns)} LIMIT 1) t ON true`,
      accountId,
      JSON.stringify(keys.map((key) => key.name)),
    );
    for (const row of rows) found.set(`\u0000${row.name}`, row);
  }
  return keys.map((key) => found.get(`${parent ? key.parent : ''}\u0000${key.name}`));
}

const tablesWithNumericIds = new Set(['User']);

export interface RecordWithCurrentId extends NamedRecord {
  /** The id of the remaining record after a merge. */
  own: string;
}

export async function findByIds(
  db: Db,
  accountId: number,
  keys: readonly { table: NamedTable; id: string }[],
): Promise<(RecordWithCurrentId | undefined)[]> {
  const tables = new Map(keys.map(({ table }) => [table.table, table]));
  const requestedTables = [...tables.values()].sort((one, other) =>
    one.table < other.table ? -1 : 1,
  );
  const branches = requestedTables.map((named, index) => {
    const { table, parent, archivable, canBeInactive } = named;
    const parentId = parent ? `t."${parent}"` : `''`;
    const archived = archivable ? 't.archived' : canBeInactive ? 'NOT t.active' : 'false';
    const isIdentified = `${tablesWithNumericIds.has(table) ? 't.id::text' : 't.id'} = k.id`;
    const columns = `t.id::text AS own, ${parentId} AS parent, ${archived} AS archived`;
    return `SELECT '${table}' AS "table", k.id AS of, t.own, t.parent AS id, t.archived
      FROM json_array_elements_text($${index + 2}::json) AS k(id)
      JOIN LATERAL (SELECT ${columns} FROM "${table}" t
        WHERE t."accountId" = $1 AND ${isIdentified} ${orMergedSql(named, isIdentified, 'id')(columns)} LIMIT 1) t ON true`;
  });
  const idsOf = (table: NamedTable) =>
    keys.filter((key) => key.table.table === table.table).map(({ id }) => id);
  const rows = await db.$queryRawUnsafe<(RecordWithCurrentId & { table: string; of: string })[]>(
    branches.join(' UNION ALL '),
    accountId,
    ...requestedTables.map((table) => JSON.stringify(idsOf(table))),
  );
  const recordsByKey = new Map(rows.map((row) => [`${row.table} ${row.of}`, row]));
  return keys.map(({ table, id }) => recordsByKey.get(`${table.table} ${id}`));
}

const maxLatestRecords = 1_000;

/** Omits archived records. */
export async function findSimilarNames(
  db: Db,
  accountId: number,
  { table, name, parent, archivable, suggestsLatest }: NamedTable,
  unknownName: string,
  parentId: string,
): Promise<string[]> {
  const parentConditionSql = parent && parentId ? `AND t."${parent}" = $3` : '';
  const notArchivedSql = archivable ? 'AND NOT t.archived' : '';
  const recordsSql = `"${table}" t WHERE t."accountId" = $1 ${parentConditionSql} ${notArchivedSql}`;
  const comparedSql = suggestsLatest
    ? `(SELECT * FROM ${recordsSql} ORDER BY t."createdAt" DESC, t.id DESC LIMIT ${maxLatestRecords}) t WHERE true`
    : recordsSql;
  const rows = await db.$queryRawUnsafe<{ name: string }[]>(
    `SELECT DISTINCT t."${name}" AS name, similarity(lower(t."${name}"), lower($2::text)) AS score
     FROM ${comparedSql} AND lower(t."${name}") % lower($2::text)
     ORDER BY score DESC, name LIMIT 3`,
    accountId,
    unknownName.slice(0, 200),
    ...(parentConditionSql ? [parentId] : []),
  );
  return rows.map((row) => row.name);
}

export interface NamePath {
  client: string;
  project: string;
  deliverable: string | null;
}

/** A level without a match is undefined, and so are all lower levels. */
export interface IdPath {
  client: NamedRecord | undefined;
  project: string | undefined;
  deliverable: NamedRecord | undefined;
}

interface PathRow {
  place: number;
  client: string | null;
  archived: boolean;
  project: string | null;
  deliverable: string | null;
  deliverableArchived: boolean;
}

export async function findPaths(
  db: Db,
  accountId: number,
  paths: readonly NamePath[],
): Promise<IdPath[]> {
  const rows = await db.$queryRaw<PathRow[]>`
    SELECT k.place, c.id AS client, c.archived, p.id AS project, d.id AS deliverable,
      d.archived AS "deliverableArchived"
    FROM json_to_recordset(${JSON.stringify(paths.map((path, place) => ({ place, ...path })))}::json)
        AS k(place int, client text, project text, deliverable text)
      LEFT JOIN LATERAL (SELECT id, archived FROM "Client"
        WHERE "accountId" = ${accountId} AND name = k.client
        UNION ALL SELECT t.id, t.archived FROM "Client" t
        WHERE t."accountId" = ${accountId} AND ${Prisma.raw(hasMergedSql('t', `jsonb_build_object('name', k.client)`))}
          AND NOT EXISTS (SELECT FROM "Client" t WHERE t."accountId" = ${accountId} AND t.name = k.client)
        LIMIT 1) c ON true
      LEFT JOIN LATERAL (SELECT id FROM "Project"
        WHERE "accountId" = ${accountId} AND "clientId" = c.id AND name = k.project LIMIT 1) p ON true
      LEFT JOIN LATERAL (SELECT id, archived FROM "Deliverable"
        WHERE "accountId" = ${accountId} AND "projectId" = p.id AND name = k.deliverable LIMIT 1) d ON true`;
  const results: IdPath[] = paths.map(() => ({
    client: undefined,
    project: undefined,
    deliverable: undefined,
  }));
  for (const row of rows) {
    const { place, client, archived, project, deliverable, deliverableArchived } = row;
    results[place] = {
      client: client === null ? undefined : { id: client, archived },
      project: project ?? undefined,
      deliverable:
        deliverable === null ? undefined : { id: deliverable, archived: deliverableArchived },
    };
  }
  return results;
}
