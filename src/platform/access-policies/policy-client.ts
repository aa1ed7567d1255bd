import type { Db } from '../../database/client/db.ts';
import type { SqlStatement } from '../../database/statements/sql-statement.ts';
import { getDatamodel } from '../../generated/pothos/types.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Actor } from '../actors/actor.ts';
import type { RecordModel } from '../ids/permission-areas.ts';
import { permissionAreaByModel } from '../ids/permission-areas.ts';
import type { RestrictedAccessKind } from '../permissions/permissions.ts';
import { notForRoleError, restrictedAccessKindOf } from '../permissions/permissions.ts';
import type { AccessPolicy, PolicyParameters } from './policy-types.ts';
import { accessPolicies, isColumnHidden, policyTables, writableModels } from './row-filters.ts';

/**
 * CTEs with the names of the tables precede each statement and hide the tables, so a statement that ignores
 * permissions finds only permitted rows.
 */

interface Narrowing {
  kind: RestrictedAccessKind;
  accountId: number;
  /** The user's number or the contact's id. */
  who: number | string;
}

type Acting = Pick<Actor, 'scopes' | 'person' | 'contact'>;

function narrowingOf(accountId: number, actor: Acting): Narrowing | undefined {
  const kind = restrictedAccessKindOf(actor);
  if (kind === undefined) return undefined;
  const who = kind === 'contact' ? actor.contact?.contactId : actor.person?.userId;
  return { kind, accountId, who: who as number | string };
}

const { models } = getDatamodel().datamodel;

function columnsOf(
  kind: RestrictedAccessKind,
  model: RecordModel,
  values: PolicyParameters,
): string {
  const sight = accessPolicies[kind][model];
  const instead = typeof sight === 'object' ? (sight.instead ?? {}) : {};
  const names = (models[model]?.fields ?? [])
    .filter(({ kind: of }) => of !== 'object')
    .map(({ name }) => name);
  return names
    .map((name) => {
      const own = `t."${name}"`;
      const replaced = instead[name];
      if (replaced) return `${replaced(values)} AS "${name}"`;
      // Null with the column's type.
      return isColumnHidden(kind, model, name)
        ? `CASE WHEN false THEN ${own} END AS "${name}"`
        : own;
    })
    .join(', ');
}

function tableSql(kind: RestrictedAccessKind, name: string, values: PolicyParameters): string {
  const made = policyTables[name];
  if (made) return `"${name}" AS (${made(values)})`;
  const model = name as RecordModel;
  const sight = accessPolicies[kind][model];
  const rows = typeof sight === 'object' ? (sight.rows?.(values) ?? 'true') : 'false';
  return `"${name}" AS NOT MATERIALIZED (SELECT ${columnsOf(kind, model, values)} FROM "${name}" t
    WHERE t."accountId" = ${values.workspace} AND ${rows})`;
}

/** Audit entries contain data of all records, so restricted callers see none. */
const log = 'LogEntry';

const names = [...Object.keys(permissionAreaByModel), log];

/** Preceded by the tables that their conditions use. */
function tablesIn(text: string, kind: RestrictedAccessKind): string[] {
  const found = new Set<string>();
  const add = (name: string) => {
    const sight: AccessPolicy =
      name === log ? 'none' : (accessPolicies[kind][name as RecordModel] ?? 'all');
    if (sight === 'all' && !policyTables[name]) return;
    if (typeof sight === 'object') for (const other of sight.through ?? []) add(other);
    found.add(name);
  };
  for (const name of names) if (text.includes(`"${name}"`)) add(name);
  return [...found];
}

