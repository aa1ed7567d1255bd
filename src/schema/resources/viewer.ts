import { listWorkspacesOfPerson } from '../../domain/identities/person-workspaces.ts';
import {
  listPortalContacts,
  type PortalContactChoice,
} from '../../domain/identities/portal-contacts.ts';
import { findSignedInUser } from '../../domain/workspaces/signed-in-user.ts';
import type { User } from '../../generated/prisma/client.ts';
import { unfilteredClient } from '../../platform/access-policies/policy-client.ts';
import type { ActingContact, ActingPerson } from '../../platform/actors/actor.ts';
import type { Context } from '../../platform/context/context.ts';
import { formatNumericId } from '../../platform/ids/record-ids.ts';
import { canRead } from '../../platform/permissions/permissions.ts';
import { builder } from '../core/builder.ts';
import { enums } from '../core/enums.ts';
import { inheritedPermissions } from '../core/required-permissions.ts';

const viewerUser = builder.objectRef<User>('ViewerUser').implement({
  description: 'The calling user in the workspace.',
  extensions: inheritedPermissions,
  fields: (t) => ({
    id: t.id({
      description: 'Id of the record.',
      resolve: ({ id }) => formatNumericId('User', id),
    }),
    userId: t.int({
      description: 'Number, used as `userId` in time entries.',
      resolve: ({ id }) => id,
    }),
    email: t.expose('email', { type: 'EmailAddress', description: 'E-mail address.' }),
    firstName: t.exposeString('firstName', { nullable: true, description: 'First name.' }),
    lastName: t.exposeString('lastName', { nullable: true, description: 'Last name.' }),
    role: t.expose('role', { type: enums.UserRole, description: 'Role in the workspace.' }),
    scopes: t.stringList({
      description: 'Scopes of the role.',
      resolve: (_user, _args, context: Context) => [...context.actor.scopes],
    }),
  }),
});

const viewerKey = builder.objectRef<Context['actor']>('ViewerKey').implement({
  description: 'The API key of the request.',
  extensions: inheritedPermissions,
  fields: (t) => ({
    id: t.id({ description: 'Its id.', resolve: ({ keyId }) => keyId ?? '' }),
    name: t.string({ description: 'Its name.', resolve: ({ keyName }) => keyName ?? '' }),
    scopes: t.stringList({
      description: 'Scopes of the key.',
      resolve: ({ scopes }) => [...scopes],
    }),
  }),
});

/** Users can always read the settings. API keys need the permission. */
const tellsSettings = (context: Context) =>
  context.actor.keyId === null || canRead(context, 'settings');

const settingsWords = 'Null for a key without `settings:read`.';

const viewerWorkspace = builder.objectRef<Context>('ViewerWorkspace').implement({
  description: 'A workspace of the caller.',
  extensions: inheritedPermissions,
  fields: (t) => ({
    id: t.id({
      description: 'Id of the record.',
      resolve: ({ accountId }) => formatNumericId('Workspace', accountId),
    }),
    accountId: t.exposeInt('accountId', { description: 'Its number.' }),
    name: t.string({
      nullable: true,
      description: `Its name. ${settingsWords}`,
      resolve: (context) => (tellsSettings(context) ? context.workspace.name : null),
    }),
    currency: t.field({
      type: 'Currency',
      nullable: true,
      description: `Its currency. ${settingsWords}`,
      resolve: (context) => (tellsSettings(context) ? context.workspace.currency : null),
    }),
    timeZone: t.field({
      type: 'TimeZone',
      nullable: true,
      description: `Its time zone. ${settingsWords}`,
      resolve: (context) => (tellsSettings(context) ? context.workspace.timeZone : null),
    }),
  }),
});

type Membership = Awaited<ReturnType<typeof listWorkspacesOfPerson>>[number];

