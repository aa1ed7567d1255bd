import type { FieldError } from '../../platform/errors/action-error.ts';
import type { Deliverables } from './fields.ts';

export function repeatedNames(deliverables: Deliverables = []): FieldError[] {
  const names = deliverables.map(({ name }) => name);
  return names.flatMap((name, index) =>
    names.indexOf(name) < index
      ? [{ path: `deliverables.${index}.name`, code: 'not_unique', message: 'is that of another' }]
      : [],
  );
}

export const nameTaken = 'There is already a project template of this name.';
