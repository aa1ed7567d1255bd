import type { FieldPresentation, ScalarName } from './field-metadata.ts';

/** How a kind that is a single value presents itself. */
export function scalarPresentation(name: ScalarName): FieldPresentation {
  return { kind: 'scalar', name };
}