const mark = /^\s*(\/\*.*?\*\/\s*)?/;
const locking = /\bFOR (NO KEY )?(UPDATE|SHARE)\b/;
/** Functions would read the tables themselves. */
const calling = /"[a-z]\w*"\s*\(/;
const writing = /\b(?:INSERT INTO|UPDATE|DELETE FROM)\s+"(\w+)"/g;

/**
 * The text depends on the kind of access, not on the caller. @throws ActionError not_for_role for a forbidden
 * write
 */
function narrowed(
  { kind, accountId, who }: Narrowing,
  { text, values }: SqlStatement,
): SqlStatement {
  for (const [, table] of text.matchAll(writing)) {
    if (writableModels[kind][table as RecordModel] !== 'all') throw notForRoleError(kind);
  }
  const given = [...values];
  const numbers = new Map<unknown, string>();
  const refer = (name: string, value: unknown) => {
    const known = numbers.get(name) ?? `$${given.push(value)}`;
    numbers.set(name, known);
    return known;
  };
  const own: PolicyParameters = {
    get workspace() {
      return refer('workspace', accountId);
    },
    get who() {
      return refer('who', who);
    },
  };
  if (calling.test(text)) {
    throw new TypeError(
      'A function of the database does not look at what may be seen: say it in SQL.',
    );
  }
  const tables = tablesIn(text, kind);
  if (tables.length === 0) return { text, values };
  if (locking.test(text) || /\bWITH RECURSIVE\b/.test(text)) {
    throw new TypeError('What may be seen of a table can neither be locked nor be recursive.');
  }
  const [head = ''] = mark.exec(text) ?? [];
  const body = text.slice(head.length);
  const before = tables.map((name) => tableSql(kind, name, own)).join(', ');
  const rest = /^WITH\s/.test(body) ? `, ${body.slice(4)}` : ` ${body}`;
  return { text: `${head}WITH ${before}${rest}`, values: given };
}

export function applyAccessPolicy(
  accountId: number,
  actor: Acting,
  statement: SqlStatement,
): SqlStatement {
  const narrowing = narrowingOf(accountId, actor);
  return narrowing ? narrowed(narrowing, statement) : statement;
}

const whole = new WeakMap<object, Db>();

/** Use it to lock rows; read them through the filtered client afterwards. */
export const unfilteredClient = (db: Db): Db => whole.get(db) ?? db;

const reads = /^(find|count|aggregate|groupBy)/;

function isFlat(args: unknown): boolean {
  const { select = {}, include } = (args ?? {}) as { select?: object; include?: object };
  return include === undefined && Object.values(select).every((one) => one === true);
}

/** Prisma queries bypass the filters: only those that need none are allowed. */
function narrowedModel(model: RecordModel, queries: object, kind: RestrictedAccessKind): object {
  return new Proxy(queries, {
    get: (target, name) => {
      const query = Reflect.get(target, name) as unknown;
      if (typeof query !== 'function' || typeof name !== 'string') return query;
      return (args: unknown) => {
        const may = writableModels[kind][model];
        const isSafe = reads.test(name)
          ? isFlat(args) && (accessPolicies[kind][model] === 'all' || model === 'User')
          : may === 'all' || may?.includes(name);
        if (isSafe) return query.call(target, args);
        if (!reads.test(name)) throw notForRoleError(kind);
        throw new TypeError(`${model}.${name} does not look at what may be seen: say it in SQL.`);
      };
    },
  });
}

/** Prisma queries that would need a filter throw. */
export function createFilteredClient(db: Db, accountId: number, actor: Acting): Db {
  const narrowing = narrowingOf(accountId, actor);
  if (narrowing === undefined) return unfilteredClient(db);
  const base = unfilteredClient(db);
  const send =
    (name: '$queryRawUnsafe' | '$executeRawUnsafe') =>
    (text: string, ...values: unknown[]) => {
      const statement = narrowed(narrowing, { text, values });
      return base[name](statement.text, ...statement.values) as Promise<unknown>;
    };
  const tagged =
    (run: ReturnType<typeof send>) =>
    (template: TemplateStringsArray | Prisma.Sql, ...values: unknown[]) => {
      const sql = template instanceof Prisma.Sql ? template : Prisma.sql(template, ...values);
      return run(sql.text, ...sql.values);
    };
  const own: Readonly<Record<string, unknown>> = {
    $queryRawUnsafe: send('$queryRawUnsafe'),
    $executeRawUnsafe: send('$executeRawUnsafe'),
    $queryRaw: tagged(send('$queryRawUnsafe')),
    $executeRaw: tagged(send('$executeRawUnsafe')),
  };
  const seen = new Proxy(base, {
    get: (target, name) => {
      if (typeof name === 'string' && name in own) return own[name];
      const value = Reflect.get(target, name) as unknown;
      if (typeof name !== 'string' || typeof value !== 'object' || value === null) return value;
      const model = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
      return names.includes(model)
        ? narrowedModel(model as RecordModel, value, narrowing.kind)
        : value;
    },
  });
  whole.set(seen, base);
  return seen;
}