const viewerMembership = builder.objectRef<Membership>('ViewerMembership').implement({
  description: 'A workspace in which a person is an active user.',
  extensions: inheritedPermissions,
  fields: (t) => ({
    accountId: t.exposeInt('accountId', { description: 'Its number, for `X-Workspace`.' }),
    name: t.exposeString('name', { description: 'Its name.' }),
    userId: t.exposeInt('userId', { description: 'Number of the person’s user in the workspace.' }),
    role: t.expose('role', { type: enums.UserRole, description: 'Role of that user.' }),
  }),
});

const viewerPerson = builder.objectRef<ActingPerson>('ViewerPerson').implement({
  description: 'A person, who can be a user of several workspaces.',
  extensions: inheritedPermissions,
  fields: (t) => ({
    id: t.id({ description: 'Its id.', resolve: ({ personId }) => personId }),
    name: t.exposeString('name', { description: 'Name, as shown in histories.' }),
  }),
});

const viewerContact = builder.objectRef<ActingContact>('ViewerContact').implement({
  description: 'The contact of a client who signed in.',
  extensions: inheritedPermissions,
  fields: (t) => ({
    id: t.exposeID('contactId', { description: 'Its id, for `X-Contact`.' }),
    clientId: t.exposeID('clientId', { description: 'Id of the client it belongs to.' }),
    name: t.exposeString('name', {
      description: 'First and last name, otherwise the e-mail address.',
    }),
  }),
});

const viewerContactChoice = builder
  .objectRef<PortalContactChoice>('ViewerContactChoice')
  .implement({
    description: 'A contact of a client that the person can act as.',
    extensions: inheritedPermissions,
    fields: (t) => ({
      accountId: t.exposeInt('accountId', { description: 'Number of its workspace.' }),
      name: t.exposeString('name', { description: 'Name of the workspace.' }),
      contactId: t.exposeID('contactId', { description: 'Its id, for `X-Contact`.' }),
      clientId: t.exposeID('clientId', { description: 'Id of the client it belongs to.' }),
      clientName: t.exposeString('clientName', { description: 'Name of that client.' }),
    }),
  });

const viewer = builder.objectRef<Context>('Viewer').implement({
  description: 'Who asks.',
  extensions: inheritedPermissions,
  fields: (t) => ({
    person: t.field({
      type: viewerPerson,
      nullable: true,
      description: 'The person who signed in as a user. Null for API keys and contacts.',
      resolve: ({ actor }) => actor.person ?? null,
    }),
    workspaces: t.field({
      type: [viewerMembership],
      description: 'Workspaces in which the person is an active user. Empty for an API key.',
      resolve: ({ actor: { person, contact }, db }) => {
        const found = person ?? contact;
        return found ? listWorkspacesOfPerson(unfilteredClient(db), found) : [];
      },
    }),
    contact: t.field({
      type: viewerContact,
      nullable: true,
      description: 'The contact of a client who signed in. Null for users and API keys.',
      resolve: ({ actor }) => actor.contact ?? null,
    }),
    contacts: t.field({
      type: [viewerContactChoice],
      description:
        'Contacts of clients, in any workspace, that the person can act as with this sign-in: those whose address was verified by an e-mailed link or code since they have portal access. Empty for an API key.',
      resolve: ({ actor: { person, contact }, db }) => {
        const found = person ?? contact;
        return found ? listPortalContacts(unfilteredClient(db), found) : [];
      },
    }),
    user: t.field({
      type: viewerUser,
      nullable: true,
      description: 'The user who signed in. Null for API keys and contacts.',
      resolve: (context) => findSignedInUser(context),
    }),
    key: t.field({
      type: viewerKey,
      nullable: true,
      description: 'The API key. Null for people who signed in.',
      resolve: ({ actor }) => (actor.keyId === null ? null : actor),
    }),
    workspace: t.field({
      type: viewerWorkspace,
      description: 'The workspace of the request.',
      resolve: (context) => context,
    }),
  }),
});

builder.queryField('viewer', (t) =>
  t.field({
    type: viewer,
    description: 'The caller and its permissions.',
    resolve: (_root, _args, context) => context,
  }),
);
