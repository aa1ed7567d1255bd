import { sendInvitation } from '../domain/identities/invitations.ts';
import {
  createUser,
  createUserInput,
  deactivateUser,
  reactivateUser,
  updateUser,
  updateUserInput,
} from '../domain/workspaces/users.ts';
import { defineOperations } from '../platform/operations/operations.ts';

export const userOperations = defineOperations('User', {
  createUser: {
    kind: 'create',
    description:
      'Creates an active user. To create, change or invite a user, you need the scopes of the user’s role.',
    input: createUserInput,
    errors: ['name_taken'],
    run: createUser,
  },
  updateUser: {
    kind: 'update',
    input: updateUserInput,
    errors: ['name_taken', 'conflicting_state'],
    run: updateUser,
  },
  deactivateUser: {
    kind: 'record',
    description: 'Deactivates a user. Existing records stay, new ones cannot be assigned.',
    errors: ['conflicting_state'],
    run: deactivateUser,
  },
  reactivateUser: {
    kind: 'record',
    description: 'Reactivates a user.',
    run: reactivateUser,
  },
  inviteUser: {
    kind: 'record',
    description:
      'Invites a user to sign in by e-mail. A new invitation replaces the previous one. The one-time link is valid for seven days and is only in the e-mail. Only an owner can invite an owner, and you cannot invite users with more permissions than you have.',
    errors: ['conflicting_state'],
    run: sendInvitation,
  },
});
