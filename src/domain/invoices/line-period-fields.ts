import { date } from '../../platform/input/field-types.ts';
import { nullable } from '../../platform/input/fields.ts';

/** When what a line charges was done: the period of a line of EN 16931 (BT-134 and BT-135), of which a day is both ends. */
export const linePeriodFields = {
  servicePeriodStart: nullable(date),
  servicePeriodEnd: nullable(date),
};
