import { validateAliases } from '../../platform/input/field-aliases.ts';

export const markupFaults = (fields: object) =>
  validateAliases(fields, [['markupPercent', 'markupPercentage']]);
