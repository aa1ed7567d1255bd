import type pg from 'pg';
import type { PrismaClient } from '../../generated/prisma/client.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { auditLogStagingTable, logPositionMarker } from './audit-log-tables.ts';

/** Citus supports no triggers: this module adds their effect on `version` and `updatedAt` to each statement. */

function hasVersion(table: string): boolean {
  const columns = Prisma[`${table as Prisma.ModelName}ScalarFieldEnum`] as object | undefined;
  return columns !== undefined && 'version' in columns && 'updatedAt' in columns;
}

const update = /\bUPDATE\s+(?:"public"\.)?"(\w+)"(?:\s+(?:AS\s+)?(?!SET\b)(\w+))?\s+SET\s+/gi;
const insert = /\bINSERT\s+INTO\s+(?:"public"\.)?"(\w+)"(?:\s+AS\s+(\w+))?/gi;
const conflict = /\bDO\s+UPDATE\s+SET\s+/gi;

/** A SET clause. `from` is the offset of its first assignment. */
interface Change {
  table: string;
  /** Name of the table in the statement. */
  alias: string;
  from: number;
  /** Whether the clause belongs to ON CONFLICT. */
  isFound: boolean;
}

function changesOf(text: string): Change[] {
  const named = (
    [, table = '', alias = `"${table}"`]: RegExpMatchArray,
    from: number,
    isFound = false,
  ): Change => ({
    ...{ table, alias, from, isFound },
  });
  const updates = [...text.matchAll(update)].map((one) => named(one, one.index + one[0].length));
  const inserts = [...text.matchAll(insert)];
  const conflicts = [...text.matchAll(conflict)].flatMap((one) => {
    const into = inserts.filter(({ index }) => index < one.index).at(-1);
    return into ? [named(into, one.index + one[0].length, true)] : [];
  });
  return [...updates, ...conflicts].sort((a, b) => b.from - a.from);
}

/** End of a SET clause, outside of parentheses. */
const ends = /(?:FROM|WHERE|RETURNING)\b/iy;
const quoted = /'(?:[^']|'')*'|"(?:[^"]|"")*"/y;

function assignmentsFrom(text: string, from: number): string[] {
  const found: string[] = [];
  let depth = 0;
  let begin = from;
  let at = from;
  for (; at < text.length; at += 1) {
    const character = text[at] as string;
    quoted.lastIndex = at;
    ends.lastIndex = at;
    if (quoted.test(text)) {
      at += quotedLength(text, at) - 1;
    } else if (character === '(') depth += 1;
    else if (character === ')') depth -= 1;
    else if (depth === 0 && character === ',') {
      found.push(text.slice(begin, at));
      begin = at + 1;
    } else if (depth === 0 && /\s/.test(text[at - 1] ?? '') && ends.test(text)) break;
    if (depth < 0) break;
  }
  return [...found, text.slice(begin, at)].map((one) => one.trim());
}

function quotedLength(text: string, at: number): number {
  quoted.lastIndex = at;
  return quoted.exec(text)?.[0].length ?? 1;
}

const assignment = /^"?(\w+)"?\s*=\s*(.+)$/s;

function versionAssignments({ alias, isFound }: Change, assignments: readonly string[]): string {
  const parts = assignments.map((one) => assignment.exec(one) ?? []);
  const names = parts.map(([, name]) => name);
  const now = names.includes('updatedAt')
    ? ''
    : `"updatedAt" = ${isFound ? 'excluded."updatedAt"' : 'now()'}, `;
  if (names.includes('version')) return now;
  const differs = parts.map(([, name, value]) =>
    name === undefined ? 'true' : `${alias}."${name}" IS DISTINCT FROM (${value})`,
  );
  return `${now}"version" = ${alias}."version" + (${differs.join(' OR ')})::int, `;
}

/** As in `database/transactions/prisma-models-by-connection.ts`. */
function withoutCasts(text: string): string {
  const at = text.lastIndexOf(' RETURNING "public".');
  return at < 0 ? text : text.slice(0, at) + text.slice(at).replaceAll('::text', '');
}

const beginning = (workspace: string, words: string) => {
  const begins = (column: string) =>
    `lower(${column}) ~>=~ lower(${words}) AND lower(${column}) ~<~ (lower(${words}) || chr(1114111))`;
  const client = (column: string) =>
    `SELECT c.id FROM "Client" c WHERE c."accountId" = ${workspace} AND ${begins(`c.${column}`)}`;
  const contact = (column: string) =>
    `SELECT k."clientId" FROM "Contact" k WHERE k."accountId" = ${workspace} AND NOT k.archived AND ${begins(`k.${column}`)}`;
  return [client('name'), client('phone'), contact('email'), contact('phone')].join(' UNION ALL ');
};

