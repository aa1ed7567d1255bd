import { allScopes, describeScope } from '../../../platform/permissions/permissions.ts';
import { builder } from '../builder.ts';
import { enumeration } from './enumeration.ts';

/** Enumerations of the people of a workspace, its log, mails and settings. */
export const workspaceEnums = {
  PageSize: enumeration('PageSize', 'Paper.', {
    A4: '210 × 297 mm.',
    LETTER: '8.5 × 11 in, as in North America.',
  }),
  LogoPlace: enumeration('LogoPlace', 'Where a logo stands.', {
    LEFT: 'At the left, the number at the right.',
    RIGHT: 'At the right, the number at the left.',
  }),
  MailKind: enumeration('MailKind', 'What a mail to a customer is about.', {
    INVOICE: 'An invoice, which it brings.',
    RECEIPT: 'A payment that was received.',
    CANCELLATION: 'An invoice that was declared void.',
    REMINDER: 'An invoice that is still to be paid.',
    CREDIT_NOTE: 'A credit note, which it brings.',
  }),
  OutboxMailStatus: enumeration('OutboxMailStatus', 'What became of a mail.', {
    KEPT: 'Kept in the outbox, not sent: no mail server is configured.',
    QUEUED: 'To be sent, for the first time or again.',
    SENDING: 'Being handed to the mail server.',
    SENT: 'The mail server took it.',
    FAILED: 'Not sent, and not tried again; `lastError` says why.',
    UNCONFIRMED:
      'It may have been sent: the connection or the service ended before the mail server answered.',
    HELD: 'Not sent until it is released or sent again: it waited in a backup that was restored, and may have been sent since.',
  }),
  LogActorKind: enumeration('LogActorKind', 'What kind of actor did something.', {
    PERSON: 'A user who signed in.',
    KEY: 'An API key.',
    CONTACT: 'A contact of a client who signed in.',
    ADMINISTRATION: 'The command line of the service.',
    SERVICE: 'The service by itself: a mail that was sent, say.',
    CUSTOMER: 'Whoever opened a customer’s link.',
  }),
  LogEntryKind: enumeration('LogEntryKind', 'What an entry of the log tells.', {
    CREATED: 'The record was made.',
    UPDATED: 'The record was changed.',
    DELETED: 'The record was deleted.',
    SIGNED_IN: 'Somebody signed in.',
    SIGNED_OUT: 'Somebody signed out.',
    SESSION_ENDED: 'A session was ended from elsewhere.',
    SECOND_FACTOR_CHANGED:
      'A second factor was prepared, switched on or off; `operation` says which.',
    PASSWORD_CHANGED: 'A password was set, the first or another one.',
    BACKUP_CODES_MADE: 'New backup codes were made for a second factor.',
    ACCOUNT_LINKED: 'An account elsewhere became a way to sign in.',
    SIGN_IN_RESET: 'All ways in which somebody signs in were taken away.',
    ERASED: 'What is known of a client or contact was erased.',
    EXPORTED: 'The workspace was downloaded as a whole.',
  }),
  PeriodLength: enumeration('PeriodLength', 'How long a period of the calendar is.', {
    MONTH: 'A month.',
    QUARTER: 'Three months, from January, April, July or October.',
    YEAR: 'A year, from January.',
  }),
  Scope: builder.enumType('Scope', {
    description: 'What an API key may do.',
    values: Object.fromEntries(
      allScopes.map((scope) => [
        scope.toUpperCase().replace(':', '_'),
        { value: scope, description: `${describeScope(scope)}.` },
      ]),
    ),
  }),
  UserRole: enumeration('UserRole', 'What a user is in the workspace.', {
    OWNER: 'Owns the workspace; time is logged for the owner when nobody is named.',
    ADMIN: 'May do everything an owner may, but for owners.',
    MANAGER: 'Works in all of the workspace but its settings and its people.',
    MEMBER: 'Logs own time and expenses, on the projects it is assigned to; sees no money.',
    ACCOUNTANT: 'Keeps invoices, payments and expenses; reads clients.',
    VIEWER: 'Reads what a manager reads, and writes nothing.',
  }),
} as const;
