import type { ConstraintErrors } from '../../write/constraint-errors.ts';

export const vendorConstraints: ConstraintErrors = {
  Vendor_accountId_name_key: { path: 'name', message: 'There is already a vendor of this name.' },
};
