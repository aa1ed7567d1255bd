import {
  createUser,
  createUserInput,
  deactivateUser,
  reactivateUser,
  updateUser,
  updateUserInput,
} from '../../domain/workspaces/users.ts';
import { action, recordAction, updateActions } from '../actions.ts';

action('createUser', {
  description: 'Makes a user, who is active.',
  record: 'User',
  input: createUserInput,
  run: createUser,
});

updateActions({ record: 'User', input: updateUserInput, run: updateUser });

recordAction('deactivateUser', {
  description: 'Makes a user inactive: its records stay, and it is given no new ones.',
  record: 'User',
  run: deactivateUser,
});

recordAction('reactivateUser', {
  description: 'Makes a user active again.',
  record: 'User',
  neverConflicts: true,
  run: reactivateUser,
});
