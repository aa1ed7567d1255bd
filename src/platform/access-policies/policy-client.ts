import type { Db } from '../../database/client/db.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { RecordModel } from '../ids/permission-areas.ts';
import type { RestrictedAccessKind } from '../permissions/permissions.ts';
import type { PolicyActor } from './policy-sql.ts';
import { policyTableNames, restrictedCallerOf, restrictStatement } from './policy-sql.ts';
import { accessPolicies } from './row-filters.ts';

const unfilteredClients = new WeakMap<object, Db>();

export const unfilteredClient = (db: Db): Db => unfilteredClients.get(db) ?? db;

const reads = /^(find|count|aggregate|groupBy)/;

function isFlat(args: unknown): boolean {
  const { select = {}, include } = (args ?? {}) as { select?: object; include?: object };
  return include === undefined && Object.values(select).every((one) => one === true);
}

/** Prisma does not apply access policies, so it can only read tables without a row filter. */
function restrictedModel(model: RecordModel, queries: object, kind: RestrictedAccessKind): object {
  const isVisible = accessPolicies[kind][model] === 'all' || model === 'User';
  return new Proxy(queries, {
    get: (target, name) => {
      const query = Reflect.get(target, name) as unknown;
      if (typeof query !== 'function' || typeof name !== 'string') return query;
      return (args: unknown) => {
        if (isVisible && reads.test(name) && isFlat(args)) return query.call(target, args);
        throw new TypeError(`${model}.${name} ignores access policies. Use SQL instead.`);
      };
    },
  });
}

/** Raw queries of this client see only the rows and columns of `row-filters.ts`. */
export function createFilteredClient(db: Db, accountId: number, actor: PolicyActor): Db {
  const caller = restrictedCallerOf(accountId, actor);
  if (caller === undefined) return unfilteredClient(db);
  const base = unfilteredClient(db);
  const send =
    (name: '$queryRawUnsafe' | '$executeRawUnsafe') =>
    (text: string, ...values: unknown[]) => {
      const statement = restrictStatement(caller, { text, values });
      return base[name](statement.text, ...statement.values) as Promise<unknown>;
    };
  const tagged =
    (run: ReturnType<typeof send>) =>
    (template: TemplateStringsArray | Prisma.Sql, ...values: unknown[]) => {
      const sql = template instanceof Prisma.Sql ? template : Prisma.sql(template, ...values);
      return run(sql.text, ...sql.values);
    };
  const rawQueries: Readonly<Record<string, unknown>> = {
    $queryRawUnsafe: send('$queryRawUnsafe'),
    $executeRawUnsafe: send('$executeRawUnsafe'),
    $queryRaw: tagged(send('$queryRawUnsafe')),
    $executeRaw: tagged(send('$executeRawUnsafe')),
  };
  const filtered = new Proxy(base, {
    get: (target, name) => {
      if (typeof name === 'string' && name in rawQueries) return rawQueries[name];
      const value = Reflect.get(target, name) as unknown;
      if (typeof name !== 'string' || typeof value !== 'object' || value === null) return value;
      const model = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
      return policyTableNames.includes(model)
        ? restrictedModel(model as RecordModel, value, caller.kind)
        : value;
    },
  });
  unfilteredClients.set(filtered, base);
  return filtered;
}
