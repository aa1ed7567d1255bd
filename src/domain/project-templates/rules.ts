import type { FieldError } from '../../platform/errors/action-error.ts';
import type { ConstraintErrors } from '../../write/constraint-errors.ts';
import type { TemplateDeliverables } from './fields.ts';

export function validateUniqueDeliverableNames(
  deliverables: TemplateDeliverables = [],
): FieldError[] {
  const names = deliverables.map(({ name }) => name);
  return names.flatMap((name, index) =>
    names.indexOf(name) < index
      ? [
          {
            path: `deliverables.${index}.name`,
            code: 'not_unique',
            message: 'is used by another one',
          },
        ]
      : [],
  );
}

export const projectTemplateConstraints: ConstraintErrors = {
  ProjectTemplate_accountId_name_key: {
    path: 'name',
    message: 'There is already a project template of this name.',
  },
};
