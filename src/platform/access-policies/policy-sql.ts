import type { SqlStatement } from '../../database/statements/sql-statement.ts';
import { getDatamodel } from '../../generated/pothos/types.ts';
import type { Actor } from '../actors/actor.ts';
import type { RecordModel } from '../ids/permission-areas.ts';
import { permissionAreaByModel } from '../ids/permission-areas.ts';
import type { RestrictedAccessKind } from '../permissions/permissions.ts';
import { notForRoleError, restrictedAccessKindOf } from '../permissions/permissions.ts';
import type { PolicyParameters } from './policy-types.ts';
import { accessPolicies, isColumnHidden, policySubqueries, writableModels } from './row-filters.ts';

export type PolicyActor = Pick<Actor, 'scopes' | 'person' | 'contact'>;

export interface RestrictedCaller {
  kind: RestrictedAccessKind;
  accountId: number;
  /** The id of the calling user or contact. */
  callerId: number | string;
}

/** Undefined if the caller has no access policy. */
export function restrictedCallerOf(
  accountId: number,
  actor: PolicyActor,
): RestrictedCaller | undefined {
  const kind = restrictedAccessKindOf(actor);
  if (kind === undefined) return undefined;
  const callerId = kind === 'contact' ? actor.contact?.contactId : actor.person?.userId;
  return { kind, accountId, callerId: callerId as number | string };
}

const { models } = getDatamodel().datamodel;

/** Hidden columns are null, with the type of the column. */
function columnsSql(
  kind: RestrictedAccessKind,
  model: RecordModel,
  parameters: PolicyParameters,
): string {
  const policy = accessPolicies[kind][model];
  const replacements = typeof policy === 'object' ? (policy.replacedColumns ?? {}) : {};
  const columns = (models[model]?.fields ?? []).filter((field) => field.kind !== 'object');
  return columns
    .map(({ name }) => {
      const replacement = replacements[name];
      if (replacement) return `${replacement(parameters)} AS "${name}"`;
      return isColumnHidden(kind, model, name)
        ? `CASE WHEN false THEN t."${name}" END AS "${name}"`
        : `t."${name}"`;
    })
    .join(', ');
}

function tableSql(kind: RestrictedAccessKind, name: string, parameters: PolicyParameters): string {
  const subquery = policySubqueries[name];
  if (subquery) return `"${name}" AS (${subquery(parameters)})`;
  const model = name as RecordModel;
  const policy = accessPolicies[kind][model];
  const rows = typeof policy === 'object' ? (policy.rows?.(parameters) ?? 'true') : 'false';
  return `"${name}" AS NOT MATERIALIZED (SELECT ${columnsSql(kind, model, parameters)} FROM "${name}" t
    WHERE t."accountId" = ${parameters.workspace} AND ${rows})`;
}

/** Restricted callers cannot see the audit log. */
const auditLog = 'LogEntry';

export const policyTableNames = [...Object.keys(permissionAreaByModel), auditLog];

/** Adds tables after the tables that their conditions read. Omits tables without a policy. */
function addTables(
  sortedNames: Set<string>,
  kind: RestrictedAccessKind,
  names: readonly string[] = [],
): void {
  for (const name of names) {
    const policy =
      name === auditLog ? 'none' : (accessPolicies[kind][name as RecordModel] ?? 'all');
    if (policy === 'all' && !policySubqueries[name]) continue;
    if (typeof policy === 'object') addTables(sortedNames, kind, policy.conditionTables);
    sortedNames.add(name);
  }
}

/** Adds a value to the statement's parameters when a policy first uses it. */
function policyParameters(
  { accountId, callerId }: RestrictedCaller,
  values: unknown[],
): PolicyParameters {
  const placeholders = new Map<string, string>();
  const placeholderOf = (name: string, value: unknown) => {
    const placeholder = placeholders.get(name) ?? `$${values.push(value)}`;
    placeholders.set(name, placeholder);
    return placeholder;
  };
  return {
    get workspace() {
      return placeholderOf('workspace', accountId);
    },
    get callerId() {
      return placeholderOf('callerId', callerId);
    },
  };
}

export interface RowFilter {
  /** WITH clause for the tables in the condition. */
  tables: string;
  /** SQL condition on the table with alias `t`. */
  condition: string;
}

/**
 * Undefined if the caller sees all rows.
 * @param values parameters of the statement, to which the filter adds its own
 */
export function rowFilterOf(
  accountId: number,
  actor: PolicyActor,
  model: string,
  values: unknown[],
): RowFilter | undefined {
  const caller = restrictedCallerOf(accountId, actor);
  if (!caller) return undefined;
  const policy = accessPolicies[caller.kind][model as RecordModel];
  if (policy === 'all') return undefined;
  if (typeof policy !== 'object') return { tables: '', condition: 'false' };
  const parameters = policyParameters(caller, values);
  const tableNames = new Set<string>();
  addTables(tableNames, caller.kind, policy.conditionTables);
  const tables = [...tableNames].map((name) => tableSql(caller.kind, name, parameters));
  return {
    tables: tables.length > 0 ? `WITH ${tables.join(', ')} ` : '',
    condition: policy.rows?.(parameters) ?? 'true',
  };
}

const leadingCommentPattern = /^\s*(\/\*.*?\*\/\s*)?/;
const lockingPattern = /\bFOR (NO KEY )?(UPDATE|SHARE)\b/;
const databaseFunctionCallPattern = /"[a-z]\w*"\s*\(/;
const writingPattern = /\b(?:INSERT INTO|UPDATE|DELETE FROM)\s+"(\w+)"/g;

/**
 * Restricts a statement to the visible rows and columns. The text depends only on the kind of the caller.
 * @throws ActionError not_for_role if the caller may not write a table of the statement
 */
export function restrictStatement(
  caller: RestrictedCaller,
  { text, values }: SqlStatement,
): SqlStatement {
  const { kind } = caller;
  for (const [, table] of text.matchAll(writingPattern)) {
    if (writableModels[kind][table as RecordModel] !== 'all') throw notForRoleError(kind);
  }
  if (databaseFunctionCallPattern.test(text)) {
    throw new TypeError('A function of the database ignores access policies. Use SQL instead.');
  }
  const tableNames = new Set<string>();
  addTables(
    tableNames,
    kind,
    policyTableNames.filter((name) => text.includes(`"${name}"`)),
  );
  if (tableNames.size === 0) return { text, values };
  if (lockingPattern.test(text) || /\bWITH RECURSIVE\b/.test(text)) {
    throw new TypeError('A table with an access policy cannot be locked or be recursive.');
  }
  const ownValues = [...values];
  const parameters = policyParameters(caller, ownValues);
  const [comment = ''] = leadingCommentPattern.exec(text) ?? [];
  const body = text.slice(comment.length);
  const tables = [...tableNames].map((name) => tableSql(kind, name, parameters)).join(', ');
  const rest = /^WITH\s/.test(body) ? `, ${body.slice(4)}` : ` ${body}`;
  return { text: `${comment}WITH ${tables}${rest}`, values: ownValues };
}

export function applyAccessPolicy(
  accountId: number,
  actor: PolicyActor,
  statement: SqlStatement,
): SqlStatement {
  const caller = restrictedCallerOf(accountId, actor);
  return caller ? restrictStatement(caller, statement) : statement;
}
