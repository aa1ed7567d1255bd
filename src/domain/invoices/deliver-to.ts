import type { z } from 'zod';
import { countryCode } from '../../platform/input/e-invoice-fields.ts';
import { text } from '../../platform/input/field-types.ts';
import { inputObject, nullable, required } from '../../platform/input/fields.ts';

/** EN 16931 (BT-77, BT-78, BT-80). */
export const deliverToInput = inputObject('DeliverToInput', 'Place of delivery.', {
  city: nullable(text(), 'City.'),
  postal: nullable(text(), 'Postal code.'),
  countryCode: required(countryCode, 'ISO 3166 code of the country.'),
});

export type DeliverTo = z.output<typeof deliverToInput>;
