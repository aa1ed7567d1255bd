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

/** Who asks, and what it may: told to everybody of itself. */

const viewerUser = builder.objectRef<User>('ViewerUser').implement({
  description: 'The user that who asks is in the workspace.',
  extensions: inheritedPermissions,
  fields: (t) => ({
    id: t.id({
      description: 'Its id among all records.',
      resolve: ({ id }) => formatNumericId('User', id),
    }),
    userId: t.int({
      description: 'Its number, as `userId` of time entries has it.',
      resolve: ({ id }) => id,
    }),
    email: t.expose('email', { type: 'EmailAddress', description: 'E-mail address.' }),
    firstName: t.exposeString('firstName', { nullable: true, description: 'First name.' }),
    lastName: t.exposeString('lastName', { nullable: true, description: 'Last name.' }),
    role: t.expose('role', { type: enums.UserRole, description: 'What it is in the workspace.' }),
    scopes: t.stringList({
      description: 'The scopes of its role.',
      resolve: (_user, _args, context: Context) => [...context.actor.scopes],
    }),
  }),
});

const viewerKey = builder.objectRef<Context['actor']>('ViewerKey').implement({
  description: 'The key that a request came with.',
  extensions: inheritedPermissions,
  fields: (t) => ({
    id: t.id({ description: 'Its id.', resolve: ({ keyId }) => keyId ?? '' }),
    name: t.string({ description: 'Its name.', resolve: ({ keyName }) => keyName ?? '' }),
    scopes: t.stringList({ description: 'What it may do.', resolve: ({ scopes }) => [...scopes] }),
  }),
});

/** Whoever works in a workspace knows it; a key is told of it as elsewhere. */
const tellsSettings = (context: Context) =>
  context.actor.keyId === null || canRead(context, 'settings');

const settingsWords = 'Null for a key without `settings:read`.';

const viewerWorkspace = builder.objectRef<Context>('ViewerWorkspace').implement({
  description: 'A workspace, as whoever may act in it is told of it.',
  extensions: inheritedPermissions,
  fields: (t) => ({
    id: t.id({
      description: 'Its id among all records.',
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
    accountId: t.exposeInt('accountId', { description: 'Its number, as `X-Workspace` says it.' }),
    name: t.exposeString('name', { description: 'Its name.' }),
    userId: t.exposeInt('userId', { description: 'Number of the user that the person is there.' }),
    role: t.expose('role', { type: enums.UserRole, description: 'What that user is there.' }),
  }),
});

const viewerPerson = builder.objectRef<ActingPerson>('ViewerPerson').implement({
  description: 'A person, who may be a user of several workspaces.',
  extensions: inheritedPermissions,
  fields: (t) => ({
    id: t.id({ description: 'Its id.', resolve: ({ personId }) => personId }),
    name: t.exposeString('name', { description: 'Its name, as history shows it.' }),
  }),
});

const viewerContact = builder.objectRef<ActingContact>('ViewerContact').implement({
  description: 'The contact of a client as whom somebody signed in.',
  extensions: inheritedPermissions,
  fields: (t) => ({
    id: t.exposeID('contactId', { description: 'Its id, as `X-Contact` says it.' }),
    clientId: t.exposeID('clientId', { description: 'Id of the client it belongs to.' }),
    name: t.exposeString('name', { description: 'First and last name, or the e-mail address.' }),
  }),
});

const viewerContactChoice = builder
  .objectRef<PortalContactChoice>('ViewerContactChoice')
  .implement({
    description: 'A contact of a client as whom a person may act.',
    extensions: inheritedPermissions,
    fields: (t) => ({
      accountId: t.exposeInt('accountId', { description: 'Number of its workspace.' }),
      name: t.exposeString('name', { description: 'Name of the workspace.' }),
      contactId: t.exposeID('contactId', { description: 'Its id, as `X-Contact` says it.' }),
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
      description: 'The person who signed in as a user; null for a key and a contact.',
      resolve: ({ actor }) => actor.person ?? null,
    }),
    workspaces: t.field({
      type: [viewerMembership],
      description: 'The workspaces in which the person may act as a user; none for a key.',
      resolve: ({ actor: { person, contact }, db }) => {
        const found = person ?? contact;
        return found ? listWorkspacesOfPerson(unfilteredClient(db), found) : [];
      },
    }),
    contact: t.field({
      type: viewerContact,
      nullable: true,
      description: 'The contact of a client as whom somebody signed in; null for users and keys.',
      resolve: ({ actor }) => actor.contact ?? null,
    }),
    contacts: t.field({
      type: [viewerContactChoice],
      description:
        'The contacts of clients, of whichever workspace, as whom the person may act by this sign-in: those whose address was proven by a mailed link or code since they have portal access. None for a key.',
      resolve: ({ actor: { person, contact }, db }) => {
        const found = person ?? contact;
        return found ? listPortalContacts(unfilteredClient(db), found) : [];
      },
    }),
    user: t.field({
      type: viewerUser,
      nullable: true,
      description: 'The user as whom somebody signed in; null for a key and a contact.',
      resolve: (context) => findSignedInUser(context),
    }),
    key: t.field({
      type: viewerKey,
      nullable: true,
      description: 'The key; null for who signed in.',
      resolve: ({ actor }) => (actor.keyId === null ? null : actor),
    }),
    workspace: t.field({
      type: viewerWorkspace,
      description: 'The workspace in which it acts.',
      resolve: (context) => context,
    }),
  }),
});

builder.queryField('viewer', (t) =>
  t.field({
    type: viewer,
    description: 'Who asks, and what it may do.',
    resolve: (_root, _args, context) => context,
  }),
);
