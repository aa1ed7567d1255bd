import {
  sendInvitation,
  signInStateOf,
  signInStates,
} from '../../domain/identities/invitations.ts';
import {
  createUser,
  createUserInput,
  deactivateUser,
  reactivateUser,
  updateUser,
  updateUserInput,
} from '../../domain/workspaces/users.ts';
import type { User } from '../../generated/prisma/client.ts';
import { formatNumericId, parseNumericId } from '../../platform/ids/record-ids.ts';
import { builder } from '../core/builder.ts';
import {
  defineCommandMutation,
  defineRecordMutation,
  defineUpdateMutations,
} from '../core/command-mutations.ts';
import { defineRecordQueries, relationConnectionField } from '../core/connections.ts';
import { enumFilter, relationListFilter } from '../core/filters.ts';
import {
  columnField,
  columnFields,
  computedField,
  manyToManyListField,
  recordNodeOptions,
} from '../core/record-fields.ts';

const signIn = builder.enumType('UserSignIn', {
  description: 'How far a user is with signing in.',
  values: Object.fromEntries(
    Object.entries(signInStates).map(([value, description]) => [value, { value, description }]),
  ),
});

builder.prismaNode('User', {
  ...recordNodeOptions,
  id: {
    resolve: ({ id }) => formatNumericId('User', id),
    description: 'The user’s id among all records: `usr_` and the user’s number.',
  },
  findUnique: (id, { accountId }) => ({
    accountId_id: { accountId, id: parseNumericId('User', id) ?? -1 },
  }),
  fields: (t) => ({
    userId: columnField(t, 'id', {
      type: 'Int',
      description: 'The user’s number, as `userId` of time entries and calendar events has it.',
    }),
    ...columnFields(t, 'User', [
      'email',
      'firstName',
      'lastName',
      'role',
      'active',
      'invitationExpiresAt',
    ]),
    signIn: computedField<Pick<User, 'personId' | 'invitationExpiresAt'>>(t, {
      type: signIn,
      description: 'How far the user is with signing in.',
      from: { personId: true, invitationExpiresAt: true },
      value: (row, { now }) => signInStateOf(row, now),
    }),
    timeEntries: relationConnectionField(t, 'timeEntries', 'TimeEntry'),
    calendarEvents: relationConnectionField(t, 'calendarEvents', 'CalendarEvent'),
    expenses: relationConnectionField(t, 'expenses', 'Expense'),
    projects: manyToManyListField(t, {
      via: ['memberships', 'project'],
      model: 'Project',
      reference: 'projectId',
      latest: 100,
      description:
        'The projects that are assigned to the user as a whole: the latest hundred, the latest first.',
    }),
    deliverables: manyToManyListField(t, {
      via: ['assignments', 'deliverable'],
      model: 'Deliverable',
      reference: 'deliverableId',
      latest: 100,
      description: 'The deliverables the user works on: the latest hundred, the latest first.',
    }),
  }),
});

defineRecordQueries('User', {
  field: 'users',
  description: 'Those who work in the workspace, by e-mail address; inactive ones too.',
  where: {
    email: 'String',
    firstName: 'String',
    lastName: 'String',
    role: enumFilter('UserRole'),
    active: 'Boolean',
    timeEntries: relationListFilter('TimeEntry'),
    expenses: relationListFilter('Expense'),
    calendarEvents: relationListFilter('CalendarEvent'),
  },
  orderBy: ['email', 'lastName', 'firstName'],
  defaultOrder: [{ email: 'asc' }],
});

defineCommandMutation('createUser', {
  description:
    'Makes a user, who is active. Who makes, changes or invites a user has to have the scopes of the user’s role.',
  record: 'User',
  input: createUserInput,
  run: createUser,
});

defineUpdateMutations({ record: 'User', input: updateUserInput, run: updateUser });

defineRecordMutation('deactivateUser', {
  description: 'Makes a user inactive: its records stay, and it is given no new ones.',
  record: 'User',
  run: deactivateUser,
});

defineRecordMutation('reactivateUser', {
  description: 'Makes a user active again.',
  record: 'User',
  neverConflicts: true,
  run: reactivateUser,
});

defineRecordMutation('inviteUser', {
  description:
    'Invites a user to sign in, by mail; once more where that was done before, which ends the former invitation. The link counts once, for seven days, and is in the mail alone. Only an owner invites an owner, and nobody a user who may do more than they do.',
  record: 'User',
  run: sendInvitation,
});
