import { date, integer } from '../../platform/input/field-types.ts';
import { inputObject, nullable, withDefault } from '../../platform/input/fields.ts';

export const periodFields = {
  from: nullable(date, 'First day.'),
  to: nullable(date, 'Last day. Default: today.'),
};

export const reportPeriodInput = inputObject(
  'Period',
  'A stretch of days, both ends included.',
  periodFields,
);

export const groupLimitField = withDefault(
  integer({ min: 1, max: 100 }),
  25,
  'How many groups at most.',
);

export const topGroupsInput = inputObject('Top', 'Maximum number of rows per report.', {
  first: groupLimitField,
});
