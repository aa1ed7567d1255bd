import type { Db } from '../../database/client/db.ts';
import { acceptTemplate } from '../../database/transactions/raw-queries.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { RecordModel } from '../ids/permission-areas.ts';
import type { RestrictedAccessKind } from '../permissions/permissions.ts';
import type { PolicyActor, RestrictedCaller } from './policy-sql.ts';
import { policyTableNames, restrictedCallerOf, restrictStatement } from './policy-sql.ts';
import { accessPolicies } from './row-filters.ts';

/** Raw queries see only the rows and columns of `row-filters.ts`. */
class FilteredClient {
  readonly unfiltered: Db;
  readonly caller: RestrictedCaller;

  constructor(unfiltered: Db, caller: RestrictedCaller) {
    this.unfiltered = unfiltered;
    this.caller = caller;
  }

  readonly $queryRaw = acceptTemplate((text, values) => this.$queryRawUnsafe(text, ...values));
  readonly $executeRaw = acceptTemplate((text, values) => this.$executeRawUnsafe(text, ...values));

  $queryRawUnsafe(text: string, ...values: unknown[]): Promise<unknown> {
    const statement = restrictStatement(this.caller, { text, values });
    return this.unfiltered.$queryRawUnsafe(statement.text, ...statement.values);
  }

  $executeRawUnsafe(text: string, ...values: unknown[]): Promise<number> {
    const statement = restrictStatement(this.caller, { text, values });
    return this.unfiltered.$executeRawUnsafe(statement.text, ...statement.values);
  }
}

for (const model of Object.values(Prisma.ModelName)) {
  const name = `${model.charAt(0).toLowerCase()}${model.slice(1)}`;
  const isRestricted = policyTableNames.includes(model);
  Object.defineProperty(FilteredClient.prototype, name, {
    get(this: FilteredClient) {
      const { caller, unfiltered } = this;
      const queries = Reflect.get(unfiltered, name) as ModelQueries;
      return isRestricted ? restrictedModel(queries, model, caller.kind) : queries;
    },
  });
}

type ModelQueries = Record<string, (args: unknown) => unknown>;

const readMethods = [
  ...['findUnique', 'findUniqueOrThrow', 'findFirst', 'findFirstOrThrow', 'findMany'],
  ...['count', 'aggregate', 'groupBy'],
];

function isFlat(args: unknown): boolean {
  const { select = {}, include } = (args ?? {}) as { select?: object; include?: object };
  return include === undefined && Object.values(select).every((one) => one === true);
}

/**
 * Prisma methods ignore access policies, so restricted callers may use them only on tables without a row
 * filter.
 */
function restrictedModel(
  queries: ModelQueries,
  model: string,
  kind: RestrictedAccessKind,
): ModelQueries {
  const isVisible = accessPolicies[kind][model as RecordModel] === 'all' || model === 'User';
  const readWith = (method: string) => (args: unknown) => {
    if (isVisible && isFlat(args)) return queries[method]?.(args);
    throw new TypeError(`${model}.${method} ignores access policies. Use SQL instead.`);
  };
  return Object.fromEntries(readMethods.map((method) => [method, readWith(method)]));
}

export const unfilteredClient = (db: Db): Db => (db instanceof FilteredClient ? db.unfiltered : db);

export function createFilteredClient(db: Db, accountId: number, actor: PolicyActor): Db {
  const unfiltered = unfilteredClient(db);
  const caller = restrictedCallerOf(accountId, actor);
  return caller ? (new FilteredClient(unfiltered, caller) as object as Db) : unfiltered;
}
