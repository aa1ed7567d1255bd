import type { WorkspaceRecord } from '../../domain/workspaces/fields.ts';
import { accountPathInput, requireOwnWorkspace } from '../../domain/workspaces/rules.ts';
import type { UserRecord } from '../../domain/workspaces/users.ts';
import { usersInOrder, userTypeByRole, userTypes } from '../../domain/workspaces/users.ts';
import { canRead } from '../../platform/permissions/permissions.ts';
import { userRoles } from '../../platform/permissions/roles.ts';
import { defineListRoute } from '../core/list-routes.ts';
import { createWorkspaceReader } from '../core/record-responses.ts';
import { defineReadRoute } from '../core/route.ts';
import {
  bool,
  choice,
  computedProperty,
  defineSerializer,
  integer,
  nullableDecimal,
  nullableText,
  nullableTexts,
  nullWithoutArea,
  ownFieldsObject,
  renamedProperty,
  text,
  withDescription,
} from '../core/serializer.ts';

const accountSerializer = defineSerializer<WorkspaceRecord>()(
  'ApiAccountInfo',
  'The workspace as the seller on invoices.',
  {
    accountId: withDescription(integer, 'The workspace.'),
    accountName: renamedProperty('name', withDescription(text, 'Trading name.')),
    ...nullableTexts('address1', 'address2', 'city', 'locality', 'postal', 'country'),
    taxId: withDescription(nullableText, 'Tax registration number.'),
    taxLabel: nullableText,
    defaultTaxRate: withDescription(
      nullableDecimal,
      'Default tax percentage, if neither client nor invoice has one.',
    ),
    currency: withDescription(text, 'Default currency code.'),
    ...nullableTexts('website', 'phone', 'payInstructions'),
  },
  'Workspace',
);

const account = createWorkspaceReader(accountSerializer);

const connectionSerializer = defineSerializer<WorkspaceRecord>()(
  'SimpleAccount',
  'The workspace that a key belongs to.',
  {
    accountId: withDescription(integer, 'The workspace in `account/{accountId}`.'),
    accountName: nullWithoutArea(
      'settings',
      renamedProperty('name', withDescription(text, 'Trading name.')),
    ),
  },
);

const personFields = {
  userId: computedProperty(
    withDescription(integer, 'Number of the user, used in time entries and calendar events.'),
    'id',
  ),
  firstName: nullableText,
  lastName: nullableText,
  email: withDescription(text, 'E-mail address, accepted as `userEmail`.'),
  active: bool,
};

const personSerializer = defineSerializer<UserRecord>()(
  'User',
  'A user of the workspace.',
  personFields,
);

const userSerializer = defineSerializer<UserRecord>()(
  'UserAccount',
  'A user with its role in the workspace. The fields of `user` are repeated at the top level.',
  {
    accountId: withDescription(integer, 'The workspace.'),
    userType: computedProperty(
      withDescription(
        { ...choice(userTypes), read: choice(userRoles, userTypeByRole as never).read },
        'Access type by role: FULL_USER for a manager or an accountant, RESTRICTED_USER for a member or a viewer.',
      ),
      'role',
    ),
    user: ownFieldsObject(withDescription(personSerializer, 'The user.')),
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
  defineReadRoute({
    path: 'account/{accountId}',
    operationId: 'getAccount',
    tag: 'Workspace',
    summary: 'Look up the workspace',
    description:
      'The workspace as the seller on invoices, without bank details. `accountId` must be the workspace of the key; any other value is rejected.',
    input: accountPathInput,
    area: 'settings',
    output: accountSerializer,
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
      requireOwnWorkspace(context, input);
      return account(context);
    },
  }),
  defineReadRoute({
    base: 'platform',
    path: 'auth',
    operationId: 'checkKey',
    tag: 'Workspace',
    summary: 'Check an API key',
    description:
      'The workspace of the key. Automation platforms use it to test a connection. The name is null without `settings:read`; an invalid key is a 401.',
    area: null,
    output: connectionSerializer,
    errors: [],
    example: { output: { accountId: 1, accountName: 'Babbage & Daughters' } },
    // The authentication has already read the workspace.
    handle: async (context) => ({
      accountId: context.accountId,
      accountName: canRead(context, 'settings') ? context.workspace.name : null,
    }),
  }),
  defineListRoute({
    path: 'users/list',
    operationId: 'listUsers',
    tag: 'Workspace',
    summary: 'List users',
    description: 'All users of the workspace, including inactive ones, oldest first.',
    model: 'User',
    record: userSerializer,
    errors: [],
    example: {
      output: [
        { accountId: 1, userType: 'OWNER', user: userExample, ...userExample, role: 'OWNER' },
      ],
    },
    handle: () => usersInOrder,
  }),
];
