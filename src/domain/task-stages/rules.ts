import type { FieldError } from '../../platform/errors/action-error.ts';
import type { NewTaskStage } from './fields.ts';

/** The statuses whose label an earlier one of the list has. */
export function validateUniqueLabels(stages: readonly NewTaskStage[], path: string): FieldError[] {
  const labels = stages.map(({ label }) => label);
  return labels.flatMap((label, index) =>
    labels.indexOf(label) < index
      ? [{ path: `${path}.${index}.label`, code: 'not_unique', message: 'is used by another one' }]
      : [],
  );
}

export const taskStageLabelTakenMessage = 'The project type already has a status of this label.';
