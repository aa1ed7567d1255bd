import { date } from '../../platform/input/field-types.ts';
import { nullable } from '../../platform/input/fields.ts';

/** EN 16931 (BT-134, BT-135). A single date is both ends. */
export const linePeriodFields = {
  servicePeriodStart: nullable(date),
  servicePeriodEnd: nullable(date),
};
