import type { RecordModel } from '../ids/permission-areas.ts';
import { permissionAreaByModel } from '../ids/permission-areas.ts';

/** What may be said of a table for those who see a part of the workspace only; what is said of each stands in `row-filters.ts`. */

/** How a condition refers to the workspace, and to who acts. */
export interface PolicyParameters {
  readonly workspace: string;
  readonly who: string;
}

export interface PartialAccess {
  /** Which rows, in words. */
  meaning: string;
  /** The condition on the rows, of the table under the alias `t`; left out: all of the workspace's. */
  rows?: (values: PolicyParameters) => string;
  /** Other tables, as they are narrowed, that the condition looks at. */
  through?: readonly string[];
  /** The columns that are seen beside those that every record has; left out: all. */
  shows?: readonly string[];
  /** The columns that are not seen. */
  hides?: readonly string[];
  /** What stands in a column instead of its value. */
  instead?: Readonly<Record<string, (values: PolicyParameters) => string>>;
}

export type AccessPolicy = 'all' | 'none' | PartialAccess;

/** Tables that are made of others for conditions, by their names in statements. */
export type PolicyTables = Readonly<Record<string, (values: PolicyParameters) => string>>;

export type AccessPolicies = Readonly<Record<RecordModel, AccessPolicy>>;

/** Of tables of which nothing is said, nothing is seen: a table that is added is nobody's before somebody says so. */
export const denyByDefault = (said: Partial<AccessPolicies>): AccessPolicies => {
  const others = Object.keys(permissionAreaByModel).filter((model) => !(model in said));
  return {
    ...said,
    ...Object.fromEntries(others.map((model) => [model, 'none'])),
  } as AccessPolicies;
};
