import type { RecordModel } from '../ids/permission-areas.ts';
import { permissionAreaByModel } from '../ids/permission-areas.ts';

/** Types of the row filters that `row-filters.ts` combines. */

/** The SQL parameters of a condition: the workspace, and the user's or contact's id. */
export interface PolicyParameters {
  readonly workspace: string;
  readonly who: string;
}

export interface PartialAccess {
  /** Documentation of `rows`. */
  meaning: string;
  /** A condition on the table under alias `t`; undefined allows all rows of the workspace. */
  rows?: (values: PolicyParameters) => string;
  /** Other tables in the condition; their filters apply too. */
  through?: readonly string[];
  /** Visible columns in addition to `always`; undefined: all. */
  shows?: readonly string[];
  hides?: readonly string[];
  /** Replaces the value of a column by an expression. */
  instead?: Readonly<Record<string, (values: PolicyParameters) => string>>;
}

export type AccessPolicy = 'all' | 'none' | PartialAccess;

/** Derived tables for conditions, by their names in statements. */
export type PolicyTables = Readonly<Record<string, (values: PolicyParameters) => string>>;

export type AccessPolicies = Readonly<Record<RecordModel, AccessPolicy>>;

/** Tables without a policy are hidden: a new table needs an explicit one. */
export const denyByDefault = (said: Partial<AccessPolicies>): AccessPolicies => {
  const others = Object.keys(permissionAreaByModel).filter((model) => !(model in said));
  return {
    ...said,
    ...Object.fromEntries(others.map((model) => [model, 'none'])),
  } as AccessPolicies;
};
