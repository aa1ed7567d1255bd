import type { Presentation, ScalarName } from './field-metadata.ts';

/** How a kind that is a single value presents itself. */
export function scalar(name: ScalarName): Presentation {
  return { kind: 'scalar', name };
}
