import type { RecordModel } from '../ids/permission-areas.ts';
import { areaOf } from '../ids/permission-areas.ts';

/** What may be said of a table for those who see a part of the workspace only; what is said of each stands in `row-filters.ts`. */

/** How a condition refers to the workspace, and to who acts. */
export interface Values {
  readonly workspace: string;
  readonly who: string;
}

export interface Part {
  /** Which rows, in words. */
  meaning: string;
  /** The condition on the rows, of the table under the alias `t`; left out: all of the workspace's. */
  rows?: (values: Values) => string;
  /** Other tables, as they are narrowed, that the condition looks at. */
  through?: readonly string[];
  /** The columns that are seen beside those that every record has; left out: all. */
  shows?: readonly string[];
  /** The columns that are not seen. */
  hides?: readonly string[];
  /** What stands in a column instead of its value. */
  instead?: Readonly<Record<string, (values: Values) => string>>;
}

export type Sight = 'all' | 'none' | Part;

/** Tables that are made of others for conditions, by their names in statements. */
export type OwnTables = Readonly<Record<string, (values: Values) => string>>;

export type Sights = Readonly<Record<RecordModel, Sight>>;

/** Of tables of which nothing is said, nothing is seen: a table that is added is nobody's before somebody says so. */
export const withOthers = (said: Partial<Sights>): Sights => {
  const others = Object.keys(areaOf).filter((model) => !(model in said));
  return { ...said, ...Object.fromEntries(others.map((model) => [model, 'none'])) } as Sights;
};
