import { signInStateOf, signInStates } from '../../domain/identities/invitations.ts';
import type { User } from '../../generated/prisma/client.ts';
import { userOperations } from '../../operations/users.ts';
import { formatNumericId, parseNumericId } from '../../platform/ids/record-ids.ts';
import { builder } from '../core/builder.ts';
import { defineRecordQueries, relationConnectionField } from '../core/connections.ts';
import { defineOperationMutations } from '../core/operation-mutations.ts';
import {
  columnField,
  columnFields,
  computedField,
  manyToManyListField,
  recordNodeOptions,
} from '../core/record-fields.ts';

const signIn = builder.enumType('UserSignIn', {
  description: 'Sign-in status of a user.',
  values: Object.fromEntries(
    Object.entries(signInStates).map(([value, description]) => [value, { value, description }]),
  ),
});

builder.prismaNode('User', {
  ...recordNodeOptions,
  id: {
    resolve: ({ id }) => formatNumericId('User', id),
    description: 'The user’s id: `usr_` and the user’s number.',
  },
  findUnique: (id, { accountId }) => ({
    accountId_id: { accountId, id: parseNumericId('User', id) ?? -1 },
  }),
  fields: (t) => ({
    userId: columnField(t, 'id', {
      type: 'Int',
      description: 'The user’s number, used as `userId` in time entries and calendar events.',
    }),
    ...columnFields(t, 'User', ['invitationExpiresAt']),
    signIn: computedField<Pick<User, 'personId' | 'invitationExpiresAt'>>(t, {
      type: signIn,
      description: 'Sign-in status of the user.',
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
      description: 'Projects that are assigned to the user: the latest hundred, latest first.',
    }),
    deliverables: manyToManyListField(t, {
      via: ['assignments', 'deliverable'],
      model: 'Deliverable',
      reference: 'deliverableId',
      latest: 100,
      description: 'Deliverables of the user: the latest hundred, latest first.',
    }),
  }),
});

defineRecordQueries('User', {
  field: 'users',
  description: 'Users of the workspace by e-mail address, including inactive ones.',
  where: [
    ...['email', 'firstName', 'lastName', 'role', 'active', 'timeEntries', 'expenses'],
    ...['calendarEvents'],
  ],
  orderBy: ['email', 'lastName', 'firstName'],
  defaultOrder: [{ email: 'asc' }],
});

defineOperationMutations(userOperations);
