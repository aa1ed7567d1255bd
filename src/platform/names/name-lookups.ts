import type { Prisma } from '../../generated/prisma/client.ts';

export type Db = Prisma.TransactionClient;

/** A name below its parent: a project's below its client, say; the parent is '' for names of the workspace. */
export interface NameKey {
  parent: string;
  name: string;
}

export interface NamedTable {
  /** What a person calls such a record. */
  noun: string;
  table: string;
  name: string;
  parent?: string;
  /** Its records can be archived: they keep their names then, but names do not find them. */
  archivable?: true;
  /** E-mail addresses and labels are compared without regard to case. */
  ignoreCase?: true;
  /** Names that are people's addresses, which are not offered to who does not know them. */
  personal?: true;
}

/*
 * Look-ups get what they look for as one JSON parameter and join it by LATERAL … LIMIT 1. An array would let PostgreSQL
 * guess from its length how many rows there are, so that it plans the statement anew at every execution, which costs
 * four times what the look-up does; and a plain join it might do by reading a whole table.
 */

/** What stands under a name, or an id: the record's id or its parent's, and whether the record is archived. */
export interface NamedRecord {
  id: string;
  archived: boolean;
}

/** By names: the record of each, undefined where there is none. One statement. */
export async function findByNames(
  db: Db,
  accountId: number,
  { table, name, parent, ignoreCase, archivable }: NamedTable,
  keys: readonly NameKey[],
): Promise<(NamedRecord | undefined)[]> {
  // Of several that differ in case alone, the one that is written as it was asked for.
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
    const rows = await db.$queryRawUnsafe<(NamedRecord & { name: string })[]>(
      `SELECT t.id, t.archived, k.name FROM json_array_elements_text($2::json) AS k(name)
       JOIN LATERAL (SELECT t.id::text AS id, ${archived} AS archived FROM "${table}" t
         WHERE t."accountId" = $1 AND ${isNamed} LIMIT 1) t ON true`,
      accountId,
      JSON.stringify(keys.map((key) => key.name)),
    );
    for (const row of rows) found.set(`\u0000${row.name}`, row);
  }
  return keys.map((key) => found.get(`${parent ? key.parent : ''}\u0000${key.name}`));
}

/** Kinds of records whose ids are numbers. */
const numbered = new Set(['User']);

/** By ids, of any tables: what each belongs to, undefined where there is no such record. One statement. */
export async function findByIds(
  db: Db,
  accountId: number,
  keys: readonly { table: NamedTable; id: string }[],
): Promise<(NamedRecord | undefined)[]> {
  const tables = new Map(keys.map(({ table }) => [table.table, table]));
  const asked = [...tables.values()].sort((one, other) => (one.table < other.table ? -1 : 1));
  const branches = asked.map(({ table, parent, archivable }, index) => {
    const parentId = parent ? `t."${parent}"` : `''`;
    const archived = archivable ? 't.archived' : 'false';
    const id = numbered.has(table) ? 't.id::text' : 't.id';
    return `SELECT '${table}' AS "table", k.id AS of, t.parent AS id, t.archived
      FROM json_array_elements_text($${index + 2}::json) AS k(id)
      JOIN LATERAL (SELECT ${parentId} AS parent, ${archived} AS archived FROM "${table}" t
        WHERE t."accountId" = $1 AND ${id} = k.id LIMIT 1) t ON true`;
  });
  const idsOf = (table: NamedTable) =>
    keys.filter((key) => key.table.table === table.table).map(({ id }) => id);
  const rows = await db.$queryRawUnsafe<(NamedRecord & { table: string; of: string })[]>(
    branches.join(' UNION ALL '),
    accountId,
    ...asked.map((table) => JSON.stringify(idsOf(table))),
  );
  const found = new Map(rows.map((row) => [`${row.table} ${row.of}`, row]));
  return keys.map(({ table, id }) => found.get(`${table.table} ${id}`));
}

/** Up to three names by their likeness to the one wanted, below the parent where one is given; none of the archived. */
export async function findSimilarNames(
  db: Db,
  accountId: number,
  { table, name, parent, archivable }: NamedTable,
  wanted: string,
  parentId: string,
): Promise<string[]> {
  const below = parent && parentId ? `AND t."${parent}" = $3` : '';
  const active = archivable ? 'AND NOT t.archived' : '';
  const rows = await db.$queryRawUnsafe<{ name: string }[]>(
    `SELECT DISTINCT t."${name}" AS name, similarity(lower(t."${name}"), lower($2::text)) AS score
     FROM "${table}" t WHERE t."accountId" = $1 ${below} ${active} AND lower(t."${name}") % lower($2::text)
     ORDER BY score DESC, name LIMIT 3`,
    accountId,
    wanted.slice(0, 200),
    ...(below ? [parentId] : []),
  );
  return rows.map((row) => row.name);
}

/** A client's name, and below it a project's and perhaps a deliverable's. */
export interface NamePath {
  client: string;
  project: string;
  deliverable: string | null;
}

/** What stands along a path; undefined from the first name that matches nothing. */
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

/** By paths of names: the ids along each. One statement for all levels of all paths. */
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
        WHERE "accountId" = ${accountId} AND name = k.client LIMIT 1) c ON true
      LEFT JOIN LATERAL (SELECT id FROM "Project"
        WHERE "accountId" = ${accountId} AND "clientId" = c.id AND name = k.project LIMIT 1) p ON true
      LEFT JOIN LATERAL (SELECT id, archived FROM "Deliverable"
        WHERE "accountId" = ${accountId} AND "projectId" = p.id AND name = k.deliverable LIMIT 1) d ON true`;
  const found: IdPath[] = paths.map(() => ({
    client: undefined,
    project: undefined,
    deliverable: undefined,
  }));
  for (const row of rows) {
    const { place, client, archived, project, deliverable, deliverableArchived } = row;
    found[place] = {
      client: client === null ? undefined : { id: client, archived },
      project: project ?? undefined,
      deliverable:
        deliverable === null ? undefined : { id: deliverable, archived: deliverableArchived },
    };
  }
  return found;
}
