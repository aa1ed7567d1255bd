import type { TestApi } from '../../support/api.ts';
import type { Arranged } from '../../support/arranged-records.ts';

type Input = Record<string, unknown>;

export interface SetUp {
  type: string;
  selection: string;
  /** Every field away from its default. */
  full: Input;
  /** What it answers, where that is not what was sent. */
  answer?: Input;
  /** Fields that a replace has to carry, and what it then leaves. */
  replace: Input;
  replaced: Input;
  /** A change that breaks a rule, and where. */
  faulty: Input;
  faults: string[];
  /** The name of a record that is taken, and its field. */
  taken: Input;
  takenField?: string;
  /** A record that others refer to, and who does; undefined where nothing can refer to it. */
  used?: { id: (api: TestApi, world: Arranged) => Promise<string>; words: string };
}
