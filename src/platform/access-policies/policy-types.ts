import type { RecordModel } from '../ids/permission-areas.ts';
import { permissionAreaByModel } from '../ids/permission-areas.ts';

/** `workspace` and `callerId` (of the user or contact) are SQL parameters. */
export interface PolicyParameters {
  readonly workspace: string;
  readonly callerId: string;
}

export interface PartialAccess {
  /** Documentation of `rows`. */
  meaning: string;
  /** Condition on the table with alias `t`; undefined: all rows. */
  rows?: (values: PolicyParameters) => string;
  /** Other tables in the condition, which are filtered too. */
  through?: readonly string[];
  /** In addition to `always`; undefined: all columns. */
  shows?: readonly string[];
  hides?: readonly string[];
  /** Expressions that replace columns. */
  instead?: Readonly<Record<string, (values: PolicyParameters) => string>>;
}

type AccessPolicy = 'all' | 'none' | PartialAccess;

export type PolicySubqueries = Readonly<Record<string, (values: PolicyParameters) => string>>;

export type AccessPolicies = Readonly<Record<RecordModel, AccessPolicy>>;

/** A new table is hidden until it has a policy. */
export const denyByDefault = (policies: Partial<AccessPolicies>): AccessPolicies => {
  const others = Object.keys(permissionAreaByModel).filter((model) => !(model in policies));
  return {
    ...policies,
    ...Object.fromEntries(others.map((model) => [model, 'none'])),
  } as AccessPolicies;
};
