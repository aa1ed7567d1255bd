import { idOfNumber, numberOfId } from '../../platform/ids/record-ids.ts';
import { sendInvitation, signInStateOf, signInStates } from '../../domain/identities/invitations.ts';
import {
  createUser,
  createUserInput,
  deactivateUser,
  reactivateUser,
  updateUser,
  updateUserInput,
} from '../../domain/workspaces/users.ts';
import type { User } from '../../generated/prisma/client.ts';
import { action, recordAction, updateActions } from '../core/command-mutations.ts';
import { builder } from '../core/builder.ts';
import { column, columns, derived, linked, ownNode } from '../core/record-fields.ts';
import { listed, relatedList } from '../core/connections.ts';
import { enumFilter, many } from '../core/filters.ts';

const signIn = builder.enumType('UserSignIn', {
  description: 'How far a user is with signing in.',
  values: Object.fromEntries(
    Object.entries(signInStates).map(([value, description]) => [value, { value, description }]),
  ),
});

builder.prismaNode('User', {
  ...ownNode,
  id: {
    resolve: ({ id }) => idOfNumber('User', id),
    description: 'The user’s id among all records: `usr_` and the user’s number.',
  },
  findUnique: (id, { accountId }) => ({
    accountId_id: { accountId, id: numberOfId('User', id) ?? -1 },
  }),
  fields: (t) => ({
    userId: column(t, 'id', {
      type: 'Int',
      description: 'The user’s number, as `userId` of time entries and calendar events has it.',
    }),
    ...columns(t, 'User', [
      'email',
      'firstName',
      'lastName',
      'role',
      'active',
      'invitationExpiresAt',
    ]),
    signIn: derived<Pick<User, 'personId' | 'invitationExpiresAt'>>(t, {
      type: signIn,
      description: 'How far the user is with signing in.',
      from: { personId: true, invitationExpiresAt: true },
      value: (row, { now }) => signInStateOf(row, now),
    }),
    timeEntries: relatedList(t, 'timeEntries', 'TimeEntry'),
    calendarEvents: relatedList(t, 'calendarEvents', 'CalendarEvent'),
    expenses: relatedList(t, 'expenses', 'Expense'),
    projects: linked(t, {
      via: ['memberships', 'project'],
      model: 'Project',
      reference: 'projectId',
      latest: 100,
      description:
        'The projects that are assigned to the user as a whole: the latest hundred, the latest first.',
    }),
    deliverables: linked(t, {
      via: ['assignments', 'deliverable'],
      model: 'Deliverable',
      reference: 'deliverableId',
      latest: 100,
      description: 'The deliverables the user works on: the latest hundred, the latest first.',
    }),
  }),
});

listed('User', {
  field: 'users',
  description: 'Those who work in the workspace, by e-mail address; inactive ones too.',
  where: {
    email: 'String',
    firstName: 'String',
    lastName: 'String',
    role: enumFilter('UserRole'),
    active: 'Boolean',
    timeEntries: many('TimeEntry'),
    expenses: many('Expense'),
    calendarEvents: many('CalendarEvent'),
  },
  orderBy: ['email', 'lastName', 'firstName'],
  usualOrder: [{ email: 'asc' }],
});

action('createUser', {
  description:
    'Makes a user, who is active. Who makes, changes or invites a user has to have the scopes of the user’s role.',
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

recordAction('inviteUser', {
  description:
    'Invites a user to sign in, by mail; once more where that was done before, which ends the former invitation. The link counts once, for seven days, and is in the mail alone. Only an owner invites an owner, and nobody a user who may do more than they do.',
  record: 'User',
  run: sendInvitation,
});