const byContactName = (workspace: string, pattern: string) =>
  `SELECT k."clientId" FROM "Contact" k WHERE k."accountId" = ${workspace} AND NOT k.archived
    AND lower(coalesce(k."firstName", '') || ' ' || coalesce(k."lastName", '')) LIKE lower(${pattern})`;

/** Citus workers cannot run functions that read tables. */
const searchFunctions: readonly [call: RegExp, text: (...parameters: string[]) => string][] = [
  [/SELECT "clients_beginning"\((\$\d+::int), (\$\d+::text)\)/g, beginning],
  [/SELECT "clients_by_contact_name"\((\$\d+::int), (\$\d+::text)\)/g, byContactName],
  // The outer statement applies the limit again.
  [
    /SELECT "first_clients_found"\((\$\d+::int), (\$\d+::text), (\$\d+::text), (\$\d+::int)\)/g,
    (workspace = '', words = '', pattern = '', most = '') =>
      `${beginning(workspace, words)} UNION ALL ${byContactName(workspace, pattern)} AND ${most} > 0`,
  ],
];

const withoutFunctions = (text: string): string =>
  searchFunctions.reduce(
    (rewritten, [call, toQuery]) =>
      rewritten.replace(call, (_, ...parameters: string[]) => toQuery(...parameters)),
    text,
  );

/** Assigns positions under the lock of the workspace's log. */
const withoutStaging = (text: string): string =>
  text.includes(auditLogStagingTable)
    ? text
        .replaceAll(`INSERT INTO ${auditLogStagingTable} (`, 'INSERT INTO "LogEntry" (place, ')
        .replaceAll(positionMarked, '"assign_log_position"($1), $1')
    : text;

const positionMarked = new RegExp(
  `${logPositionMarker.replace(/[/*]/g, '\\$&')} (\\$\\d+::int)`,
  'g',
);

const rewrittenStatements = new Map<string, string>();
const maxCachedStatements = 2_000;

export function toCitusStatement(text: string): string {
  const cached = rewrittenStatements.get(text);
  if (cached !== undefined) return cached;
  // Citus requires a column in subquery results.
  let rewritten = withoutStaging(withoutFunctions(withoutCasts(text))).replaceAll(
    'SELECT FROM ',
    'SELECT 1 FROM ',
  );
  // From the end: earlier offsets stay valid.
  for (const change of changesOf(rewritten)) {
    if (!hasVersion(change.table)) continue;
    const { from } = change;
    const versionAssignment = versionAssignments(change, assignmentsFrom(rewritten, from));
    rewritten = `${rewritten.slice(0, from)}${versionAssignment}${rewritten.slice(from)}`;
  }
  if (rewrittenStatements.size >= maxCachedStatements) rewrittenStatements.clear();
  rewrittenStatements.set(text, rewritten);
  return rewritten;
}

type Sendable = string | { text?: string };

/** Changes the object itself: callers compare by identity. */
function rewriteQuery<Q extends Sendable>(query: Q): Q {
  if (typeof query === 'string') return toCitusStatement(query) as Q;
  const text = query.text === undefined ? undefined : toCitusStatement(query.text);
  return text === query.text ? query : Object.assign(query, { text });
}

export function rewritePoolForCitus(pool: pg.Pool): void {
  pool.on('connect', (client) => {
    rewriteConnectionForCitus(client);
    const connection = client as pg.PoolClient & {
      queryBatch(queries: readonly pg.QueryConfig[]): Promise<pg.QueryResult[]>;
    };
    const queryBatch = connection.queryBatch.bind(connection);
    connection.queryBatch = (queries) => queryBatch(queries.map(rewriteQuery));
  });
}

export function rewriteConnectionForCitus(client: pg.ClientBase): void {
  const query = client.query as (...all: unknown[]) => unknown;
  client.query = ((statement: Sendable, ...others: unknown[]) =>
    query.call(client, rewriteQuery(statement), ...others)) as never;
}

type Client = PrismaClient | Prisma.TransactionClient;

const citusClients = new WeakSet<Client>();

export function markAsCitusClient(client: Client): void {
  citusClients.add(client);
}

export const isCitusClient = (client: Client): boolean => citusClients.has(client);
