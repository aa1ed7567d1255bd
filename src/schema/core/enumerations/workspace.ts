import { allScopes, describeScope } from '../../../platform/permissions/permissions.ts';
import { builder } from '../builder.ts';
import { enumeration } from './enumeration.ts';

export const workspaceEnums = {
  PageSize: enumeration('PageSize', 'Paper.', {
    A4: '210 × 297 mm.',
    LETTER: '8.5 × 11 in, as in North America.',
  }),
  LogoPlace: enumeration('LogoPlace', 'Position of a logo.', {
    LEFT: 'On the left, with the number on the right.',
    RIGHT: 'On the right, with the number on the left.',
  }),
  MailKind: enumeration('MailKind', 'Kind of e-mail to a customer.', {
    INVOICE: 'An invoice, attached as a file.',
    RECEIPT: 'A payment receipt.',
    CANCELLATION: 'A notice that an invoice was voided.',
    REMINDER: 'A payment reminder.',
    CREDIT_NOTE: 'A credit note, attached as a file.',
  }),
  OutboxMailStatus: enumeration('OutboxMailStatus', 'Delivery status of an e-mail.', {
    KEPT: 'Kept in the outbox and not sent, because no mail server is configured.',
    QUEUED: 'Queued for sending.',
    SENDING: 'Being sent to the mail server.',
    SENT: 'The mail server accepted it.',
    FAILED: 'Not sent, and there are no more attempts. See `lastError`.',
    UNCONFIRMED:
      'It may have been sent: the connection or the service ended before the mail server responded.',
    HELD: 'Not sent until it is released or sent again: it was queued in a backup, and may have been sent before the restore.',
  }),
  LogActorKind: enumeration('LogActorKind', 'Kind of actor.', {
    PERSON: 'A signed-in user.',
    KEY: 'An API key.',
    CONTACT: 'A signed-in contact of a client.',
    ADMINISTRATION: 'The command line of the service.',
    SERVICE: 'The service itself, for example when an e-mail was sent.',
    CUSTOMER: 'Someone who opened a customer’s link.',
  }),
  LogEntryKind: enumeration('LogEntryKind', 'Kind of an audit entry.', {
    CREATED: 'The record was created.',
    UPDATED: 'The record was changed.',
    DELETED: 'The record was deleted.',
    SIGNED_IN: 'A person signed in.',
    SIGNED_OUT: 'A person signed out.',
    SESSION_ENDED: 'A session was ended from another device.',
    SECOND_FACTOR_CHANGED:
      'Two-factor authentication was set up, turned on or turned off; see `operation`.',
    PASSWORD_CHANGED: 'A password was set or changed.',
    BACKUP_CODES_MADE: 'New backup codes were created.',
    ACCOUNT_LINKED: 'An account at a sign-in provider was linked.',
    APP_CONNECTED: 'A person gave an app access to the workspace; see `clientName`.',
    APP_DISCONNECTED: 'A person ended the access of an app; see `clientName`.',
    SIGN_IN_RESET: 'All sign-in methods were removed.',
    ERASED: 'Personal data of a client or contact was erased.',
    EXPORTED: 'The whole workspace was downloaded.',
  }),
  PeriodLength: enumeration('PeriodLength', 'Length of a calendar period.', {
    MONTH: 'A month.',
    QUARTER: 'Three months, from January, April, July or October.',
    YEAR: 'A year, from January.',
  }),
  Scope: builder.enumType('Scope', {
    description: 'Scope of an API key.',
    values: Object.fromEntries(
      allScopes.map((scope) => [
        scope.toUpperCase().replace(':', '_'),
        { value: scope, description: `${describeScope(scope)}.` },
      ]),
    ),
  }),
  UserRole: enumeration('UserRole', 'Role of a user in the workspace.', {
    OWNER: 'Owner of the workspace. Time without a user is logged for the owner.',
    ADMIN: 'Has the permissions of an owner, except for managing owners.',
    MANAGER: 'Works in the whole workspace, except for its settings and users.',
    MEMBER: 'Logs their own time and expenses on assigned projects. Sees no amounts.',
    ACCOUNTANT: 'Manages invoices, payments and expenses. Reads clients.',
    VIEWER: 'Reads the same records as a manager and cannot write.',
  }),
} as const;
