import type { ConstraintErrors } from '../../write/constraint-errors.ts';

export const formConstraints: ConstraintErrors = {
  Form_accountId_name_key: { path: 'name', message: 'There is already a form of this name.' },
};
