import type { FieldPresentation, ScalarName } from './field-metadata.ts';

export function scalarPresentation(name: ScalarName): FieldPresentation {
  return { kind: 'scalar', name };
}
