import type { TestApi } from '../../support/api.ts';
import type { Arranged } from '../../support/arranged-records.ts';

type Input = Record<string, unknown>;

export interface SetUp {
  type: string;
  selection: string;
  /** Every field away from its default. */
  full: Input;
  /** The returned values that differ from the sent ones. */
  answer?: Input;
  /** Required fields of a replace, and its result. */
  replace: Input;
  replaced: Input;
  /** A change that breaks a rule, and where. */
  faulty: Input;
  faults: string[];
  /** The name of a record that is taken, and its field. */
  taken: Input;
  takenField?: string;
  /** A record with references, and the referring ones. Undefined if no reference is possible. */
  used?: { id: (api: TestApi, world: Arranged) => Promise<string>; words: string };
}
