import type { FieldError } from '../../platform/errors/action-error.ts';
import type { ConstraintErrors } from '../../write/constraint-errors.ts';
import type { NewTaskStage } from './fields.ts';

export function validateUniqueLabels(stages: readonly NewTaskStage[], path: string): FieldError[] {
  const labels = stages.map(({ label }) => label);
  return labels.flatMap((label, index) =>
    labels.indexOf(label) < index
      ? [{ path: `${path}.${index}.label`, code: 'not_unique', message: 'is used by another one' }]
      : [],
  );
}

export const taskStageConstraints: ConstraintErrors = {
  TaskStage_accountId_projectTypeId_label_key: {
    path: 'label',
    message: 'The project type already has a status of this label.',
  },
};
