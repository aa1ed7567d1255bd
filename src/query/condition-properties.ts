import type { Condition } from './conditions.ts';
import { selectiveColumns } from './conditions.ts';

/** Whether one plan serves all values. Otherwise a generic plan can take 100 times as long. */
export function hasGenericPlan(condition: Condition, isRelated = false): boolean {
  if ('custom' in condition) return false;
  switch (condition.kind) {
    case 'all':
    case 'any':
      return condition.of.every((one) => hasGenericPlan(one, isRelated));
    case 'not':
      return hasGenericPlan(condition.of, isRelated);
    case 'null':
    case 'flag':
      return true;
    case 'compare':
      if (condition.valueKind === 'enumerated') return true;
      if (condition.by !== '=') return false;
      // Only the id of a related record determines how many records refer to it.
      if (condition.column === 'id') return !isRelated;
      return condition.valueKind === 'unique' || selectiveColumns.has(condition.column);
    case 'in':
      return condition.valueKind === 'enumerated' || condition.values.length === 0;
    case 'text':
    case 'keyed':
      return false;
    case 'every':
    case 'some':
    case 'one':
      return hasGenericPlan(condition.where, true);
  }
}

export function usesCustomValueKeys(condition: Condition): boolean {
  if (condition.kind === 'not') return false;
  if ('of' in condition) return condition.of.some(usesCustomValueKeys);
  return (
    condition.kind === 'keyed' || ('where' in condition && usesCustomValueKeys(condition.where))
  );
}

export function referencesColumn(condition: Condition | undefined, column: string): boolean {
  if (condition === undefined) return false;
  if (condition.kind === 'not') return referencesColumn(condition.of, column);
  if ('of' in condition) return condition.of.some((entry) => referencesColumn(entry, column));
  return 'column' in condition && condition.column === column;
}
