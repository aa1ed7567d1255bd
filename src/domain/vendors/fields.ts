import { countryCode } from '../../platform/input/e-invoice-fields.ts';
import { email, multilineText, text } from '../../platform/input/field-types.ts';
import { inputObject, nullable, required, requiredOnCreate } from '../../platform/input/fields.ts';
import { iban } from '../workspaces/bank-account.ts';

const vendorFields = {
  email: nullable(email),
  phone: nullable(text()),
  website: nullable(text(2_000)),
  taxId: nullable(text()),
  legalId: nullable(text(100)),
  countryCode: nullable(countryCode),
  iban: nullable(iban),
  notes: nullable(multilineText()),
};

export const createVendorInput = inputObject('CreateVendor', 'A new vendor.', {
  name: required(text()),
  ...vendorFields,
});

export const updateVendorInput = inputObject('UpdateVendor', 'A vendor’s fields.', {
  name: requiredOnCreate(text()),
  ...vendorFields,
});
