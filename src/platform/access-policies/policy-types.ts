import type { RecordModel } from '../ids/permission-areas.ts';
import { permissionAreaByModel } from '../ids/permission-areas.ts';

/** `workspace` and `callerId` (of the user or contact) are SQL parameters. */
export interface PolicyParameters {
  readonly workspace: string;
  readonly callerId: string;
}

export interface PartialAccess {
  /** Describes the visible rows in the documentation of permissions. */
  rowsDescription: string;
  /** SQL condition on the table with alias `t`. Undefined: all rows. */
  rows?: (values: PolicyParameters) => string;
  /** Other tables that the condition reads. Their policies apply too. */
  conditionTables?: readonly string[];
  /** In addition to the columns that are always visible. Undefined: all columns. */
  visibleColumns?: readonly string[];
  hiddenColumns?: readonly string[];
  /** SQL expressions that replace column values. */
  replacedColumns?: Readonly<Record<string, (values: PolicyParameters) => string>>;
}

type AccessPolicy = 'all' | 'none' | PartialAccess;

export type PolicySubqueries = Readonly<Record<string, (values: PolicyParameters) => string>>;

export type AccessPolicies = Readonly<Record<RecordModel, AccessPolicy>>;

/** A new table is hidden until it has a policy. */
export const denyByDefault = (policies: Partial<AccessPolicies>): AccessPolicies => {
  const hiddenModels = Object.keys(permissionAreaByModel).filter((model) => !(model in policies));
  return {
    ...policies,
    ...Object.fromEntries(hiddenModels.map((model) => [model, 'none'])),
  } as AccessPolicies;
};
