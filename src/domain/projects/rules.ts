import type { ConstraintErrors } from '../../write/constraint-errors.ts';

export const projectConstraints: ConstraintErrors = {
  Project_accountId_clientId_name_key: {
    path: 'name',
    message: 'The client already has a project of this name.',
  },
};
