import { validateAliases } from '../../platform/input/field-aliases.ts';

export const validateMarkup = (fields: object) =>
  validateAliases(fields, [['markupPercent', 'markupPercentage']]);
