import { mayRead } from '../../platform/permissions/permissions.ts';
import { userRoles } from '../../platform/permissions/roles.ts';
import type { WorkspaceRecord } from '../../domain/workspaces/index.ts';
import { accountInput, requireOwnAccount } from '../../domain/workspaces/index.ts';
import type { UserRecord } from '../../domain/workspaces/users.ts';
import { users, userTypeOf, userTypes } from '../../domain/workspaces/users.ts';
import { listRoute } from '../core/list-routes.ts';
import { workspaceAs } from '../core/record-responses.ts';
import { readRoute } from '../core/route.ts';
import {
  choice,
  computed,
  described,
  flag,
  integer,
  nullableDecimal,
  nullableText,
  ownFields,
  renamed,
  shownOf,
  text,
  wire,
} from '../core/serializer.ts';

const accountWire = wire<WorkspaceRecord>()(
  'ApiAccountInfo',
  'The workspace as a supplier: who its customers buy from.',
  {
    accountId: described(integer, 'The workspace.'),
    accountName: renamed('name', described(text, 'Trading name.')),
    address1: nullableText,
    address2: nullableText,
    city: nullableText,
    locality: nullableText,
    postal: nullableText,
    country: nullableText,
    taxId: described(nullableText, 'Tax registration number.'),
    taxLabel: nullableText,
    defaultTaxRate: described(
      nullableDecimal,
      'Tax percentage where neither client nor invoice has one.',
    ),
    currency: described(text, 'Default currency code.'),
    website: nullableText,
    phone: nullableText,
    payInstructions: nullableText,
  },
  'Workspace',
);

const account = workspaceAs(accountWire);

const connectionWire = wire<WorkspaceRecord>()(
  'SimpleAccount',
  'The workspace that a key belongs to.',
  {
    accountId: described(integer, 'The workspace, as `account/{accountId}` takes it.'),
    accountName: shownOf('settings', renamed('name', described(text, 'Trading name.'))),
  },
);

const personFields = {
  userId: computed(
    described(integer, 'Number of the user, as time entries and calendar events carry it.'),
    'id',
  ),
  firstName: nullableText,
  lastName: nullableText,
  email: described(text, 'E-mail address, by which `userEmail` finds the user.'),
  active: flag,
};

const personWire = wire<UserRecord>()('User', 'Somebody who works in the workspace.', personFields);

const userWire = wire<UserRecord>()(
  'UserAccount',
  'A user and what it is in the workspace. The fields of `user` stand beside it too.',
  {
    accountId: described(integer, 'The workspace.'),
    userType: computed(
      described(
        { ...choice(userTypes), read: choice(userRoles, userTypeOf as never).read },
        'What kind of user it is, by its role: FULL_USER for a manager or an accountant, RESTRICTED_USER for a member or a viewer.',
      ),
      'role',
    ),
    user: ownFields(described(personWire, 'Who it is.')),
    ...personFields,
    role: choice(userRoles),
  },
  'User',
);

const userExample = {
  userId: 1,
  firstName: 'Charles',
  lastName: 'Babbage',
  email: 'charles@babbage.example',
  active: true,
};

export const workspaceRoutes = [
  readRoute({
    path: 'account/{accountId}',
    operationId: 'getAccount',
    tag: 'Workspace',
    summary: 'Look up the workspace’s identity',
    description:
      'The workspace’s identity as a supplier, without bank details. `accountId` must be the workspace of the key: any other value is refused.',
    input: accountInput,
    area: 'settings',
    output: accountWire,
    errors: ['wrong_workspace'],
    example: {
      input: { accountId: 1 },
      output: {
        accountId: 1,
        accountName: 'Babbage & Daughters',
        address1: '1 Dorset Street',
        address2: null,
        city: 'London',
        locality: null,
        postal: 'W1U 4EE',
        country: 'United Kingdom',
        taxId: 'GB123456789',
        taxLabel: 'VAT',
        defaultTaxRate: 20,
        currency: 'GBP',
        website: 'https://babbage.example',
        phone: '+44 20 7946 0002',
        payInstructions: 'By bank transfer within 30 days.',
      },
    },
    handle: async (context, input) => {
      requireOwnAccount(context, input);
      return account(context);
    },
  }),
  readRoute({
    base: 'platform',
    path: 'auth',
    operationId: 'checkKey',
    tag: 'Workspace',
    summary: 'Check a key',
    description:
      'Which workspace the key belongs to. Automation platforms ask it to test a connection, with whatever key: its name is null without `settings:read`; a key that does not count is a 401, as everywhere.',
    area: null,
    output: connectionWire,
    errors: [],
    example: { output: { accountId: 1, accountName: 'Babbage & Daughters' } },
    // What the look-up of the key has read already.
    handle: async (context) => ({
      accountId: context.accountId,
      accountName: mayRead(context, 'settings') ? context.workspace.name : null,
    }),
  }),
  listRoute({
    path: 'users/list',
    operationId: 'listUsers',
    tag: 'Workspace',
    summary: 'List users',
    description: 'Every user of the workspace, inactive ones too, oldest first.',
    model: 'User',
    record: userWire,
    errors: [],
    example: {
      output: [
        { accountId: 1, userType: 'OWNER', user: userExample, ...userExample, role: 'OWNER' },
      ],
    },
    handle: () => users,
  }),
];
