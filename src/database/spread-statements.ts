import type pg from 'pg';
import type { PrismaClient } from '../generated/prisma/client.ts';
import { Prisma } from '../generated/prisma/client.ts';

/**
 * A database that is spread over several servers has no triggers: those of a server would see what is there alone. What they do
 * for every row that is changed is written into the statement there: its version is raised, and when that was is kept.
 */

/** Whether rows of a table have a version: those of nearly every model. */
function hasVersion(table: string): boolean {
  const columns = Prisma[`${table as Prisma.ModelName}ScalarFieldEnum`] as object | undefined;
  return columns !== undefined && 'version' in columns && 'updatedAt' in columns;
}

const update = /\bUPDATE\s+(?:"public"\.)?"(\w+)"(?:\s+(?:AS\s+)?(?!SET\b)(\w+))?\s+SET\s+/gi;
const insert = /\bINSERT\s+INTO\s+(?:"public"\.)?"(\w+)"(?:\s+AS\s+(\w+))?/gi;
const conflict = /\bDO\s+UPDATE\s+SET\s+/gi;

/** Where a statement says what becomes of rows that are there: of which table, and from which place on. */
interface Change {
  table: string;
  /** As what the statement knows the table. */
  alias: string;
  from: number;
}

function changesOf(text: string): Change[] {
  const named = ([, table = '', alias = `"${table}"`]: RegExpMatchArray, from: number): Change => ({
    ...{ table, alias, from },
  });
  const updates = [...text.matchAll(update)].map((one) => named(one, one.index + one[0].length));
  const inserts = [...text.matchAll(insert)];
  const conflicts = [...text.matchAll(conflict)].flatMap((one) => {
    const into = inserts.filter(({ index }) => index < one.index).at(-1);
    return into ? [named(into, one.index + one[0].length)] : [];
  });
  return [...updates, ...conflicts].sort((a, b) => b.from - a.from);
}

/** What ends the assignments of an UPDATE, outside of parentheses. */
const ends = /(?:FROM|WHERE|RETURNING)\b/iy;
/** A text or a name in quotes. */
const quoted = /'(?:[^']|'')*'|"(?:[^"]|"")*"/y;

/** The assignments that begin at a place, each as it is written. */
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

/** What is to be assigned besides. */
function raised({ alias }: Change, assignments: readonly string[]): string {
  const parts = assignments.map((one) => assignment.exec(one) ?? []);
  const names = parts.map(([, name]) => name);
  const now = names.includes('updatedAt') ? '' : '"updatedAt" = now(), ';
  if (names.includes('version')) return now;
  const differs = parts.map(([, name, value]) =>
    name === undefined ? 'true' : `${alias}."${name}" IS DISTINCT FROM (${value})`,
  );
  return `${now}"version" = ${alias}."version" + (${differs.join(' OR ')})::int, `;
}

/** What Prisma casts in the answer of a write, as `connection-models.ts` does where the transaction is ours. */
function withoutCasts(text: string): string {
  const at = text.lastIndexOf(' RETURNING "public".');
  return at < 0 ? text : text.slice(0, at) + text.slice(at).replaceAll('::text', '');
}

const known = new Map<string, string>();
const mostKnown = 2_000;

/** A statement as a database takes it that is spread. */
export function forSpread(text: string): string {
  const before = known.get(text);
  if (before !== undefined) return before;
  let spread = withoutCasts(text);
  // From the end, so that places stay.
  for (const change of changesOf(spread)) {
    if (!hasVersion(change.table)) continue;
    const { from } = change;
    const besides = raised(change, assignmentsFrom(spread, from));
    spread = `${spread.slice(0, from)}${besides}${spread.slice(from)}`;
  }
  if (known.size >= mostKnown) known.clear();
  known.set(text, spread);
  return spread;
}

type Sendable = string | { text?: string };

/** The same, of whatever pg takes as a statement: what follows one looks at the same object. */
function spreadQuery<Q extends Sendable>(query: Q): Q {
  if (typeof query === 'string') return forSpread(query) as Q;
  const text = query.text === undefined ? undefined : forSpread(query.text);
  return text === query.text ? query : Object.assign(query, { text });
}

/** Has every statement that a pool sends written for a database that is spread. */
export function writeForSpread(pool: pg.Pool): void {
  pool.on('connect', (client) => {
    const connection = client as pg.PoolClient & {
      queryTogether(queries: readonly pg.QueryConfig[]): Promise<pg.QueryResult[]>;
    };
    const query = connection.query as (...all: unknown[]) => unknown;
    const queryTogether = connection.queryTogether.bind(connection);
    connection.query = ((statement: Sendable, ...others: unknown[]) =>
      query.call(connection, spreadQuery(statement), ...others)) as never;
    connection.queryTogether = (queries) => queryTogether(queries.map(spreadQuery));
  });
}

const spread = new WeakSet<object>();

/** Says that a client's database is spread over several servers. */
export function noteSpread(client: PrismaClient): void {
  spread.add(client);
}

/** Whether the tables of a client's database are spread over several servers. */
export const isSpread = (client: PrismaClient): boolean => spread.has(client);
