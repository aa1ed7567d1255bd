export type Maybe<T> = T | null;
export type InputMaybe<T> = Maybe<T>;
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  /** A currency code of ISO 4217, three letters. */
  Currency: { input: string; output: string; }
  /** A calendar day, YYYY-MM-DD. Of a date-time, the day is used. */
  Date: { input: string; output: string; }
  /** An instant. Returned in UTC with milliseconds and Z ("2026-03-31T14:00:00.000Z"). Accepted as any ISO 8601 date-time; without an offset it is UTC. */
  DateTime: { input: string; output: string; }
  /** An exact decimal number, for example an amount of money. Returned as a string of digits with a decimal point ("1190.00" may be returned as "1190"), never in exponent notation. Accepted as a string or a number. */
  Decimal: { input: string | number; output: string; }
  /** An e-mail address. */
  EmailAddress: { input: string; output: string; }
  /** A colour: # followed by six hex digits. */
  HexColorCode: { input: string; output: string; }
  /** Any JSON value. */
  JSON: { input: unknown; output: unknown; }
  /** A wall-clock time, HH:MM:SS. */
  Time: { input: string; output: string; }
  /** A time zone of the IANA database, for example "Europe/Berlin". Inputs accept names of Windows too, for example "W. Europe Standard Time". */
  TimeZone: { input: string; output: string; }
  /** URL of a page or a file. */
  URL: { input: string; output: string; }
  /** An ISO 8601 date-time as written. With Z or an offset it is an instant. Without one ("2026-03-31T14:00:00") it is wall-clock time in the time zone of the field. A date alone is midnight. */
  WrittenDateTime: { input: string; output: string; }
};

/** A question of a form with its answer. */
export type Answer = {
  __typename: 'Answer';
  /** Answer: any JSON. */
  answer: Maybe<Scalars['JSON']['output']>;
  /** Key of the form’s field. */
  fieldKey: Maybe<Scalars['String']['output']>;
  /** Type of the form’s field, as in the form. */
  fieldType: Maybe<Scalars['String']['output']>;
  /** Id of the answer in the form. */
  id: Maybe<Scalars['String']['output']>;
  /** Question. */
  question: Maybe<Scalars['String']['output']>;
};

/** A question of a form with its answer. */
export type AnswerInput = {
  /** Answer: any JSON. */
  answer?: InputMaybe<Scalars['JSON']['input']>;
  /** Key of the form’s field. */
  fieldKey?: InputMaybe<Scalars['String']['input']>;
  /** Type of the form’s field, as in the form. */
  fieldType?: InputMaybe<Scalars['String']['input']>;
  /** Id of the answer in the form. */
  id?: InputMaybe<Scalars['String']['input']>;
  /** Question. */
  question?: InputMaybe<Scalars['String']['input']>;
};

/** An API key, sent as X-API-KEY. Only its SHA-256 is stored. */
export type ApiKey = Node & {
  __typename: 'ApiKey';
  /** Number of the record’s workspace. */
  accountId: Scalars['Int']['output'];
  /** Audit entries of the record, newest first: the actor, the operation, and the values before and after as long as they are stored. Null with an error for members and contacts of clients. */
  changes: Maybe<LogEntryConnection>;
  /** When the record was created. */
  createdAt: Scalars['DateTime']['output'];
  /** When the key expires. */
  expiresAt: Maybe<Scalars['DateTime']['output']>;
  /** The record’s id, the same in all APIs. */
  id: Scalars['ID']['output'];
  /** IP address of the last use. */
  lastUsedAddress: Maybe<Scalars['String']['output']>;
  /** Last use, to the minute. */
  lastUsedAt: Maybe<Scalars['DateTime']['output']>;
  /** The key that created it and revokes it when it ends. */
  madeBy: Maybe<ApiKey>;
  /** The user who created it. Null with an error without `people:read`. */
  madeByUser: Maybe<User>;
  /** Name of the key. */
  name: Scalars['String']['output'];
  /** The readable prefix of the key. */
  prefix: Scalars['String']['output'];
  /** The key that replaces it. */
  replacedBy: Maybe<ApiKey>;
  /** When the key was revoked. */
  revokedAt: Maybe<Scalars['DateTime']['output']>;
  /** Scopes of the key: areas to read and to write, or `read` and `write`. */
  scopes: Array<Scope>;
  /** Status of the key. */
  state: ApiKeyState;
  /** When the record was last changed. */
  updatedAt: Scalars['DateTime']['output'];
  /** Version of the record. Each change increases it. */
  version: Scalars['Int']['output'];
};


/** An API key, sent as X-API-KEY. Only its SHA-256 is stored. */
export type ApiKeyChangesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

/** A page of ApiKey records. */
export type ApiKeyConnection = {
  __typename: 'ApiKeyConnection';
  /** The records of this page, each with its cursor. */
  edges: Array<ApiKeyEdge>;
  /** The records of this page, without their cursors. */
  nodes: Array<ApiKey>;
  /** Whether there are more pages, and the first and last cursor of this page. */
  pageInfo: PageInfo;
  /** Number of matching records on all pages. It is only counted if you select it. */
  totalCount: Scalars['Int']['output'];
};

/** ApiKey of a page, with its cursor. */
export type ApiKeyEdge = {
  __typename: 'ApiKeyEdge';
  /** Cursor of the record, for `after` and `before`. */
  cursor: Scalars['String']['output'];
  /** The record. */
  node: ApiKey;
};

/** Order of ApiKey records: one field and its direction. */
export type ApiKeyOrderBy =
  /** When the record was created. */
  { createdAt: SortOrder; expiresAt?: never; lastUsedAt?: never; name?: never; updatedAt?: never; }
  |  /** When the key expires. */
  { createdAt?: never; expiresAt: SortOrder; lastUsedAt?: never; name?: never; updatedAt?: never; }
  |  /** Last use, to the minute. */
  { createdAt?: never; expiresAt?: never; lastUsedAt: SortOrder; name?: never; updatedAt?: never; }
  |  /** Name of the key. */
  { createdAt?: never; expiresAt?: never; lastUsedAt?: never; name: SortOrder; updatedAt?: never; }
  |  /** When the record was last changed. */
  { createdAt?: never; expiresAt?: never; lastUsedAt?: never; name?: never; updatedAt: SortOrder; };

/** Status of an API key. */
export type ApiKeyState =
  /** It works. */
  | 'ACTIVE'
  /** It has expired. */
  | 'EXPIRED'
  /** It was revoked. */
  | 'REVOKED';

/** Filter for ApiKey records. All conditions have to match. Conditions without content are ignored on every level: {}, an empty AND, null for fields that cannot be null, and NOT or a related record without a condition. */
export type ApiKeyWhere = {
  /** All of these conditions match. */
  AND?: InputMaybe<Array<ApiKeyWhere>>;
  /** This condition does not match. Records without the compared value are omitted; `equals: null` finds them. */
  NOT?: InputMaybe<ApiKeyWhere>;
  /** At least one of these conditions matches. An empty list matches nothing. */
  OR?: InputMaybe<Array<ApiKeyWhere>>;
  /** When the record was created. */
  createdAt?: InputMaybe<DateTimeFilter>;
  /** When the key expires. */
  expiresAt?: InputMaybe<DateTimeFilter>;
  /** The record’s id. */
  id?: InputMaybe<IdFilter>;
  /** Last use, to the minute. */
  lastUsedAt?: InputMaybe<DateTimeFilter>;
  /** Name of the key. */
  name?: InputMaybe<StringFilter>;
  /** The readable prefix of the key. */
  prefix?: InputMaybe<StringFilter>;
  /** When the key was revoked. */
  revokedAt?: InputMaybe<DateTimeFilter>;
  /** Changed after this time. Use it for polling. */
  updatedAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** When the record was last changed. */
  updatedAt?: InputMaybe<DateTimeFilter>;
};

/** One tax of a rule when an invoice was created. */
export type AppliedTaxComponent = {
  __typename: 'AppliedTaxComponent';
  /** Whether the tax is applied to the base plus the tax of earlier components. */
  compound: Scalars['Boolean']['output'];
  /** With compound: the one earlier component whose tax is added, by its order. Null: all earlier ones. */
  compoundOnOrder: Maybe<Scalars['Int']['output']>;
  /** Name of the tax. */
  name: Scalars['String']['output'];
  /** Position in the rule, from 1. */
  order: Scalars['Int']['output'];
  /** Percentage. */
  rate: Scalars['Decimal']['output'];
};

/** A tax rule when an invoice was created. `node` returns the current rule. */
export type AppliedTaxRule = {
  __typename: 'AppliedTaxRule';
  /** Its taxes, in the order in which they were applied. */
  components: Array<AppliedTaxComponent>;
  /** Sum of its tax rates in percent. */
  effectiveRate: Scalars['Decimal']['output'];
  /** Id of the rule. */
  id: Scalars['ID']['output'];
  /** Name of the rule. */
  name: Scalars['String']['output'];
  /** The provider’s id of the rule. */
  providerId: Maybe<Scalars['String']['output']>;
  /** Whether the rule is defined here or by a provider. */
  source: TaxRuleSource;
};

/** Credit that pays an invoice. */
export type ApplyCreditInput = {
  /** Amount in the invoice’s currency. Default: the amount due, or the client’s credit if that is lower. */
  amount?: InputMaybe<Scalars['Decimal']['input']>;
  /** Issue date of a draft that the payment issues, not in the future. Default: the issue date that sending the draft would give it. */
  dateIssued?: InputMaybe<Scalars['Date']['input']>;
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** The record to change. */
  id: Scalars['ID']['input'];
};

/** Result of `applyCredit`: success, or the reason why nothing was done. */
export type ApplyCreditResult = ApplyCreditSuccess | ConflictError | InvalidInputError | NotDoneError | NotFoundError | VersionMismatchError;

/** Success of `applyCredit`. */
export type ApplyCreditSuccess = {
  __typename: 'ApplyCreditSuccess';
  /** The current record. Without `invoices:read`, you can only select its id. */
  invoice: Invoice;
};

/** The deliverable to approve: by client, project and deliverable name, or by ids. */
export type ApproveDeliverableInput = {
  /** Id of the client, instead of or in addition to its name. */
  clientId?: InputMaybe<Scalars['ID']['input']>;
  /** Name of the client. */
  clientName?: InputMaybe<Scalars['String']['input']>;
  /** Id of the deliverable. It implies the project and the client. */
  deliverableId?: InputMaybe<Scalars['ID']['input']>;
  /** Name of the deliverable, one of the project’s. */
  deliverableName?: InputMaybe<Scalars['String']['input']>;
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** Id of the project. It implies the client. */
  projectId?: InputMaybe<Scalars['ID']['input']>;
  /** Name of the project, one of the client’s. */
  projectName?: InputMaybe<Scalars['String']['input']>;
};

/** Result of `approveDeliverable`: success, or the reason why nothing was done. */
export type ApproveDeliverableResult = ApproveDeliverableSuccess | ConflictError | InvalidInputError | NotDoneError | NotFoundError | VersionMismatchError;

/** Success of `approveDeliverable`. */
export type ApproveDeliverableSuccess = {
  __typename: 'ApproveDeliverableSuccess';
  /** The current record. Without `projects:read`, you can only select its id. */
  deliverable: Deliverable;
};

/** The record. */
export type ArchiveClientInput = {
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** The record. */
  id: Scalars['ID']['input'];
};

/** Result of `archiveClient`: success, or the reason why nothing was done. */
export type ArchiveClientResult = ArchiveClientSuccess | InvalidInputError | NotDoneError | NotFoundError | VersionMismatchError;

/** Success of `archiveClient`. */
export type ArchiveClientSuccess = {
  __typename: 'ArchiveClientSuccess';
  /** The current record. Without `clients:read`, you can only select its id. */
  client: Client;
};

/** The record. */
export type ArchiveContactInput = {
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** The record. */
  id: Scalars['ID']['input'];
};

/** Result of `archiveContact`: success, or the reason why nothing was done. */
export type ArchiveContactResult = ArchiveContactSuccess | InvalidInputError | NotDoneError | NotFoundError | VersionMismatchError;

/** Success of `archiveContact`. */
export type ArchiveContactSuccess = {
  __typename: 'ArchiveContactSuccess';
  /** The current record. Without `clients:read`, you can only select its id. */
  contact: Contact;
};

/** The record. */
export type ArchiveDeliverableInput = {
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** The record. */
  id: Scalars['ID']['input'];
};

/** Result of `archiveDeliverable`: success, or the reason why nothing was done. */
export type ArchiveDeliverableResult = ArchiveDeliverableSuccess | InvalidInputError | NotDoneError | NotFoundError | VersionMismatchError;

/** Success of `archiveDeliverable`. */
export type ArchiveDeliverableSuccess = {
  __typename: 'ArchiveDeliverableSuccess';
  /** The current record. Without `projects:read`, you can only select its id. */
  deliverable: Deliverable;
};

/** A file that is attached to one record. */
export type Attachment = Node & {
  __typename: 'Attachment';
  /** Number of the record’s workspace. */
  accountId: Scalars['Int']['output'];
  /** Audit entries of the record, newest first: the actor, the operation, and the values before and after as long as they are stored. Null with an error for members and contacts of clients. */
  changes: Maybe<LogEntryConnection>;
  /** The client it is attached to. Null with an error without `clients:read`. */
  client: Maybe<Client>;
  /** Id of the client it is attached to. */
  clientId: Maybe<Scalars['ID']['output']>;
  /** Media type, detected from the content. */
  contentType: Scalars['String']['output'];
  /** When the record was created. */
  createdAt: Scalars['DateTime']['output'];
  /** The deliverable it is attached to. Null with an error without `projects:read`. */
  deliverable: Maybe<Deliverable>;
  /** Id of the deliverable it is attached to. */
  deliverableId: Maybe<Scalars['ID']['output']>;
  /** The expense it is attached to, for example as its receipt. Null with an error without `expenses:read`. */
  expense: Maybe<Expense>;
  /** Id of the expense it is attached to, for example as its receipt. */
  expenseId: Maybe<Scalars['ID']['output']>;
  /** Name of the file. */
  fileName: Scalars['String']['output'];
  /** The record’s id, the same in all APIs. */
  id: Scalars['ID']['output'];
  /** The invoice it is attached to. Null with an error without `invoices:read`. */
  invoice: Maybe<Invoice>;
  /** Id of the invoice it is attached to. */
  invoiceId: Maybe<Scalars['ID']['output']>;
  /** The opportunity it is attached to. Null with an error without `sales:read`. */
  opportunity: Maybe<Opportunity>;
  /** Id of the opportunity it is attached to. */
  opportunityId: Maybe<Scalars['ID']['output']>;
  /** The project it is attached to. Null with an error without `projects:read`. */
  project: Maybe<Project>;
  /** Id of the project it is attached to. */
  projectId: Maybe<Scalars['ID']['output']>;
  /** SHA-256 of the content in hexadecimal. Equal files of a workspace are stored once. */
  sha256: Scalars['String']['output'];
  /** Size in bytes. */
  size: Scalars['Int']['output'];
  /** The ticket it is attached to. Null with an error without `tickets:read`. */
  ticket: Maybe<Ticket>;
  /** Id of the ticket it is attached to. */
  ticketId: Maybe<Scalars['ID']['output']>;
  /** When the record was last changed. */
  updatedAt: Scalars['DateTime']['output'];
  /** Link to download the file, valid for 60 minutes or a little longer. Anyone with the link can open it. */
  url: Scalars['URL']['output'];
  /** Version of the record. Each change increases it. */
  version: Scalars['Int']['output'];
};


/** A file that is attached to one record. */
export type AttachmentChangesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

/** A page of Attachment records. */
export type AttachmentConnection = {
  __typename: 'AttachmentConnection';
  /** The records of this page, each with its cursor. */
  edges: Array<AttachmentEdge>;
  /** The records of this page, without their cursors. */
  nodes: Array<Attachment>;
  /** Whether there are more pages, and the first and last cursor of this page. */
  pageInfo: PageInfo;
  /** Number of matching records on all pages. It is only counted if you select it. */
  totalCount: Scalars['Int']['output'];
};

/** Attachment of a page, with its cursor. */
export type AttachmentEdge = {
  __typename: 'AttachmentEdge';
  /** Cursor of the record, for `after` and `before`. */
  cursor: Scalars['String']['output'];
  /** The record. */
  node: Attachment;
};

/** Order of Attachment records: one field and its direction. */
export type AttachmentOrderBy =
  /** When the record was created. */
  { createdAt: SortOrder; updatedAt?: never; }
  |  /** When the record was last changed. */
  { createdAt?: never; updatedAt: SortOrder; };

/** Filter for Attachment records. All conditions have to match. Conditions without content are ignored on every level: {}, an empty AND, null for fields that cannot be null, and NOT or a related record without a condition. */
export type AttachmentWhere = {
  /** All of these conditions match. */
  AND?: InputMaybe<Array<AttachmentWhere>>;
  /** This condition does not match. Records without the compared value are omitted; `equals: null` finds them. */
  NOT?: InputMaybe<AttachmentWhere>;
  /** At least one of these conditions matches. An empty list matches nothing. */
  OR?: InputMaybe<Array<AttachmentWhere>>;
  /** The client it is attached to. */
  client?: InputMaybe<ClientWhere>;
  /** Id of the client it is attached to. */
  clientId?: InputMaybe<IdFilter>;
  /** Media type, detected from the content. */
  contentType?: InputMaybe<StringFilter>;
  /** When the record was created. */
  createdAt?: InputMaybe<DateTimeFilter>;
  /** The deliverable it is attached to. */
  deliverable?: InputMaybe<DeliverableWhere>;
  /** Id of the deliverable it is attached to. */
  deliverableId?: InputMaybe<IdFilter>;
  /** The expense it is attached to, for example as its receipt. */
  expense?: InputMaybe<ExpenseWhere>;
  /** Id of the expense it is attached to, for example as its receipt. */
  expenseId?: InputMaybe<IdFilter>;
  /** Name of the file. */
  fileName?: InputMaybe<StringFilter>;
  /** The record’s id. */
  id?: InputMaybe<IdFilter>;
  /** The invoice it is attached to. */
  invoice?: InputMaybe<InvoiceWhere>;
  /** Id of the invoice it is attached to. */
  invoiceId?: InputMaybe<IdFilter>;
  /** The opportunity it is attached to. */
  opportunity?: InputMaybe<OpportunityWhere>;
  /** Id of the opportunity it is attached to. */
  opportunityId?: InputMaybe<IdFilter>;
  /** The project it is attached to. */
  project?: InputMaybe<ProjectWhere>;
  /** Id of the project it is attached to. */
  projectId?: InputMaybe<IdFilter>;
  /** SHA-256 of the content in hexadecimal. Equal files of a workspace are stored once. */
  sha256?: InputMaybe<StringFilter>;
  /** Size in bytes. */
  size?: InputMaybe<IntFilter>;
  /** The ticket it is attached to. */
  ticket?: InputMaybe<TicketWhere>;
  /** Id of the ticket it is attached to. */
  ticketId?: InputMaybe<IdFilter>;
  /** Changed after this time. Use it for polling. */
  updatedAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** When the record was last changed. */
  updatedAt?: InputMaybe<DateTimeFilter>;
};

/** Kind of change of the amount that a client owes. */
export type BookingKind =
  /** An invoice was credited, wholly or in part. */
  | 'CREDIT_NOTE'
  /** An invoice was issued. */
  | 'INVOICE'
  /** The client paid. */
  | 'PAYMENT'
  /** A payment was reversed: it bounced, or was recorded by mistake. */
  | 'PAYMENT_REVERSED'
  /** A refund to the client. */
  | 'REFUND'
  /** A write-off was reversed because the client paid. */
  | 'REOPENED'
  /** An issued invoice was declared void. */
  | 'VOIDED'
  /** The rest of an invoice was written off. */
  | 'WRITE_OFF';

/** Condition on a boolean. */
export type BooleanFilter = {
  /** Is exactly this. Null: has no value. */
  equals?: InputMaybe<Scalars['Boolean']['input']>;
};

/** An event in a user’s calendar: wall-clock times in its own time zone. */
export type CalendarEvent = Node & {
  __typename: 'CalendarEvent';
  /** Number of the record’s workspace. */
  accountId: Scalars['Int']['output'];
  /** Whether the user is busy during the event. */
  busyEvent: Scalars['Boolean']['output'];
  /** Audit entries of the record, newest first: the actor, the operation, and the values before and after as long as they are stored. Null with an error for members and contacts of clients. */
  changes: Maybe<LogEntryConnection>;
  /** When the record was created. */
  createdAt: Scalars['DateTime']['output'];
  /** Description of the event. */
  description: Maybe<Scalars['String']['output']>;
  /** Wall-clock last day in `timeZone`. */
  endDate: Scalars['Date']['output'];
  /** Wall-clock end; null for a full day. */
  endTime: Maybe<Scalars['Time']['output']>;
  /** End as an instant. */
  endsAt: Scalars['DateTime']['output'];
  /** Your own id of the event, for example an ICS UID. */
  externalId: Maybe<Scalars['String']['output']>;
  /** Whether it lasts whole days. Times are then ignored. */
  fullDay: Scalars['Boolean']['output'];
  /** The record’s id, the same in all APIs. */
  id: Scalars['ID']['output'];
  /** Location of the event. */
  location: Maybe<Scalars['String']['output']>;
  /** Wall-clock first day in `timeZone`. */
  startDate: Scalars['Date']['output'];
  /** Wall-clock start; null for a full day. */
  startTime: Maybe<Scalars['Time']['output']>;
  /** Start as an instant. Events are sorted and filtered by it. */
  startsAt: Scalars['DateTime']['output'];
  /** Title of the event. */
  summary: Maybe<Scalars['String']['output']>;
  /** IANA time zone. */
  timeZone: Scalars['TimeZone']['output'];
  /** When the record was last changed. */
  updatedAt: Scalars['DateTime']['output'];
  /** The user whose calendar it is in. Null with an error without `people:read`. */
  user: Maybe<User>;
  /** Number of the user whose calendar it is in. */
  userId: Scalars['Int']['output'];
  /** Version of the record. Each change increases it. */
  version: Scalars['Int']['output'];
};


/** An event in a user’s calendar: wall-clock times in its own time zone. */
export type CalendarEventChangesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

/** A page of CalendarEvent records. */
export type CalendarEventConnection = {
  __typename: 'CalendarEventConnection';
  /** The records of this page, each with its cursor. */
  edges: Array<CalendarEventEdge>;
  /** The records of this page, without their cursors. */
  nodes: Array<CalendarEvent>;
  /** Whether there are more pages, and the first and last cursor of this page. */
  pageInfo: PageInfo;
  /** Number of matching records on all pages. It is only counted if you select it. */
  totalCount: Scalars['Int']['output'];
};

/** CalendarEvent of a page, with its cursor. */
export type CalendarEventEdge = {
  __typename: 'CalendarEventEdge';
  /** Cursor of the record, for `after` and `before`. */
  cursor: Scalars['String']['output'];
  /** The record. */
  node: CalendarEvent;
};

/** Condition on related CalendarEvent records. */
export type CalendarEventListWhere = {
  /** All of them match, or there are none. A record without the compared value does not match. */
  every?: InputMaybe<CalendarEventWhere>;
  /** None of them matches; with {}: there is none. */
  none?: InputMaybe<CalendarEventWhere>;
  /** At least one of them matches; with {}: there is one. */
  some?: InputMaybe<CalendarEventWhere>;
};

/** Order of CalendarEvent records: one field and its direction. */
export type CalendarEventOrderBy =
  /** When the record was created. */
  { createdAt: SortOrder; startsAt?: never; updatedAt?: never; }
  |  /** Start as an instant. Events are sorted and filtered by it. */
  { createdAt?: never; startsAt: SortOrder; updatedAt?: never; }
  |  /** When the record was last changed. */
  { createdAt?: never; startsAt?: never; updatedAt: SortOrder; };

/** Filter for CalendarEvent records. All conditions have to match. Conditions without content are ignored on every level: {}, an empty AND, null for fields that cannot be null, and NOT or a related record without a condition. */
export type CalendarEventWhere = {
  /** All of these conditions match. */
  AND?: InputMaybe<Array<CalendarEventWhere>>;
  /** This condition does not match. Records without the compared value are omitted; `equals: null` finds them. */
  NOT?: InputMaybe<CalendarEventWhere>;
  /** At least one of these conditions matches. An empty list matches nothing. */
  OR?: InputMaybe<Array<CalendarEventWhere>>;
  /** Whether the user is busy during the event. */
  busyEvent?: InputMaybe<BooleanFilter>;
  /** When the record was created. */
  createdAt?: InputMaybe<DateTimeFilter>;
  /** Wall-clock last day in `timeZone`. */
  endDate?: InputMaybe<DateFilter>;
  /** End as an instant. */
  endsAt?: InputMaybe<DateTimeFilter>;
  /** Your own id of the event, for example an ICS UID. */
  externalId?: InputMaybe<StringFilter>;
  /** Whether it lasts whole days. Times are then ignored. */
  fullDay?: InputMaybe<BooleanFilter>;
  /** The record’s id. */
  id?: InputMaybe<IdFilter>;
  /** Wall-clock first day in `timeZone`. */
  startDate?: InputMaybe<DateFilter>;
  /** Start as an instant. Events are sorted and filtered by it. */
  startsAt?: InputMaybe<DateTimeFilter>;
  /** Changed after this time. Use it for polling. */
  updatedAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** When the record was last changed. */
  updatedAt?: InputMaybe<DateTimeFilter>;
  /** The user whose calendar it is in. */
  user?: InputMaybe<UserWhere>;
  /** Number of the user whose calendar it is in. */
  userId?: InputMaybe<IntFilter>;
};

/** Who pays the fees of card payments. */
export type CardFeePayer =
  /** The client. */
  | 'CLIENT'
  /** The workspace. */
  | 'FREELANCER'
  /** They share them. */
  | 'SPLIT';

/** Kind of change of a record. */
export type ChangeKind =
  /** It was created. */
  | 'CREATED'
  /** The record was deleted. */
  | 'DELETED'
  /** The record was changed. */
  | 'UPDATED';

/** Condition on a choice of a custom field. */
export type ChoiceFilter = {
  /** Is exactly this. Null: has no value. */
  equals?: InputMaybe<Scalars['String']['input']>;
  /** Is one of these. */
  in?: InputMaybe<Array<Scalars['String']['input']>>;
  /** At least one of these conditions is false. Records without a value do not match; `not: null` finds all records with a value. */
  not?: InputMaybe<ChoiceFilter>;
  /** Is none of these. Records without a value do not match. */
  notIn?: InputMaybe<Array<Scalars['String']['input']>>;
};

/** A company or person that the workspace works for, or a prospect. */
export type Client = Node & {
  __typename: 'Client';
  /** Number of the record’s workspace. */
  accountId: Scalars['Int']['output'];
  /** First line of the address. Null with an error for members. */
  address1: Maybe<Scalars['String']['output']>;
  /** Second line of the address. Null with an error for members. */
  address2: Maybe<Scalars['String']['output']>;
  /** Archived clients are omitted from lists and searches. */
  archived: Scalars['Boolean']['output'];
  /** Files attached to it, latest first. Null with an error without `files:read`. */
  attachments: Maybe<AttachmentConnection>;
  /** Reference that the client wants on invoices, for example a Leitweg-ID. An invoice can have its own. Null with an error for members. */
  buyerReference: Maybe<Scalars['String']['output']>;
  /** Audit entries of the record, newest first: the actor, the operation, and the values before and after as long as they are stored. Null with an error for members and contacts of clients. */
  changes: Maybe<LogEntryConnection>;
  /** City. Null with an error for members. */
  city: Maybe<Scalars['String']['output']>;
  /** Whether it is a client or a prospect. */
  clientType: ClientType;
  /** Display colour. */
  color: Maybe<Scalars['String']['output']>;
  /** Contacts of the client. */
  contacts: ContactConnection;
  /** Country. Null with an error for members. */
  country: Maybe<Scalars['String']['output']>;
  /** ISO 3166 code of the country. Filled in from `country` if that names one country. Null with an error for members. */
  countryCode: Maybe<Scalars['String']['output']>;
  /** When the record was created. */
  createdAt: Scalars['DateTime']['output'];
  /** The client’s credit by currency. `applyCredit` pays invoices with it. Empty if there is none. Null with an error without `invoices:read`. */
  creditBalance: Maybe<Array<Money>>;
  /** Credit notes of the client. Null with an error without `invoices:read`. */
  creditNotes: Maybe<CreditNoteConnection>;
  /** Default currency of the client’s invoices, an ISO 4217 code. Null with an error for members. */
  currency: Maybe<Scalars['Currency']['output']>;
  /** The record’s value in a custom field. Null without a value. */
  customValue: Maybe<CustomValue>;
  /** The record’s custom field values, in the order of the fields. Fields without a value are omitted. */
  customValues: Array<CustomValue>;
  /** Default tax percentage of the client’s invoices. Null with an error for members. */
  defaultTaxRate: Maybe<Scalars['Decimal']['output']>;
  /** Tax rule of the client’s invoices. It takes precedence over the default rate. Null with an error without `settings:read`. */
  defaultTaxRule: Maybe<TaxRule>;
  /** Tax rule of the client’s invoices. It takes precedence over the default rate. Null with an error for members. */
  defaultTaxRuleId: Maybe<Scalars['ID']['output']>;
  /** Format of the electronic invoices that the client receives. Null: none. Null with an error for members. */
  eInvoiceFormat: Maybe<EInvoiceFormat>;
  /** Address for electronic invoices, for example a Leitweg-ID or an e-mail address. Null with an error for members. */
  electronicAddress: Maybe<Scalars['String']['output']>;
  /** Scheme of `electronicAddress`, a code of the list EAS: 0204 Leitweg-ID, 0088 GLN, 9930 German VAT number, EM e-mail. Null with an error for members. */
  electronicAddressScheme: Maybe<Scalars['String']['output']>;
  /** When its personal data was erased. Null if it was not. Null with an error for members. */
  erasedAt: Maybe<Scalars['DateTime']['output']>;
  /** Money spent for the client. Null with an error without `expenses:read`. */
  expenses: Maybe<ExpenseConnection>;
  /** Id of the record in another system, unique in the workspace together with `source`. Null with an error for members. */
  externalId: Maybe<Scalars['String']['output']>;
  /** Form submissions of the client. Null with an error without `sales:read`. */
  formSubmissions: Maybe<FormSubmissionConnection>;
  /** Hourly rate in the client’s currency. Null with an error for members. */
  hourlyAmount: Maybe<Scalars['Decimal']['output']>;
  /** The record’s id, the same in all APIs. */
  id: Scalars['ID']['output'];
  /** Initials of the client, for compact display. */
  initials: Maybe<Scalars['String']['output']>;
  /** Invoices of the client. Null with an error without `invoices:read`. */
  invoices: Maybe<InvoiceConnection>;
  /** Language of invoices and e-mails to the client, for example "de" or "pt-BR". Null: the language of the workspace. Null with an error for members. */
  language: Maybe<Scalars['String']['output']>;
  /** Source of the lead. Null with an error for members. */
  leadSource: Maybe<Scalars['String']['output']>;
  /** The client’s number in the register of companies, a SIREN or company number say. Null with an error for members. */
  legalId: Maybe<Scalars['String']['output']>;
  /** The register of `legalId`, a code of four digits of ISO 6523: 0002 SIREN, 0009 SIRET, 0106 KvK. Null with an error for members. */
  legalIdScheme: Maybe<Scalars['String']['output']>;
  /** State, province or region. Null with an error for members. */
  locality: Maybe<Scalars['String']['output']>;
  /** Records that were merged into it, latest last. Their names, ids and external ids find it. */
  mergedRecords: Array<MergedRecord>;
  /** Client or company name, unique in the workspace. */
  name: Scalars['String']['output'];
  /** Internal notes. Null with an error for members. */
  notes: Maybe<Scalars['String']['output']>;
  /** Sales opportunities of the client. Null with an error without `sales:read`. */
  opportunities: Maybe<OpportunityConnection>;
  /** Amount due of the client’s open invoices without drafts, by currency. Empty if nothing is due. Null with an error without `invoices:read`. */
  outstanding: Maybe<Array<Money>>;
  /** Payment instructions on the client’s invoices. Null with an error for members. */
  payInstructions: Maybe<Scalars['String']['output']>;
  /** Payment terms. Null with an error for members. */
  paymentTerms: Maybe<PaymentTerms>;
  /** Telephone number. Null with an error for members. */
  phone: Maybe<Scalars['String']['output']>;
  /** Postal code. Null with an error for members. */
  postal: Maybe<Scalars['String']['output']>;
  /** Projects of the client. Null with an error without `projects:read`. */
  projects: Maybe<ProjectConnection>;
  /** Each billed time entry is rounded up to a multiple of this many minutes. Null or 0: no rounding. Null with an error for members. */
  roundingIncrement: Maybe<Scalars['Int']['output']>;
  /** The system that `externalId` belongs to, for example "hubspot". Null with an error for members. */
  source: Maybe<Scalars['String']['output']>;
  /** The client’s tax registration number. Null with an error for members. */
  taxId: Maybe<Scalars['String']['output']>;
  /** Tickets of the client’s contacts. Null with an error without `tickets:read`. */
  tickets: Maybe<TicketConnection>;
  /** Time worked for the client. Null with an error without `time:read`. */
  timeEntries: Maybe<TimeEntryConnection>;
  /** Unbilled billable time for the client, in whole minutes. Null with an error without `time:read`. */
  unbilledMinutes: Maybe<Scalars['Int']['output']>;
  /** When the record was last changed. */
  updatedAt: Scalars['DateTime']['output'];
  /** Version of the record. Each change increases it. */
  version: Scalars['Int']['output'];
  /** Web site. Null with an error for members. */
  website: Maybe<Scalars['String']['output']>;
};


/** A company or person that the workspace works for, or a prospect. */
export type ClientAttachmentsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<AttachmentOrderBy>>;
  where?: InputMaybe<AttachmentWhere>;
};


/** A company or person that the workspace works for, or a prospect. */
export type ClientChangesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};


/** A company or person that the workspace works for, or a prospect. */
export type ClientContactsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  includeArchived?: Scalars['Boolean']['input'];
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<ContactOrderBy>>;
  where?: InputMaybe<ContactWhere>;
};


/** A company or person that the workspace works for, or a prospect. */
export type ClientCreditNotesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<CreditNoteOrderBy>>;
  where?: InputMaybe<CreditNoteWhere>;
};


/** A company or person that the workspace works for, or a prospect. */
export type ClientCustomValueArgs = {
  key: Scalars['String']['input'];
};


/** A company or person that the workspace works for, or a prospect. */
export type ClientExpensesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<ExpenseOrderBy>>;
  where?: InputMaybe<ExpenseWhere>;
};


/** A company or person that the workspace works for, or a prospect. */
export type ClientFormSubmissionsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<FormSubmissionOrderBy>>;
  where?: InputMaybe<FormSubmissionWhere>;
};


/** A company or person that the workspace works for, or a prospect. */
export type ClientInvoicesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<InvoiceOrderBy>>;
  where?: InputMaybe<InvoiceWhere>;
};


/** A company or person that the workspace works for, or a prospect. */
export type ClientOpportunitiesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  includeArchived?: Scalars['Boolean']['input'];
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<OpportunityOrderBy>>;
  where?: InputMaybe<OpportunityWhere>;
};


/** A company or person that the workspace works for, or a prospect. */
export type ClientProjectsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  includeInactive?: Scalars['Boolean']['input'];
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<ProjectOrderBy>>;
  where?: InputMaybe<ProjectWhere>;
};


/** A company or person that the workspace works for, or a prospect. */
export type ClientTicketsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  includeArchived?: Scalars['Boolean']['input'];
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<TicketOrderBy>>;
  where?: InputMaybe<TicketWhere>;
};


/** A company or person that the workspace works for, or a prospect. */
export type ClientTimeEntriesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<TimeEntryOrderBy>>;
  where?: InputMaybe<TimeEntryWhere>;
};

/** A page of Client records. */
export type ClientConnection = {
  __typename: 'ClientConnection';
  /** The records of this page, each with its cursor. */
  edges: Array<ClientEdge>;
  /** The records of this page, without their cursors. */
  nodes: Array<Client>;
  /** Whether there are more pages, and the first and last cursor of this page. */
  pageInfo: PageInfo;
  /** Number of matching records on all pages. It is only counted if you select it. */
  totalCount: Scalars['Int']['output'];
};

/** A contact of a new client. An entry without a name, e-mail address or telephone number is ignored. */
export type ClientContactInput = {
  /** Values of custom fields, keyed by field name. */
  customValues?: InputMaybe<Scalars['JSON']['input']>;
  /** Makes it the client’s default contact in place of the former one; without a client it waits for one. Default: false. */
  defaultContact?: InputMaybe<Scalars['Boolean']['input']>;
  /** E-mail address. */
  email?: InputMaybe<Scalars['EmailAddress']['input']>;
  /** Id of the record in another system, unique in the workspace together with `source`. */
  externalId?: InputMaybe<Scalars['String']['input']>;
  /** First name. */
  firstName?: InputMaybe<Scalars['String']['input']>;
  /** Whether it receives invoices. Default: false. */
  invoiceContact?: InputMaybe<Scalars['Boolean']['input']>;
  /** Last name. */
  lastName?: InputMaybe<Scalars['String']['input']>;
  /** Mobile telephone number. */
  mobile?: InputMaybe<Scalars['String']['input']>;
  /** Internal notes. */
  notes?: InputMaybe<Scalars['String']['input']>;
  /** Telephone number. */
  phone?: InputMaybe<Scalars['String']['input']>;
  /** Whether it has access to the client portal. Granting access requires `clients:read`, `projects:read`, `projects:write`, `time:read`, `invoices:read` and `tickets:read`. Default: false. */
  portalAccess?: InputMaybe<Scalars['Boolean']['input']>;
  /** Job title or role. */
  role?: InputMaybe<Scalars['String']['input']>;
  /** The system that `externalId` belongs to, for example "hubspot". */
  source?: InputMaybe<Scalars['String']['input']>;
};

/**
 * A change of a client’s credit: money that the workspace has received and no invoice needs yet. The credit of a client is the sum of its
 * changes, by currency.
 */
export type ClientCredit = Node & {
  __typename: 'ClientCredit';
  /** Number of the record’s workspace. */
  accountId: Scalars['Int']['output'];
  /** Change of the client’s credit. Negative if the credit decreases. */
  amount: Scalars['Decimal']['output'];
  /** Audit entries of the record, newest first: the actor, the operation, and the values before and after as long as they are stored. Null with an error for members and contacts of clients. */
  changes: Maybe<LogEntryConnection>;
  /** The client. Null with an error without `clients:read`. */
  client: Maybe<Client>;
  /** Id of the client. */
  clientId: Scalars['ID']['output'];
  /** When the record was created. */
  createdAt: Scalars['DateTime']['output'];
  /** ISO 4217 code. */
  currency: Scalars['Currency']['output'];
  /** Date of the change. */
  date: Scalars['Date']['output'];
  /** The record’s id, the same in all APIs. */
  id: Scalars['ID']['output'];
  /** Reason of the change. */
  kind: ClientCreditKind;
  /** The payment that created, used or refunded the credit. */
  payment: Payment;
  /** Id of the payment that created, used or refunded the credit. */
  paymentId: Scalars['ID']['output'];
  /** When the record was last changed. */
  updatedAt: Scalars['DateTime']['output'];
  /** Version of the record. Each change increases it. */
  version: Scalars['Int']['output'];
};


/**
 * A change of a client’s credit: money that the workspace has received and no invoice needs yet. The credit of a client is the sum of its
 * changes, by currency.
 */
export type ClientCreditChangesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

/** A page of ClientCredit records. */
export type ClientCreditConnection = {
  __typename: 'ClientCreditConnection';
  /** The records of this page, each with its cursor. */
  edges: Array<ClientCreditEdge>;
  /** The records of this page, without their cursors. */
  nodes: Array<ClientCredit>;
  /** Whether there are more pages, and the first and last cursor of this page. */
  pageInfo: PageInfo;
  /** Number of matching records on all pages. It is only counted if you select it. */
  totalCount: Scalars['Int']['output'];
};

/** ClientCredit of a page, with its cursor. */
export type ClientCreditEdge = {
  __typename: 'ClientCreditEdge';
  /** Cursor of the record, for `after` and `before`. */
  cursor: Scalars['String']['output'];
  /** The record. */
  node: ClientCredit;
};

/** Reason for a change of a client’s credit. */
export type ClientCreditKind =
  /** It paid an invoice. */
  | 'APPLIED'
  /** A paid amount was credited. */
  | 'CREDIT_NOTE'
  /** It paid more than the amount due. */
  | 'OVERPAID'
  /** Debt from a refund of a payment that was reversed later. */
  | 'OWED'
  /** It was refunded. */
  | 'REFUNDED'
  /** The payment that created or used it was reversed. */
  | 'TAKEN_BACK';

/** Condition on the ClientCreditKind. */
export type ClientCreditKindFilter = {
  /** Is exactly this. Null: has no value. */
  equals?: InputMaybe<ClientCreditKind>;
  /** Is one of these. */
  in?: InputMaybe<Array<ClientCreditKind>>;
  /** At least one of these conditions is false. Records without a value do not match; `not: null` finds all records with a value. */
  not?: InputMaybe<ClientCreditKindFilter>;
  /** Is none of these. Records without a value do not match. */
  notIn?: InputMaybe<Array<ClientCreditKind>>;
};

/** Order of ClientCredit records: one field and its direction. */
export type ClientCreditOrderBy =
  /** When the record was created. */
  { createdAt: SortOrder; date?: never; updatedAt?: never; }
  |  /** Date of the change. */
  { createdAt?: never; date: SortOrder; updatedAt?: never; }
  |  /** When the record was last changed. */
  { createdAt?: never; date?: never; updatedAt: SortOrder; };

/** Filter for ClientCredit records. All conditions have to match. Conditions without content are ignored on every level: {}, an empty AND, null for fields that cannot be null, and NOT or a related record without a condition. */
export type ClientCreditWhere = {
  /** All of these conditions match. */
  AND?: InputMaybe<Array<ClientCreditWhere>>;
  /** This condition does not match. Records without the compared value are omitted; `equals: null` finds them. */
  NOT?: InputMaybe<ClientCreditWhere>;
  /** At least one of these conditions matches. An empty list matches nothing. */
  OR?: InputMaybe<Array<ClientCreditWhere>>;
  /** Change of the client’s credit. Negative if the credit decreases. */
  amount?: InputMaybe<DecimalFilter>;
  /** The client. */
  client?: InputMaybe<ClientWhere>;
  /** Id of the client. */
  clientId?: InputMaybe<IdFilter>;
  /** When the record was created. */
  createdAt?: InputMaybe<DateTimeFilter>;
  /** ISO 4217 code. */
  currency?: InputMaybe<StringFilter>;
  /** Date of the change. */
  date?: InputMaybe<DateFilter>;
  /** The record’s id. */
  id?: InputMaybe<IdFilter>;
  /** Reason of the change. */
  kind?: InputMaybe<ClientCreditKindFilter>;
  /** The payment that created, used or refunded the credit. */
  payment?: InputMaybe<PaymentWhere>;
  /** Id of the payment that created, used or refunded the credit. */
  paymentId?: InputMaybe<IdFilter>;
  /** Changed after this time. Use it for polling. */
  updatedAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** When the record was last changed. */
  updatedAt?: InputMaybe<DateTimeFilter>;
};

/** Client of a page, with its cursor. */
export type ClientEdge = {
  __typename: 'ClientEdge';
  /** Cursor of the record, for `after` and `before`. */
  cursor: Scalars['String']['output'];
  /** The record. */
  node: Client;
};

/** A client when an invoice was created. */
export type ClientInfo = {
  __typename: 'ClientInfo';
  /** First line of the address. */
  address1: Maybe<Scalars['String']['output']>;
  /** Second line of the address. */
  address2: Maybe<Scalars['String']['output']>;
  /** Reference that the client wants on invoices. */
  buyerReference: Maybe<Scalars['String']['output']>;
  /** City. */
  city: Maybe<Scalars['String']['output']>;
  /** Country. */
  country: Maybe<Scalars['String']['output']>;
  /** ISO 3166 code of the country. */
  countryCode: Maybe<Scalars['String']['output']>;
  /** Address for electronic invoices. */
  electronicAddress: Maybe<Scalars['String']['output']>;
  /** Its scheme, a code of the list EAS. */
  electronicAddressScheme: Maybe<Scalars['String']['output']>;
  /** Id of the client. */
  id: Scalars['ID']['output'];
  /** Number in the register of companies. */
  legalId: Maybe<Scalars['String']['output']>;
  /** The register, a code of ISO 6523. */
  legalIdScheme: Maybe<Scalars['String']['output']>;
  /** State, province or region. */
  locality: Maybe<Scalars['String']['output']>;
  /** Name of the client. */
  name: Scalars['String']['output'];
  /** Telephone number. */
  phone: Maybe<Scalars['String']['output']>;
  /** Postal code. */
  postal: Maybe<Scalars['String']['output']>;
  /** Tax registration number. */
  taxId: Maybe<Scalars['String']['output']>;
  /** Web site. */
  website: Maybe<Scalars['String']['output']>;
};

/** Condition on related Client records. */
export type ClientListWhere = {
  /** All of them match, or there are none. A record without the compared value does not match. */
  every?: InputMaybe<ClientWhere>;
  /** None of them matches; with {}: there is none. */
  none?: InputMaybe<ClientWhere>;
  /** At least one of them matches; with {}: there is one. */
  some?: InputMaybe<ClientWhere>;
};

/** Order of Client records: one field and its direction. */
export type ClientOrderBy =
  /** City. */
  { city: SortOrder; country?: never; createdAt?: never; customValue?: never; name?: never; updatedAt?: never; }
  |  /** Country. */
  { city?: never; country: SortOrder; createdAt?: never; customValue?: never; name?: never; updatedAt?: never; }
  |  /** When the record was created. */
  { city?: never; country?: never; createdAt: SortOrder; customValue?: never; name?: never; updatedAt?: never; }
  |  /** Value in a custom field. */
  { city?: never; country?: never; createdAt?: never; customValue: CustomValueOrder; name?: never; updatedAt?: never; }
  |  /** Client or company name, unique in the workspace. */
  { city?: never; country?: never; createdAt?: never; customValue?: never; name: SortOrder; updatedAt?: never; }
  |  /** When the record was last changed. */
  { city?: never; country?: never; createdAt?: never; customValue?: never; name?: never; updatedAt: SortOrder; };

/** Tracked time for one client. */
export type ClientTime = {
  __typename: 'ClientTime';
  /** The client. Null for time without one. Null with an error without `clients:read`. */
  client: Maybe<Client>;
  /** Number of time entries. */
  entries: Scalars['Int']['output'];
  /** Duration in whole minutes. */
  minutes: Scalars['Int']['output'];
};

/** Whether it is a client or a prospect. */
export type ClientType =
  /** A client. */
  | 'CLIENT'
  /** A prospect. */
  | 'PROSPECT';

/** Condition on the ClientType. */
export type ClientTypeFilter = {
  /** Is exactly this. Null: has no value. */
  equals?: InputMaybe<ClientType>;
  /** Is one of these. */
  in?: InputMaybe<Array<ClientType>>;
  /** At least one of these conditions is false. Records without a value do not match; `not: null` finds all records with a value. */
  not?: InputMaybe<ClientTypeFilter>;
  /** Is none of these. Records without a value do not match. */
  notIn?: InputMaybe<Array<ClientType>>;
};

/** Filter for Client records. All conditions have to match. Conditions without content are ignored on every level: {}, an empty AND, null for fields that cannot be null, and NOT or a related record without a condition. */
export type ClientWhere = {
  /** All of these conditions match. */
  AND?: InputMaybe<Array<ClientWhere>>;
  /** This condition does not match. Records without the compared value are omitted; `equals: null` finds them. */
  NOT?: InputMaybe<ClientWhere>;
  /** At least one of these conditions matches. An empty list matches nothing. */
  OR?: InputMaybe<Array<ClientWhere>>;
  /** Archived clients are omitted from lists and searches. */
  archived?: InputMaybe<BooleanFilter>;
  /** City. */
  city?: InputMaybe<StringFilter>;
  /** Whether it is a client or a prospect. */
  clientType?: InputMaybe<ClientTypeFilter>;
  /** Contacts of the client. */
  contacts?: InputMaybe<ContactListWhere>;
  /** Country. */
  country?: InputMaybe<StringFilter>;
  /** ISO 3166 code of the country. Filled in from `country` if that names one country. */
  countryCode?: InputMaybe<StringFilter>;
  /** When the record was created. */
  createdAt?: InputMaybe<DateTimeFilter>;
  /** Default currency of the client’s invoices, an ISO 4217 code. */
  currency?: InputMaybe<StringFilter>;
  /** Conditions on the values in custom fields. */
  customValues?: InputMaybe<CustomValuesFilter>;
  /** Tax rule of the client’s invoices. It takes precedence over the default rate. */
  defaultTaxRule?: InputMaybe<TaxRuleWhere>;
  /** Tax rule of the client’s invoices. It takes precedence over the default rate. */
  defaultTaxRuleId?: InputMaybe<IdFilter>;
  /** Format of the electronic invoices that the client receives. Null: none. */
  eInvoiceFormat?: InputMaybe<EInvoiceFormatFilter>;
  /** Money spent for the client. */
  expenses?: InputMaybe<ExpenseListWhere>;
  /** Id of the record in another system, unique in the workspace together with `source`. */
  externalId?: InputMaybe<StringFilter>;
  /** Form submissions of the client. */
  formSubmissions?: InputMaybe<FormSubmissionListWhere>;
  /** The record’s id. */
  id?: InputMaybe<IdFilter>;
  /** Invoices of the client. */
  invoices?: InputMaybe<InvoiceListWhere>;
  /** Source of the lead. */
  leadSource?: InputMaybe<StringFilter>;
  /** Client or company name, unique in the workspace. */
  name?: InputMaybe<StringFilter>;
  /** Internal notes. */
  notes?: InputMaybe<StringFilter>;
  /** Sales opportunities of the client. */
  opportunities?: InputMaybe<OpportunityListWhere>;
  /** Telephone number. */
  phone?: InputMaybe<StringFilter>;
  /** Postal code. */
  postal?: InputMaybe<StringFilter>;
  /** Projects of the client. */
  projects?: InputMaybe<ProjectListWhere>;
  /** The system that `externalId` belongs to, for example "hubspot". */
  source?: InputMaybe<StringFilter>;
  /** The client’s tax registration number. */
  taxId?: InputMaybe<StringFilter>;
  /** Tickets of the client’s contacts. */
  tickets?: InputMaybe<TicketListWhere>;
  /** Time worked for the client. */
  timeEntries?: InputMaybe<TimeEntryListWhere>;
  /** Changed after this time. Use it for polling. */
  updatedAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** When the record was last changed. */
  updatedAt?: InputMaybe<DateTimeFilter>;
};

/** The current state does not allow the change. Nothing was changed. */
export type ConflictError = ExpectedError & {
  __typename: 'ConflictError';
  /** Stable code in snake_case, the same as in the REST API. */
  code: Scalars['String']['output'];
  /** All invalid fields. */
  errors: Array<FieldError>;
  /** Message for people. */
  message: Scalars['String']['output'];
  /** Path of the invalid input field, if there is exactly one. */
  path: Maybe<Scalars['String']['output']>;
};

/** A person, usually at a client. */
export type Contact = Node & {
  __typename: 'Contact';
  /** Number of the record’s workspace. */
  accountId: Scalars['Int']['output'];
  /** Archived contacts are omitted from lists and searches. */
  archived: Scalars['Boolean']['output'];
  /** Audit entries of the record, newest first: the actor, the operation, and the values before and after as long as they are stored. Null with an error for members and contacts of clients. */
  changes: Maybe<LogEntryConnection>;
  /** The client. */
  client: Maybe<Client>;
  /** Id of the client it belongs to. */
  clientId: Maybe<Scalars['ID']['output']>;
  /** When the record was created. */
  createdAt: Scalars['DateTime']['output'];
  /** The record’s value in a custom field. Null without a value. */
  customValue: Maybe<CustomValue>;
  /** The record’s custom field values, in the order of the fields. Fields without a value are omitted. */
  customValues: Array<CustomValue>;
  /** Whether it is the client’s default contact. A client has at most one. */
  defaultContact: Scalars['Boolean']['output'];
  /** E-mail address. */
  email: Maybe<Scalars['EmailAddress']['output']>;
  /** Id of the record in another system, unique in the workspace together with `source`. */
  externalId: Maybe<Scalars['String']['output']>;
  /** First name. */
  firstName: Maybe<Scalars['String']['output']>;
  /** Form submissions of the contact. Null with an error without `sales:read`. */
  formSubmissions: Maybe<FormSubmissionConnection>;
  /** The record’s id, the same in all APIs. */
  id: Scalars['ID']['output'];
  /** Whether it receives invoices. */
  invoiceContact: Scalars['Boolean']['output'];
  /** Last name. */
  lastName: Maybe<Scalars['String']['output']>;
  /** Records that were merged into it, latest last. Their names, ids and external ids find it. */
  mergedRecords: Array<MergedRecord>;
  /** Mobile telephone number. */
  mobile: Maybe<Scalars['String']['output']>;
  /** Internal notes. */
  notes: Maybe<Scalars['String']['output']>;
  /** Telephone number. */
  phone: Maybe<Scalars['String']['output']>;
  /** Whether it has access to the client portal. */
  portalAccess: Scalars['Boolean']['output'];
  /** When a client portal link was last e-mailed to it. */
  portalLinkSentAt: Maybe<Scalars['DateTime']['output']>;
  /** Job title or role. */
  role: Maybe<Scalars['String']['output']>;
  /** The system that `externalId` belongs to, for example "hubspot". */
  source: Maybe<Scalars['String']['output']>;
  /** Tickets that the contact opened. Null with an error without `tickets:read`. */
  tickets: Maybe<TicketConnection>;
  /** When the record was last changed. */
  updatedAt: Scalars['DateTime']['output'];
  /** Version of the record. Each change increases it. */
  version: Scalars['Int']['output'];
};


/** A person, usually at a client. */
export type ContactChangesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};


/** A person, usually at a client. */
export type ContactCustomValueArgs = {
  key: Scalars['String']['input'];
};


/** A person, usually at a client. */
export type ContactFormSubmissionsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<FormSubmissionOrderBy>>;
  where?: InputMaybe<FormSubmissionWhere>;
};


/** A person, usually at a client. */
export type ContactTicketsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  includeArchived?: Scalars['Boolean']['input'];
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<TicketOrderBy>>;
  where?: InputMaybe<TicketWhere>;
};

/** A page of Contact records. */
export type ContactConnection = {
  __typename: 'ContactConnection';
  /** The records of this page, each with its cursor. */
  edges: Array<ContactEdge>;
  /** The records of this page, without their cursors. */
  nodes: Array<Contact>;
  /** Whether there are more pages, and the first and last cursor of this page. */
  pageInfo: PageInfo;
  /** Number of matching records on all pages. It is only counted if you select it. */
  totalCount: Scalars['Int']['output'];
};

/** Contact of a page, with its cursor. */
export type ContactEdge = {
  __typename: 'ContactEdge';
  /** Cursor of the record, for `after` and `before`. */
  cursor: Scalars['String']['output'];
  /** The record. */
  node: Contact;
};

/** Condition on related Contact records. */
export type ContactListWhere = {
  /** All of them match, or there are none. A record without the compared value does not match. */
  every?: InputMaybe<ContactWhere>;
  /** None of them matches; with {}: there is none. */
  none?: InputMaybe<ContactWhere>;
  /** At least one of them matches; with {}: there is one. */
  some?: InputMaybe<ContactWhere>;
};

/** Order of Contact records: one field and its direction. */
export type ContactOrderBy =
  /** When the record was created. */
  { createdAt: SortOrder; customValue?: never; email?: never; firstName?: never; lastName?: never; updatedAt?: never; }
  |  /** Value in a custom field. */
  { createdAt?: never; customValue: CustomValueOrder; email?: never; firstName?: never; lastName?: never; updatedAt?: never; }
  |  /** E-mail address. */
  { createdAt?: never; customValue?: never; email: SortOrder; firstName?: never; lastName?: never; updatedAt?: never; }
  |  /** First name. */
  { createdAt?: never; customValue?: never; email?: never; firstName: SortOrder; lastName?: never; updatedAt?: never; }
  |  /** Last name. */
  { createdAt?: never; customValue?: never; email?: never; firstName?: never; lastName: SortOrder; updatedAt?: never; }
  |  /** When the record was last changed. */
  { createdAt?: never; customValue?: never; email?: never; firstName?: never; lastName?: never; updatedAt: SortOrder; };

/** Filter for Contact records. All conditions have to match. Conditions without content are ignored on every level: {}, an empty AND, null for fields that cannot be null, and NOT or a related record without a condition. */
export type ContactWhere = {
  /** All of these conditions match. */
  AND?: InputMaybe<Array<ContactWhere>>;
  /** This condition does not match. Records without the compared value are omitted; `equals: null` finds them. */
  NOT?: InputMaybe<ContactWhere>;
  /** At least one of these conditions matches. An empty list matches nothing. */
  OR?: InputMaybe<Array<ContactWhere>>;
  /** Archived contacts are omitted from lists and searches. */
  archived?: InputMaybe<BooleanFilter>;
  /** The client. */
  client?: InputMaybe<ClientWhere>;
  /** Id of the client it belongs to. */
  clientId?: InputMaybe<IdFilter>;
  /** When the record was created. */
  createdAt?: InputMaybe<DateTimeFilter>;
  /** Conditions on the values in custom fields. */
  customValues?: InputMaybe<CustomValuesFilter>;
  /** Whether it is the client’s default contact. A client has at most one. */
  defaultContact?: InputMaybe<BooleanFilter>;
  /** E-mail address. */
  email?: InputMaybe<StringFilter>;
  /** Id of the record in another system, unique in the workspace together with `source`. */
  externalId?: InputMaybe<StringFilter>;
  /** First name. */
  firstName?: InputMaybe<StringFilter>;
  /** Form submissions of the contact. */
  formSubmissions?: InputMaybe<FormSubmissionListWhere>;
  /** The record’s id. */
  id?: InputMaybe<IdFilter>;
  /** Whether it receives invoices. */
  invoiceContact?: InputMaybe<BooleanFilter>;
  /** Last name. */
  lastName?: InputMaybe<StringFilter>;
  /** Internal notes. */
  notes?: InputMaybe<StringFilter>;
  /** Telephone number. */
  phone?: InputMaybe<StringFilter>;
  /** Whether it has access to the client portal. */
  portalAccess?: InputMaybe<BooleanFilter>;
  /** The system that `externalId` belongs to, for example "hubspot". */
  source?: InputMaybe<StringFilter>;
  /** Tickets that the contact opened. */
  tickets?: InputMaybe<TicketListWhere>;
  /** Changed after this time. Use it for polling. */
  updatedAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** When the record was last changed. */
  updatedAt?: InputMaybe<DateTimeFilter>;
};

/** Invoiced amounts of one period in all currencies, converted to one. */
export type ConvertedPeriod = {
  __typename: 'ConvertedPeriod';
  /** Currency of the report. */
  currency: Scalars['Currency']['output'];
  /** Number of issued invoices, less voided ones. */
  invoices: Scalars['Int']['output'];
  /** Sum without tax. */
  net: Scalars['Decimal']['output'];
  /** Exchange rates that were used, by day. None for amounts in the same currency. */
  rates: Array<UsedRate>;
  /** First day of the month, quarter or year. Only days between `from` and `to` are included, even if the period is longer. */
  start: Scalars['Date']['output'];
  /** Their taxes. */
  tax: Scalars['Decimal']['output'];
  /** Sum with tax. */
  total: Scalars['Decimal']['output'];
};

/** Number of records of one type in a workspace. */
export type CountedRecords = {
  __typename: 'CountedRecords';
  /** Number of records. */
  count: Scalars['Int']['output'];
  /** Record type. */
  recordType: Scalars['String']['output'];
};

/** A new API key. */
export type CreateApiKeyInput = {
  /** When the key expires. Default: never, or together with the key that creates it. */
  expiresAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** Name of the key, for example "Website form". */
  name: Scalars['String']['input'];
  /** Scopes of the key. Default on create: ["read","write"]. */
  scopes?: InputMaybe<Array<Scope>>;
};

/** Result of `createApiKey`: success, or the reason why nothing was done. */
export type CreateApiKeyResult = CreateApiKeySuccess | InvalidInputError | NotDoneError;

/** Success of `createApiKey`. */
export type CreateApiKeySuccess = {
  __typename: 'CreateApiKeySuccess';
  /** The current record. Without `keys:read`, you can only select its id. */
  apiKey: ApiKey;
  /** The key for the header X-API-KEY. It is only in this response: null in the response to a retry, with the error `secret_not_kept`. */
  key: Maybe<Scalars['String']['output']>;
};

/** A new client. */
export type CreateClientInput = {
  /** First line of the address. */
  address1?: InputMaybe<Scalars['String']['input']>;
  /** Second line of the address. */
  address2?: InputMaybe<Scalars['String']['input']>;
  /** Whether the client is archived: lists and searches leave it out, names do not find it, and it takes no new time; its name stays taken. Default on create: false. */
  archived?: InputMaybe<Scalars['Boolean']['input']>;
  /** Reference that the client wants on invoices, for example a Leitweg-ID. An invoice can have its own. */
  buyerReference?: InputMaybe<Scalars['String']['input']>;
  /** City. */
  city?: InputMaybe<Scalars['String']['input']>;
  /** Whether it is a client or a prospect. Default on create: "CLIENT". */
  clientType?: InputMaybe<ClientType>;
  /** Display colour. */
  color?: InputMaybe<Scalars['String']['input']>;
  /** Contacts to create with it. If several are default contacts, the last one becomes the default. */
  contacts?: InputMaybe<Array<ClientContactInput>>;
  /** Country. */
  country?: InputMaybe<Scalars['String']['input']>;
  /** ISO 3166 code of the country. Filled in from `country` if that names one country. */
  countryCode?: InputMaybe<Scalars['String']['input']>;
  /** Default currency of the client’s invoices, an ISO 4217 code. */
  currency?: InputMaybe<Scalars['Currency']['input']>;
  /** Values of custom fields, keyed by field name. */
  customValues?: InputMaybe<Scalars['JSON']['input']>;
  /** Default tax percentage of the client’s invoices. */
  defaultTaxRate?: InputMaybe<Scalars['Decimal']['input']>;
  /** Format of the electronic invoices that the client receives. Null: none. */
  eInvoiceFormat?: InputMaybe<EInvoiceFormat>;
  /** Address for electronic invoices, for example a Leitweg-ID or an e-mail address. */
  electronicAddress?: InputMaybe<Scalars['String']['input']>;
  /** Scheme of `electronicAddress`, a code of the list EAS: 0204 Leitweg-ID, 0088 GLN, 9930 German VAT number, EM e-mail. */
  electronicAddressScheme?: InputMaybe<Scalars['String']['input']>;
  /** Id of the record in another system, unique in the workspace together with `source`. */
  externalId?: InputMaybe<Scalars['String']['input']>;
  /** Hourly rate in the client’s currency. */
  hourlyAmount?: InputMaybe<Scalars['Decimal']['input']>;
  /** Id of the new record, generated by you: the prefix of its type, `_` and the 32 hexadecimal digits of a UUID. If you repeat the request with the same input within seven days, it returns the existing record. With other input, or later, it fails with `id_taken`. */
  id?: InputMaybe<Scalars['ID']['input']>;
  /** Initials of the client, for compact display. */
  initials?: InputMaybe<Scalars['String']['input']>;
  /** Language of the client’s invoices, pages and e-mails: German, English, Spanish, French, Italian, Dutch or Portuguese, with the number and date formats of its region. Other languages are shown in English. */
  language?: InputMaybe<Scalars['String']['input']>;
  /** Source of the lead, for example "Newsletter". */
  leadSource?: InputMaybe<Scalars['String']['input']>;
  /** The client’s number in the register of companies, a SIREN or company number say. */
  legalId?: InputMaybe<Scalars['String']['input']>;
  /** The register of `legalId`, a code of four digits of ISO 6523: 0002 SIREN, 0009 SIRET, 0106 KvK. */
  legalIdScheme?: InputMaybe<Scalars['String']['input']>;
  /** State, province or region. */
  locality?: InputMaybe<Scalars['String']['input']>;
  /** Client or company name, unique in the workspace. */
  name: Scalars['String']['input'];
  /** Internal notes. */
  notes?: InputMaybe<Scalars['String']['input']>;
  /** Payment instructions on the client’s invoices. */
  payInstructions?: InputMaybe<Scalars['String']['input']>;
  /** Payment terms. */
  paymentTerms?: InputMaybe<PaymentTermsInput>;
  /** Telephone number. */
  phone?: InputMaybe<Scalars['String']['input']>;
  /** Postal code. */
  postal?: InputMaybe<Scalars['String']['input']>;
  /** Step in minutes to which each time entry is rounded up when it is charged; 0: as it was worked. */
  roundingIncrement?: InputMaybe<Scalars['Int']['input']>;
  /** The system that `externalId` belongs to, for example "hubspot". */
  source?: InputMaybe<Scalars['String']['input']>;
  /** The client’s tax registration number. */
  taxId?: InputMaybe<Scalars['String']['input']>;
  /** Web site. */
  website?: InputMaybe<Scalars['String']['input']>;
};

/** Result of `createClient`: success, or the reason why nothing was done. */
export type CreateClientResult = ConflictError | CreateClientSuccess | InvalidInputError | NotDoneError;

/** Success of `createClient`. */
export type CreateClientSuccess = {
  __typename: 'CreateClientSuccess';
  /** The current record. Without `clients:read`, you can only select its id. */
  client: Client;
};

/** A new contact. It needs a name, an e-mail address or a telephone number. */
export type CreateContactInput = {
  /** Whether the contact is archived: lists, searches and invoices leave it out. Default on create: false. */
  archived?: InputMaybe<Scalars['Boolean']['input']>;
  /** Id of the client, instead of or in addition to its name. */
  clientId?: InputMaybe<Scalars['ID']['input']>;
  /** Client of the contact. Default: none. */
  clientName?: InputMaybe<Scalars['String']['input']>;
  /** Values of custom fields, keyed by field name. */
  customValues?: InputMaybe<Scalars['JSON']['input']>;
  /** Makes it the client’s default contact in place of the former one; without a client it waits for one. Default on create: false. */
  defaultContact?: InputMaybe<Scalars['Boolean']['input']>;
  /** E-mail address. */
  email?: InputMaybe<Scalars['EmailAddress']['input']>;
  /** Id of the record in another system, unique in the workspace together with `source`. */
  externalId?: InputMaybe<Scalars['String']['input']>;
  /** First name. */
  firstName?: InputMaybe<Scalars['String']['input']>;
  /** Id of the new record, generated by you: the prefix of its type, `_` and the 32 hexadecimal digits of a UUID. If you repeat the request with the same input within seven days, it returns the existing record. With other input, or later, it fails with `id_taken`. */
  id?: InputMaybe<Scalars['ID']['input']>;
  /** Whether it receives invoices. Default on create: false. */
  invoiceContact?: InputMaybe<Scalars['Boolean']['input']>;
  /** Last name. */
  lastName?: InputMaybe<Scalars['String']['input']>;
  /** Mobile telephone number. */
  mobile?: InputMaybe<Scalars['String']['input']>;
  /** Internal notes. */
  notes?: InputMaybe<Scalars['String']['input']>;
  /** Telephone number. */
  phone?: InputMaybe<Scalars['String']['input']>;
  /** Whether it has access to the client portal. Granting access requires `clients:read`, `projects:read`, `projects:write`, `time:read`, `invoices:read` and `tickets:read`. Default on create: false. */
  portalAccess?: InputMaybe<Scalars['Boolean']['input']>;
  /** Job title or role. */
  role?: InputMaybe<Scalars['String']['input']>;
  /** The system that `externalId` belongs to, for example "hubspot". */
  source?: InputMaybe<Scalars['String']['input']>;
};

/** Result of `createContact`: success, or the reason why nothing was done. */
export type CreateContactResult = ConflictError | CreateContactSuccess | InvalidInputError | NotDoneError | NotFoundError;

/** Success of `createContact`. */
export type CreateContactSuccess = {
  __typename: 'CreateContactSuccess';
  /** The current record. Without `clients:read`, you can only select its id. */
  contact: Contact;
};

/** Contacts to make. */
export type CreateContactsInput = {
  /** 1 to 1000 items. */
  items: Array<CreateContactInput>;
  /** Whether valid items are written if others fail. Otherwise all items are written or none. Default on create: false. */
  partial?: InputMaybe<Scalars['Boolean']['input']>;
};

/** Result of `createContacts`: success, or the reason why nothing was done. */
export type CreateContactsResult = ConflictError | CreateContactsSuccess | InvalidInputError | NotDoneError | NotFoundError;

/** Success of `createContacts`. */
export type CreateContactsSuccess = {
  __typename: 'CreateContactsSuccess';
  /** Number of records. */
  made: Scalars['Int']['output'];
  /** Number of items that failed. 0 unless `partial` is true. */
  refused: Scalars['Int']['output'];
  /** Result of each item, in the order of the input: the results of `createContact`. Paths of errors begin with `items.` and the item’s index, from 0. */
  results: Array<CreateContactResult>;
};

/** The part of an invoice to credit. */
export type CreateCreditNoteInput = {
  /** Date of the credit note, not before the invoice. Default: today. */
  date?: InputMaybe<Scalars['Date']['input']>;
  /** What happens to the amount that the client has already paid. Default on create: "REFUSE". */
  excess?: InputMaybe<CreditExcess>;
  /** Id of the new record, generated by you: the prefix of its type, `_` and the 32 hexadecimal digits of a UUID. If you repeat the request with the same input within seven days, it returns the existing record. With other input, or later, it fails with `id_taken`. */
  id?: InputMaybe<Scalars['ID']['input']>;
  /** Whether the discounts and charges of the whole invoice are credited in proportion to the lines. Default on create: true. */
  includeDocumentAdjustments?: InputMaybe<Scalars['Boolean']['input']>;
  /** Id of the invoice to credit. */
  invoiceId: Scalars['ID']['input'];
  /** Lines to credit, by quantity or amount. Withheld tax is credited in proportion. Default: everything that is not credited yet. */
  lines?: InputMaybe<Array<CreditedLineInput>>;
  /** Reason, printed on it. */
  reason?: InputMaybe<Scalars['String']['input']>;
};

/** Result of `createCreditNote`: success, or the reason why nothing was done. */
export type CreateCreditNoteResult = ConflictError | CreateCreditNoteSuccess | InvalidInputError | NotDoneError | NotFoundError;

/** Success of `createCreditNote`. */
export type CreateCreditNoteSuccess = {
  __typename: 'CreateCreditNoteSuccess';
  /** The current record. Without `invoices:read`, you can only select its id. */
  creditNote: CreditNote;
};

/** A new custom field. */
export type CreateCustomFieldInput = {
  /** Id of the new record, generated by you: the prefix of its type, `_` and the 32 hexadecimal digits of a UUID. If you repeat the request with the same input within seven days, it returns the existing record. With other input, or later, it fails with `id_taken`. */
  id?: InputMaybe<Scalars['ID']['input']>;
  /** Stable key of the field for integrations, unique for the type of record. Default: derived from the name. */
  mappingKey?: InputMaybe<Scalars['String']['input']>;
  /** Label, unique for the type of record. */
  name: Scalars['String']['input'];
  /** Choices. Required for SELECT and RADIO fields. Default on create: []. */
  options?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Position among the fields of the type of record. Default: the last. */
  position?: InputMaybe<Scalars['Int']['input']>;
  /** Id of that project type, instead of or in addition to its name. */
  projectTypeId?: InputMaybe<Scalars['ID']['input']>;
  /** Name of the project type whose projects or deliverables have the field. Default: every type. */
  projectTypeName?: InputMaybe<Scalars['String']['input']>;
  /** The type of record that has the field. */
  recordType: CustomFieldRecordType;
  /** Type of the field’s values. Default on create: "TEXT". */
  type?: InputMaybe<CustomFieldType>;
};

/** Result of `createCustomField`: success, or the reason why nothing was done. */
export type CreateCustomFieldResult = ConflictError | CreateCustomFieldSuccess | InvalidInputError | NotDoneError | NotFoundError;

/** Success of `createCustomField`. */
export type CreateCustomFieldSuccess = {
  __typename: 'CreateCustomFieldSuccess';
  /** The current record. Without `settings:read`, you can only select its id. */
  customField: CustomField;
};

/** A new deliverable of the project in projectName with its client, or in projectId. */
export type CreateDeliverableInput = {
  /** Whether the client has to approve it. Default on create: false. */
  approvalRequired?: InputMaybe<Scalars['Boolean']['input']>;
  /** E-mail addresses of the assigned users. Together with assigneeIds, the list replaces the previous one. */
  assigneeEmails?: InputMaybe<Array<Scalars['EmailAddress']['input']>>;
  /** Ids of the assigned users, instead of or in addition to e-mail addresses. */
  assigneeIds?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** Id of the client, instead of or in addition to its name. */
  clientId?: InputMaybe<Scalars['ID']['input']>;
  /** Name of the client. */
  clientName?: InputMaybe<Scalars['String']['input']>;
  /** Values of custom fields, keyed by field name. */
  customValues?: InputMaybe<Scalars['JSON']['input']>;
  /** Name of the deliverable. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** Due date. */
  dueDate?: InputMaybe<Scalars['Date']['input']>;
  /** Id of the record in another system, unique in the workspace together with `source`. */
  externalId?: InputMaybe<Scalars['String']['input']>;
  /** Id of the new record, generated by you: the prefix of its type, `_` and the 32 hexadecimal digits of a UUID. If you repeat the request with the same input within seven days, it returns the existing record. With other input, or later, it fails with `id_taken`. */
  id?: InputMaybe<Scalars['ID']['input']>;
  /** Name, unique in the project. */
  name: Scalars['String']['input'];
  /** Position in the project. Default: the last. */
  position?: InputMaybe<Scalars['Int']['input']>;
  /** Priority. Higher is more urgent. Default on create: 0. */
  priority?: InputMaybe<Scalars['Int']['input']>;
  /** Id of the project. It implies the client. */
  projectId?: InputMaybe<Scalars['ID']['input']>;
  /** Name of the project, one of the client’s. */
  projectName?: InputMaybe<Scalars['String']['input']>;
  /** The system that `externalId` belongs to, for example "hubspot". */
  source?: InputMaybe<Scalars['String']['input']>;
  /** First day of work on it. */
  startDate?: InputMaybe<Scalars['Date']['input']>;
  /** Id of its status, instead of or in addition to the label. */
  statusId?: InputMaybe<Scalars['ID']['input']>;
  /** Label of its status. Default: the first status of the project type. */
  statusName?: InputMaybe<Scalars['String']['input']>;
  /** Id of the support ticket in another system. */
  ticketId?: InputMaybe<Scalars['String']['input']>;
  /** Titles of to-do items. Each becomes one item. */
  toDoNames?: InputMaybe<Array<Scalars['String']['input']>>;
  /** To-do items. The list replaces the previous one. Default on create: []. */
  toDos?: InputMaybe<Array<ToDoItemInput>>;
};

/** Result of `createDeliverable`: success, or the reason why nothing was done. */
export type CreateDeliverableResult = ConflictError | CreateDeliverableSuccess | InvalidInputError | NotDoneError | NotFoundError;

/** Success of `createDeliverable`. */
export type CreateDeliverableSuccess = {
  __typename: 'CreateDeliverableSuccess';
  /** The current record. Without `projects:read`, you can only select its id. */
  deliverable: Deliverable;
};

/** A new e-mail template. */
export type CreateEmailTemplateInput = {
  /** Text of the e-mail, with placeholders in double braces (Liquid): invoice.number, invoice.status, invoice.dateIssued, invoice.supplyDate, invoice.servicePeriod, invoice.tax, invoice.taxes, invoice.lines, invoice.total, invoice.amountDue, invoice.currency, invoice.dueDate, invoice.datePaid, invoice.description, invoice.paymentInstructions, invoice.viewOnlineUrl, workspace.name, client.name, contact.firstName, contact.lastName, contact.email, contacts; of a receipt payment.amount, payment.whole, payment.date, payment.reference, payment.credit, of a cancellation cancellation.reason, of a reminder reminder.daysOverdue, of a credit note creditNote.number, creditNote.date, creditNote.total, creditNote.reason, creditNote.refunded, creditNote.kept, creditNote.stillDue. A template that cannot be rendered is an error. */
  body: Scalars['String']['input'];
  /** Id of the new record, generated by you: the prefix of its type, `_` and the 32 hexadecimal digits of a UUID. If you repeat the request with the same input within seven days, it returns the existing record. With other input, or later, it fails with `id_taken`. */
  id?: InputMaybe<Scalars['ID']['input']>;
  /** Whether it becomes the default template of its kind. Default on create: false. */
  isDefault?: InputMaybe<Scalars['Boolean']['input']>;
  /** Kind of e-mail. Default on create: "INVOICE". */
  kind?: InputMaybe<MailKind>;
  /** Name, unique in the workspace. */
  name: Scalars['String']['input'];
  /** Subject line, with placeholders in double braces (Liquid): invoice.number, invoice.status, invoice.dateIssued, invoice.supplyDate, invoice.servicePeriod, invoice.tax, invoice.taxes, invoice.lines, invoice.total, invoice.amountDue, invoice.currency, invoice.dueDate, invoice.datePaid, invoice.description, invoice.paymentInstructions, invoice.viewOnlineUrl, workspace.name, client.name, contact.firstName, contact.lastName, contact.email, contacts; of a receipt payment.amount, payment.whole, payment.date, payment.reference, payment.credit, of a cancellation cancellation.reason, of a reminder reminder.daysOverdue, of a credit note creditNote.number, creditNote.date, creditNote.total, creditNote.reason, creditNote.refunded, creditNote.kept, creditNote.stillDue. A template that cannot be rendered is an error. */
  subject: Scalars['String']['input'];
};

/** Result of `createEmailTemplate`: success, or the reason why nothing was done. */
export type CreateEmailTemplateResult = ConflictError | CreateEmailTemplateSuccess | InvalidInputError | NotDoneError;

/** Success of `createEmailTemplate`. */
export type CreateEmailTemplateSuccess = {
  __typename: 'CreateEmailTemplateSuccess';
  /** The current record. Without `settings:read`, you can only select its id. */
  emailTemplate: EmailTemplate;
};

/** A new exchange rate. */
export type CreateExchangeRateInput = {
  /** Base currency, an ISO 4217 code. */
  baseCurrency: Scalars['Currency']['input'];
  /** Day of the rate. */
  day: Scalars['Date']['input'];
  /** Id of the new record, generated by you: the prefix of its type, `_` and the 32 hexadecimal digits of a UUID. If you repeat the request with the same input within seven days, it returns the existing record. With other input, or later, it fails with `id_taken`. */
  id?: InputMaybe<Scalars['ID']['input']>;
  /** Quote currency, an ISO 4217 code. */
  quoteCurrency: Scalars['Currency']['input'];
  /** Amount of `quoteCurrency` for one unit of `baseCurrency`. */
  rate: Scalars['Decimal']['input'];
};

/** Result of `createExchangeRate`: success, or the reason why nothing was done. */
export type CreateExchangeRateResult = ConflictError | CreateExchangeRateSuccess | InvalidInputError | NotDoneError;

/** Success of `createExchangeRate`. */
export type CreateExchangeRateSuccess = {
  __typename: 'CreateExchangeRateSuccess';
  /** The current record. Without `settings:read`, you can only select its id. */
  exchangeRate: ExchangeRate;
};

/** An e-invoice of a vendor. */
export type CreateExpenseFromFileInput = {
  /** Create the expense even if the vendor has one with the same kind and number (ignoring blanks and case). Default on create: false. */
  allowDuplicate?: InputMaybe<Scalars['Boolean']['input']>;
  /** UBL, CII, or a PDF that contains one of them (Factur-X, ZUGFeRD), in base64, also as a data URL; at most 10 MB. */
  file: Scalars['String']['input'];
  /** Name of the attachment. Default: the number of the invoice. */
  fileName?: InputMaybe<Scalars['String']['input']>;
  /** Store nothing. The result is the expense that the call would create. Default on create: false. */
  preview?: InputMaybe<Scalars['Boolean']['input']>;
  /** The vendor. Default: found by VAT id, IBAN, legal id or name, or created. */
  vendorId?: InputMaybe<Scalars['ID']['input']>;
};

/** Result of `createExpenseFromFile`: success, or the reason why nothing was done. */
export type CreateExpenseFromFileResult = ConflictError | CreateExpenseFromFileSuccess | InvalidInputError | NotDoneError | NotFoundError;

/** Success of `createExpenseFromFile`. */
export type CreateExpenseFromFileSuccess = {
  __typename: 'CreateExpenseFromFileSuccess';
  /** The current record. Without `expenses:read`, you can only select its id. */
  expense: Expense;
  /** Differences between the amounts of the document, and what to check before the payment. They do not prevent the expense. */
  warnings: Array<InvoiceWarning>;
};

/** A new expense. */
export type CreateExpenseInput = {
  /** Required without lines. */
  amount?: InputMaybe<Scalars['Decimal']['input']>;
  /** Bill or receipt number. */
  billNo?: InputMaybe<Scalars['String']['input']>;
  /** Category, for example "Travel". */
  category?: InputMaybe<Scalars['String']['input']>;
  /** Id of the client to bill. */
  clientId?: InputMaybe<Scalars['ID']['input']>;
  /** Client to bill. */
  clientName?: InputMaybe<Scalars['String']['input']>;
  /** Currency of the amount (ISO 4217). Default: the workspace’s. */
  currency?: InputMaybe<Scalars['Currency']['input']>;
  /** Day of the expense, returned as `dateCreated`. Default: now. */
  dateCreated?: InputMaybe<Scalars['WrittenDateTime']['input']>;
  /** Day of the payment. Default for a paid expense: the day of the expense. */
  datePaid?: InputMaybe<Scalars['Date']['input']>;
  /** Description of the purchase. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** Default: the day of the expense. */
  documentDate?: InputMaybe<Scalars['Date']['input']>;
  /** Due date of the payment to the vendor. */
  dueDate?: InputMaybe<Scalars['Date']['input']>;
  /** Id of the record in another system, unique in the workspace together with `source`. */
  externalId?: InputMaybe<Scalars['String']['input']>;
  /** Id of the new record, generated by you: the prefix of its type, `_` and the 32 hexadecimal digits of a UUID. If you repeat the request with the same input within seven days, it returns the existing record. With other input, or later, it fails with `id_taken`. */
  id?: InputMaybe<Scalars['ID']['input']>;
  /** Whether it is an expense or a credit note of the vendor. Default on create: "EXPENSE". */
  kind?: InputMaybe<ExpenseKind>;
  /** Replaces the former lines. An empty list leaves only the amount. */
  lines?: InputMaybe<Array<ExpenseLineInput>>;
  /** Markup in percent when it is billed. */
  markupPercent?: InputMaybe<Scalars['Decimal']['input']>;
  /** Internal notes. */
  notes?: InputMaybe<Scalars['String']['input']>;
  /** Whether the vendor has been paid. Default on create: false. */
  paid?: InputMaybe<Scalars['Boolean']['input']>;
  /** Id of the project. Without a client, its client is billed. */
  projectId?: InputMaybe<Scalars['ID']['input']>;
  /** Name of a project of the client. Requires clientName, clientId or projectId. */
  projectName?: InputMaybe<Scalars['String']['input']>;
  /** Whether it is to be billed to the client. Default on create: false. */
  reimbursable?: InputMaybe<Scalars['Boolean']['input']>;
  /** The system that `externalId` belongs to, for example "hubspot". */
  source?: InputMaybe<Scalars['String']['input']>;
  /** Whether `amount` includes the tax. Default on create: false. */
  taxInclusive?: InputMaybe<Scalars['Boolean']['input']>;
  /** Tax percentage. With lines: their rate, null if it differs. */
  taxRate?: InputMaybe<Scalars['Decimal']['input']>;
  /** Name of the vendor. An unknown name creates a vendor. */
  vendor?: InputMaybe<Scalars['String']['input']>;
  /** Id of the vendor. */
  vendorId?: InputMaybe<Scalars['ID']['input']>;
};

/** Result of `createExpense`: success, or the reason why nothing was done. */
export type CreateExpenseResult = ConflictError | CreateExpenseSuccess | InvalidInputError | NotDoneError | NotFoundError;

/** Success of `createExpense`. */
export type CreateExpenseSuccess = {
  __typename: 'CreateExpenseSuccess';
  /** The current record. Without `expenses:read`, you can only select its id. */
  expense: Expense;
};

/** Expenses to enter. */
export type CreateExpensesInput = {
  /** 1 to 1000 items. */
  items: Array<CreateExpenseInput>;
  /** Whether valid items are written if others fail. Otherwise all items are written or none. Default on create: false. */
  partial?: InputMaybe<Scalars['Boolean']['input']>;
};

/** Result of `createExpenses`: success, or the reason why nothing was done. */
export type CreateExpensesResult = ConflictError | CreateExpensesSuccess | InvalidInputError | NotDoneError | NotFoundError;

/** Success of `createExpenses`. */
export type CreateExpensesSuccess = {
  __typename: 'CreateExpensesSuccess';
  /** Number of records. */
  made: Scalars['Int']['output'];
  /** Number of items that failed. 0 unless `partial` is true. */
  refused: Scalars['Int']['output'];
  /** Result of each item, in the order of the input: the results of `createExpense`. Paths of errors begin with `items.` and the item’s index, from 0. */
  results: Array<CreateExpenseResult>;
};

/** A new form. */
export type CreateFormInput = {
  /** Id of the new record, generated by you: the prefix of its type, `_` and the 32 hexadecimal digits of a UUID. If you repeat the request with the same input within seven days, it returns the existing record. With other input, or later, it fails with `id_taken`. */
  id?: InputMaybe<Scalars['ID']['input']>;
  /** Name, unique in the workspace. Submissions use it to refer to the form. */
  name: Scalars['String']['input'];
};

/** Result of `createForm`: success, or the reason why nothing was done. */
export type CreateFormResult = ConflictError | CreateFormSuccess | InvalidInputError | NotDoneError;

/** A submission of a form. */
export type CreateFormSubmissionInput = {
  /** First line of the address. */
  address1?: InputMaybe<Scalars['String']['input']>;
  /** Second line of the address. */
  address2?: InputMaybe<Scalars['String']['input']>;
  /** Answers to the form’s further questions. Default on create: []. */
  answers?: InputMaybe<Array<AnswerInput>>;
  /** The company. */
  businessName?: InputMaybe<Scalars['String']['input']>;
  /** City. */
  city?: InputMaybe<Scalars['String']['input']>;
  /** Country. */
  country?: InputMaybe<Scalars['String']['input']>;
  /** E-mail address as entered. */
  email?: InputMaybe<Scalars['String']['input']>;
  /** First name. */
  firstName?: InputMaybe<Scalars['String']['input']>;
  /** Id of the form, instead of or in addition to its name. */
  formId?: InputMaybe<Scalars['ID']['input']>;
  /** Name of the form. An unknown name creates a form. Default: the name of formId, otherwise "Website". */
  formName?: InputMaybe<Scalars['String']['input']>;
  /** Id of the new record, generated by you: the prefix of its type, `_` and the 32 hexadecimal digits of a UUID. If you repeat the request with the same input within seven days, it returns the existing record. With other input, or later, it fails with `id_taken`. */
  id?: InputMaybe<Scalars['ID']['input']>;
  /** Last name. */
  lastName?: InputMaybe<Scalars['String']['input']>;
  /** Source of the lead, for example "Newsletter". */
  leadSource?: InputMaybe<Scalars['String']['input']>;
  /** State, province or region. */
  locality?: InputMaybe<Scalars['String']['input']>;
  /** Notes; the opportunity is described by them. */
  notes?: InputMaybe<Scalars['String']['input']>;
  /** Telephone number. */
  phone?: InputMaybe<Scalars['String']['input']>;
  /** Id of the pipeline stage. */
  pipelineStageId?: InputMaybe<Scalars['ID']['input']>;
  /** Label of the pipeline stage of the lead. Default: the first stage. */
  pipelineStageName?: InputMaybe<Scalars['String']['input']>;
  /** Postal code. */
  postal?: InputMaybe<Scalars['String']['input']>;
  /** Job title or role. */
  role?: InputMaybe<Scalars['String']['input']>;
  /** Page with the form. */
  sourceUrl?: InputMaybe<Scalars['String']['input']>;
  /** Tax registration number. */
  taxId?: InputMaybe<Scalars['String']['input']>;
  /** Web site. */
  website?: InputMaybe<Scalars['String']['input']>;
};

/** Result of `createFormSubmission`: success, or the reason why nothing was done. */
export type CreateFormSubmissionResult = ConflictError | CreateFormSubmissionSuccess | InvalidInputError | NotDoneError | NotFoundError;

/** Success of `createFormSubmission`. */
export type CreateFormSubmissionSuccess = {
  __typename: 'CreateFormSubmissionSuccess';
  /** The current record. Without `sales:read`, you can only select its id. */
  formSubmission: FormSubmission;
};

/** Success of `createForm`. */
export type CreateFormSuccess = {
  __typename: 'CreateFormSuccess';
  /** The current record. Without `sales:read`, you can only select its id. */
  form: Form;
};

/** An invoice of work that no invoice has charged yet. */
export type CreateInvoiceFromWorkInput = {
  /** Discounts on the whole invoice, each with its own tax; a line of their own. */
  allowances?: InputMaybe<Array<InvoiceAdjustmentInput>>;
  /** Reference requested by the client, printed on the invoice. */
  buyerReference?: InputMaybe<Scalars['String']['input']>;
  /** Charges on the whole invoice, for example freight. Each is a line with its own tax. */
  charges?: InputMaybe<Array<InvoiceAdjustmentInput>>;
  /** The client by id. */
  clientId?: InputMaybe<Scalars['ID']['input']>;
  /** The client that is billed; this or clientId is required. */
  clientName?: InputMaybe<Scalars['String']['input']>;
  /** Expected currency. It must be the client’s currency, otherwise the workspace’s. */
  currency?: InputMaybe<Scalars['Currency']['input']>;
  /** Invoice date, for example of an invoice from another system. Default: today. */
  dateCreated?: InputMaybe<Scalars['Date']['input']>;
  /** Issue date, not in the future. Default: dateCreated, otherwise the day on which the invoice is issued. */
  dateIssued?: InputMaybe<Scalars['Date']['input']>;
  /** Place of delivery: city, postal code and country code. Null: the client’s address. */
  deliverTo?: InputMaybe<DeliverToInput>;
  /** Whether approved deliverables are charged. Default on create: true. */
  deliverables?: InputMaybe<Scalars['Boolean']['input']>;
  /** Paid deposit invoices of the client that no other invoice deducts. Their amounts are deducted, tax by tax. */
  depositIds?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** Purpose of the invoice. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** Of all items. Default on create: "0". */
  discountPercent?: InputMaybe<Scalars['Decimal']['input']>;
  /** Due date, not before dateCreated if that is set. Default: 30 days after the invoice date, and after the issue date once it is issued. */
  dueDate?: InputMaybe<Scalars['Date']['input']>;
  /** Whether expenses are charged: those in the invoice’s currency. Default on create: true. */
  expenses?: InputMaybe<Scalars['Boolean']['input']>;
  /** Id of the record in another system, unique in the workspace together with `source`. */
  externalId?: InputMaybe<Scalars['String']['input']>;
  /** Work from this day on, in the workspace’s time zone. */
  from?: InputMaybe<Scalars['Date']['input']>;
  /** How to group time with the same rate into lines. Default on create: "PROJECT". */
  groupBy?: InputMaybe<WorkGrouping>;
  /** Hourly rate for time without one. Without it, such time is an error. */
  hourlyAmount?: InputMaybe<Scalars['Decimal']['input']>;
  /** Id of the new record, generated by you: the prefix of its type, `_` and the 32 hexadecimal digits of a UUID. If you repeat the request with the same input within seven days, it returns the existing record. With other input, or later, it fails with `id_taken`. */
  id?: InputMaybe<Scalars['ID']['input']>;
  /** A number of your own: 42 is written by the workspace’s pattern, other text stays as it is. Default: the next. */
  invoiceNumber?: InputMaybe<Scalars['String']['input']>;
  /** The invoice’s template by id. */
  invoiceTemplateId?: InputMaybe<Scalars['ID']['input']>;
  /** The invoice template. Default: the default template. */
  invoiceTemplateName?: InputMaybe<Scalars['String']['input']>;
  /** DEPOSIT for a payment in advance. It has a number series of its own if the workspace has one. Default on create: "STANDARD". */
  invoiceType?: InputMaybe<InvoiceType>;
  /** Notes on the invoice. */
  notes?: InputMaybe<Scalars['String']['input']>;
  /** Order number of the client, printed on the invoice. */
  orderNumber?: InputMaybe<Scalars['String']['input']>;
  /** Payment instructions, printed as they are. Default: those of the template with its placeholders filled in, otherwise the client’s, otherwise the workspace’s. */
  paymentInstructions?: InputMaybe<Scalars['String']['input']>;
  /** Amount already paid, other than by payments of this invoice. */
  prepaidAmount?: InputMaybe<Scalars['Decimal']['input']>;
  /** The project by id; the client need not be named then. */
  projectId?: InputMaybe<Scalars['ID']['input']>;
  /** A project of the client: only work on it is charged. */
  projectName?: InputMaybe<Scalars['String']['input']>;
  /** The amount due is rounded to a multiple of this, for example 0.05. */
  roundTo?: InputMaybe<Scalars['Decimal']['input']>;
  /** Rounding of the amount due, unless roundTo is set. */
  roundingAmount?: InputMaybe<Scalars['Decimal']['input']>;
  /** Whether the invoice is sent, and to whom. */
  sendTo?: InputMaybe<SendToInput>;
  /** Last day of the supply period. */
  servicePeriodEnd?: InputMaybe<Scalars['Date']['input']>;
  /** First day of the supply period, printed on the invoice. */
  servicePeriodStart?: InputMaybe<Scalars['Date']['input']>;
  /** The system that `externalId` belongs to, for example "hubspot". */
  source?: InputMaybe<Scalars['String']['input']>;
  /** Supply date, printed on the invoice. Null if it is the issue date or a period. */
  supplyDate?: InputMaybe<Scalars['Date']['input']>;
  /** All but STANDARD and REDUCED are of 0 %, and need no rate. */
  taxCategory?: InputMaybe<TaxCategory>;
  /** Whether prices, allowances and charges include tax. Default on create: false. */
  taxInclusive?: InputMaybe<Scalars['Boolean']['input']>;
  /** A single tax rate in percent. Default: the rule or rate of the client, otherwise of the workspace. */
  taxPercentage?: InputMaybe<Scalars['Decimal']['input']>;
  /** Exemption reason of lines without a tax of their own, printed on the invoice. */
  taxReason?: InputMaybe<Scalars['String']['input']>;
  /** Exemption code of lines without a tax of their own, from the list VATEX. */
  taxReasonCode?: InputMaybe<Scalars['String']['input']>;
  /** The tax rule by id. */
  taxRuleId?: InputMaybe<Scalars['ID']['input']>;
  /** A tax rule of the workspace instead of a percentage. */
  taxRuleName?: InputMaybe<Scalars['String']['input']>;
  /** Whether time is charged. Default on create: true. */
  time?: InputMaybe<Scalars['Boolean']['input']>;
  /** Work up to this day in the workspace’s time zone. Default: all. */
  until?: InputMaybe<Scalars['Date']['input']>;
  /** Tax that the client withholds. It lowers the amount due and no other tax. */
  withholding?: InputMaybe<InvoiceWithholdingInput>;
};

/** Result of `createInvoiceFromWork`: success, or the reason why nothing was done. */
export type CreateInvoiceFromWorkResult = ConflictError | CreateInvoiceFromWorkSuccess | InvalidInputError | NotDoneError | NotFoundError;

/** Success of `createInvoiceFromWork`. */
export type CreateInvoiceFromWorkSuccess = {
  __typename: 'CreateInvoiceFromWorkSuccess';
  /** The current record. Without `invoices:read`, you can only select its id. */
  invoice: Invoice;
};

/** An invoice of items. */
export type CreateInvoiceInput = {
  /** Discounts on the whole invoice, each with its own tax; a line of their own. */
  allowances?: InputMaybe<Array<InvoiceAdjustmentInput>>;
  /** Reference requested by the client, printed on the invoice. */
  buyerReference?: InputMaybe<Scalars['String']['input']>;
  /** Charges on the whole invoice, for example freight. Each is a line with its own tax. */
  charges?: InputMaybe<Array<InvoiceAdjustmentInput>>;
  /** The client by id. */
  clientId?: InputMaybe<Scalars['ID']['input']>;
  /** The client that is billed; this or clientId is required. */
  clientName?: InputMaybe<Scalars['String']['input']>;
  /** Expected currency. It must be the client’s currency, otherwise the workspace’s. */
  currency?: InputMaybe<Scalars['Currency']['input']>;
  /** Invoice date, for example of an invoice from another system. Default: today. */
  dateCreated?: InputMaybe<Scalars['Date']['input']>;
  /** Issue date, not in the future. Default: dateCreated, otherwise the day on which the invoice is issued. */
  dateIssued?: InputMaybe<Scalars['Date']['input']>;
  /** Place of delivery: city, postal code and country code. Null: the client’s address. */
  deliverTo?: InputMaybe<DeliverToInput>;
  /** Paid deposit invoices of the client that no other invoice deducts. Their amounts are deducted, tax by tax. */
  depositIds?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** Purpose of the invoice. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** Of all items. Default on create: "0". */
  discountPercent?: InputMaybe<Scalars['Decimal']['input']>;
  /** Due date, not before dateCreated if that is set. Default: 30 days after the invoice date, and after the issue date once it is issued. */
  dueDate?: InputMaybe<Scalars['Date']['input']>;
  /** Id of the record in another system, unique in the workspace together with `source`. */
  externalId?: InputMaybe<Scalars['String']['input']>;
  /** Id of the new record, generated by you: the prefix of its type, `_` and the 32 hexadecimal digits of a UUID. If you repeat the request with the same input within seven days, it returns the existing record. With other input, or later, it fails with `id_taken`. */
  id?: InputMaybe<Scalars['ID']['input']>;
  /** A number of your own: 42 is written by the workspace’s pattern, other text stays as it is. Default: the next. */
  invoiceNumber?: InputMaybe<Scalars['String']['input']>;
  /** The invoice’s template by id. */
  invoiceTemplateId?: InputMaybe<Scalars['ID']['input']>;
  /** The invoice template. Default: the default template. */
  invoiceTemplateName?: InputMaybe<Scalars['String']['input']>;
  /** DEPOSIT for a payment in advance. It has a number series of its own if the workspace has one. Default on create: "STANDARD". */
  invoiceType?: InputMaybe<InvoiceType>;
  /** The lines of the invoice. */
  lineItems: Array<InvoiceItemInput>;
  /** Notes on the invoice. */
  notes?: InputMaybe<Scalars['String']['input']>;
  /** Order number of the client, printed on the invoice. */
  orderNumber?: InputMaybe<Scalars['String']['input']>;
  /** Payment instructions, printed as they are. Default: those of the template with its placeholders filled in, otherwise the client’s, otherwise the workspace’s. */
  paymentInstructions?: InputMaybe<Scalars['String']['input']>;
  /** Amount already paid, other than by payments of this invoice. */
  prepaidAmount?: InputMaybe<Scalars['Decimal']['input']>;
  /** The amount due is rounded to a multiple of this, for example 0.05. */
  roundTo?: InputMaybe<Scalars['Decimal']['input']>;
  /** Rounding of the amount due, unless roundTo is set. */
  roundingAmount?: InputMaybe<Scalars['Decimal']['input']>;
  /** Whether the invoice is sent, and to whom. */
  sendTo?: InputMaybe<SendToInput>;
  /** Last day of the supply period. */
  servicePeriodEnd?: InputMaybe<Scalars['Date']['input']>;
  /** First day of the supply period, printed on the invoice. */
  servicePeriodStart?: InputMaybe<Scalars['Date']['input']>;
  /** The system that `externalId` belongs to, for example "hubspot". */
  source?: InputMaybe<Scalars['String']['input']>;
  /** Supply date, printed on the invoice. Null if it is the issue date or a period. */
  supplyDate?: InputMaybe<Scalars['Date']['input']>;
  /** All but STANDARD and REDUCED are of 0 %, and need no rate. */
  taxCategory?: InputMaybe<TaxCategory>;
  /** Whether prices, allowances and charges include tax. Default on create: false. */
  taxInclusive?: InputMaybe<Scalars['Boolean']['input']>;
  /** A single tax rate in percent. Default: the rule or rate of the client, otherwise of the workspace. */
  taxPercentage?: InputMaybe<Scalars['Decimal']['input']>;
  /** Exemption reason of lines without a tax of their own, printed on the invoice. */
  taxReason?: InputMaybe<Scalars['String']['input']>;
  /** Exemption code of lines without a tax of their own, from the list VATEX. */
  taxReasonCode?: InputMaybe<Scalars['String']['input']>;
  /** The tax rule by id. */
  taxRuleId?: InputMaybe<Scalars['ID']['input']>;
  /** A tax rule of the workspace instead of a percentage. */
  taxRuleName?: InputMaybe<Scalars['String']['input']>;
  /** Tax that the client withholds. It lowers the amount due and no other tax. */
  withholding?: InputMaybe<InvoiceWithholdingInput>;
};

/** Result of `createInvoice`: success, or the reason why nothing was done. */
export type CreateInvoiceResult = ConflictError | CreateInvoiceSuccess | InvalidInputError | NotDoneError | NotFoundError;

/** Success of `createInvoice`. */
export type CreateInvoiceSuccess = {
  __typename: 'CreateInvoiceSuccess';
  /** The current record. Without `invoices:read`, you can only select its id. */
  invoice: Invoice;
};

/** A new invoice template. */
export type CreateInvoiceTemplateInput = {
  /** Text at the foot of the invoice, with placeholders in double braces (Liquid): invoice.number, invoice.status, invoice.dateIssued, invoice.supplyDate, invoice.servicePeriod, invoice.tax, invoice.taxes, invoice.lines, invoice.total, invoice.amountDue, invoice.currency, invoice.dueDate, invoice.datePaid, invoice.description, invoice.paymentInstructions, invoice.viewOnlineUrl, workspace.name, client.name. A template that cannot be rendered is an error. */
  footer?: InputMaybe<Scalars['String']['input']>;
  /** Id of the new record, generated by you: the prefix of its type, `_` and the 32 hexadecimal digits of a UUID. If you repeat the request with the same input within seven days, it returns the existing record. With other input, or later, it fails with `id_taken`. */
  id?: InputMaybe<Scalars['ID']['input']>;
  /** The template of invoices that name none; takes that from the former one. Default on create: false. */
  isDefault?: InputMaybe<Scalars['Boolean']['input']>;
  /** Name, unique in the workspace. */
  name: Scalars['String']['input'];
  /** Payment instructions of new invoices, unless the invoice has its own, with placeholders in double braces (Liquid): workspace.name, client.name, invoice.number, invoice.supplyDate, invoice.servicePeriod, invoice.tax, invoice.total, invoice.currency, invoice.dueDate, invoice.description. A template that cannot be rendered is an error. They are rendered when the invoice is created, and again when a draft is changed or duplicated. */
  paymentInstructions?: InputMaybe<Scalars['String']['input']>;
};

/** Result of `createInvoiceTemplate`: success, or the reason why nothing was done. */
export type CreateInvoiceTemplateResult = ConflictError | CreateInvoiceTemplateSuccess | InvalidInputError | NotDoneError;

/** Success of `createInvoiceTemplate`. */
export type CreateInvoiceTemplateSuccess = {
  __typename: 'CreateInvoiceTemplateSuccess';
  /** The current record. Without `settings:read`, you can only select its id. */
  invoiceTemplate: InvoiceTemplate;
};

/** A new opportunity. */
export type CreateOpportunityInput = {
  /** When it was decided; moving it into a closed stage sets it to today when it is empty. */
  actualCloseDate?: InputMaybe<Scalars['Date']['input']>;
  /** The client or prospect. */
  clientId?: InputMaybe<Scalars['ID']['input']>;
  /** Name of the client or prospect. */
  clientName?: InputMaybe<Scalars['String']['input']>;
  /** Values of custom fields, keyed by field name. */
  customValues?: InputMaybe<Scalars['JSON']['input']>;
  /** Subject. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** Expected close date. */
  estCloseDate?: InputMaybe<Scalars['Date']['input']>;
  /** Id of the record in another system, unique in the workspace together with `source`. */
  externalId?: InputMaybe<Scalars['String']['input']>;
  /** Id of the new record, generated by you: the prefix of its type, `_` and the 32 hexadecimal digits of a UUID. If you repeat the request with the same input within seven days, it returns the existing record. With other input, or later, it fails with `id_taken`. */
  id?: InputMaybe<Scalars['ID']['input']>;
  /** Contact details of the lead. */
  leadInfo?: InputMaybe<LeadInfoInput>;
  /** Name of the opportunity. */
  name: Scalars['String']['input'];
  /** Sentiment score. */
  sentiment?: InputMaybe<Scalars['Int']['input']>;
  /** The system that `externalId` belongs to, for example "hubspot". */
  source?: InputMaybe<Scalars['String']['input']>;
  /** Id of the pipeline stage. */
  statusId?: InputMaybe<Scalars['ID']['input']>;
  /** Label of the pipeline stage. Default: the first stage. */
  statusName?: InputMaybe<Scalars['String']['input']>;
  /** To-do items. The list replaces the previous one. Default on create: []. */
  toDos?: InputMaybe<Array<ToDoItemInput>>;
  /** Estimated value, in the client’s currency, or the workspace’s if the client has none. */
  value?: InputMaybe<Scalars['Decimal']['input']>;
};

/** Result of `createOpportunity`: success, or the reason why nothing was done. */
export type CreateOpportunityResult = ConflictError | CreateOpportunitySuccess | InvalidInputError | NotDoneError | NotFoundError;

/** Success of `createOpportunity`. */
export type CreateOpportunitySuccess = {
  __typename: 'CreateOpportunitySuccess';
  /** The current record. Without `sales:read`, you can only select its id. */
  opportunity: Opportunity;
};

/** A calendar event. An update changes only the fields that are sent. */
export type CreateOrUpdateCalendarEventInput = {
  /** Whether the owner is busy meanwhile. Default on create: true. */
  busyEvent?: InputMaybe<Scalars['Boolean']['input']>;
  /** Description of the event. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** End, written like the start. An event without one lasts an hour, or its day if it is a full day. */
  endsAt?: InputMaybe<Scalars['WrittenDateTime']['input']>;
  /** Id of the event, or your own id. An unknown id creates the event with it as externalId. */
  eventId?: InputMaybe<Scalars['String']['input']>;
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** Whether it lasts whole days, from the start day to the end day, both included. Default on create: false. */
  fullDay?: InputMaybe<Scalars['Boolean']['input']>;
  /** Location of the event. */
  location?: InputMaybe<Scalars['String']['input']>;
  /** Start, required for a new event. With Z or an offset an instant, without one wall-clock time in the event’s time zone. */
  startsAt?: InputMaybe<Scalars['WrittenDateTime']['input']>;
  /** Title of the event. */
  summary?: InputMaybe<Scalars['String']['input']>;
  /** IANA time zone of the event, or its name in Windows and Outlook. Default: the workspace’s. If only the time zone changes, the wall-clock times stay. */
  timeZone?: InputMaybe<Scalars['TimeZone']['input']>;
  /** The user of the event. Default: the owner of the workspace. */
  userEmail?: InputMaybe<Scalars['EmailAddress']['input']>;
};

/** Result of `createOrUpdateCalendarEvent`: success, or the reason why nothing was done. */
export type CreateOrUpdateCalendarEventResult = ConflictError | CreateOrUpdateCalendarEventSuccess | InvalidInputError | NotDoneError | VersionMismatchError;

/** Success of `createOrUpdateCalendarEvent`. */
export type CreateOrUpdateCalendarEventSuccess = {
  __typename: 'CreateOrUpdateCalendarEventSuccess';
  /** The current record. Without `calendar:read`, you can only select its id. */
  calendarEvent: CalendarEvent;
};

/** A new stage. */
export type CreatePipelineStageInput = {
  /** Display colour, # followed by six hex digits. */
  hexColor?: InputMaybe<Scalars['HexColorCode']['input']>;
  /** Id of the new record, generated by you: the prefix of its type, `_` and the 32 hexadecimal digits of a UUID. If you repeat the request with the same input within seven days, it returns the existing record. With other input, or later, it fails with `id_taken`. */
  id?: InputMaybe<Scalars['ID']['input']>;
  /** Name of the stage, unique in the workspace. */
  label: Scalars['String']['input'];
  /** Place in the pipeline: stages go by it, then by age. Default: the last. */
  position?: InputMaybe<Scalars['Int']['input']>;
  /** Meaning of the stage. Opportunities in a closed stage are decided. Default on create: "IN_PROGRESS". */
  stageType?: InputMaybe<StageType>;
};

/** Result of `createPipelineStage`: success, or the reason why nothing was done. */
export type CreatePipelineStageResult = ConflictError | CreatePipelineStageSuccess | InvalidInputError | NotDoneError;

/** Success of `createPipelineStage`. */
export type CreatePipelineStageSuccess = {
  __typename: 'CreatePipelineStageSuccess';
  /** The current record. Without `settings:read`, you can only select its id. */
  pipelineStage: PipelineStage;
};

/** A new project of the client in clientName or clientId. */
export type CreateProjectInput = {
  /** Whether the project is active. Inactive projects are omitted from searches. Default on create: true. */
  active?: InputMaybe<Scalars['Boolean']['input']>;
  /** Id of the client, instead of or in addition to its name. */
  clientId?: InputMaybe<Scalars['ID']['input']>;
  /** Name of the client. */
  clientName?: InputMaybe<Scalars['String']['input']>;
  /** Values of custom fields, keyed by field name. */
  customValues?: InputMaybe<Scalars['JSON']['input']>;
  /** Description of the project. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** Due date. */
  dueDate?: InputMaybe<Scalars['Date']['input']>;
  /** Id of the record in another system, unique in the workspace together with `source`. */
  externalId?: InputMaybe<Scalars['String']['input']>;
  /** Fee schedule of the project. */
  feeSchedule?: InputMaybe<FeeScheduleInput>;
  /** Display colour, # followed by six hex digits. */
  hexColor?: InputMaybe<Scalars['HexColorCode']['input']>;
  /** Id of the new record, generated by you: the prefix of its type, `_` and the 32 hexadecimal digits of a UUID. If you repeat the request with the same input within seven days, it returns the existing record. With other input, or later, it fails with `id_taken`. */
  id?: InputMaybe<Scalars['ID']['input']>;
  /** Name of the project, unique among its client’s. */
  name: Scalars['String']['input'];
  /** What the client sees in the portal. Default: the template’s value, otherwise READ_ONLY. */
  portalAccess?: InputMaybe<PortalAccess>;
  /** Id of the project type, instead of or in addition to its name. */
  projectTypeId?: InputMaybe<Scalars['ID']['input']>;
  /** Name of the project type. Default: the type of the template, otherwise the default type. */
  projectTypeName?: InputMaybe<Scalars['String']['input']>;
  /** Whether the client sees the tracked time. Default: the template’s value, otherwise false. */
  showTimeWorkedInPortal?: InputMaybe<Scalars['Boolean']['input']>;
  /** The system that `externalId` belongs to, for example "hubspot". */
  source?: InputMaybe<Scalars['String']['input']>;
  /** Start date. */
  startDate?: InputMaybe<Scalars['Date']['input']>;
  /** Id of the template, instead of or in addition to its name. */
  templateId?: InputMaybe<Scalars['ID']['input']>;
  /** Name of the project template to apply. */
  templateName?: InputMaybe<Scalars['String']['input']>;
};

/** Result of `createProject`: success, or the reason why nothing was done. */
export type CreateProjectResult = ConflictError | CreateProjectSuccess | InvalidInputError | NotDoneError | NotFoundError;

/** Success of `createProject`. */
export type CreateProjectSuccess = {
  __typename: 'CreateProjectSuccess';
  /** The current record. Without `projects:read`, you can only select its id. */
  project: Project;
};

/** A new template. */
export type CreateProjectTemplateInput = {
  /** Its deliverables, in order. The list replaces the previous one. Default on create: []. */
  deliverables?: InputMaybe<Array<TemplateDeliverableInput>>;
  /** Description of projects that are created from it. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** Fee schedule of new projects. */
  feeSchedule?: InputMaybe<FeeScheduleInput>;
  /** Id of the new record, generated by you: the prefix of its type, `_` and the 32 hexadecimal digits of a UUID. If you repeat the request with the same input within seven days, it returns the existing record. With other input, or later, it fails with `id_taken`. */
  id?: InputMaybe<Scalars['ID']['input']>;
  /** Name, unique in the workspace. */
  name: Scalars['String']['input'];
  /** What clients see of new projects. Default on create: "READ_ONLY". */
  portalAccess?: InputMaybe<PortalAccess>;
  /** Id of that project type, instead of or in addition to its name. */
  projectTypeId?: InputMaybe<Scalars['ID']['input']>;
  /** Name of the project type of new projects. Default: the default type. */
  projectTypeName?: InputMaybe<Scalars['String']['input']>;
  /** Whether clients see the tracked time in the portal. Default on create: false. */
  showTimeWorkedInPortal?: InputMaybe<Scalars['Boolean']['input']>;
};

/** Result of `createProjectTemplate`: success, or the reason why nothing was done. */
export type CreateProjectTemplateResult = ConflictError | CreateProjectTemplateSuccess | InvalidInputError | NotDoneError | NotFoundError;

/** Success of `createProjectTemplate`. */
export type CreateProjectTemplateSuccess = {
  __typename: 'CreateProjectTemplateSuccess';
  /** The current record. Without `settings:read`, you can only select its id. */
  projectTemplate: ProjectTemplate;
};

/** A new project type. */
export type CreateProjectTypeInput = {
  /** Id of the new record, generated by you: the prefix of its type, `_` and the 32 hexadecimal digits of a UUID. If you repeat the request with the same input within seven days, it returns the existing record. With other input, or later, it fails with `id_taken`. */
  id?: InputMaybe<Scalars['ID']['input']>;
  /** The type of projects that name none; takes that from the former one. Default on create: false. */
  isDefaultProjectType?: InputMaybe<Scalars['Boolean']['input']>;
  /** Name, unique in the workspace. */
  name: Scalars['String']['input'];
  /** Statuses of deliverables, in order. Default on create: []. */
  statusList?: InputMaybe<Array<TaskStageInput>>;
};

/** Result of `createProjectType`: success, or the reason why nothing was done. */
export type CreateProjectTypeResult = ConflictError | CreateProjectTypeSuccess | InvalidInputError | NotDoneError;

/** Success of `createProjectType`. */
export type CreateProjectTypeSuccess = {
  __typename: 'CreateProjectTypeSuccess';
  /** The current record. Without `settings:read`, you can only select its id. */
  projectType: ProjectType;
};

/** An invoice of one amount. */
export type CreateSimpleInvoiceInput = {
  /** Discounts on the whole invoice, each with its own tax; a line of their own. */
  allowances?: InputMaybe<Array<InvoiceAdjustmentInput>>;
  /** Amount of a single taxable line. Tax is added, or included if taxInclusive is true. */
  amount: Scalars['Decimal']['input'];
  /** Reference requested by the client, printed on the invoice. */
  buyerReference?: InputMaybe<Scalars['String']['input']>;
  /** Charges on the whole invoice, for example freight. Each is a line with its own tax. */
  charges?: InputMaybe<Array<InvoiceAdjustmentInput>>;
  /** The client by id. */
  clientId?: InputMaybe<Scalars['ID']['input']>;
  /** The client that is billed; this or clientId is required. */
  clientName?: InputMaybe<Scalars['String']['input']>;
  /** Expected currency. It must be the client’s currency, otherwise the workspace’s. */
  currency?: InputMaybe<Scalars['Currency']['input']>;
  /** Invoice date, for example of an invoice from another system. Default: today. */
  dateCreated?: InputMaybe<Scalars['Date']['input']>;
  /** Issue date, not in the future. Default: dateCreated, otherwise the day on which the invoice is issued. */
  dateIssued?: InputMaybe<Scalars['Date']['input']>;
  /** Place of delivery: city, postal code and country code. Null: the client’s address. */
  deliverTo?: InputMaybe<DeliverToInput>;
  /** Paid deposit invoices of the client that no other invoice deducts. Their amounts are deducted, tax by tax. */
  depositIds?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** Purpose of the invoice. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** Of all items. Default on create: "0". */
  discountPercent?: InputMaybe<Scalars['Decimal']['input']>;
  /** Due date, not before dateCreated if that is set. Default: 30 days after the invoice date, and after the issue date once it is issued. */
  dueDate?: InputMaybe<Scalars['Date']['input']>;
  /** Id of the record in another system, unique in the workspace together with `source`. */
  externalId?: InputMaybe<Scalars['String']['input']>;
  /** Id of the new record, generated by you: the prefix of its type, `_` and the 32 hexadecimal digits of a UUID. If you repeat the request with the same input within seven days, it returns the existing record. With other input, or later, it fails with `id_taken`. */
  id?: InputMaybe<Scalars['ID']['input']>;
  /** A number of your own: 42 is written by the workspace’s pattern, other text stays as it is. Default: the next. */
  invoiceNumber?: InputMaybe<Scalars['String']['input']>;
  /** The invoice’s template by id. */
  invoiceTemplateId?: InputMaybe<Scalars['ID']['input']>;
  /** The invoice template. Default: the default template. */
  invoiceTemplateName?: InputMaybe<Scalars['String']['input']>;
  /** DEPOSIT for a payment in advance. It has a number series of its own if the workspace has one. Default on create: "STANDARD". */
  invoiceType?: InputMaybe<InvoiceType>;
  /** Notes on the invoice. */
  notes?: InputMaybe<Scalars['String']['input']>;
  /** Order number of the client, printed on the invoice. */
  orderNumber?: InputMaybe<Scalars['String']['input']>;
  /** Payment instructions, printed as they are. Default: those of the template with its placeholders filled in, otherwise the client’s, otherwise the workspace’s. */
  paymentInstructions?: InputMaybe<Scalars['String']['input']>;
  /** Amount already paid, other than by payments of this invoice. */
  prepaidAmount?: InputMaybe<Scalars['Decimal']['input']>;
  /** The amount due is rounded to a multiple of this, for example 0.05. */
  roundTo?: InputMaybe<Scalars['Decimal']['input']>;
  /** Rounding of the amount due, unless roundTo is set. */
  roundingAmount?: InputMaybe<Scalars['Decimal']['input']>;
  /** Whether the invoice is sent, and to whom. */
  sendTo?: InputMaybe<SendToInput>;
  /** Last day of the supply period. */
  servicePeriodEnd?: InputMaybe<Scalars['Date']['input']>;
  /** First day of the supply period, printed on the invoice. */
  servicePeriodStart?: InputMaybe<Scalars['Date']['input']>;
  /** The system that `externalId` belongs to, for example "hubspot". */
  source?: InputMaybe<Scalars['String']['input']>;
  /** Supply date, printed on the invoice. Null if it is the issue date or a period. */
  supplyDate?: InputMaybe<Scalars['Date']['input']>;
  /** All but STANDARD and REDUCED are of 0 %, and need no rate. */
  taxCategory?: InputMaybe<TaxCategory>;
  /** Whether prices, allowances and charges include tax. Default on create: false. */
  taxInclusive?: InputMaybe<Scalars['Boolean']['input']>;
  /** A single tax rate in percent. Default: the rule or rate of the client, otherwise of the workspace. */
  taxPercentage?: InputMaybe<Scalars['Decimal']['input']>;
  /** Exemption reason of lines without a tax of their own, printed on the invoice. */
  taxReason?: InputMaybe<Scalars['String']['input']>;
  /** Exemption code of lines without a tax of their own, from the list VATEX. */
  taxReasonCode?: InputMaybe<Scalars['String']['input']>;
  /** The tax rule by id. */
  taxRuleId?: InputMaybe<Scalars['ID']['input']>;
  /** A tax rule of the workspace instead of a percentage. */
  taxRuleName?: InputMaybe<Scalars['String']['input']>;
  /** Tax that the client withholds. It lowers the amount due and no other tax. */
  withholding?: InputMaybe<InvoiceWithholdingInput>;
};

/** Result of `createSimpleInvoice`: success, or the reason why nothing was done. */
export type CreateSimpleInvoiceResult = ConflictError | CreateSimpleInvoiceSuccess | InvalidInputError | NotDoneError | NotFoundError;

/** Success of `createSimpleInvoice`. */
export type CreateSimpleInvoiceSuccess = {
  __typename: 'CreateSimpleInvoiceSuccess';
  /** The current record. Without `invoices:read`, you can only select its id. */
  invoice: Invoice;
};

/** A new status of the project type in projectTypeName or projectTypeId. */
export type CreateTaskStageInput = {
  /** Whether deliverables in this status wait for the client’s approval. Default on create: false. */
  clientApproval?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether deliverables in this status are complete. Default on create: false. */
  complete?: InputMaybe<Scalars['Boolean']['input']>;
  /** Display colour, # followed by six hex digits. */
  hexColor?: InputMaybe<Scalars['HexColorCode']['input']>;
  /** Id of the new record, generated by you: the prefix of its type, `_` and the 32 hexadecimal digits of a UUID. If you repeat the request with the same input within seven days, it returns the existing record. With other input, or later, it fails with `id_taken`. */
  id?: InputMaybe<Scalars['ID']['input']>;
  /** Name of the status, unique in the project type. */
  label: Scalars['String']['input'];
  /** Position among the statuses of the project type. Default: the last. */
  position?: InputMaybe<Scalars['Int']['input']>;
  /** Id of the project type, instead of or in addition to its name. */
  projectTypeId?: InputMaybe<Scalars['ID']['input']>;
  /** Name of the project type. */
  projectTypeName?: InputMaybe<Scalars['String']['input']>;
};

/** Result of `createTaskStage`: success, or the reason why nothing was done. */
export type CreateTaskStageResult = ConflictError | CreateTaskStageSuccess | InvalidInputError | NotDoneError | NotFoundError;

/** Success of `createTaskStage`. */
export type CreateTaskStageSuccess = {
  __typename: 'CreateTaskStageSuccess';
  /** The current record. Without `settings:read`, you can only select its id. */
  taskStage: TaskStage;
};

/** A new tax rule. */
export type CreateTaxRuleInput = {
  /** Its taxes, in the order in which they are applied. */
  components: Array<TaxComponentInput>;
  /** Id of the new record, generated by you: the prefix of its type, `_` and the 32 hexadecimal digits of a UUID. If you repeat the request with the same input within seven days, it returns the existing record. With other input, or later, it fails with `id_taken`. */
  id?: InputMaybe<Scalars['ID']['input']>;
  /** Name, unique in the workspace. */
  name: Scalars['String']['input'];
  /** The provider’s id of the rule. */
  providerId?: InputMaybe<Scalars['String']['input']>;
  /** Whether the rule is defined here or by a provider. Default on create: "BUILT_IN". */
  source?: InputMaybe<TaxRuleSource>;
};

/** Result of `createTaxRule`: success, or the reason why nothing was done. */
export type CreateTaxRuleResult = ConflictError | CreateTaxRuleSuccess | InvalidInputError | NotDoneError;

/** Success of `createTaxRule`. */
export type CreateTaxRuleSuccess = {
  __typename: 'CreateTaxRuleSuccess';
  /** The current record. Without `settings:read`, you can only select its id. */
  taxRule: TaxRule;
};

/** A new comment on a ticket. */
export type CreateTicketCommentInput = {
  /** Text of the comment. */
  comment: Scalars['String']['input'];
  /** Id of the new record, generated by you: the prefix of its type, `_` and the 32 hexadecimal digits of a UUID. If you repeat the request with the same input within seven days, it returns the existing record. With other input, or later, it fails with `id_taken`. */
  id?: InputMaybe<Scalars['ID']['input']>;
  /** Whether only users of the workspace see it. Default on create: false. */
  privateComment?: InputMaybe<Scalars['Boolean']['input']>;
  /** It takes precedence over the number of the ticket. */
  ticketId?: InputMaybe<Scalars['ID']['input']>;
  /** Number of the ticket. Required without an id. */
  ticketNumber?: InputMaybe<Scalars['Int']['input']>;
  /** E-mail address of the author, a user or a contact. Default: the signed-in user, otherwise the owner of the workspace. */
  userEmail?: InputMaybe<Scalars['EmailAddress']['input']>;
};

/** Result of `createTicketComment`: success, or the reason why nothing was done. */
export type CreateTicketCommentResult = ConflictError | CreateTicketCommentSuccess | InvalidInputError | NotDoneError | NotFoundError;

/** Success of `createTicketComment`. */
export type CreateTicketCommentSuccess = {
  __typename: 'CreateTicketCommentSuccess';
  /** The current record. Without `tickets:read`, you can only select its id. */
  ticketComment: TicketComment;
};

/** A new ticket. */
export type CreateTicketInput = {
  /** First comment, which is public. Required without a subject. */
  comment?: InputMaybe<Scalars['String']['input']>;
  /** Due date of the ticket. */
  dueDate?: InputMaybe<Scalars['Date']['input']>;
  /** Contact fields, company fields and answers of the form it was opened with. */
  formData?: InputMaybe<LeadInfoInput>;
  /** Id of the new record, generated by you: the prefix of its type, `_` and the 32 hexadecimal digits of a UUID. If you repeat the request with the same input within seven days, it returns the existing record. With other input, or later, it fails with `id_taken`. */
  id?: InputMaybe<Scalars['ID']['input']>;
  /** Subject of the request. */
  subject?: InputMaybe<Scalars['String']['input']>;
  /** Label of its type, for example "Billing". */
  ticketType?: InputMaybe<Scalars['String']['input']>;
  /** E-mail address of the contact who opens the ticket. */
  userEmail: Scalars['EmailAddress']['input'];
};

/** Result of `createTicket`: success, or the reason why nothing was done. */
export type CreateTicketResult = ConflictError | CreateTicketSuccess | InvalidInputError | NotDoneError | NotFoundError;

/** Success of `createTicket`. */
export type CreateTicketSuccess = {
  __typename: 'CreateTicketSuccess';
  /** The current record. Without `tickets:read`, you can only select its id. */
  ticket: Ticket;
};

/** Stretches of time that were worked. */
export type CreateTimeEntriesInput = {
  /** 1 to 1000 items. */
  items: Array<CreateTimeEntryInput>;
  /** Whether valid items are written if others fail. Otherwise all items are written or none. Default on create: false. */
  partial?: InputMaybe<Scalars['Boolean']['input']>;
};

/** Result of `createTimeEntries`: success, or the reason why nothing was done. */
export type CreateTimeEntriesResult = ConflictError | CreateTimeEntriesSuccess | InvalidInputError | NotDoneError | NotFoundError;

/** Success of `createTimeEntries`. */
export type CreateTimeEntriesSuccess = {
  __typename: 'CreateTimeEntriesSuccess';
  /** Number of records. */
  made: Scalars['Int']['output'];
  /** Number of items that failed. 0 unless `partial` is true. */
  refused: Scalars['Int']['output'];
  /** Result of each item, in the order of the input: the results of `createTimeEntry`. Paths of errors begin with `items.` and the item’s index, from 0. */
  results: Array<CreateTimeEntryResult>;
};

/** A stretch of time that was worked, on a client’s project and deliverable or on none. */
export type CreateTimeEntryInput = {
  /** Whether it is billable. Default on create: true. */
  billable?: InputMaybe<Scalars['Boolean']['input']>;
  /** Id of the client, instead of or in addition to its name. */
  clientId?: InputMaybe<Scalars['ID']['input']>;
  /** Name of the client. */
  clientName?: InputMaybe<Scalars['String']['input']>;
  /** Create the client that clientName names if it does not exist. Default on create: false. */
  createClient?: InputMaybe<Scalars['Boolean']['input']>;
  /** Create the deliverable that deliverableName names if the project does not have it. Default on create: false. */
  createDeliverable?: InputMaybe<Scalars['Boolean']['input']>;
  /** Create the project that projectName names if the client does not have it. Default on create: false. */
  createProject?: InputMaybe<Scalars['Boolean']['input']>;
  /** Id of the deliverable. It implies the project and the client. */
  deliverableId?: InputMaybe<Scalars['ID']['input']>;
  /** Name of the deliverable, one of the project’s. */
  deliverableName?: InputMaybe<Scalars['String']['input']>;
  /** Id of the record in another system, unique in the workspace together with `source`. */
  externalId?: InputMaybe<Scalars['String']['input']>;
  /** Hourly rate in the client’s currency. Null: the rate of the user, project, client or workspace. */
  hourlyAmount?: InputMaybe<Scalars['Decimal']['input']>;
  /** Id of the new record, generated by you: the prefix of its type, `_` and the 32 hexadecimal digits of a UUID. If you repeat the request with the same input within seven days, it returns the existing record. With other input, or later, it fails with `id_taken`. */
  id?: InputMaybe<Scalars['ID']['input']>;
  /** Notes on the work. */
  notes?: InputMaybe<Scalars['String']['input']>;
  /** Id of the project. It implies the client. */
  projectId?: InputMaybe<Scalars['ID']['input']>;
  /** Name of the project, one of the client’s. */
  projectName?: InputMaybe<Scalars['String']['input']>;
  /** The system that `externalId` belongs to, for example "hubspot". */
  source?: InputMaybe<Scalars['String']['input']>;
  /** End, after timerStart. */
  timerEnd: Scalars['DateTime']['input'];
  /** Start. */
  timerStart: Scalars['DateTime']['input'];
  /** The user. Default: the signed-in user, otherwise the owner of the workspace. */
  userEmail?: InputMaybe<Scalars['EmailAddress']['input']>;
};

/** Result of `createTimeEntry`: success, or the reason why nothing was done. */
export type CreateTimeEntryResult = ConflictError | CreateTimeEntrySuccess | InvalidInputError | NotDoneError | NotFoundError;

/** Success of `createTimeEntry`. */
export type CreateTimeEntrySuccess = {
  __typename: 'CreateTimeEntrySuccess';
  /** The current record. Without `time:read`, you can only select its id. */
  timeEntry: TimeEntry;
};

/** A new user. */
export type CreateUserInput = {
  /** E-mail address, unique in the workspace, ignoring case. */
  email: Scalars['EmailAddress']['input'];
  /** First name. */
  firstName?: InputMaybe<Scalars['String']['input']>;
  /** Hourly rate of the user in the workspace’s currency. Null: the rate of the project, the client or the workspace. */
  hourlyAmount?: InputMaybe<Scalars['Decimal']['input']>;
  /** Hourly cost of the user in the workspace’s currency. Null if unknown. */
  hourlyCost?: InputMaybe<Scalars['Decimal']['input']>;
  /** Last name. */
  lastName?: InputMaybe<Scalars['String']['input']>;
  /** Role of the user in the workspace. Default on create: "MEMBER". */
  role?: InputMaybe<UserRole>;
};

/** Result of `createUser`: success, or the reason why nothing was done. */
export type CreateUserResult = ConflictError | CreateUserSuccess | InvalidInputError | NotDoneError;

/** Success of `createUser`. */
export type CreateUserSuccess = {
  __typename: 'CreateUserSuccess';
  /** The current record. Without `people:read`, you can only select its id. */
  user: User;
};

/** A new vendor. */
export type CreateVendorInput = {
  /** ISO 3166 code of the vendor’s country. */
  countryCode?: InputMaybe<Scalars['String']['input']>;
  /** E-mail address. */
  email?: InputMaybe<Scalars['EmailAddress']['input']>;
  /** IBAN of the vendor’s account. */
  iban?: InputMaybe<Scalars['String']['input']>;
  /** Id of the new record, generated by you: the prefix of its type, `_` and the 32 hexadecimal digits of a UUID. If you repeat the request with the same input within seven days, it returns the existing record. With other input, or later, it fails with `id_taken`. */
  id?: InputMaybe<Scalars['ID']['input']>;
  /** The vendor’s number in the register of companies. */
  legalId?: InputMaybe<Scalars['String']['input']>;
  /** Name, unique in the workspace. */
  name: Scalars['String']['input'];
  /** Internal notes. */
  notes?: InputMaybe<Scalars['String']['input']>;
  /** Telephone number. */
  phone?: InputMaybe<Scalars['String']['input']>;
  /** The vendor’s tax registration number. */
  taxId?: InputMaybe<Scalars['String']['input']>;
  /** Web site. */
  website?: InputMaybe<Scalars['String']['input']>;
};

/** Result of `createVendor`: success, or the reason why nothing was done. */
export type CreateVendorResult = ConflictError | CreateVendorSuccess | InvalidInputError | NotDoneError;

/** Success of `createVendor`. */
export type CreateVendorSuccess = {
  __typename: 'CreateVendorSuccess';
  /** The current record. Without `expenses:read`, you can only select its id. */
  vendor: Vendor;
};

/** A new webhook endpoint. */
export type CreateWebhookEndpointInput = {
  /** Delivers the events after this position. Default: `now`, the end of the event log. */
  after?: InputMaybe<Scalars['String']['input']>;
  /** Description for people. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** Whether deliveries start. Default on create: true. */
  enabled?: InputMaybe<Scalars['Boolean']['input']>;
  /** Order of the events. Default on create: "RECORD". */
  order?: InputMaybe<WebhookOrder>;
  /** Types of events, for example `invoice.paid`. `invoice` means all events of invoices, `*` all events. */
  types: Array<Scalars['String']['input']>;
  /** URL that receives the events. */
  url: Scalars['String']['input'];
  /** Filters by type of record, for example `{ "invoice": { "currency": { "equals": "EUR" } } }`. */
  where?: InputMaybe<Scalars['JSON']['input']>;
};

/** Result of `createWebhookEndpoint`: success, or the reason why nothing was done. */
export type CreateWebhookEndpointResult = ConflictError | CreateWebhookEndpointSuccess | InvalidInputError | NotDoneError;

/** Success of `createWebhookEndpoint`. */
export type CreateWebhookEndpointSuccess = {
  __typename: 'CreateWebhookEndpointSuccess';
  /** The secret that signs deliveries. It is only in this response: null in the response to a retry, with the error `secret_not_kept`. */
  secret: Maybe<Scalars['String']['output']>;
  /** The current record. Without `webhooks:read`, you can only select its id. */
  webhookEndpoint: WebhookEndpoint;
};

/** What happens to the paid part of a credited amount. */
export type CreditExcess =
  /** It becomes credit of the client. */
  | 'CREDIT'
  /** It is refunded. */
  | 'REFUND'
  /** It is an error if a part of it is paid. */
  | 'REFUSE';

/**
 * A credit note for all or part of an issued invoice. Amounts are in the invoice’s currency, rounded to its minor
 * unit. Seller and client are those of the invoice when it was issued.
 */
export type CreditNote = Node & {
  __typename: 'CreditNote';
  /** Number of the record’s workspace. */
  accountId: Scalars['Int']['output'];
  /** Audit entries of the record, newest first: the actor, the operation, and the values before and after as long as they are stored. Null with an error for members and contacts of clients. */
  changes: Maybe<LogEntryConnection>;
  /** The billed client. Null with an error without `clients:read`. */
  client: Maybe<Client>;
  /** Id of the billed client. */
  clientId: Scalars['ID']['output'];
  /** When the record was created. */
  createdAt: Scalars['DateTime']['output'];
  /** ISO 4217 code. */
  currency: Scalars['Currency']['output'];
  /** Day of the credit note. */
  dateCreated: Scalars['Date']['output'];
  /** Its share of the invoice’s discount. */
  discountAmount: Scalars['Decimal']['output'];
  /** The file of the issued credit note. It never changes. Null until it is first requested, or for an hour after the credit note was issued. */
  document: Maybe<CreditNoteDocument>;
  /** The file as an e-invoice, made when it is issued or first requested. An error with the code e_invoice_incomplete names all missing values. Null for contacts, who use the page of the invoice. Null if neither `format` nor the client names a format. */
  eInvoice: Maybe<EInvoiceFile>;
  /** What prevents it from being an e-invoice, as for an invoice. */
  eInvoiceFaults: Array<EInvoiceFault>;
  /** Amounts as the workspace’s documents write them: "€1,190.00". */
  formatted: FormattedCreditNoteAmounts;
  /** The record’s id, the same in all APIs. */
  id: Scalars['ID']['output'];
  /** Whether the discounts and charges of the whole invoice were credited in proportion to the lines. */
  includeDocumentAdjustments: Scalars['Boolean']['output'];
  /** The credited invoice. */
  invoice: Invoice;
  /** Id of the credited invoice. */
  invoiceId: Scalars['ID']['output'];
  /** Part of it that became credit of the client, if the client had paid it. */
  keptAsCredit: Scalars['Decimal']['output'];
  /** Its lines, in order. */
  lineItems: Array<CreditNoteLine>;
  /** The number within the formatted number, from a gapless series for credit notes. */
  number: Scalars['Int']['output'];
  /** The printed number, unique in the workspace. */
  numberFormatted: Scalars['String']['output'];
  /** Where the client downloads it as a PDF, below the invoice’s link. Null if that was revoked. */
  pdfUrl: Maybe<Scalars['URL']['output']>;
  /** Reason, printed on it. */
  reason: Maybe<Scalars['String']['output']>;
  /** Refunded part of it, if the client had paid it. */
  refundedAmount: Scalars['Decimal']['output'];
  /** Sum of the line totals before discount. */
  subTotal: Scalars['Decimal']['output'];
  /** Sum of the taxes. */
  tax: Scalars['Decimal']['output'];
  /** The tax of each component, in order. */
  taxBreakdown: Array<CreditNoteTaxLine>;
  /** Credited amount: subTotal − discountAmount + tax. */
  total: Scalars['Decimal']['output'];
  /** When the record was last changed. */
  updatedAt: Scalars['DateTime']['output'];
  /** Version of the record. Each change increases it. */
  version: Scalars['Int']['output'];
};


/**
 * A credit note for all or part of an issued invoice. Amounts are in the invoice’s currency, rounded to its minor
 * unit. Seller and client are those of the invoice when it was issued.
 */
export type CreditNoteChangesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};


/**
 * A credit note for all or part of an issued invoice. Amounts are in the invoice’s currency, rounded to its minor
 * unit. Seller and client are those of the invoice when it was issued.
 */
export type CreditNoteEInvoiceArgs = {
  format?: InputMaybe<EInvoiceFormat>;
};


/**
 * A credit note for all or part of an issued invoice. Amounts are in the invoice’s currency, rounded to its minor
 * unit. Seller and client are those of the invoice when it was issued.
 */
export type CreditNoteEInvoiceFaultsArgs = {
  format?: InputMaybe<EInvoiceFormat>;
};

/** A page of CreditNote records. */
export type CreditNoteConnection = {
  __typename: 'CreditNoteConnection';
  /** The records of this page, each with its cursor. */
  edges: Array<CreditNoteEdge>;
  /** The records of this page, without their cursors. */
  nodes: Array<CreditNote>;
  /** Whether there are more pages, and the first and last cursor of this page. */
  pageInfo: PageInfo;
  /** Number of matching records on all pages. It is only counted if you select it. */
  totalCount: Scalars['Int']['output'];
};

/** File of an issued credit note. It is created on first request and stored. */
export type CreditNoteDocument = {
  __typename: 'CreditNoteDocument';
  /** Number of the record’s workspace. */
  accountId: Scalars['Int']['output'];
  /** When the record was created. */
  createdAt: Scalars['DateTime']['output'];
  /** The file as a data URL, usually hundreds of kilobytes. Select it for one credit note only. */
  dataUrl: Scalars['URL']['output'];
  /** Kind of file. */
  mediaType: Scalars['String']['output'];
  /** SHA-256 of the file, in hexadecimal. */
  sha256: Scalars['String']['output'];
  /** Size of the file in bytes. */
  size: Scalars['Int']['output'];
  /** When the record was last changed. */
  updatedAt: Scalars['DateTime']['output'];
  /** Version of the record. Each change increases it. */
  version: Scalars['Int']['output'];
};

/** CreditNote of a page, with its cursor. */
export type CreditNoteEdge = {
  __typename: 'CreditNoteEdge';
  /** Cursor of the record, for `after` and `before`. */
  cursor: Scalars['String']['output'];
  /** The record. */
  node: CreditNote;
};

/** A line of a credit note. It credits all or part of an invoice line. */
export type CreditNoteLine = Node & {
  __typename: 'CreditNoteLine';
  /** Number of the record’s workspace. */
  accountId: Scalars['Int']['output'];
  /** Credited amount as entered, including tax if the invoice’s prices do. Null if a quantity is credited. */
  amount: Maybe<Scalars['Decimal']['output']>;
  /** Audit entries of the record, newest first: the actor, the operation, and the values before and after as long as they are stored. Null with an error for members and contacts of clients. */
  changes: Maybe<LogEntryConnection>;
  /** When the record was created. */
  createdAt: Scalars['DateTime']['output'];
  /** The credit note. */
  creditNote: CreditNote;
  /** Id of the credit note. */
  creditNoteId: Scalars['ID']['output'];
  /** Description. */
  description: Maybe<Scalars['String']['output']>;
  /** The record’s id, the same in all APIs. */
  id: Scalars['ID']['output'];
  /** The credited invoice line. */
  invoiceLine: InvoiceLine;
  /** Id of the credited invoice line. */
  invoiceLineId: Scalars['ID']['output'];
  /** Credited amount of the line before discount and tax. */
  lineTotal: Scalars['Decimal']['output'];
  /** Position on the credit note, from 1. */
  position: Scalars['Int']['output'];
  /** Quantity. 1 if an amount is credited. */
  quantity: Scalars['Decimal']['output'];
  /** Unit label, from the invoice’s line. */
  unit: Maybe<Scalars['String']['output']>;
  /** Unit price. */
  unitPrice: Scalars['Decimal']['output'];
  /** When the record was last changed. */
  updatedAt: Scalars['DateTime']['output'];
  /** Version of the record. Each change increases it. */
  version: Scalars['Int']['output'];
};


/** A line of a credit note. It credits all or part of an invoice line. */
export type CreditNoteLineChangesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

/** Order of CreditNote records: one field and its direction. */
export type CreditNoteOrderBy =
  /** When the record was created. */
  { createdAt: SortOrder; dateCreated?: never; number?: never; updatedAt?: never; }
  |  /** Day of the credit note. */
  { createdAt?: never; dateCreated: SortOrder; number?: never; updatedAt?: never; }
  |  /** The number within the formatted number, from a gapless series for credit notes. */
  { createdAt?: never; dateCreated?: never; number: SortOrder; updatedAt?: never; }
  |  /** When the record was last changed. */
  { createdAt?: never; dateCreated?: never; number?: never; updatedAt: SortOrder; };

/** One component’s tax on a credit note. */
export type CreditNoteTaxLine = Node & {
  __typename: 'CreditNoteTaxLine';
  /** Number of the record’s workspace. */
  accountId: Scalars['Int']['output'];
  /** The tax. */
  amount: Scalars['Decimal']['output'];
  /** Audit entries of the record, newest first: the actor, the operation, and the values before and after as long as they are stored. Null with an error for members and contacts of clients. */
  changes: Maybe<LogEntryConnection>;
  /** When the record was created. */
  createdAt: Scalars['DateTime']['output'];
  /** The credit note. */
  creditNote: CreditNote;
  /** Id of the credit note. */
  creditNoteId: Scalars['ID']['output'];
  /** The record’s id, the same in all APIs. */
  id: Scalars['ID']['output'];
  /** Name of the tax. */
  name: Scalars['String']['output'];
  /** Position among the invoice’s taxes, from 1. */
  order: Scalars['Int']['output'];
  /** Percentage. */
  rate: Scalars['Decimal']['output'];
  /** The amount that the rate applies to. */
  taxableAmount: Scalars['Decimal']['output'];
  /** When the record was last changed. */
  updatedAt: Scalars['DateTime']['output'];
  /** Version of the record. Each change increases it. */
  version: Scalars['Int']['output'];
};


/** One component’s tax on a credit note. */
export type CreditNoteTaxLineChangesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

/** Filter for CreditNote records. All conditions have to match. Conditions without content are ignored on every level: {}, an empty AND, null for fields that cannot be null, and NOT or a related record without a condition. */
export type CreditNoteWhere = {
  /** All of these conditions match. */
  AND?: InputMaybe<Array<CreditNoteWhere>>;
  /** This condition does not match. Records without the compared value are omitted; `equals: null` finds them. */
  NOT?: InputMaybe<CreditNoteWhere>;
  /** At least one of these conditions matches. An empty list matches nothing. */
  OR?: InputMaybe<Array<CreditNoteWhere>>;
  /** The billed client. */
  client?: InputMaybe<ClientWhere>;
  /** Id of the billed client. */
  clientId?: InputMaybe<IdFilter>;
  /** When the record was created. */
  createdAt?: InputMaybe<DateTimeFilter>;
  /** ISO 4217 code. */
  currency?: InputMaybe<StringFilter>;
  /** Day of the credit note. */
  dateCreated?: InputMaybe<DateFilter>;
  /** The record’s id. */
  id?: InputMaybe<IdFilter>;
  /** The credited invoice. */
  invoice?: InputMaybe<InvoiceWhere>;
  /** Id of the credited invoice. */
  invoiceId?: InputMaybe<IdFilter>;
  /** The number within the formatted number, from a gapless series for credit notes. */
  number?: InputMaybe<IntFilter>;
  /** The printed number, unique in the workspace. */
  numberFormatted?: InputMaybe<StringFilter>;
  /** Credited amount: subTotal − discountAmount + tax. */
  total?: InputMaybe<DecimalFilter>;
  /** Changed after this time. Use it for polling. */
  updatedAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** When the record was last changed. */
  updatedAt?: InputMaybe<DateTimeFilter>;
};

/** As much of a line as is credited. Default: everything that is not credited yet. */
export type CreditedLineInput = {
  /** Amount instead of a quantity, for example for a lower price. It includes tax if the prices of the invoice do. */
  amount?: InputMaybe<Scalars['Decimal']['input']>;
  /** A line of the invoice, by id. */
  lineId: Scalars['ID']['input'];
  /** Quantity, at the price of the line. */
  quantity?: InputMaybe<Scalars['Decimal']['input']>;
};

/** A custom field of one type of record. */
export type CustomField = Node & {
  __typename: 'CustomField';
  /** Number of the record’s workspace. */
  accountId: Scalars['Int']['output'];
  /** Audit entries of the record, newest first: the actor, the operation, and the values before and after as long as they are stored. Null with an error for members and contacts of clients. */
  changes: Maybe<LogEntryConnection>;
  /** When the record was created. */
  createdAt: Scalars['DateTime']['output'];
  /** The record’s id, the same in all APIs. */
  id: Scalars['ID']['output'];
  /** Stable key of the field for integrations. */
  mappingKey: Scalars['String']['output'];
  /** Label, unique for the type of record. */
  name: Scalars['String']['output'];
  /** Choices of a SELECT or RADIO field. */
  options: Array<Scalars['String']['output']>;
  /** Position among the fields of the type of record. */
  position: Scalars['Int']['output'];
  /** The one project type the field belongs to, if any. */
  projectType: Maybe<ProjectType>;
  /** Set if the field belongs to projects or deliverables of one project type only. */
  projectTypeId: Maybe<Scalars['ID']['output']>;
  /** The type of record that has the field. */
  recordType: CustomFieldRecordType;
  /** Type of the field’s values. */
  type: CustomFieldType;
  /** When the record was last changed. */
  updatedAt: Scalars['DateTime']['output'];
  /** Version of the record. Each change increases it. */
  version: Scalars['Int']['output'];
};


/** A custom field of one type of record. */
export type CustomFieldChangesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

/** A page of CustomField records. */
export type CustomFieldConnection = {
  __typename: 'CustomFieldConnection';
  /** The records of this page, each with its cursor. */
  edges: Array<CustomFieldEdge>;
  /** The records of this page, without their cursors. */
  nodes: Array<CustomField>;
  /** Whether there are more pages, and the first and last cursor of this page. */
  pageInfo: PageInfo;
  /** Number of matching records on all pages. It is only counted if you select it. */
  totalCount: Scalars['Int']['output'];
};

/** CustomField of a page, with its cursor. */
export type CustomFieldEdge = {
  __typename: 'CustomFieldEdge';
  /** Cursor of the record, for `after` and `before`. */
  cursor: Scalars['String']['output'];
  /** The record. */
  node: CustomField;
};

/** Order of CustomField records: one field and its direction. */
export type CustomFieldOrderBy =
  /** When the record was created. */
  { createdAt: SortOrder; name?: never; position?: never; recordType?: never; updatedAt?: never; }
  |  /** Label, unique for the type of record. */
  { createdAt?: never; name: SortOrder; position?: never; recordType?: never; updatedAt?: never; }
  |  /** Position among the fields of the type of record. */
  { createdAt?: never; name?: never; position: SortOrder; recordType?: never; updatedAt?: never; }
  |  /** The type of record that has the field. */
  { createdAt?: never; name?: never; position?: never; recordType: SortOrder; updatedAt?: never; }
  |  /** When the record was last changed. */
  { createdAt?: never; name?: never; position?: never; recordType?: never; updatedAt: SortOrder; };

/** The type of record that a custom field belongs to. */
export type CustomFieldRecordType =
  /** Clients. */
  | 'CLIENT'
  /** Contacts. */
  | 'CONTACT'
  /** Deliverables. */
  | 'DELIVERABLE'
  /** Opportunities. */
  | 'OPPORTUNITY'
  /** Projects. */
  | 'PROJECT';

/** Condition on the CustomFieldRecordType. */
export type CustomFieldRecordTypeFilter = {
  /** Is exactly this. Null: has no value. */
  equals?: InputMaybe<CustomFieldRecordType>;
  /** Is one of these. */
  in?: InputMaybe<Array<CustomFieldRecordType>>;
  /** At least one of these conditions is false. Records without a value do not match; `not: null` finds all records with a value. */
  not?: InputMaybe<CustomFieldRecordTypeFilter>;
  /** Is none of these. Records without a value do not match. */
  notIn?: InputMaybe<Array<CustomFieldRecordType>>;
};

/** The data type of a custom field. */
export type CustomFieldType =
  /** Yes or no. */
  | 'CHECKBOX'
  /** A monetary amount. */
  | 'CURRENCY'
  /** A day. */
  | 'DATE'
  /** An e-mail address. */
  | 'EMAIL'
  /** A URL. */
  | 'LINK'
  /** A number. */
  | 'NUMERIC'
  /** A telephone number. */
  | 'PHONE'
  /** One of the field’s choices, as buttons. */
  | 'RADIO'
  /** One of the field’s choices, as a list. */
  | 'SELECT'
  /** Text. */
  | 'TEXT';

/** Condition on the CustomFieldType. */
export type CustomFieldTypeFilter = {
  /** Is exactly this. Null: has no value. */
  equals?: InputMaybe<CustomFieldType>;
  /** Is one of these. */
  in?: InputMaybe<Array<CustomFieldType>>;
  /** At least one of these conditions is false. Records without a value do not match; `not: null` finds all records with a value. */
  not?: InputMaybe<CustomFieldTypeFilter>;
  /** Is none of these. Records without a value do not match. */
  notIn?: InputMaybe<Array<CustomFieldType>>;
};

/** Filter for CustomField records. All conditions have to match. Conditions without content are ignored on every level: {}, an empty AND, null for fields that cannot be null, and NOT or a related record without a condition. */
export type CustomFieldWhere = {
  /** All of these conditions match. */
  AND?: InputMaybe<Array<CustomFieldWhere>>;
  /** This condition does not match. Records without the compared value are omitted; `equals: null` finds them. */
  NOT?: InputMaybe<CustomFieldWhere>;
  /** At least one of these conditions matches. An empty list matches nothing. */
  OR?: InputMaybe<Array<CustomFieldWhere>>;
  /** When the record was created. */
  createdAt?: InputMaybe<DateTimeFilter>;
  /** The record’s id. */
  id?: InputMaybe<IdFilter>;
  /** Stable key of the field for integrations. */
  mappingKey?: InputMaybe<StringFilter>;
  /** Label, unique for the type of record. */
  name?: InputMaybe<StringFilter>;
  /** The one project type the field belongs to, if any. */
  projectType?: InputMaybe<ProjectTypeWhere>;
  /** Set if the field belongs to projects or deliverables of one project type only. */
  projectTypeId?: InputMaybe<IdFilter>;
  /** The type of record that has the field. */
  recordType?: InputMaybe<CustomFieldRecordTypeFilter>;
  /** Type of the field’s values. */
  type?: InputMaybe<CustomFieldTypeFilter>;
  /** Changed after this time. Use it for polling. */
  updatedAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** When the record was last changed. */
  updatedAt?: InputMaybe<DateTimeFilter>;
};

/** The value of a record in a custom field. */
export type CustomValue = {
  __typename: 'CustomValue';
  /** Id of the custom field. */
  fieldId: Scalars['ID']['output'];
  /** Name of the field. */
  fieldName: Scalars['String']['output'];
  /** Stable key of the field for integrations. */
  mappingKey: Scalars['String']['output'];
  /** Type of the field’s values. */
  type: CustomFieldType;
  /** The value: text, a number, true or false, or any other JSON. */
  value: Maybe<Scalars['JSON']['output']>;
};

/** Condition on the value in a custom field. It has exactly one filter, that of the type of the field. A value of another type is no value. */
export type CustomValueCondition = {
  /** For fields of the types SELECT and RADIO. */
  choice?: InputMaybe<ChoiceFilter>;
  /** For fields of the type DATE. */
  date?: InputMaybe<DateFilter>;
  /** For fields of the type CHECKBOX. */
  flag?: InputMaybe<BooleanFilter>;
  /** Key of the custom field (`mappingKey`). */
  key: Scalars['String']['input'];
  /** For fields of the types NUMERIC and CURRENCY. */
  number?: InputMaybe<DecimalFilter>;
  /** For fields of the types TEXT, EMAIL, LINK and PHONE. Compares stored spaces and accents. */
  text?: InputMaybe<StringFilter>;
};

/** Value of a custom field. The field is found by fieldId, otherwise by mappingKey, otherwise by fieldName. An unknown name creates a field. */
export type CustomValueInput = {
  /** Id of the custom-field definition. */
  fieldId?: InputMaybe<Scalars['String']['input']>;
  /** Human-readable name of the field. */
  fieldName?: InputMaybe<Scalars['String']['input']>;
  /** Stable key of the field. */
  mappingKey?: InputMaybe<Scalars['String']['input']>;
  /** String, number, boolean or any other JSON; null clears the value. */
  value?: InputMaybe<Scalars['JSON']['input']>;
};

/** Order by the value in a custom field: numbers by size, other values as text (false before true). */
export type CustomValueOrder = {
  /** Direction of the order. */
  direction: SortOrder;
  /** Key of the custom field (`mappingKey`). */
  key: Scalars['String']['input'];
};

/** Conditions on the values in custom fields. */
export type CustomValuesFilter = {
  /** All of these conditions match. */
  every?: InputMaybe<Array<CustomValueCondition>>;
  /** One of these conditions matches. An empty list matches nothing. */
  some?: InputMaybe<Array<CustomValueCondition>>;
};

/** Condition on a day. */
export type DateFilter = {
  /** Is exactly this. Null: has no value. */
  equals?: InputMaybe<Scalars['Date']['input']>;
  /** Is greater than, or after, this. */
  gt?: InputMaybe<Scalars['Date']['input']>;
  /** Is at least, or not before, this. */
  gte?: InputMaybe<Scalars['Date']['input']>;
  /** Is one of these. */
  in?: InputMaybe<Array<Scalars['Date']['input']>>;
  /** Is less than, or before, this. */
  lt?: InputMaybe<Scalars['Date']['input']>;
  /** Is at most, or not after, this. */
  lte?: InputMaybe<Scalars['Date']['input']>;
  /** At least one of these conditions is false. Records without a value do not match; `not: null` finds all records with a value. */
  not?: InputMaybe<DateFilter>;
  /** Is none of these. Records without a value do not match. */
  notIn?: InputMaybe<Array<Scalars['Date']['input']>>;
};

/** Condition on an instant. */
export type DateTimeFilter = {
  /** Is exactly this. Null: has no value. */
  equals?: InputMaybe<Scalars['DateTime']['input']>;
  /** Is greater than, or after, this. */
  gt?: InputMaybe<Scalars['DateTime']['input']>;
  /** Is at least, or not before, this. */
  gte?: InputMaybe<Scalars['DateTime']['input']>;
  /** Is one of these. */
  in?: InputMaybe<Array<Scalars['DateTime']['input']>>;
  /** Is less than, or before, this. */
  lt?: InputMaybe<Scalars['DateTime']['input']>;
  /** Is at most, or not after, this. */
  lte?: InputMaybe<Scalars['DateTime']['input']>;
  /** At least one of these conditions is false. Records without a value do not match; `not: null` finds all records with a value. */
  not?: InputMaybe<DateTimeFilter>;
  /** Is none of these. Records without a value do not match. */
  notIn?: InputMaybe<Array<Scalars['DateTime']['input']>>;
};

/** The record. */
export type DeactivateUserInput = {
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** The record. */
  id: Scalars['ID']['input'];
};

/** Result of `deactivateUser`: success, or the reason why nothing was done. */
export type DeactivateUserResult = ConflictError | DeactivateUserSuccess | InvalidInputError | NotDoneError | NotFoundError | VersionMismatchError;

/** Success of `deactivateUser`. */
export type DeactivateUserSuccess = {
  __typename: 'DeactivateUserSuccess';
  /** The current record. Without `people:read`, you can only select its id. */
  user: User;
};

/** Condition on an exact decimal number. */
export type DecimalFilter = {
  /** Is exactly this. Null: has no value. */
  equals?: InputMaybe<Scalars['Decimal']['input']>;
  /** Is greater than, or after, this. */
  gt?: InputMaybe<Scalars['Decimal']['input']>;
  /** Is at least, or not before, this. */
  gte?: InputMaybe<Scalars['Decimal']['input']>;
  /** Is one of these. */
  in?: InputMaybe<Array<Scalars['Decimal']['input']>>;
  /** Is less than, or before, this. */
  lt?: InputMaybe<Scalars['Decimal']['input']>;
  /** Is at most, or not after, this. */
  lte?: InputMaybe<Scalars['Decimal']['input']>;
  /** At least one of these conditions is false. Records without a value do not match; `not: null` finds all records with a value. */
  not?: InputMaybe<DecimalFilter>;
  /** Is none of these. Records without a value do not match. */
  notIn?: InputMaybe<Array<Scalars['Decimal']['input']>>;
};

/** The record. */
export type DeleteAttachmentInput = {
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** The record to delete. */
  id: Scalars['ID']['input'];
};

/** Result of `deleteAttachment`: success, or the reason why nothing was done. */
export type DeleteAttachmentResult = DeleteAttachmentSuccess | InvalidInputError | NotDoneError | NotFoundError | VersionMismatchError;

/** Success of `deleteAttachment`. */
export type DeleteAttachmentSuccess = {
  __typename: 'DeleteAttachmentSuccess';
  /** Id of the deleted record. */
  deletedId: Scalars['ID']['output'];
};

/** The record. */
export type DeleteCalendarEventInput = {
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** The record to delete. */
  id: Scalars['ID']['input'];
};

/** Result of `deleteCalendarEvent`: success, or the reason why nothing was done. */
export type DeleteCalendarEventResult = DeleteCalendarEventSuccess | InvalidInputError | NotDoneError | NotFoundError | VersionMismatchError;

/** Success of `deleteCalendarEvent`. */
export type DeleteCalendarEventSuccess = {
  __typename: 'DeleteCalendarEventSuccess';
  /** Id of the deleted record. */
  deletedId: Scalars['ID']['output'];
};

/** The record. */
export type DeleteCustomFieldInput = {
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** The record to delete. */
  id: Scalars['ID']['input'];
};

/** Result of `deleteCustomField`: success, or the reason why nothing was done. */
export type DeleteCustomFieldResult = ConflictError | DeleteCustomFieldSuccess | InvalidInputError | NotDoneError | NotFoundError | VersionMismatchError;

/** Success of `deleteCustomField`. */
export type DeleteCustomFieldSuccess = {
  __typename: 'DeleteCustomFieldSuccess';
  /** Id of the deleted record. */
  deletedId: Scalars['ID']['output'];
};

/** The record. */
export type DeleteDeliverableInput = {
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** The record to delete. */
  id: Scalars['ID']['input'];
};

/** Result of `deleteDeliverable`: success, or the reason why nothing was done. */
export type DeleteDeliverableResult = ConflictError | DeleteDeliverableSuccess | InvalidInputError | NotDoneError | NotFoundError | VersionMismatchError;

/** Success of `deleteDeliverable`. */
export type DeleteDeliverableSuccess = {
  __typename: 'DeleteDeliverableSuccess';
  /** Id of the deleted record. */
  deletedId: Scalars['ID']['output'];
};

/** The record. */
export type DeleteEmailTemplateInput = {
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** The record to delete. */
  id: Scalars['ID']['input'];
};

/** Result of `deleteEmailTemplate`: success, or the reason why nothing was done. */
export type DeleteEmailTemplateResult = ConflictError | DeleteEmailTemplateSuccess | InvalidInputError | NotDoneError | NotFoundError | VersionMismatchError;

/** Success of `deleteEmailTemplate`. */
export type DeleteEmailTemplateSuccess = {
  __typename: 'DeleteEmailTemplateSuccess';
  /** Id of the deleted record. */
  deletedId: Scalars['ID']['output'];
};

/** The record. */
export type DeleteExchangeRateInput = {
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** The record to delete. */
  id: Scalars['ID']['input'];
};

/** Result of `deleteExchangeRate`: success, or the reason why nothing was done. */
export type DeleteExchangeRateResult = DeleteExchangeRateSuccess | InvalidInputError | NotDoneError | NotFoundError | VersionMismatchError;

/** Success of `deleteExchangeRate`. */
export type DeleteExchangeRateSuccess = {
  __typename: 'DeleteExchangeRateSuccess';
  /** Id of the deleted record. */
  deletedId: Scalars['ID']['output'];
};

/** Which expense. */
export type DeleteExpenseInput = {
  /** Do it although an invoice has charged it; the invoice stays as it is. Default: false. */
  evenIfBilled?: InputMaybe<Scalars['Boolean']['input']>;
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** The record to change. */
  id: Scalars['ID']['input'];
};

/** Result of `deleteExpense`: success, or the reason why nothing was done. */
export type DeleteExpenseResult = ConflictError | DeleteExpenseSuccess | InvalidInputError | NotDoneError | NotFoundError | VersionMismatchError;

/** Success of `deleteExpense`. */
export type DeleteExpenseSuccess = {
  __typename: 'DeleteExpenseSuccess';
  /** Id of the deleted record. */
  deletedId: Scalars['ID']['output'];
};

/** The record. */
export type DeleteFormInput = {
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** The record to delete. */
  id: Scalars['ID']['input'];
};

/** Result of `deleteForm`: success, or the reason why nothing was done. */
export type DeleteFormResult = ConflictError | DeleteFormSuccess | InvalidInputError | NotDoneError | NotFoundError | VersionMismatchError;

/** The record. */
export type DeleteFormSubmissionInput = {
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** The record to delete. */
  id: Scalars['ID']['input'];
};

/** Result of `deleteFormSubmission`: success, or the reason why nothing was done. */
export type DeleteFormSubmissionResult = DeleteFormSubmissionSuccess | InvalidInputError | NotDoneError | NotFoundError | VersionMismatchError;

/** Success of `deleteFormSubmission`. */
export type DeleteFormSubmissionSuccess = {
  __typename: 'DeleteFormSubmissionSuccess';
  /** Id of the deleted record. */
  deletedId: Scalars['ID']['output'];
};

/** Success of `deleteForm`. */
export type DeleteFormSuccess = {
  __typename: 'DeleteFormSuccess';
  /** Id of the deleted record. */
  deletedId: Scalars['ID']['output'];
};

/** The record. */
export type DeleteInvoiceInput = {
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** The record to delete. */
  id: Scalars['ID']['input'];
};

/** Result of `deleteInvoice`: success, or the reason why nothing was done. */
export type DeleteInvoiceResult = ConflictError | DeleteInvoiceSuccess | InvalidInputError | NotDoneError | NotFoundError | VersionMismatchError;

/** Success of `deleteInvoice`. */
export type DeleteInvoiceSuccess = {
  __typename: 'DeleteInvoiceSuccess';
  /** Id of the deleted record. */
  deletedId: Scalars['ID']['output'];
};

/** The record. */
export type DeleteInvoiceTemplateInput = {
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** The record to delete. */
  id: Scalars['ID']['input'];
};

/** Result of `deleteInvoiceTemplate`: success, or the reason why nothing was done. */
export type DeleteInvoiceTemplateResult = ConflictError | DeleteInvoiceTemplateSuccess | InvalidInputError | NotDoneError | NotFoundError | VersionMismatchError;

/** Success of `deleteInvoiceTemplate`. */
export type DeleteInvoiceTemplateSuccess = {
  __typename: 'DeleteInvoiceTemplateSuccess';
  /** Id of the deleted record. */
  deletedId: Scalars['ID']['output'];
};

/** The record. */
export type DeleteMailSuppressionInput = {
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** The record to delete. */
  id: Scalars['ID']['input'];
};

/** Result of `deleteMailSuppression`: success, or the reason why nothing was done. */
export type DeleteMailSuppressionResult = DeleteMailSuppressionSuccess | InvalidInputError | NotDoneError | NotFoundError | VersionMismatchError;

/** Success of `deleteMailSuppression`. */
export type DeleteMailSuppressionSuccess = {
  __typename: 'DeleteMailSuppressionSuccess';
  /** Id of the deleted record. */
  deletedId: Scalars['ID']['output'];
};

/** The record. */
export type DeletePipelineStageInput = {
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** The record to delete. */
  id: Scalars['ID']['input'];
};

/** Result of `deletePipelineStage`: success, or the reason why nothing was done. */
export type DeletePipelineStageResult = ConflictError | DeletePipelineStageSuccess | InvalidInputError | NotDoneError | NotFoundError | VersionMismatchError;

/** Success of `deletePipelineStage`. */
export type DeletePipelineStageSuccess = {
  __typename: 'DeletePipelineStageSuccess';
  /** Id of the deleted record. */
  deletedId: Scalars['ID']['output'];
};

/** The record. */
export type DeleteProjectTemplateInput = {
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** The record to delete. */
  id: Scalars['ID']['input'];
};

/** Result of `deleteProjectTemplate`: success, or the reason why nothing was done. */
export type DeleteProjectTemplateResult = DeleteProjectTemplateSuccess | InvalidInputError | NotDoneError | NotFoundError | VersionMismatchError;

/** Success of `deleteProjectTemplate`. */
export type DeleteProjectTemplateSuccess = {
  __typename: 'DeleteProjectTemplateSuccess';
  /** Id of the deleted record. */
  deletedId: Scalars['ID']['output'];
};

/** The record. */
export type DeleteProjectTypeInput = {
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** The record to delete. */
  id: Scalars['ID']['input'];
};

/** Result of `deleteProjectType`: success, or the reason why nothing was done. */
export type DeleteProjectTypeResult = ConflictError | DeleteProjectTypeSuccess | InvalidInputError | NotDoneError | NotFoundError | VersionMismatchError;

/** Success of `deleteProjectType`. */
export type DeleteProjectTypeSuccess = {
  __typename: 'DeleteProjectTypeSuccess';
  /** Id of the deleted record. */
  deletedId: Scalars['ID']['output'];
};

/** The record. */
export type DeleteTaskStageInput = {
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** The record to delete. */
  id: Scalars['ID']['input'];
};

/** Result of `deleteTaskStage`: success, or the reason why nothing was done. */
export type DeleteTaskStageResult = ConflictError | DeleteTaskStageSuccess | InvalidInputError | NotDoneError | NotFoundError | VersionMismatchError;

/** Success of `deleteTaskStage`. */
export type DeleteTaskStageSuccess = {
  __typename: 'DeleteTaskStageSuccess';
  /** Id of the deleted record. */
  deletedId: Scalars['ID']['output'];
};

/** The record. */
export type DeleteTaxRuleInput = {
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** The record to delete. */
  id: Scalars['ID']['input'];
};

/** Result of `deleteTaxRule`: success, or the reason why nothing was done. */
export type DeleteTaxRuleResult = ConflictError | DeleteTaxRuleSuccess | InvalidInputError | NotDoneError | NotFoundError | VersionMismatchError;

/** Success of `deleteTaxRule`. */
export type DeleteTaxRuleSuccess = {
  __typename: 'DeleteTaxRuleSuccess';
  /** Id of the deleted record. */
  deletedId: Scalars['ID']['output'];
};

/** The record. */
export type DeleteTicketInput = {
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** The record to delete. */
  id: Scalars['ID']['input'];
};

/** Result of `deleteTicket`: success, or the reason why nothing was done. */
export type DeleteTicketResult = DeleteTicketSuccess | InvalidInputError | NotDoneError | NotFoundError | VersionMismatchError;

/** Success of `deleteTicket`. */
export type DeleteTicketSuccess = {
  __typename: 'DeleteTicketSuccess';
  /** Id of the deleted record. */
  deletedId: Scalars['ID']['output'];
};

/** Which time entry. */
export type DeleteTimeEntryInput = {
  /** Do it although an invoice has charged it; the invoice stays as it is. Default: false. */
  evenIfBilled?: InputMaybe<Scalars['Boolean']['input']>;
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** The record to change. */
  id: Scalars['ID']['input'];
};

/** Result of `deleteTimeEntry`: success, or the reason why nothing was done. */
export type DeleteTimeEntryResult = ConflictError | DeleteTimeEntrySuccess | InvalidInputError | NotDoneError | NotFoundError | VersionMismatchError;

/** Success of `deleteTimeEntry`. */
export type DeleteTimeEntrySuccess = {
  __typename: 'DeleteTimeEntrySuccess';
  /** Id of the deleted record. */
  deletedId: Scalars['ID']['output'];
};

/** The record. */
export type DeleteVendorInput = {
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** The record to delete. */
  id: Scalars['ID']['input'];
};

/** Result of `deleteVendor`: success, or the reason why nothing was done. */
export type DeleteVendorResult = ConflictError | DeleteVendorSuccess | InvalidInputError | NotDoneError | NotFoundError | VersionMismatchError;

/** Success of `deleteVendor`. */
export type DeleteVendorSuccess = {
  __typename: 'DeleteVendorSuccess';
  /** Id of the deleted record. */
  deletedId: Scalars['ID']['output'];
};

/** The record. */
export type DeleteWebhookEndpointInput = {
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** The record to delete. */
  id: Scalars['ID']['input'];
};

/** Result of `deleteWebhookEndpoint`: success, or the reason why nothing was done. */
export type DeleteWebhookEndpointResult = DeleteWebhookEndpointSuccess | InvalidInputError | NotDoneError | NotFoundError | VersionMismatchError;

/** Success of `deleteWebhookEndpoint`. */
export type DeleteWebhookEndpointSuccess = {
  __typename: 'DeleteWebhookEndpointSuccess';
  /** Id of the deleted record. */
  deletedId: Scalars['ID']['output'];
};

/** The workspace itself. */
export type DeleteWorkspaceInput = {
  /** The workspace’s name, exactly as it is: deleting cannot be undone. */
  confirmName: Scalars['String']['input'];
};

/** Result of `deleteWorkspace`: success, or the reason why nothing was done. */
export type DeleteWorkspaceResult = ConflictError | DeleteWorkspaceSuccess | InvalidInputError | NotDoneError;

/** Success of `deleteWorkspace`. */
export type DeleteWorkspaceSuccess = {
  __typename: 'DeleteWorkspaceSuccess';
  /** Id of the deleted workspace. */
  deletedId: Scalars['ID']['output'];
  /** Its records by type. Without `clients:read`, `projects:read`, `time:read`, `expenses:read`, `invoices:read`, `sales:read`, `calendar:read`, `files:read`, `settings:read`, `people:read`, `keys:read`, `tickets:read` and `webhooks:read`, you can only select its id. */
  deletion: WorkspaceDeletion;
};

/** Place of delivery. */
export type DeliverTo = {
  __typename: 'DeliverTo';
  /** City. */
  city: Maybe<Scalars['String']['output']>;
  /** ISO 3166 code of the country. */
  countryCode: Scalars['String']['output'];
  /** Postal code. */
  postal: Maybe<Scalars['String']['output']>;
};

/** Place of delivery. */
export type DeliverToInput = {
  /** City. */
  city?: InputMaybe<Scalars['String']['input']>;
  /** ISO 3166 code of the country. */
  countryCode: Scalars['String']['input'];
  /** Postal code. */
  postal?: InputMaybe<Scalars['String']['input']>;
};

/** A part of a project that is delivered, and optionally approved by the client. */
export type Deliverable = Node & {
  __typename: 'Deliverable';
  /** Number of the record’s workspace. */
  accountId: Scalars['Int']['output'];
  /** Whether the client has to approve it. */
  approvalRequired: Scalars['Boolean']['output'];
  /** When it was approved. Null if it was not, or if its status changed to one that is not complete. */
  approvedAt: Maybe<Scalars['DateTime']['output']>;
  /** Name of the contact, person or API key that approved it, at that time. Null with an error for members. */
  approvedBy: Maybe<Scalars['String']['output']>;
  /** Archived deliverables are omitted from lists, cannot be found by name, and accept no new time. */
  archived: Scalars['Boolean']['output'];
  /** Numbers of the assigned users. */
  assignedToList: Array<Scalars['Int']['output']>;
  /** Assigned users. Null with an error without `people:read`. */
  assignees: Maybe<Array<User>>;
  /** Files attached to it, latest first. Null with an error without `files:read`. */
  attachments: Maybe<AttachmentConnection>;
  /** Audit entries of the record, newest first: the actor, the operation, and the values before and after as long as they are stored. Null with an error for members and contacts of clients. */
  changes: Maybe<LogEntryConnection>;
  /** Id of the project’s client. */
  clientId: Scalars['ID']['output'];
  /** When the deliverable reached a complete status. */
  completedAt: Maybe<Scalars['DateTime']['output']>;
  /** When the record was created. */
  createdAt: Scalars['DateTime']['output'];
  /** The record’s value in a custom field. Null without a value. */
  customValue: Maybe<CustomValue>;
  /** The record’s custom field values, in the order of the fields. Fields without a value are omitted. */
  customValues: Array<CustomValue>;
  /** Name of the deliverable. */
  description: Maybe<Scalars['String']['output']>;
  /** Due date. */
  dueDate: Maybe<Scalars['Date']['output']>;
  /** Id of the record in another system, unique in the workspace together with `source`. */
  externalId: Maybe<Scalars['String']['output']>;
  /** The record’s id, the same in all APIs. */
  id: Scalars['ID']['output'];
  /** The invoice that bills it. Null with an error without `invoices:read`. */
  invoice: Maybe<Invoice>;
  /** The invoice that bills it. */
  invoiceId: Maybe<Scalars['ID']['output']>;
  /** Id of the invoice line that bills it. Null if the invoice bills it as a whole. */
  invoiceLineId: Maybe<Scalars['ID']['output']>;
  /** Invoice lines that bill it. Null with an error without `invoices:read`. */
  invoiceLines: Maybe<InvoiceLineConnection>;
  /** Unique in the project. */
  name: Scalars['String']['output'];
  /** Position in the project. */
  position: Scalars['Int']['output'];
  /** Priority. Higher is more urgent. */
  priority: Scalars['Int']['output'];
  /** The project it is part of. */
  project: Project;
  /** Id of the project it is part of. */
  projectId: Scalars['ID']['output'];
  /** The system that `externalId` belongs to, for example "hubspot". */
  source: Maybe<Scalars['String']['output']>;
  /** First day of work on it. */
  startDate: Maybe<Scalars['Date']['output']>;
  /** Label of its status. */
  status: Scalars['String']['output'];
  /** The status, one of the project type’s. */
  statusId: Scalars['ID']['output'];
  /** The status it is in. Null with an error without `settings:read`. */
  taskStage: Maybe<TaskStage>;
  /** Id of the support ticket in another system. */
  ticketId: Maybe<Scalars['String']['output']>;
  /** Time worked on it. Null with an error without `time:read`. */
  timeEntries: Maybe<TimeEntryConnection>;
  /** To-do items. */
  toDos: Array<ToDoItem>;
  /** Tracked time of the deliverable, in whole minutes. Null with an error without `time:read`. */
  trackedMinutes: Maybe<Scalars['Int']['output']>;
  /** When the record was last changed. */
  updatedAt: Scalars['DateTime']['output'];
  /** Version of the record. Each change increases it. */
  version: Scalars['Int']['output'];
};


/** A part of a project that is delivered, and optionally approved by the client. */
export type DeliverableAttachmentsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<AttachmentOrderBy>>;
  where?: InputMaybe<AttachmentWhere>;
};


/** A part of a project that is delivered, and optionally approved by the client. */
export type DeliverableChangesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};


/** A part of a project that is delivered, and optionally approved by the client. */
export type DeliverableCustomValueArgs = {
  key: Scalars['String']['input'];
};


/** A part of a project that is delivered, and optionally approved by the client. */
export type DeliverableInvoiceLinesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<InvoiceLineOrderBy>>;
  where?: InputMaybe<InvoiceLineWhere>;
};


/** A part of a project that is delivered, and optionally approved by the client. */
export type DeliverableTimeEntriesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<TimeEntryOrderBy>>;
  where?: InputMaybe<TimeEntryWhere>;
};

/** A page of Deliverable records. */
export type DeliverableConnection = {
  __typename: 'DeliverableConnection';
  /** The records of this page, each with its cursor. */
  edges: Array<DeliverableEdge>;
  /** The records of this page, without their cursors. */
  nodes: Array<Deliverable>;
  /** Whether there are more pages, and the first and last cursor of this page. */
  pageInfo: PageInfo;
  /** Number of matching records on all pages. It is only counted if you select it. */
  totalCount: Scalars['Int']['output'];
};

/** Deliverable of a page, with its cursor. */
export type DeliverableEdge = {
  __typename: 'DeliverableEdge';
  /** Cursor of the record, for `after` and `before`. */
  cursor: Scalars['String']['output'];
  /** The record. */
  node: Deliverable;
};

/** Condition on related Deliverable records. */
export type DeliverableListWhere = {
  /** All of them match, or there are none. A record without the compared value does not match. */
  every?: InputMaybe<DeliverableWhere>;
  /** None of them matches; with {}: there is none. */
  none?: InputMaybe<DeliverableWhere>;
  /** At least one of them matches; with {}: there is one. */
  some?: InputMaybe<DeliverableWhere>;
};

/** Order of Deliverable records: one field and its direction. */
export type DeliverableOrderBy =
  /** When the record was created. */
  { createdAt: SortOrder; customValue?: never; dueDate?: never; name?: never; priority?: never; projectId?: never; startDate?: never; updatedAt?: never; }
  |  /** Value in a custom field. */
  { createdAt?: never; customValue: CustomValueOrder; dueDate?: never; name?: never; priority?: never; projectId?: never; startDate?: never; updatedAt?: never; }
  |  /** Due date. */
  { createdAt?: never; customValue?: never; dueDate: SortOrder; name?: never; priority?: never; projectId?: never; startDate?: never; updatedAt?: never; }
  |  /** Unique in the project. */
  { createdAt?: never; customValue?: never; dueDate?: never; name: SortOrder; priority?: never; projectId?: never; startDate?: never; updatedAt?: never; }
  |  /** Priority. Higher is more urgent. */
  { createdAt?: never; customValue?: never; dueDate?: never; name?: never; priority: SortOrder; projectId?: never; startDate?: never; updatedAt?: never; }
  |  /** Id of the project it is part of. */
  { createdAt?: never; customValue?: never; dueDate?: never; name?: never; priority?: never; projectId: SortOrder; startDate?: never; updatedAt?: never; }
  |  /** First day of work on it. */
  { createdAt?: never; customValue?: never; dueDate?: never; name?: never; priority?: never; projectId?: never; startDate: SortOrder; updatedAt?: never; }
  |  /** When the record was last changed. */
  { createdAt?: never; customValue?: never; dueDate?: never; name?: never; priority?: never; projectId?: never; startDate?: never; updatedAt: SortOrder; };

/** Filter for Deliverable records. All conditions have to match. Conditions without content are ignored on every level: {}, an empty AND, null for fields that cannot be null, and NOT or a related record without a condition. */
export type DeliverableWhere = {
  /** All of these conditions match. */
  AND?: InputMaybe<Array<DeliverableWhere>>;
  /** This condition does not match. Records without the compared value are omitted; `equals: null` finds them. */
  NOT?: InputMaybe<DeliverableWhere>;
  /** At least one of these conditions matches. An empty list matches nothing. */
  OR?: InputMaybe<Array<DeliverableWhere>>;
  /** Whether the client has to approve it. */
  approvalRequired?: InputMaybe<BooleanFilter>;
  /** Archived deliverables are omitted from lists, cannot be found by name, and accept no new time. */
  archived?: InputMaybe<BooleanFilter>;
  /** Assigned users. */
  assignees?: InputMaybe<UserListWhere>;
  /** When the deliverable reached a complete status. */
  completedAt?: InputMaybe<DateTimeFilter>;
  /** When the record was created. */
  createdAt?: InputMaybe<DateTimeFilter>;
  /** Conditions on the values in custom fields. */
  customValues?: InputMaybe<CustomValuesFilter>;
  /** Due date. */
  dueDate?: InputMaybe<DateFilter>;
  /** Id of the record in another system, unique in the workspace together with `source`. */
  externalId?: InputMaybe<StringFilter>;
  /** The record’s id. */
  id?: InputMaybe<IdFilter>;
  /** The invoice that bills it. */
  invoice?: InputMaybe<InvoiceWhere>;
  /** The invoice that bills it. */
  invoiceId?: InputMaybe<IdFilter>;
  /** Unique in the project. */
  name?: InputMaybe<StringFilter>;
  /** Priority. Higher is more urgent. */
  priority?: InputMaybe<IntFilter>;
  /** The project it is part of. */
  project?: InputMaybe<ProjectWhere>;
  /** Id of the project it is part of. */
  projectId?: InputMaybe<IdFilter>;
  /** The system that `externalId` belongs to, for example "hubspot". */
  source?: InputMaybe<StringFilter>;
  /** First day of work on it. */
  startDate?: InputMaybe<DateFilter>;
  /** The status it is in. */
  status?: InputMaybe<TaskStageWhere>;
  /** The status, one of the project type’s. */
  statusId?: InputMaybe<IdFilter>;
  /** Time worked on it. */
  timeEntries?: InputMaybe<TimeEntryListWhere>;
  /** Changed after this time. Use it for polling. */
  updatedAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** When the record was last changed. */
  updatedAt?: InputMaybe<DateTimeFilter>;
};

/** Unit of a deposit. */
export type DepositType =
  /** An amount. */
  | 'FIXED_AMOUNT'
  /** No deposit. */
  | 'NO_DEPOSIT'
  /** A percentage of the price. */
  | 'PERCENTAGE';

/** The record. */
export type DisableWebhookEndpointInput = {
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** The record. */
  id: Scalars['ID']['input'];
};

/** Result of `disableWebhookEndpoint`: success, or the reason why nothing was done. */
export type DisableWebhookEndpointResult = ConflictError | DisableWebhookEndpointSuccess | InvalidInputError | NotDoneError | NotFoundError | VersionMismatchError;

/** Success of `disableWebhookEndpoint`. */
export type DisableWebhookEndpointSuccess = {
  __typename: 'DisableWebhookEndpointSuccess';
  /** The current record. Without `webhooks:read`, you can only select its id. */
  webhookEndpoint: WebhookEndpoint;
};

/** The record. */
export type DuplicateInvoiceInput = {
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** The record. */
  id: Scalars['ID']['input'];
};

/** Result of `duplicateInvoice`: success, or the reason why nothing was done. */
export type DuplicateInvoiceResult = ConflictError | DuplicateInvoiceSuccess | InvalidInputError | NotDoneError | NotFoundError | VersionMismatchError;

/** Success of `duplicateInvoice`. */
export type DuplicateInvoiceSuccess = {
  __typename: 'DuplicateInvoiceSuccess';
  /** The current record. Without `invoices:read`, you can only select its id. */
  invoice: Invoice;
};

/** What prevents an invoice from being an e-invoice. */
export type EInvoiceFault = {
  __typename: 'EInvoiceFault';
  /** The problem and its solution. */
  message: Scalars['String']['output'];
  /** The field, for example client.buyerReference. */
  path: Scalars['String']['output'];
  /** The rule of the standard, for example BR-DE-15. */
  rule: Scalars['String']['output'];
};

/** An electronic invoice. It never changes. */
export type EInvoiceFile = {
  __typename: 'EInvoiceFile';
  /** The file as a data URL. */
  dataUrl: Scalars['URL']['output'];
  /** Name of the file. */
  fileName: Scalars['String']['output'];
  /** Format of the file. */
  format: EInvoiceFormat;
  /** Kind of file. */
  mediaType: Scalars['String']['output'];
  /** SHA-256 of the file, in hexadecimal. */
  sha256: Scalars['String']['output'];
  /** Size of the file in bytes. */
  size: Scalars['Int']['output'];
  /** Where the client downloads it. Anyone with the link can open it. Null if the link was revoked. */
  url: Maybe<Scalars['URL']['output']>;
};

/** Format of an electronic invoice. */
export type EInvoiceFormat =
  /** EN 16931, in CII. */
  | 'EN16931_CII'
  /** Factur-X and ZUGFeRD: a PDF that contains the invoice as CII. */
  | 'FACTUR_X'
  /** Peppol BIS Billing 3.0, in UBL. */
  | 'PEPPOL_UBL'
  /** XRechnung 3.0, in CII. */
  | 'XRECHNUNG_CII'
  /** XRechnung 3.0, in UBL. */
  | 'XRECHNUNG_UBL';

/** Condition on the EInvoiceFormat. */
export type EInvoiceFormatFilter = {
  /** Is exactly this. Null: has no value. */
  equals?: InputMaybe<EInvoiceFormat>;
  /** Is one of these. */
  in?: InputMaybe<Array<EInvoiceFormat>>;
  /** At least one of these conditions is false. Records without a value do not match; `not: null` finds all records with a value. */
  not?: InputMaybe<EInvoiceFormatFilter>;
  /** Is none of these. Records without a value do not match. */
  notIn?: InputMaybe<Array<EInvoiceFormat>>;
};

/** The text of an e-mail to a customer about an invoice. */
export type EmailTemplate = Node & {
  __typename: 'EmailTemplate';
  /** Number of the record’s workspace. */
  accountId: Scalars['Int']['output'];
  /** Text of the e-mail, with placeholders in double braces. */
  body: Scalars['String']['output'];
  /** Audit entries of the record, newest first: the actor, the operation, and the values before and after as long as they are stored. Null with an error for members and contacts of clients. */
  changes: Maybe<LogEntryConnection>;
  /** When the record was created. */
  createdAt: Scalars['DateTime']['output'];
  /** The record’s id, the same in all APIs. */
  id: Scalars['ID']['output'];
  /** Whether it is the default template. Each kind has one per workspace. */
  isDefault: Scalars['Boolean']['output'];
  /** Kind of e-mail. */
  kind: MailKind;
  /** E-mails that were written from it. Null with an error without `invoices:read`. */
  mails: Maybe<OutboxMailConnection>;
  /** Name, unique in the workspace. */
  name: Scalars['String']['output'];
  /** Subject line, with placeholders in double braces. */
  subject: Scalars['String']['output'];
  /** When the record was last changed. */
  updatedAt: Scalars['DateTime']['output'];
  /** Version of the record. Each change increases it. */
  version: Scalars['Int']['output'];
};


/** The text of an e-mail to a customer about an invoice. */
export type EmailTemplateChangesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};


/** The text of an e-mail to a customer about an invoice. */
export type EmailTemplateMailsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<OutboxMailOrderBy>>;
  where?: InputMaybe<OutboxMailWhere>;
};

/** A page of EmailTemplate records. */
export type EmailTemplateConnection = {
  __typename: 'EmailTemplateConnection';
  /** The records of this page, each with its cursor. */
  edges: Array<EmailTemplateEdge>;
  /** The records of this page, without their cursors. */
  nodes: Array<EmailTemplate>;
  /** Whether there are more pages, and the first and last cursor of this page. */
  pageInfo: PageInfo;
  /** Number of matching records on all pages. It is only counted if you select it. */
  totalCount: Scalars['Int']['output'];
};

/** EmailTemplate of a page, with its cursor. */
export type EmailTemplateEdge = {
  __typename: 'EmailTemplateEdge';
  /** Cursor of the record, for `after` and `before`. */
  cursor: Scalars['String']['output'];
  /** The record. */
  node: EmailTemplate;
};

/** Order of EmailTemplate records: one field and its direction. */
export type EmailTemplateOrderBy =
  /** When the record was created. */
  { createdAt: SortOrder; name?: never; updatedAt?: never; }
  |  /** Name, unique in the workspace. */
  { createdAt?: never; name: SortOrder; updatedAt?: never; }
  |  /** When the record was last changed. */
  { createdAt?: never; name?: never; updatedAt: SortOrder; };

/** Filter for EmailTemplate records. All conditions have to match. Conditions without content are ignored on every level: {}, an empty AND, null for fields that cannot be null, and NOT or a related record without a condition. */
export type EmailTemplateWhere = {
  /** All of these conditions match. */
  AND?: InputMaybe<Array<EmailTemplateWhere>>;
  /** This condition does not match. Records without the compared value are omitted; `equals: null` finds them. */
  NOT?: InputMaybe<EmailTemplateWhere>;
  /** At least one of these conditions matches. An empty list matches nothing. */
  OR?: InputMaybe<Array<EmailTemplateWhere>>;
  /** When the record was created. */
  createdAt?: InputMaybe<DateTimeFilter>;
  /** The record’s id. */
  id?: InputMaybe<IdFilter>;
  /** Whether it is the default template. Each kind has one per workspace. */
  isDefault?: InputMaybe<BooleanFilter>;
  /** Kind of e-mail. */
  kind?: InputMaybe<MailKindFilter>;
  /** E-mails that were written from it. */
  mails?: InputMaybe<OutboxMailListWhere>;
  /** Name, unique in the workspace. */
  name?: InputMaybe<StringFilter>;
  /** Changed after this time. Use it for polling. */
  updatedAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** When the record was last changed. */
  updatedAt?: InputMaybe<DateTimeFilter>;
};

/** Where deliveries continue. */
export type EnableWebhookEndpointInput = {
  /** Continues after this position; `now` means the end of the event log. Default: where deliveries stopped. */
  after?: InputMaybe<Scalars['String']['input']>;
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** The record to change. */
  id: Scalars['ID']['input'];
};

/** Result of `enableWebhookEndpoint`: success, or the reason why nothing was done. */
export type EnableWebhookEndpointResult = ConflictError | EnableWebhookEndpointSuccess | InvalidInputError | NotDoneError | NotFoundError | VersionMismatchError;

/** Success of `enableWebhookEndpoint`. */
export type EnableWebhookEndpointSuccess = {
  __typename: 'EnableWebhookEndpointSuccess';
  /** The current record. Without `webhooks:read`, you can only select its id. */
  webhookEndpoint: WebhookEndpoint;
};

/** The client whose data are erased. */
export type EraseClientInput = {
  /** Its name, exactly as the dry run tells it: erasing cannot be undone. */
  confirmName: Scalars['String']['input'];
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** The record to change. */
  id: Scalars['ID']['input'];
};

/** Result of `eraseClient`: success, or the reason why nothing was done. */
export type EraseClientResult = ConflictError | EraseClientSuccess | InvalidInputError | NotDoneError | NotFoundError | VersionMismatchError;

/** Success of `eraseClient`. */
export type EraseClientSuccess = {
  __typename: 'EraseClientSuccess';
  /** Id of the erased record. */
  erasedId: Scalars['ID']['output'];
  /** Effects of the erasure. Without `clients:read`, `projects:read`, `time:read`, `expenses:read`, `invoices:read`, `sales:read`, `calendar:read`, `files:read`, `settings:read`, `people:read`, `keys:read`, `tickets:read` and `webhooks:read`, you can only select its id. */
  erasure: Maybe<Erasure>;
};

/** The contact whose data are erased. */
export type EraseContactInput = {
  /** Its name, exactly as the dry run tells it: erasing cannot be undone. */
  confirmName: Scalars['String']['input'];
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** The record to change. */
  id: Scalars['ID']['input'];
};

/** Result of `eraseContact`: success, or the reason why nothing was done. */
export type EraseContactResult = ConflictError | EraseContactSuccess | InvalidInputError | NotDoneError | NotFoundError | VersionMismatchError;

/** Success of `eraseContact`. */
export type EraseContactSuccess = {
  __typename: 'EraseContactSuccess';
  /** Id of the erased record. */
  erasedId: Scalars['ID']['output'];
  /** Effects of the erasure. Without `clients:read`, `projects:read`, `time:read`, `expenses:read`, `invoices:read`, `sales:read`, `calendar:read`, `files:read`, `settings:read`, `people:read`, `keys:read`, `tickets:read` and `webhooks:read`, you can only select its id. */
  erasure: Maybe<Erasure>;
};

/** Effect of an erasure on the records of one type. */
export type ErasedRecords = {
  __typename: 'ErasedRecords';
  /** Action on the records. */
  action: ErasureAction;
  /** Number of records. */
  count: Scalars['Int']['output'];
  /** Reason for keeping them. */
  reason: Maybe<Scalars['String']['output']>;
  /** Record type. */
  recordType: Scalars['String']['output'];
};

/** Effects of erasing a client or contact. */
export type Erasure = {
  __typename: 'Erasure';
  /** Confirmation of the erasure: the client’s name, or the contact’s full name. */
  name: Scalars['String']['output'];
  /** Effects by record type. */
  records: Array<ErasedRecords>;
  /** Texts that are removed from other records if they occur as words: names, addresses and numbers of at least four characters. */
  words: Array<Scalars['String']['output']>;
};

/** What an erasure does with records. */
export type ErasureAction =
  /** They stay, without the personal data. */
  | 'BLANKED'
  /** They are deleted. */
  | 'DELETED'
  /** They stay as they are. */
  | 'KEPT';

/** A change of one record. */
export type Event = {
  __typename: 'Event';
  /** The user, API key or contact. Null for members and contacts of clients. */
  actorId: Maybe<Scalars['ID']['output']>;
  /** Kind of actor. Null for members and contacts of clients. */
  actorKind: Maybe<LogActorKind>;
  /** Name of the actor at that time. Null without `clients:read` and `people:read`. */
  actorName: Maybe<Scalars['String']['output']>;
  /** New values: the changed ones of an update, the non-null ones of a new record. */
  after: Maybe<Scalars['JSON']['output']>;
  /** Time of the change. */
  at: Scalars['DateTime']['output'];
  /** Previous values by column: the changed ones of an update, the non-null ones of a deletion. Null if there are none, once they were erased, and for members and contacts of clients. */
  before: Maybe<Scalars['JSON']['output']>;
  /** Kind of change: CREATED, UPDATED, DELETED or ERASED. */
  kind: LogEntryKind;
  /** The current record. Null if it was deleted or has no id. */
  node: Maybe<Node>;
  /** The operation: the mutation field, or the route’s method and path. Null for members and contacts of clients. */
  operation: Maybe<Scalars['String']['output']>;
  /** Position in the order of the workspace. Pass it as `after` to continue. */
  place: Scalars['ID']['output'];
  /** Id of the record, or the ids of the records that it links. */
  recordId: Scalars['ID']['output'];
  /** Type of the record. */
  recordType: Scalars['String']['output'];
  /** The version after the change. Null if it has none. */
  recordVersion: Maybe<Scalars['Int']['output']>;
  /** Id of the request, as in the service log. Null for members and contacts of clients. */
  requestId: Maybe<Scalars['String']['output']>;
  /** Type of the record and of the event, for example `invoice.paid`. */
  type: Scalars['String']['output'];
  /** Every type that applies: a new invoice that is issued by the same call has `invoice.created` and `invoice.issued`. The first is `type`. */
  types: Array<Scalars['String']['output']>;
};

/** A page of events of a workspace. */
export type EventPage = {
  __typename: 'EventPage';
  /** The events, in order. */
  events: Array<Event>;
  /** Whether there are more events now. */
  hasMore: Scalars['Boolean']['output'];
  /** Position to continue from with `after`, even if there were no events. */
  place: Scalars['ID']['output'];
};

/** An exchange rate on a day, as entered in the workspace: 1 `baseCurrency` = `rate` `quoteCurrency`. */
export type ExchangeRate = Node & {
  __typename: 'ExchangeRate';
  /** Number of the record’s workspace. */
  accountId: Scalars['Int']['output'];
  /** Base currency, an ISO 4217 code. */
  baseCurrency: Scalars['String']['output'];
  /** Audit entries of the record, newest first: the actor, the operation, and the values before and after as long as they are stored. Null with an error for members and contacts of clients. */
  changes: Maybe<LogEntryConnection>;
  /** When the record was created. */
  createdAt: Scalars['DateTime']['output'];
  /** Day of the rate. */
  day: Scalars['Date']['output'];
  /** The record’s id, the same in all APIs. */
  id: Scalars['ID']['output'];
  /** Quote currency, an ISO 4217 code. */
  quoteCurrency: Scalars['String']['output'];
  /** Amount of `quoteCurrency` for one unit of `baseCurrency`. */
  rate: Scalars['Decimal']['output'];
  /** When the record was last changed. */
  updatedAt: Scalars['DateTime']['output'];
  /** Version of the record. Each change increases it. */
  version: Scalars['Int']['output'];
};


/** An exchange rate on a day, as entered in the workspace: 1 `baseCurrency` = `rate` `quoteCurrency`. */
export type ExchangeRateChangesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

/** A page of ExchangeRate records. */
export type ExchangeRateConnection = {
  __typename: 'ExchangeRateConnection';
  /** The records of this page, each with its cursor. */
  edges: Array<ExchangeRateEdge>;
  /** The records of this page, without their cursors. */
  nodes: Array<ExchangeRate>;
  /** Whether there are more pages, and the first and last cursor of this page. */
  pageInfo: PageInfo;
  /** Number of matching records on all pages. It is only counted if you select it. */
  totalCount: Scalars['Int']['output'];
};

/** ExchangeRate of a page, with its cursor. */
export type ExchangeRateEdge = {
  __typename: 'ExchangeRateEdge';
  /** Cursor of the record, for `after` and `before`. */
  cursor: Scalars['String']['output'];
  /** The record. */
  node: ExchangeRate;
};

/** Order of ExchangeRate records: one field and its direction. */
export type ExchangeRateOrderBy =
  /** When the record was created. */
  { createdAt: SortOrder; day?: never; updatedAt?: never; }
  |  /** Day of the rate. */
  { createdAt?: never; day: SortOrder; updatedAt?: never; }
  |  /** When the record was last changed. */
  { createdAt?: never; day?: never; updatedAt: SortOrder; };

/** Filter for ExchangeRate records. All conditions have to match. Conditions without content are ignored on every level: {}, an empty AND, null for fields that cannot be null, and NOT or a related record without a condition. */
export type ExchangeRateWhere = {
  /** All of these conditions match. */
  AND?: InputMaybe<Array<ExchangeRateWhere>>;
  /** This condition does not match. Records without the compared value are omitted; `equals: null` finds them. */
  NOT?: InputMaybe<ExchangeRateWhere>;
  /** At least one of these conditions matches. An empty list matches nothing. */
  OR?: InputMaybe<Array<ExchangeRateWhere>>;
  /** Base currency, an ISO 4217 code. */
  baseCurrency?: InputMaybe<StringFilter>;
  /** When the record was created. */
  createdAt?: InputMaybe<DateTimeFilter>;
  /** Day of the rate. */
  day?: InputMaybe<DateFilter>;
  /** The record’s id. */
  id?: InputMaybe<IdFilter>;
  /** Quote currency, an ISO 4217 code. */
  quoteCurrency?: InputMaybe<StringFilter>;
  /** Changed after this time. Use it for polling. */
  updatedAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** When the record was last changed. */
  updatedAt?: InputMaybe<DateTimeFilter>;
};

/** An expected error. */
export type ExpectedError = {
  /** Stable code in snake_case, the same as in the REST API. */
  code: Scalars['String']['output'];
  /** All invalid fields. */
  errors: Array<FieldError>;
  /** Message for people. */
  message: Scalars['String']['output'];
  /** Path of the invalid input field, if there is exactly one. */
  path: Maybe<Scalars['String']['output']>;
};

/** An expense of the workspace, which can be billed to a client. */
export type Expense = Node & {
  __typename: 'Expense';
  /** Number of the record’s workspace. */
  accountId: Scalars['Int']['output'];
  /** Amount in `currency`, never negative. With lines: their sum including tax. */
  amount: Scalars['Decimal']['output'];
  /** Files attached to it, latest first. Null with an error without `files:read`. */
  attachments: Maybe<AttachmentConnection>;
  /** Bill or receipt number. */
  billNo: Maybe<Scalars['String']['output']>;
  /** Category, for example "Travel". */
  category: Maybe<Scalars['String']['output']>;
  /** Audit entries of the record, newest first: the actor, the operation, and the values before and after as long as they are stored. Null with an error for members and contacts of clients. */
  changes: Maybe<LogEntryConnection>;
  /** Client to bill. Null with an error without `clients:read`. */
  client: Maybe<Client>;
  /** Client to bill. */
  clientId: Maybe<Scalars['ID']['output']>;
  /** When the record was created. */
  createdAt: Scalars['DateTime']['output'];
  /** ISO 4217 code. */
  currency: Scalars['Currency']['output'];
  /** Day of the expense. */
  dateCreated: Scalars['DateTime']['output'];
  /** Day on which the vendor was paid. */
  datePaid: Maybe<Scalars['Date']['output']>;
  /** Description of the purchase. */
  description: Maybe<Scalars['String']['output']>;
  /** Date of the receipt or invoice. Its input tax counts on it. */
  documentDate: Maybe<Scalars['Date']['output']>;
  /** Due date of the payment to the vendor. */
  dueDate: Maybe<Scalars['Date']['output']>;
  /** Id of the record in another system, unique in the workspace together with `source`. */
  externalId: Maybe<Scalars['String']['output']>;
  /** Amounts as the workspace’s documents write them: "€1,190.00". */
  formatted: FormattedExpenseAmounts;
  /** The record’s id, the same in all APIs. */
  id: Scalars['ID']['output'];
  /** The invoice that bills it. Null with an error without `invoices:read`. */
  invoice: Maybe<Invoice>;
  /** The invoice that bills it. */
  invoiceId: Maybe<Scalars['ID']['output']>;
  /** The invoice line that bills it. Null with an error without `invoices:read`. */
  invoiceLine: Maybe<InvoiceLine>;
  /** The invoice line that bills it. Null if the invoice bills it as a whole. */
  invoiceLineId: Maybe<Scalars['ID']['output']>;
  /** Whether it is an expense or a credit note of the vendor. */
  kind: ExpenseKind;
  /** Its lines, in order. Empty if it has only an amount. */
  lines: Array<ExpenseLine>;
  /** Markup in percent when it is billed. */
  markupPercent: Maybe<Scalars['Decimal']['output']>;
  /** Amount without tax: the sum of its lines. Null without lines. */
  netAmount: Maybe<Scalars['Decimal']['output']>;
  /** Internal notes. */
  notes: Maybe<Scalars['String']['output']>;
  /** Whether the vendor has been paid. */
  paid: Scalars['Boolean']['output'];
  /** The project it was spent on. Null with an error without `projects:read`. */
  project: Maybe<Project>;
  /** Id of the project it was spent on. */
  projectId: Maybe<Scalars['ID']['output']>;
  /** Whether it is to be billed to the client. */
  reimbursable: Scalars['Boolean']['output'];
  /** The system that `externalId` belongs to, for example "hubspot". */
  source: Maybe<Scalars['String']['output']>;
  /** The taxes by category and rate. Empty without lines and tax rate. */
  taxBreakdown: Array<ExpenseTax>;
  /** Whether `amount` includes the tax. True with lines. */
  taxInclusive: Scalars['Boolean']['output'];
  /** Tax percentage. With lines: their rate, null if it differs. */
  taxRate: Maybe<Scalars['Decimal']['output']>;
  /** When the record was last changed. */
  updatedAt: Scalars['DateTime']['output'];
  /** The user who entered it. Null with an error without `people:read`. */
  user: Maybe<User>;
  /** Number of the user who entered it. Null if it was entered with an API key. */
  userId: Maybe<Scalars['Int']['output']>;
  /** The vendor. */
  vendor: Maybe<Vendor>;
  /** Id of the vendor. */
  vendorId: Maybe<Scalars['ID']['output']>;
  /** Version of the record. Each change increases it. */
  version: Scalars['Int']['output'];
};


/** An expense of the workspace, which can be billed to a client. */
export type ExpenseAttachmentsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<AttachmentOrderBy>>;
  where?: InputMaybe<AttachmentWhere>;
};


/** An expense of the workspace, which can be billed to a client. */
export type ExpenseChangesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

/** A page of Expense records. */
export type ExpenseConnection = {
  __typename: 'ExpenseConnection';
  /** The records of this page, each with its cursor. */
  edges: Array<ExpenseEdge>;
  /** The records of this page, without their cursors. */
  nodes: Array<Expense>;
  /** Whether there are more pages, and the first and last cursor of this page. */
  pageInfo: PageInfo;
  /** Number of matching records on all pages. It is only counted if you select it. */
  totalCount: Scalars['Int']['output'];
};

/** Expense of a page, with its cursor. */
export type ExpenseEdge = {
  __typename: 'ExpenseEdge';
  /** Cursor of the record, for `after` and `before`. */
  cursor: Scalars['String']['output'];
  /** The record. */
  node: Expense;
};

/** Kind of an expense document. */
export type ExpenseKind =
  /** A credit note of a vendor. Its amounts reduce costs and input tax. */
  | 'CREDIT_NOTE'
  /** A receipt or an invoice of a vendor. */
  | 'EXPENSE';

/** Condition on the ExpenseKind. */
export type ExpenseKindFilter = {
  /** Is exactly this. Null: has no value. */
  equals?: InputMaybe<ExpenseKind>;
  /** Is one of these. */
  in?: InputMaybe<Array<ExpenseKind>>;
  /** At least one of these conditions is false. Records without a value do not match; `not: null` finds all records with a value. */
  not?: InputMaybe<ExpenseKindFilter>;
  /** Is none of these. Records without a value do not match. */
  notIn?: InputMaybe<Array<ExpenseKind>>;
};

/** A line of an expense. */
export type ExpenseLine = Node & {
  __typename: 'ExpenseLine';
  /** Number of the record’s workspace. */
  accountId: Scalars['Int']['output'];
  /** Audit entries of the record, newest first: the actor, the operation, and the values before and after as long as they are stored. Null with an error for members and contacts of clients. */
  changes: Maybe<LogEntryConnection>;
  /** When the record was created. */
  createdAt: Scalars['DateTime']['output'];
  /** Share of the tax that is deductible as input tax, in percent. */
  deductiblePercent: Scalars['Decimal']['output'];
  /** Description. */
  description: Maybe<Scalars['String']['output']>;
  /** The expense. */
  expense: Expense;
  /** Id of the expense. */
  expenseId: Scalars['ID']['output'];
  /** The record’s id, the same in all APIs. */
  id: Scalars['ID']['output'];
  /** Amount of the line without tax. */
  net: Scalars['Decimal']['output'];
  /** Position on the document, from 1. */
  position: Scalars['Int']['output'];
  /** Quantity. */
  quantity: Scalars['Decimal']['output'];
  /** The tax. For REVERSE_CHARGE and INTRA_COMMUNITY, the workspace owes it and the expense does not include it. */
  tax: Scalars['Decimal']['output'];
  /** Tax category. */
  taxCategory: TaxCategory;
  /** Tax percentage. */
  taxRate: Scalars['Decimal']['output'];
  /** Unit label. */
  unit: Maybe<Scalars['String']['output']>;
  /** Unit price without tax. */
  unitPrice: Maybe<Scalars['Decimal']['output']>;
  /** When the record was last changed. */
  updatedAt: Scalars['DateTime']['output'];
  /** Version of the record. Each change increases it. */
  version: Scalars['Int']['output'];
};


/** A line of an expense. */
export type ExpenseLineChangesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

/** A line of an expense. */
export type ExpenseLineInput = {
  /** Share of the tax that is deductible as input tax, in percent. Default: "100". */
  deductiblePercent?: InputMaybe<Scalars['Decimal']['input']>;
  /** Description. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** Default: quantity × unitPrice. Send it if the line has a discount. */
  net?: InputMaybe<Scalars['Decimal']['input']>;
  /** Negative for a returned item. Default: "1". */
  quantity?: InputMaybe<Scalars['Decimal']['input']>;
  /** Default: net × taxRate, rounded. The tax on the receipt can differ by 5 minor units. */
  tax?: InputMaybe<Scalars['Decimal']['input']>;
  /** Default: STANDARD if the rate is above 0, otherwise ZERO. */
  taxCategory?: InputMaybe<TaxCategory>;
  /** Default: 0. For REVERSE_CHARGE and INTRA_COMMUNITY, send the rate that the workspace owes. ZERO, EXEMPT, EXPORT and OUTSIDE_SCOPE have the rate 0. */
  taxRate?: InputMaybe<Scalars['Decimal']['input']>;
  /** Unit label. */
  unit?: InputMaybe<Scalars['String']['input']>;
  /** Unit price without tax. */
  unitPrice?: InputMaybe<Scalars['Decimal']['input']>;
};

/** Condition on related Expense records. */
export type ExpenseListWhere = {
  /** All of them match, or there are none. A record without the compared value does not match. */
  every?: InputMaybe<ExpenseWhere>;
  /** None of them matches; with {}: there is none. */
  none?: InputMaybe<ExpenseWhere>;
  /** At least one of them matches; with {}: there is one. */
  some?: InputMaybe<ExpenseWhere>;
};

/** Order of Expense records: one field and its direction. */
export type ExpenseOrderBy =
  /** Amount in `currency`, never negative. With lines: their sum including tax. */
  { amount: SortOrder; createdAt?: never; dateCreated?: never; datePaid?: never; documentDate?: never; dueDate?: never; updatedAt?: never; }
  |  /** When the record was created. */
  { amount?: never; createdAt: SortOrder; dateCreated?: never; datePaid?: never; documentDate?: never; dueDate?: never; updatedAt?: never; }
  |  /** Day of the expense. */
  { amount?: never; createdAt?: never; dateCreated: SortOrder; datePaid?: never; documentDate?: never; dueDate?: never; updatedAt?: never; }
  |  /** Day on which the vendor was paid. */
  { amount?: never; createdAt?: never; dateCreated?: never; datePaid: SortOrder; documentDate?: never; dueDate?: never; updatedAt?: never; }
  |  /** Date of the receipt or invoice. Its input tax counts on it. */
  { amount?: never; createdAt?: never; dateCreated?: never; datePaid?: never; documentDate: SortOrder; dueDate?: never; updatedAt?: never; }
  |  /** Due date of the payment to the vendor. */
  { amount?: never; createdAt?: never; dateCreated?: never; datePaid?: never; documentDate?: never; dueDate: SortOrder; updatedAt?: never; }
  |  /** When the record was last changed. */
  { amount?: never; createdAt?: never; dateCreated?: never; datePaid?: never; documentDate?: never; dueDate?: never; updatedAt: SortOrder; };

/** Taxable amount and tax of an expense, of one category and rate. */
export type ExpenseTax = {
  __typename: 'ExpenseTax';
  /** The tax. */
  amount: Scalars['Decimal']['output'];
  /** Tax category. */
  category: TaxCategory;
  /** Deductible part of the tax. */
  deductibleAmount: Scalars['Decimal']['output'];
  /** Percentage. */
  rate: Scalars['Decimal']['output'];
  /** The amount that the rate applies to. */
  taxableAmount: Scalars['Decimal']['output'];
};

/** Filter for Expense records. All conditions have to match. Conditions without content are ignored on every level: {}, an empty AND, null for fields that cannot be null, and NOT or a related record without a condition. */
export type ExpenseWhere = {
  /** All of these conditions match. */
  AND?: InputMaybe<Array<ExpenseWhere>>;
  /** This condition does not match. Records without the compared value are omitted; `equals: null` finds them. */
  NOT?: InputMaybe<ExpenseWhere>;
  /** At least one of these conditions matches. An empty list matches nothing. */
  OR?: InputMaybe<Array<ExpenseWhere>>;
  /** Amount in `currency`, never negative. With lines: their sum including tax. */
  amount?: InputMaybe<DecimalFilter>;
  /** Bill or receipt number. */
  billNo?: InputMaybe<StringFilter>;
  /** Category, for example "Travel". */
  category?: InputMaybe<StringFilter>;
  /** Client to bill. */
  client?: InputMaybe<ClientWhere>;
  /** Client to bill. */
  clientId?: InputMaybe<IdFilter>;
  /** When the record was created. */
  createdAt?: InputMaybe<DateTimeFilter>;
  /** ISO 4217 code. */
  currency?: InputMaybe<StringFilter>;
  /** Day of the expense. */
  dateCreated?: InputMaybe<DateTimeFilter>;
  /** Day on which the vendor was paid. */
  datePaid?: InputMaybe<DateFilter>;
  /** Date of the receipt or invoice. Its input tax counts on it. */
  documentDate?: InputMaybe<DateFilter>;
  /** Due date of the payment to the vendor. */
  dueDate?: InputMaybe<DateFilter>;
  /** Id of the record in another system, unique in the workspace together with `source`. */
  externalId?: InputMaybe<StringFilter>;
  /** The record’s id. */
  id?: InputMaybe<IdFilter>;
  /** The invoice that bills it. */
  invoice?: InputMaybe<InvoiceWhere>;
  /** The invoice that bills it. */
  invoiceId?: InputMaybe<IdFilter>;
  /** Whether it is an expense or a credit note of the vendor. */
  kind?: InputMaybe<ExpenseKindFilter>;
  /** Internal notes. */
  notes?: InputMaybe<StringFilter>;
  /** Whether the vendor has been paid. */
  paid?: InputMaybe<BooleanFilter>;
  /** The project it was spent on. */
  project?: InputMaybe<ProjectWhere>;
  /** Id of the project it was spent on. */
  projectId?: InputMaybe<IdFilter>;
  /** Whether it is to be billed to the client. */
  reimbursable?: InputMaybe<BooleanFilter>;
  /** The system that `externalId` belongs to, for example "hubspot". */
  source?: InputMaybe<StringFilter>;
  /** Changed after this time. Use it for polling. */
  updatedAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** When the record was last changed. */
  updatedAt?: InputMaybe<DateTimeFilter>;
  /** The user who entered it. */
  user?: InputMaybe<UserWhere>;
  /** Number of the user who entered it. Null if it was entered with an API key. */
  userId?: InputMaybe<IntFilter>;
  /** The vendor. */
  vendor?: InputMaybe<VendorWhere>;
  /** Id of the vendor. */
  vendorId?: InputMaybe<IdFilter>;
};

/** An invoice to calculate. Nothing is stored. */
export type ExplainTotalsInput = {
  /** Discounts on the whole invoice, each with its own tax; a line of their own. */
  allowances?: InputMaybe<Array<InvoiceAdjustmentInput>>;
  /** Charges on the whole invoice, for example freight. Each is a line with its own tax. */
  charges?: InputMaybe<Array<InvoiceAdjustmentInput>>;
  /** The client by id. */
  clientId?: InputMaybe<Scalars['ID']['input']>;
  /** A client whose default tax and currency apply, as for an invoice of it; needs `clients:read` and `settings:read`. */
  clientName?: InputMaybe<Scalars['String']['input']>;
  /** Taxes, as a tax rule has them. */
  components?: InputMaybe<Array<TaxComponentInput>>;
  /** Currency. Default: the client’s, otherwise the workspace’s, which needs `settings:read`. */
  currency?: InputMaybe<Scalars['Currency']['input']>;
  /** Of all items. Default: "0". */
  discountPercent?: InputMaybe<Scalars['Decimal']['input']>;
  /** The lines; of a project that they name nothing is looked up. */
  lineItems: Array<InvoiceItemInput>;
  /** Amount already paid, other than by payments of this invoice. */
  prepaidAmount?: InputMaybe<Scalars['Decimal']['input']>;
  /** The amount due is rounded to a multiple of this, for example 0.05. */
  roundTo?: InputMaybe<Scalars['Decimal']['input']>;
  /** Rounding of the amount due, unless roundTo is set. */
  roundingAmount?: InputMaybe<Scalars['Decimal']['input']>;
  /** All but STANDARD and REDUCED are of 0 %, and need no rate. */
  taxCategory?: InputMaybe<TaxCategory>;
  /** Whether prices, allowances and charges include tax. Default: false. */
  taxInclusive?: InputMaybe<Scalars['Boolean']['input']>;
  /** One tax of that percentage. */
  taxPercentage?: InputMaybe<Scalars['Decimal']['input']>;
  /** Exemption reason of lines without a tax of their own, printed on the invoice. */
  taxReason?: InputMaybe<Scalars['String']['input']>;
  /** Exemption code of lines without a tax of their own, from the list VATEX. */
  taxReasonCode?: InputMaybe<Scalars['String']['input']>;
  /** The tax rule by id. */
  taxRuleId?: InputMaybe<Scalars['ID']['input']>;
  /** A tax rule of the workspace instead of a percentage. */
  taxRuleName?: InputMaybe<Scalars['String']['input']>;
  /** Tax that the client withholds. It lowers the amount due and no other tax. */
  withholding?: InputMaybe<InvoiceWithholdingInput>;
};

/** Result of `exportWorkspace`: success, or the reason why nothing was done. */
export type ExportWorkspaceResult = ExportWorkspaceSuccess | NotDoneError;

/** Success of `exportWorkspace`. */
export type ExportWorkspaceSuccess = {
  __typename: 'ExportWorkspaceSuccess';
  /** When the link expires. */
  expiresAt: Scalars['DateTime']['output'];
  /** The link, which needs no other credentials. It is only in this response: null in the response to a retry, with the error `secret_not_kept`. */
  url: Maybe<Scalars['URL']['output']>;
};

/** A fee schedule. */
export type FeeSchedule = {
  __typename: 'FeeSchedule';
  /** Amount per hour, project, period or item, depending on feeType. */
  amount: Maybe<Scalars['Decimal']['output']>;
  /** Upper end of the estimate. */
  estimateMax: Maybe<Scalars['Decimal']['output']>;
  /** Lower end of the estimate. */
  estimateMin: Maybe<Scalars['Decimal']['output']>;
  /** Basis of the amount. */
  feeType: Maybe<FeeType>;
  /** Hourly rate beyond the retainer. */
  retainerOverageRate: Maybe<Scalars['Decimal']['output']>;
  /** Number of periods of the retainer; -1 for open-ended. */
  retainerPeriods: Maybe<Scalars['Int']['output']>;
  /** Billing period of a retainer. */
  retainerSchedule: Maybe<RetainerSchedule>;
  /** First day of the retainer. */
  retainerStart: Maybe<Scalars['Date']['output']>;
  /** Whether a period is billed in advance or in arrears. */
  retainerTiming: Maybe<RetainerTiming>;
  /** Whether the amount is taxable. */
  taxable: Maybe<Scalars['Boolean']['output']>;
};

/** A fee schedule. */
export type FeeScheduleInput = {
  /** Amount per hour, project, period or item, depending on feeType. */
  amount?: InputMaybe<Scalars['Decimal']['input']>;
  /** Upper end of the estimate. */
  estimateMax?: InputMaybe<Scalars['Decimal']['input']>;
  /** Lower end of the estimate. */
  estimateMin?: InputMaybe<Scalars['Decimal']['input']>;
  /** Basis of the amount. */
  feeType?: InputMaybe<FeeType>;
  /** Hourly rate beyond the retainer. */
  retainerOverageRate?: InputMaybe<Scalars['Decimal']['input']>;
  /** Number of periods of the retainer; -1 for open-ended. */
  retainerPeriods?: InputMaybe<Scalars['Int']['input']>;
  /** Billing period of a retainer. */
  retainerSchedule?: InputMaybe<RetainerSchedule>;
  /** First day of the retainer. */
  retainerStart?: InputMaybe<Scalars['Date']['input']>;
  /** Whether a period is billed in advance or in arrears. */
  retainerTiming?: InputMaybe<RetainerTiming>;
  /** Whether the amount is taxable. */
  taxable?: InputMaybe<Scalars['Boolean']['input']>;
};

/** Basis of the amount of a fee schedule. */
export type FeeType =
  /** The whole project. */
  | 'FIXED_PRICE'
  /** Each tracked hour. */
  | 'HOURLY'
  /** Each item. */
  | 'PER_ITEM'
  /** Each period of a retainer. */
  | 'RETAINER';

/** An invalid field of an input. */
export type FieldError = {
  __typename: 'FieldError';
  /** Code of the rule, in snake_case. */
  code: Scalars['String']['output'];
  /** What is wrong with the value, or what it must be. */
  message: Scalars['String']['output'];
  /** Where the field is in the input, for example `items.0.rate`. */
  path: Scalars['String']['output'];
};

/** Totals of the whole workspace for a dashboard. Currencies are never added up. Days and months are in the workspace’s time zone. */
export type Figures = {
  __typename: 'Figures';
  /** Invoiced amounts by period and currency. Periods without invoices are omitted. Drafts are not included. The default period is the last twelve months. The maximum is 120 periods. Null with an error without `invoices:read`. */
  invoicedByPeriod: Maybe<Array<InvoicedOfPeriod>>;
  /** Invoiced amounts by period in one currency. The sum of each day is converted with the workspace’s exchange rate of that day, in either direction. If rates are missing, the result is an error that lists them. The default period is the last twelve months. The maximum is 120 periods. Null with an error without `invoices:read` and `settings:read`. */
  invoicedIn: Maybe<Array<ConvertedPeriod>>;
  /** Payments by period and currency. Periods without payments are omitted. The default period is the last twelve months. The maximum is 120 periods. Null with an error without `invoices:read`. */
  paidByPeriod: Maybe<Array<PaidOfPeriod>>;
  /** Open opportunities by stage and currency: neither archived nor in a closed stage. A stage without any has one entry in the workspace’s currency. Null with an error without `clients:read` and `sales:read`. */
  pipelineByStage: Maybe<Array<StageValue>>;
  /** Amounts due of open invoices, by currency and age. Drafts are not included. Null with an error without `invoices:read`. */
  receivablesByAge: Maybe<Array<ReceivablesByAge>>;
  /** Payments less refunds and reversals, by month and currency. Months without any are omitted. The default period is the last twelve months. Null with an error without `invoices:read`. */
  revenueByMonth: Maybe<Array<RevenueOfMonth>>;
  /** Taxes by period, currency, rate and name, by invoice or by payment, at most a thousand. The default period is the last twelve months. The maximum is 120 periods. Null with an error without `invoices:read`. */
  taxByPeriod: Maybe<Array<TaxOfPeriod>>;
  /** What a tax return reports: output tax, deductible input tax and the difference, by period and currency. Expenses count on their document date, or by payment on the day of their payment. Periods without taxes are omitted. The default period is the last twelve months. The maximum is 120 periods. Null with an error without `expenses:read` and `invoices:read`. */
  taxSummary: Maybe<Array<TaxSummaryOfPeriod>>;
  /** Tracked time by user, highest first. The default period is this month. Null with an error without `time:read`. */
  trackedTimeByPerson: Maybe<Array<UserTime>>;
  /** Tracked time by project, highest first. The default period is this month. Null with an error without `time:read`. */
  trackedTimeByProject: Maybe<Array<ProjectTime>>;
  /** Unbilled billable time by client, highest first. Time that is covered by the price of its project is omitted, as in `unbilledWork`. Null with an error without `time:read`. */
  unbilledTimeByClient: Maybe<Array<ClientTime>>;
};


/** Totals of the whole workspace for a dashboard. Currencies are never added up. Days and months are in the workspace’s time zone. */
export type FiguresInvoicedByPeriodArgs = {
  by?: InputMaybe<PeriodLength>;
  from?: InputMaybe<Scalars['Date']['input']>;
  to?: InputMaybe<Scalars['Date']['input']>;
};


/** Totals of the whole workspace for a dashboard. Currencies are never added up. Days and months are in the workspace’s time zone. */
export type FiguresInvoicedInArgs = {
  by?: InputMaybe<PeriodLength>;
  currency: Scalars['Currency']['input'];
  from?: InputMaybe<Scalars['Date']['input']>;
  to?: InputMaybe<Scalars['Date']['input']>;
};


/** Totals of the whole workspace for a dashboard. Currencies are never added up. Days and months are in the workspace’s time zone. */
export type FiguresPaidByPeriodArgs = {
  by?: InputMaybe<PeriodLength>;
  from?: InputMaybe<Scalars['Date']['input']>;
  to?: InputMaybe<Scalars['Date']['input']>;
};


/** Totals of the whole workspace for a dashboard. Currencies are never added up. Days and months are in the workspace’s time zone. */
export type FiguresRevenueByMonthArgs = {
  from?: InputMaybe<Scalars['Date']['input']>;
  to?: InputMaybe<Scalars['Date']['input']>;
};


/** Totals of the whole workspace for a dashboard. Currencies are never added up. Days and months are in the workspace’s time zone. */
export type FiguresTaxByPeriodArgs = {
  basis?: InputMaybe<TaxBasis>;
  by?: InputMaybe<PeriodLength>;
  directions?: InputMaybe<Array<TaxDirection>>;
  from?: InputMaybe<Scalars['Date']['input']>;
  in?: InputMaybe<Scalars['Currency']['input']>;
  to?: InputMaybe<Scalars['Date']['input']>;
};


/** Totals of the whole workspace for a dashboard. Currencies are never added up. Days and months are in the workspace’s time zone. */
export type FiguresTaxSummaryArgs = {
  basis?: InputMaybe<TaxBasis>;
  by?: InputMaybe<PeriodLength>;
  from?: InputMaybe<Scalars['Date']['input']>;
  in?: InputMaybe<Scalars['Currency']['input']>;
  to?: InputMaybe<Scalars['Date']['input']>;
};


/** Totals of the whole workspace for a dashboard. Currencies are never added up. Days and months are in the workspace’s time zone. */
export type FiguresTrackedTimeByPersonArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  from?: InputMaybe<Scalars['Date']['input']>;
  to?: InputMaybe<Scalars['Date']['input']>;
};


/** Totals of the whole workspace for a dashboard. Currencies are never added up. Days and months are in the workspace’s time zone. */
export type FiguresTrackedTimeByProjectArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  from?: InputMaybe<Scalars['Date']['input']>;
  to?: InputMaybe<Scalars['Date']['input']>;
};


/** Totals of the whole workspace for a dashboard. Currencies are never added up. Days and months are in the workspace’s time zone. */
export type FiguresUnbilledTimeByClientArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
};

/** A lead or discovery form, identified by its name. */
export type Form = Node & {
  __typename: 'Form';
  /** Number of the record’s workspace. */
  accountId: Scalars['Int']['output'];
  /** Audit entries of the record, newest first: the actor, the operation, and the values before and after as long as they are stored. Null with an error for members and contacts of clients. */
  changes: Maybe<LogEntryConnection>;
  /** When the record was created. */
  createdAt: Scalars['DateTime']['output'];
  /** The record’s id, the same in all APIs. */
  id: Scalars['ID']['output'];
  /** Name, unique in the workspace. */
  name: Scalars['String']['output'];
  /** Submissions of the form. */
  submissions: FormSubmissionConnection;
  /** When the record was last changed. */
  updatedAt: Scalars['DateTime']['output'];
  /** Version of the record. Each change increases it. */
  version: Scalars['Int']['output'];
};


/** A lead or discovery form, identified by its name. */
export type FormChangesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};


/** A lead or discovery form, identified by its name. */
export type FormSubmissionsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<FormSubmissionOrderBy>>;
  where?: InputMaybe<FormSubmissionWhere>;
};

/** A page of Form records. */
export type FormConnection = {
  __typename: 'FormConnection';
  /** The records of this page, each with its cursor. */
  edges: Array<FormEdge>;
  /** The records of this page, without their cursors. */
  nodes: Array<Form>;
  /** Whether there are more pages, and the first and last cursor of this page. */
  pageInfo: PageInfo;
  /** Number of matching records on all pages. It is only counted if you select it. */
  totalCount: Scalars['Int']['output'];
};

/** Form of a page, with its cursor. */
export type FormEdge = {
  __typename: 'FormEdge';
  /** Cursor of the record, for `after` and `before`. */
  cursor: Scalars['String']['output'];
  /** The record. */
  node: Form;
};

/** Order of Form records: one field and its direction. */
export type FormOrderBy =
  /** When the record was created. */
  { createdAt: SortOrder; name?: never; updatedAt?: never; }
  |  /** Name, unique in the workspace. */
  { createdAt?: never; name: SortOrder; updatedAt?: never; }
  |  /** When the record was last changed. */
  { createdAt?: never; name?: never; updatedAt: SortOrder; };

/** A submission of a form. */
export type FormSubmission = Node & {
  __typename: 'FormSubmission';
  /** Number of the record’s workspace. */
  accountId: Scalars['Int']['output'];
  /** Audit entries of the record, newest first: the actor, the operation, and the values before and after as long as they are stored. Null with an error for members and contacts of clients. */
  changes: Maybe<LogEntryConnection>;
  /** The client. Null with an error without `clients:read`. */
  client: Maybe<Client>;
  /** Id of the client the submission belongs to. */
  clientId: Maybe<Scalars['ID']['output']>;
  /** The contact who submitted it. Null with an error without `clients:read`. */
  contact: Maybe<Contact>;
  /** Id of the contact who submitted it. */
  contactId: Maybe<Scalars['ID']['output']>;
  /** When the record was created. */
  createdAt: Scalars['DateTime']['output'];
  /** The form. */
  form: Form;
  /** Contact fields, company fields and answers of the submission. */
  formData: LeadInfo;
  /** Id of the form. */
  formId: Scalars['ID']['output'];
  /** Name of the form. */
  formName: Scalars['String']['output'];
  /** The record’s id, the same in all APIs. */
  id: Scalars['ID']['output'];
  /** Notes of the submission. */
  notes: Maybe<Scalars['String']['output']>;
  /** The opportunity that it created. */
  opportunity: Maybe<Opportunity>;
  /** Id of the opportunity that it created. */
  opportunityId: Maybe<Scalars['ID']['output']>;
  /** When it was submitted. */
  submittedAt: Scalars['DateTime']['output'];
  /** When the record was last changed. */
  updatedAt: Scalars['DateTime']['output'];
  /** Version of the record. Each change increases it. */
  version: Scalars['Int']['output'];
};


/** A submission of a form. */
export type FormSubmissionChangesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

/** A page of FormSubmission records. */
export type FormSubmissionConnection = {
  __typename: 'FormSubmissionConnection';
  /** The records of this page, each with its cursor. */
  edges: Array<FormSubmissionEdge>;
  /** The records of this page, without their cursors. */
  nodes: Array<FormSubmission>;
  /** Whether there are more pages, and the first and last cursor of this page. */
  pageInfo: PageInfo;
  /** Number of matching records on all pages. It is only counted if you select it. */
  totalCount: Scalars['Int']['output'];
};

/** FormSubmission of a page, with its cursor. */
export type FormSubmissionEdge = {
  __typename: 'FormSubmissionEdge';
  /** Cursor of the record, for `after` and `before`. */
  cursor: Scalars['String']['output'];
  /** The record. */
  node: FormSubmission;
};

/** Condition on related FormSubmission records. */
export type FormSubmissionListWhere = {
  /** All of them match, or there are none. A record without the compared value does not match. */
  every?: InputMaybe<FormSubmissionWhere>;
  /** None of them matches; with {}: there is none. */
  none?: InputMaybe<FormSubmissionWhere>;
  /** At least one of them matches; with {}: there is one. */
  some?: InputMaybe<FormSubmissionWhere>;
};

/** Order of FormSubmission records: one field and its direction. */
export type FormSubmissionOrderBy =
  /** When the record was created. */
  { createdAt: SortOrder; submittedAt?: never; updatedAt?: never; }
  |  /** When it was submitted. */
  { createdAt?: never; submittedAt: SortOrder; updatedAt?: never; }
  |  /** When the record was last changed. */
  { createdAt?: never; submittedAt?: never; updatedAt: SortOrder; };

/** Filter for FormSubmission records. All conditions have to match. Conditions without content are ignored on every level: {}, an empty AND, null for fields that cannot be null, and NOT or a related record without a condition. */
export type FormSubmissionWhere = {
  /** All of these conditions match. */
  AND?: InputMaybe<Array<FormSubmissionWhere>>;
  /** This condition does not match. Records without the compared value are omitted; `equals: null` finds them. */
  NOT?: InputMaybe<FormSubmissionWhere>;
  /** At least one of these conditions matches. An empty list matches nothing. */
  OR?: InputMaybe<Array<FormSubmissionWhere>>;
  /** The client. */
  client?: InputMaybe<ClientWhere>;
  /** Id of the client the submission belongs to. */
  clientId?: InputMaybe<IdFilter>;
  /** The contact who submitted it. */
  contact?: InputMaybe<ContactWhere>;
  /** Id of the contact who submitted it. */
  contactId?: InputMaybe<IdFilter>;
  /** When the record was created. */
  createdAt?: InputMaybe<DateTimeFilter>;
  /** The form. */
  form?: InputMaybe<FormWhere>;
  /** Id of the form. */
  formId?: InputMaybe<IdFilter>;
  /** The record’s id. */
  id?: InputMaybe<IdFilter>;
  /** Notes of the submission. */
  notes?: InputMaybe<StringFilter>;
  /** The opportunity that it created. */
  opportunity?: InputMaybe<OpportunityWhere>;
  /** Id of the opportunity that it created. */
  opportunityId?: InputMaybe<IdFilter>;
  /** When it was submitted. */
  submittedAt?: InputMaybe<DateTimeFilter>;
  /** Changed after this time. Use it for polling. */
  updatedAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** When the record was last changed. */
  updatedAt?: InputMaybe<DateTimeFilter>;
};

/** Filter for Form records. All conditions have to match. Conditions without content are ignored on every level: {}, an empty AND, null for fields that cannot be null, and NOT or a related record without a condition. */
export type FormWhere = {
  /** All of these conditions match. */
  AND?: InputMaybe<Array<FormWhere>>;
  /** This condition does not match. Records without the compared value are omitted; `equals: null` finds them. */
  NOT?: InputMaybe<FormWhere>;
  /** At least one of these conditions matches. An empty list matches nothing. */
  OR?: InputMaybe<Array<FormWhere>>;
  /** When the record was created. */
  createdAt?: InputMaybe<DateTimeFilter>;
  /** The record’s id. */
  id?: InputMaybe<IdFilter>;
  /** Name, unique in the workspace. */
  name?: InputMaybe<StringFilter>;
  /** Submissions of the form. */
  submissions?: InputMaybe<FormSubmissionListWhere>;
  /** Changed after this time. Use it for polling. */
  updatedAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** When the record was last changed. */
  updatedAt?: InputMaybe<DateTimeFilter>;
};

/** Amounts to show: with the currency and the digits that it has, in the language of the workspace. */
export type FormattedCreditNoteAmounts = {
  __typename: 'FormattedCreditNoteAmounts';
  /** `discountAmount`, to show. */
  discountAmount: Scalars['String']['output'];
  /** `keptAsCredit`, to show. */
  keptAsCredit: Scalars['String']['output'];
  /** `refundedAmount`, to show. */
  refundedAmount: Scalars['String']['output'];
  /** `subTotal`, to show. */
  subTotal: Scalars['String']['output'];
  /** `tax`, to show. */
  tax: Scalars['String']['output'];
  /** `total`, to show. */
  total: Scalars['String']['output'];
};

/** Amounts to show: with the currency and the digits that it has, in the language of the workspace. */
export type FormattedExpenseAmounts = {
  __typename: 'FormattedExpenseAmounts';
  /** `amount`, to show. */
  amount: Scalars['String']['output'];
  /** `netAmount`, to show. */
  netAmount: Maybe<Scalars['String']['output']>;
};

/** Amounts to show: with the currency and the digits that it has, in the language of the workspace. */
export type FormattedInvoiceAmounts = {
  __typename: 'FormattedInvoiceAmounts';
  /** `amountDue`, to show. */
  amountDue: Scalars['String']['output'];
  /** `creditedTotal`, to show. */
  creditedTotal: Scalars['String']['output'];
  /** `discountAmount`, to show. */
  discountAmount: Scalars['String']['output'];
  /** `paymentTotal`, to show. */
  paymentTotal: Scalars['String']['output'];
  /** `subTotal`, to show. */
  subTotal: Scalars['String']['output'];
  /** `tax`, to show. */
  tax: Scalars['String']['output'];
  /** `total`, to show. */
  total: Scalars['String']['output'];
};

/** Amounts to show: with the currency and the digits that it has, in the language of the workspace. */
export type FormattedInvoiceLineAmounts = {
  __typename: 'FormattedInvoiceLineAmounts';
  /** `lineTotal`, to show. */
  lineTotal: Scalars['String']['output'];
  /** `unitPrice`, to show. */
  unitPrice: Scalars['String']['output'];
};

/** Amounts to show: with the currency and the digits that it has, in the language of the workspace. */
export type FormattedPaymentAmounts = {
  __typename: 'FormattedPaymentAmounts';
  /** `amount`, to show. */
  amount: Scalars['String']['output'];
};

/** Condition on an id. */
export type IdFilter = {
  /** Is exactly this. Null: has no value. */
  equals?: InputMaybe<Scalars['ID']['input']>;
  /** Is one of these. */
  in?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** At least one of these conditions is false. Records without a value do not match; `not: null` finds all records with a value. */
  not?: InputMaybe<IdFilter>;
  /** Is none of these. Records without a value do not match. */
  notIn?: InputMaybe<Array<Scalars['ID']['input']>>;
};

/** Condition on a whole number. */
export type IntFilter = {
  /** Is exactly this. Null: has no value. */
  equals?: InputMaybe<Scalars['Int']['input']>;
  /** Is greater than, or after, this. */
  gt?: InputMaybe<Scalars['Int']['input']>;
  /** Is at least, or not before, this. */
  gte?: InputMaybe<Scalars['Int']['input']>;
  /** Is one of these. */
  in?: InputMaybe<Array<Scalars['Int']['input']>>;
  /** Is less than, or before, this. */
  lt?: InputMaybe<Scalars['Int']['input']>;
  /** Is at most, or not after, this. */
  lte?: InputMaybe<Scalars['Int']['input']>;
  /** At least one of these conditions is false. Records without a value do not match; `not: null` finds all records with a value. */
  not?: InputMaybe<IntFilter>;
  /** Is none of these. Records without a value do not match. */
  notIn?: InputMaybe<Array<Scalars['Int']['input']>>;
};

/** One or more fields have invalid values. Nothing was changed. */
export type InvalidInputError = ExpectedError & {
  __typename: 'InvalidInputError';
  /** Stable code in snake_case, the same as in the REST API. */
  code: Scalars['String']['output'];
  /** All invalid fields. */
  errors: Array<FieldError>;
  /** Message for people. */
  message: Scalars['String']['output'];
  /** Path of the invalid input field, if there is exactly one. */
  path: Maybe<Scalars['String']['output']>;
};

/** The record. */
export type InviteUserInput = {
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** The record. */
  id: Scalars['ID']['input'];
};

/** Result of `inviteUser`: success, or the reason why nothing was done. */
export type InviteUserResult = ConflictError | InvalidInputError | InviteUserSuccess | NotDoneError | NotFoundError | VersionMismatchError;

/** Success of `inviteUser`. */
export type InviteUserSuccess = {
  __typename: 'InviteUserSuccess';
  /** The current record. Without `people:read`, you can only select its id. */
  user: User;
};

/** An invoice to a client. Amounts are in `currency`, rounded to its minor unit. */
export type Invoice = Node & {
  __typename: 'Invoice';
  /** Number of the record’s workspace. */
  accountId: Scalars['Int']['output'];
  /** Possible actions in its current state. */
  allowedActions: Array<InvoiceAction>;
  /** Amount due: total − paymentTotal − creditedTotal. 0 once the invoice is voided or written off. */
  amountDue: Scalars['Decimal']['output'];
  /** Files attached to it, latest first. Null with an error without `files:read`. */
  attachments: Maybe<AttachmentConnection>;
  /** Reference requested by the client, printed on the invoice. */
  buyerReference: Maybe<Scalars['String']['output']>;
  /** Audit entries of the record, newest first: the actor, the operation, and the values before and after as long as they are stored. Null with an error for members and contacts of clients. */
  changes: Maybe<LogEntryConnection>;
  /** The billed client. Null with an error without `clients:read`. */
  client: Maybe<Client>;
  /** Id of the billed client. */
  clientId: Scalars['ID']['output'];
  /** The client when the invoice was created. */
  clientInfo: ClientInfo;
  /** When the record was created. */
  createdAt: Scalars['DateTime']['output'];
  /** Credit notes of the invoice. */
  creditNotes: Array<CreditNote>;
  /** Sum of its credit notes. */
  creditedTotal: Scalars['Decimal']['output'];
  /** ISO 4217 code. */
  currency: Scalars['Currency']['output'];
  /** Date of the invoice. */
  dateCreated: Scalars['Date']['output'];
  /** Issue date: the day on which it was first sent, marked as sent or paid. Null for a draft, also if it was voided. */
  dateIssued: Maybe<Scalars['Date']['output']>;
  /** Day on which it was paid in full. */
  datePaid: Maybe<Scalars['Date']['output']>;
  /** Day on which it was sent. */
  dateSent: Maybe<Scalars['Date']['output']>;
  /** Place of delivery. Null: the client’s address. */
  deliverTo: Maybe<DeliverTo>;
  /** Deliverables that it bills. Null with an error without `projects:read`. */
  deliverables: Maybe<DeliverableConnection>;
  /** Purpose of the invoice. */
  description: Maybe<Scalars['String']['output']>;
  /** Discount, an amount. */
  discountAmount: Scalars['Decimal']['output'];
  /** Discount, a percentage of `subTotal`. */
  discountPercent: Scalars['Decimal']['output'];
  /** The file of the issued invoice, the same on its page and in its e-mails. Null for a draft, and until it is first requested, or for an hour after the invoice was issued. */
  document: Maybe<IssuedDocument>;
  /** Due date. */
  dueDate: Scalars['Date']['output'];
  /** The file as an e-invoice, made when it is issued or first requested. An error with the code e_invoice_incomplete names all missing values. Null for contacts, who use the page of the invoice. Null for a draft, and if neither `format` nor the client names a format. */
  eInvoice: Maybe<EInvoiceFile>;
  /** What prevents it from being an e-invoice. Empty if it can be one, and if neither `format` nor the client names a format. */
  eInvoiceFaults: Array<EInvoiceFault>;
  /** When its client, or a person named on it, was erased. The printed content stays. Null if nothing was erased. */
  erasedAt: Maybe<Scalars['DateTime']['output']>;
  /** Expenses that it bills. Null with an error without `expenses:read`. */
  expenses: Maybe<ExpenseConnection>;
  /** Id of the record in another system, unique in the workspace together with `source`. */
  externalId: Maybe<Scalars['String']['output']>;
  /** When viewOnlineUrl was first opened. */
  firstViewedAt: Maybe<Scalars['DateTime']['output']>;
  /** Amounts as the workspace’s documents write them: "€1,190.00". */
  formatted: FormattedInvoiceAmounts;
  /** History of the invoice, in order. */
  history: Array<InvoiceEvent>;
  /** The record’s id, the same in all APIs. */
  id: Scalars['ID']['output'];
  /** The number within the formatted number. Null if the formatted number contains none. */
  invoiceNumber: Maybe<Scalars['Int']['output']>;
  /** The printed number, unique in the workspace. */
  invoiceNumberFormatted: Scalars['String']['output'];
  /** The template that it was created from. Null with an error without `settings:read`. */
  invoiceTemplate: Maybe<InvoiceTemplate>;
  /** Id of the template that it was created from. */
  invoiceTemplateId: Maybe<Scalars['ID']['output']>;
  /** Whether it bills work or a deposit. */
  invoiceType: InvoiceType;
  /** Its lines, in order. */
  lineItems: Array<InvoiceLine>;
  /** E-mails that sent it. */
  mails: OutboxMailConnection;
  /** Notes printed on the invoice. */
  notes: Maybe<Scalars['String']['output']>;
  /** Year or month of the number, for example "2026". Empty if numbering never restarts. */
  numberPeriod: Scalars['String']['output'];
  /** The number series of the invoice. */
  numberSeries: NumberSeries;
  /** Order number of the client, printed on the invoice. */
  orderNumber: Maybe<Scalars['String']['output']>;
  /** Payment instructions, printed on the invoice. */
  paymentInstructions: Maybe<Scalars['String']['output']>;
  /** Sum of the applied payments, without reversals and refunds. */
  paymentTotal: Scalars['Decimal']['output'];
  /** Payments of the invoice. */
  payments: Array<Payment>;
  /** PDF of the invoice for the client. Anyone with the link can open it. Null if the link was revoked. */
  pdfUrl: Maybe<Scalars['URL']['output']>;
  /** Amount paid before the invoice was created. It is not part of `total`. */
  prepaidAmount: Scalars['Decimal']['output'];
  /** The amount due is rounded to a multiple of this, for example 0.05. */
  roundTo: Maybe<Scalars['Decimal']['output']>;
  /** Rounding of the amount due. Negative if it lowers the amount. */
  roundingAmount: Scalars['Decimal']['output'];
  /** The seller when the invoice was issued. Null for a draft, which shows the current workspace. */
  seller: Maybe<SellerInfo>;
  /** Last day of the supply period. */
  servicePeriodEnd: Maybe<Scalars['Date']['output']>;
  /** First day of the supply period, printed on the invoice. */
  servicePeriodStart: Maybe<Scalars['Date']['output']>;
  /** The system that `externalId` belongs to, for example "hubspot". */
  source: Maybe<Scalars['String']['output']>;
  /** Status of the invoice. */
  status: InvoiceStatus;
  /** Sum of the line totals before discount. */
  subTotal: Scalars['Decimal']['output'];
  /** Supply date, printed on the invoice. Null if it is the issue date or a period. */
  supplyDate: Maybe<Scalars['Date']['output']>;
  /** Sum of the taxes. */
  tax: Scalars['Decimal']['output'];
  /** The tax of each component, in order. */
  taxBreakdown: Array<InvoiceTaxLine>;
  /** Tax category of lines without one of their own. Null if it follows from the rate. */
  taxCategory: Maybe<TaxCategory>;
  /** Whether prices, allowances and charges include tax. */
  taxInclusive: Scalars['Boolean']['output'];
  /** Tax percentage if no rule applies. Null if lines have different rates. */
  taxPercentage: Maybe<Scalars['Decimal']['output']>;
  /** Exemption reason of lines without a tax of their own, printed on the invoice. */
  taxReason: Maybe<Scalars['String']['output']>;
  /** Exemption code of lines without a tax of their own, from the list VATEX. */
  taxReasonCode: Maybe<Scalars['String']['output']>;
  /** The tax rule that was applied, as it was then; null if a plain percentage or nothing applied. */
  taxRule: Maybe<AppliedTaxRule>;
  /** Id of the applied tax rule. */
  taxRuleId: Maybe<Scalars['ID']['output']>;
  /** Time that it bills. Null with an error without `time:read`. */
  timeEntries: Maybe<TimeEntryConnection>;
  /** Total of the invoice: subTotal − discountAmount + tax. */
  total: Scalars['Decimal']['output'];
  /** Calculation of the total from the stored lines, discount and taxes. */
  totalsExplanation: TotalsExplanation;
  /** Characters of its texts that no font of the PDF supports, each once. They are printed as �. An invoice whose client’s name contains one cannot be sent. */
  unprintableLetters: Array<Scalars['String']['output']>;
  /** When the record was last changed. */
  updatedAt: Scalars['DateTime']['output'];
  /** Version of the record. Each change increases it. */
  version: Scalars['Int']['output'];
  /** Page of the invoice for the client. Anyone with the link can open it. Null if the link was revoked. */
  viewOnlineUrl: Maybe<Scalars['URL']['output']>;
  /** Stamped PDF copy of a voided invoice. Null for other invoices, and if the link was revoked. */
  voidedPdfUrl: Maybe<Scalars['URL']['output']>;
  /** Faults that prevent it from being an e-invoice. A draft whose client has an `eInvoiceFormat` has all faults of that format, and cannot be sent until they are corrected. */
  warnings: Array<InvoiceWarning>;
  /** Tax that the client withholds and pays to the tax office. It is not part of `total`. */
  withholdingAmount: Scalars['Decimal']['output'];
};


/** An invoice to a client. Amounts are in `currency`, rounded to its minor unit. */
export type InvoiceAttachmentsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<AttachmentOrderBy>>;
  where?: InputMaybe<AttachmentWhere>;
};


/** An invoice to a client. Amounts are in `currency`, rounded to its minor unit. */
export type InvoiceChangesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};


/** An invoice to a client. Amounts are in `currency`, rounded to its minor unit. */
export type InvoiceDeliverablesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  includeArchived?: Scalars['Boolean']['input'];
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<DeliverableOrderBy>>;
  where?: InputMaybe<DeliverableWhere>;
};


/** An invoice to a client. Amounts are in `currency`, rounded to its minor unit. */
export type InvoiceEInvoiceArgs = {
  format?: InputMaybe<EInvoiceFormat>;
};


/** An invoice to a client. Amounts are in `currency`, rounded to its minor unit. */
export type InvoiceEInvoiceFaultsArgs = {
  format?: InputMaybe<EInvoiceFormat>;
};


/** An invoice to a client. Amounts are in `currency`, rounded to its minor unit. */
export type InvoiceExpensesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<ExpenseOrderBy>>;
  where?: InputMaybe<ExpenseWhere>;
};


/** An invoice to a client. Amounts are in `currency`, rounded to its minor unit. */
export type InvoiceMailsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<OutboxMailOrderBy>>;
  where?: InputMaybe<OutboxMailWhere>;
};


/** An invoice to a client. Amounts are in `currency`, rounded to its minor unit. */
export type InvoiceTimeEntriesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<TimeEntryOrderBy>>;
  where?: InputMaybe<TimeEntryWhere>;
};

/** An action on an invoice. */
export type InvoiceAction =
  /** Credit all or part of it with a credit note. */
  | 'CREDIT'
  /** Delete it permanently. The next invoice gets its number. */
  | 'DELETE'
  /** Create a draft with the same lines. */
  | 'DUPLICATE'
  /** Change its lines, days, notes, discount or tax. */
  | 'EDIT'
  /** Mark it as sent by other means. */
  | 'MARK_SENT'
  /** Record a payment. A draft is issued by it, and a written-off invoice is reopened. */
  | 'PAY'
  /** Refund all or part of a payment. */
  | 'REFUND_PAYMENT'
  /** Replace its link. The old link stops working. */
  | 'RENEW_LINK'
  /** Reverse a payment that bounced or was recorded by mistake. */
  | 'REVERSE_PAYMENT'
  /** Revoke its link. */
  | 'REVOKE_LINK'
  /** E-mail it to the client, for the first time or again. */
  | 'SEND'
  /** Cancel it. It keeps its number. */
  | 'VOID'
  /** Write off the amount due. */
  | 'WRITE_OFF';

/** Something taken off the whole invoice, or charged on it. */
export type InvoiceAdjustmentInput = {
  /** Amount instead of a percentage, including tax if the invoice’s prices do. */
  amount?: InputMaybe<Scalars['Decimal']['input']>;
  /** A percentage of all items; this or an amount is required. */
  percent?: InputMaybe<Scalars['Decimal']['input']>;
  /** Description, printed on the invoice. */
  reason?: InputMaybe<Scalars['String']['input']>;
  /** Default: STANDARD if the rate is above 0, otherwise ZERO. All except STANDARD and REDUCED have a rate of 0 %. */
  taxCategory?: InputMaybe<TaxCategory>;
  /** Tax rate in percent. Default, if the fields below are omitted too: the tax of the invoice. */
  taxRate?: InputMaybe<Scalars['Decimal']['input']>;
  /** Why it is not taxed as usual, printed on the invoice. */
  taxReason?: InputMaybe<Scalars['String']['input']>;
  /** Exemption code, from the list VATEX. */
  taxReasonCode?: InputMaybe<Scalars['String']['input']>;
  /** The tax rule by id. */
  taxRuleId?: InputMaybe<Scalars['ID']['input']>;
  /** A tax rule of the workspace, whose taxes apply. */
  taxRuleName?: InputMaybe<Scalars['String']['input']>;
  /** Whether the line is taxable. If the line has its own tax, whether the rate is above 0. Default: true. */
  taxable?: InputMaybe<Scalars['Boolean']['input']>;
};

/** A page of Invoice records. */
export type InvoiceConnection = {
  __typename: 'InvoiceConnection';
  /** The records of this page, each with its cursor. */
  edges: Array<InvoiceEdge>;
  /** The records of this page, without their cursors. */
  nodes: Array<Invoice>;
  /** Whether there are more pages, and the first and last cursor of this page. */
  pageInfo: PageInfo;
  /** Number of matching records on all pages. It is only counted if you select it. */
  totalCount: Scalars['Int']['output'];
};

/** Invoice of a page, with its cursor. */
export type InvoiceEdge = {
  __typename: 'InvoiceEdge';
  /** Cursor of the record, for `after` and `before`. */
  cursor: Scalars['String']['output'];
  /** The record. */
  node: Invoice;
};

/** An event in the history of an invoice. It never changes. */
export type InvoiceEvent = Node & {
  __typename: 'InvoiceEvent';
  /** Number of the record’s workspace. */
  accountId: Scalars['Int']['output'];
  /** The user who caused it. */
  actor: InvoiceEventActor;
  /** Audit entries of the record, newest first: the actor, the operation, and the values before and after as long as they are stored. Null with an error for members and contacts of clients. */
  changes: Maybe<LogEntryConnection>;
  /** When the record was created. */
  createdAt: Scalars['DateTime']['output'];
  /** Previous status of the invoice, if the event changed it. */
  fromStatus: Maybe<InvoiceStatus>;
  /** The record’s id, the same in all APIs. */
  id: Scalars['ID']['output'];
  /** The invoice. */
  invoice: Invoice;
  /** Id of the invoice. */
  invoiceId: Scalars['ID']['output'];
  /** Name of the API key at that time. */
  keyName: Maybe<Scalars['String']['output']>;
  /** What happened. */
  kind: InvoiceEventKind;
  /** Details of the event: addresses, amount, reason. */
  note: Maybe<Scalars['String']['output']>;
  /** Name of the person at that time. */
  personName: Maybe<Scalars['String']['output']>;
  /** New status of the invoice, if the event changed it. */
  toStatus: Maybe<InvoiceStatus>;
  /** When the record was last changed. */
  updatedAt: Scalars['DateTime']['output'];
  /** Version of the record. Each change increases it. */
  version: Scalars['Int']['output'];
};


/** An event in the history of an invoice. It never changes. */
export type InvoiceEventChangesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

/** Who caused an invoice event. */
export type InvoiceEventActor =
  /** Someone who opened the invoice’s link. */
  | 'CUSTOMER'
  /** Someone with an API key of the workspace. */
  | 'KEY'
  /** A signed-in person. */
  | 'PERSON'
  /** The service itself, or an administrator. */
  | 'SERVICE';

/** Kind of invoice event. */
export type InvoiceEventKind =
  /** It was created. */
  | 'CREATED'
  /** A credit note credited all or part of it. */
  | 'CREDITED'
  /** The file of the issued invoice was created. */
  | 'DOCUMENT_MADE'
  /** Its contents were changed. */
  | 'EDITED'
  /** Its link was replaced. */
  | 'LINK_RENEWED'
  /** Its link was revoked. */
  | 'LINK_REVOKED'
  /** An e-mail with it failed, or its delivery is unknown. */
  | 'MAIL_FAILED'
  /** The mail server accepted an e-mail with it. */
  | 'MAIL_SENT'
  /** It was marked as sent by other means. */
  | 'MARKED_SENT'
  /** A receipt, a credit note, a cancellation notice or a reminder was queued for sending. */
  | 'NOTICE_SENT'
  /** A payment was recorded. */
  | 'PAYMENT_APPLIED'
  /** A payment was refunded. */
  | 'PAYMENT_REFUNDED'
  /** A payment was reversed. */
  | 'PAYMENT_REVERSED'
  /** It was issued before sellers were stored with invoices. Name and address were stored on that day. */
  | 'SELLER_KEPT'
  /** It was queued for sending. */
  | 'SENT'
  /** A text of its template could not be rendered and was omitted. */
  | 'TEXT_LEFT_OUT'
  /** Its link was opened for the first time. */
  | 'VIEWED'
  /** It was voided. */
  | 'VOIDED'
  /** It was written off. */
  | 'WRITTEN_OFF';

/** Something taken off an item, or charged on it; taxed as the item is. */
export type InvoiceItemAdjustmentInput = {
  /** Amount instead of a percentage, including tax if the invoice’s prices do. */
  amount?: InputMaybe<Scalars['Decimal']['input']>;
  /** A percentage of quantity × price; this or an amount is required. */
  percent?: InputMaybe<Scalars['Decimal']['input']>;
  /** Description, printed on the invoice. */
  reason?: InputMaybe<Scalars['String']['input']>;
};

/** A line of the invoice. */
export type InvoiceItemInput = {
  /** Further discounts on the item, each with its reason. */
  allowances?: InputMaybe<Array<InvoiceItemAdjustmentInput>>;
  /** Number of units that the price is for. Default: one. */
  baseQuantity?: InputMaybe<Scalars['Decimal']['input']>;
  /** Charges on the item. */
  charges?: InputMaybe<Array<InvoiceItemAdjustmentInput>>;
  /** Deliverables that the line charges, by ids. Each is of the invoice’s client and charged once. */
  deliverableIds?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** Description. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** A discount on the item, an amount instead of a percentage. */
  discountAmount?: InputMaybe<Scalars['Decimal']['input']>;
  /** A discount on the item, of quantity × price. */
  discountPercent?: InputMaybe<Scalars['Decimal']['input']>;
  /** Reason for the discount, printed on the invoice. */
  discountReason?: InputMaybe<Scalars['String']['input']>;
  /** Expenses that the line charges, by ids. Each is of the invoice’s client and charged once. */
  expenseIds?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** Of a discount or charge that is sent back: its percentage. */
  percent?: InputMaybe<Scalars['Decimal']['input']>;
  /** Same as rate, so that a line can be sent back as it was returned. */
  price?: InputMaybe<Scalars['Decimal']['input']>;
  /** The project by id. */
  projectId?: InputMaybe<Scalars['ID']['input']>;
  /** A project of the client, for which the line is. */
  projectName?: InputMaybe<Scalars['String']['input']>;
  /** Quantity, with up to twelve decimals, or six if it has more than twelve digits. Negative for a credit. Default: "1". */
  quantity?: InputMaybe<Scalars['Decimal']['input']>;
  /** Lines as they were returned. A discount or charge belongs to the line above it. Lines for the whole invoice are ignored: use the fields of the invoice. Default: "ITEM". */
  role?: InputMaybe<LineRole>;
  /** Last day of the supply period. */
  servicePeriodEnd?: InputMaybe<Scalars['Date']['input']>;
  /**
   * First day of the supply period of the line. For a single day, first and last day are equal. The default for time and expenses
   * is their period.
   */
  servicePeriodStart?: InputMaybe<Scalars['Date']['input']>;
  /** Default: STANDARD if the rate is above 0, otherwise ZERO. All except STANDARD and REDUCED have a rate of 0 %. */
  taxCategory?: InputMaybe<TaxCategory>;
  /** Tax rate in percent. Default, if the fields below are omitted too: the tax of the invoice. */
  taxRate?: InputMaybe<Scalars['Decimal']['input']>;
  /** Why it is not taxed as usual, printed on the invoice. */
  taxReason?: InputMaybe<Scalars['String']['input']>;
  /** Exemption code, from the list VATEX. */
  taxReasonCode?: InputMaybe<Scalars['String']['input']>;
  /** The tax rule by id. */
  taxRuleId?: InputMaybe<Scalars['ID']['input']>;
  /** A tax rule of the workspace, whose taxes apply. */
  taxRuleName?: InputMaybe<Scalars['String']['input']>;
  /** Whether the line is taxable. If the line has its own tax, whether the rate is above 0. Default: true. */
  taxable?: InputMaybe<Scalars['Boolean']['input']>;
  /** Time that the line charges, by ids. Each is of the invoice’s client and charged once. */
  timeEntryIds?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** Unit, for example h. */
  unit?: InputMaybe<Scalars['String']['input']>;
  /** Price of one unit, or of baseQuantity units, with up to twelve decimals, or six if it has more than twelve digits. Includes tax if taxInclusive is true. Negative for a credit. */
  unitPrice: Scalars['Decimal']['input'];
};

/** Layout of invoices. */
export type InvoiceLayout =
  /** Seller and customer side by side. */
  | 'STANDARD'
  /** For window envelopes: the customer’s address in the window, the seller’s address above it in one line. */
  | 'WINDOW';

/** A line of an invoice. */
export type InvoiceLine = Node & {
  __typename: 'InvoiceLine';
  /** Number of the record’s workspace. */
  accountId: Scalars['Int']['output'];
  /** Number of units that `price` is for. Null: one. */
  baseQuantity: Maybe<Scalars['Decimal']['output']>;
  /** Audit entries of the record, newest first: the actor, the operation, and the values before and after as long as they are stored. Null with an error for members and contacts of clients. */
  changes: Maybe<LogEntryConnection>;
  /** When the record was created. */
  createdAt: Scalars['DateTime']['output'];
  /** The billed deliverable. Null with an error without `projects:read`. */
  deliverable: Maybe<Deliverable>;
  /** Id of the billed deliverable. */
  deliverableId: Maybe<Scalars['ID']['output']>;
  /** The deliverable’s name when the invoice was created. */
  deliverableName: Maybe<Scalars['String']['output']>;
  /** The paid deposit invoice that the line deducts. */
  depositInvoice: Maybe<Invoice>;
  /** Id of the paid deposit invoice that the line deducts. */
  depositInvoiceId: Maybe<Scalars['ID']['output']>;
  /** Description. */
  description: Maybe<Scalars['String']['output']>;
  /** Expenses that the line bills. Null with an error without `expenses:read`. */
  expenses: Maybe<ExpenseConnection>;
  /** Amounts as the workspace’s documents write them: "€1,190.00". */
  formatted: FormattedInvoiceLineAmounts;
  /** The record’s id, the same in all APIs. */
  id: Scalars['ID']['output'];
  /** The invoice. */
  invoice: Invoice;
  /** Id of the invoice. */
  invoiceId: Scalars['ID']['output'];
  /** quantity × unitPrice, rounded half up to the currency’s minor unit. */
  lineTotal: Scalars['Decimal']['output'];
  /** The line as a percentage: of its item, of all items, or of the invoice before tax, depending on its role. */
  percent: Maybe<Scalars['Decimal']['output']>;
  /** Position on the invoice, from 1. */
  position: Scalars['Int']['output'];
  /**
   * The price as entered, for `baseQuantity` units, including tax if the invoice’s prices do. Null if
   * it equals `unitPrice`.
   */
  price: Maybe<Scalars['Decimal']['output']>;
  /** The billed project. Null with an error without `projects:read`. */
  project: Maybe<Project>;
  /** Id of the billed project. */
  projectId: Maybe<Scalars['ID']['output']>;
  /** The project’s name when the invoice was created. */
  projectName: Maybe<Scalars['String']['output']>;
  /** Quantity. */
  quantity: Scalars['Decimal']['output'];
  /** Role of the line on its invoice. */
  role: LineRole;
  /** Last day of the supply period. */
  servicePeriodEnd: Maybe<Scalars['Date']['output']>;
  /**
   * First day of the supply period of the line. For a single day, first and last day are equal. The default for time and expenses
   * is their period.
   */
  servicePeriodStart: Maybe<Scalars['Date']['output']>;
  /** Tax category. Null if the line is not taxed. */
  taxCategory: Maybe<TaxCategory>;
  /** Sum of its tax rates in percent. Null if the line is not taxed. */
  taxRate: Maybe<Scalars['Decimal']['output']>;
  /** Exemption reason, printed on the invoice. */
  taxReason: Maybe<Scalars['String']['output']>;
  /** Exemption code, from the list VATEX. */
  taxReasonCode: Maybe<Scalars['String']['output']>;
  /** Whether the line is taxable. If the line has its own tax, whether the rate is above 0. */
  taxable: Scalars['Boolean']['output'];
  /** Time that the line bills. Null with an error without `time:read`. */
  timeEntries: Maybe<TimeEntryConnection>;
  /** Type of the billed item. */
  type: LineItemType;
  /** Unit label, from the linked product if any. */
  unit: Maybe<Scalars['String']['output']>;
  /** Unit price before tax. quantity × unitPrice is `lineTotal`. */
  unitPrice: Scalars['Decimal']['output'];
  /** When the record was last changed. */
  updatedAt: Scalars['DateTime']['output'];
  /** Version of the record. Each change increases it. */
  version: Scalars['Int']['output'];
  /** Whether it is printed on the invoice. */
  visible: Scalars['Boolean']['output'];
};


/** A line of an invoice. */
export type InvoiceLineChangesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};


/** A line of an invoice. */
export type InvoiceLineExpensesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<ExpenseOrderBy>>;
  where?: InputMaybe<ExpenseWhere>;
};


/** A line of an invoice. */
export type InvoiceLineTimeEntriesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<TimeEntryOrderBy>>;
  where?: InputMaybe<TimeEntryWhere>;
};

/** A page of InvoiceLine records. */
export type InvoiceLineConnection = {
  __typename: 'InvoiceLineConnection';
  /** The records of this page, each with its cursor. */
  edges: Array<InvoiceLineEdge>;
  /** The records of this page, without their cursors. */
  nodes: Array<InvoiceLine>;
  /** Whether there are more pages, and the first and last cursor of this page. */
  pageInfo: PageInfo;
  /** Number of matching records on all pages. It is only counted if you select it. */
  totalCount: Scalars['Int']['output'];
};

/** InvoiceLine of a page, with its cursor. */
export type InvoiceLineEdge = {
  __typename: 'InvoiceLineEdge';
  /** Cursor of the record, for `after` and `before`. */
  cursor: Scalars['String']['output'];
  /** The record. */
  node: InvoiceLine;
};

/** Condition on related InvoiceLine records. */
export type InvoiceLineListWhere = {
  /** All of them match, or there are none. A record without the compared value does not match. */
  every?: InputMaybe<InvoiceLineWhere>;
  /** None of them matches; with {}: there is none. */
  none?: InputMaybe<InvoiceLineWhere>;
  /** At least one of them matches; with {}: there is one. */
  some?: InputMaybe<InvoiceLineWhere>;
};

/** Order of InvoiceLine records: one field and its direction. */
export type InvoiceLineOrderBy =
  /** When the record was created. */
  { createdAt: SortOrder; invoiceId?: never; updatedAt?: never; }
  |  /** Id of the invoice. */
  { createdAt?: never; invoiceId: SortOrder; updatedAt?: never; }
  |  /** When the record was last changed. */
  { createdAt?: never; invoiceId?: never; updatedAt: SortOrder; };

/** A line that the invoice would have. */
export type InvoiceLinePreview = {
  __typename: 'InvoiceLinePreview';
  /** Ids of the billed deliverables. */
  deliverableIds: Array<Scalars['ID']['output']>;
  /** The deliverable, in the same way. */
  deliverableName: Maybe<Scalars['String']['output']>;
  /** Description. */
  description: Maybe<Scalars['String']['output']>;
  /** Ids of the billed expenses. */
  expenseIds: Array<Scalars['ID']['output']>;
  /** Quantity × price, rounded to the currency. */
  lineTotal: Scalars['Decimal']['output'];
  /** The project of all that it charges; null if they are of several, or none. */
  projectName: Maybe<Scalars['String']['output']>;
  /** How many. */
  quantity: Scalars['Decimal']['output'];
  /** Last day of the supply period. */
  servicePeriodEnd: Maybe<Scalars['Date']['output']>;
  /** First day of the supply period. */
  servicePeriodStart: Maybe<Scalars['Date']['output']>;
  /** Whether it is taxable. */
  taxable: Scalars['Boolean']['output'];
  /** Ids of the billed time entries. */
  timeEntryIds: Array<Scalars['ID']['output']>;
  /** What it bills. */
  type: LineItemType;
  /** Unit, for example “h”. */
  unit: Maybe<Scalars['String']['output']>;
  /** Unit price. */
  unitPrice: Scalars['Decimal']['output'];
};

/** Filter for InvoiceLine records. All conditions have to match. Conditions without content are ignored on every level: {}, an empty AND, null for fields that cannot be null, and NOT or a related record without a condition. */
export type InvoiceLineWhere = {
  /** All of these conditions match. */
  AND?: InputMaybe<Array<InvoiceLineWhere>>;
  /** This condition does not match. Records without the compared value are omitted; `equals: null` finds them. */
  NOT?: InputMaybe<InvoiceLineWhere>;
  /** At least one of these conditions matches. An empty list matches nothing. */
  OR?: InputMaybe<Array<InvoiceLineWhere>>;
  /** When the record was created. */
  createdAt?: InputMaybe<DateTimeFilter>;
  /** The billed deliverable. */
  deliverable?: InputMaybe<DeliverableWhere>;
  /** Id of the billed deliverable. */
  deliverableId?: InputMaybe<IdFilter>;
  /** The record’s id. */
  id?: InputMaybe<IdFilter>;
  /** The invoice. */
  invoice?: InputMaybe<InvoiceWhere>;
  /** Id of the invoice. */
  invoiceId?: InputMaybe<IdFilter>;
  /** quantity × unitPrice, rounded half up to the currency’s minor unit. */
  lineTotal?: InputMaybe<DecimalFilter>;
  /** The billed project. */
  project?: InputMaybe<ProjectWhere>;
  /** Id of the billed project. */
  projectId?: InputMaybe<IdFilter>;
  /** Role of the line on its invoice. */
  role?: InputMaybe<LineRoleFilter>;
  /** Tax category. Null if the line is not taxed. */
  taxCategory?: InputMaybe<TaxCategoryFilter>;
  /** Whether the line is taxable. If the line has its own tax, whether the rate is above 0. */
  taxable?: InputMaybe<BooleanFilter>;
  /** Type of the billed item. */
  type?: InputMaybe<LineItemTypeFilter>;
  /** Changed after this time. Use it for polling. */
  updatedAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** When the record was last changed. */
  updatedAt?: InputMaybe<DateTimeFilter>;
};

/** Condition on related Invoice records. */
export type InvoiceListWhere = {
  /** All of them match, or there are none. A record without the compared value does not match. */
  every?: InputMaybe<InvoiceWhere>;
  /** None of them matches; with {}: there is none. */
  none?: InputMaybe<InvoiceWhere>;
  /** At least one of them matches; with {}: there is one. */
  some?: InputMaybe<InvoiceWhere>;
};

/** Order of Invoice records: one field and its direction. */
export type InvoiceOrderBy =
  /** Amount due: total − paymentTotal − creditedTotal. 0 once the invoice is voided or written off. */
  { amountDue: SortOrder; createdAt?: never; dateCreated?: never; datePaid?: never; dueDate?: never; invoiceNumber?: never; total?: never; updatedAt?: never; }
  |  /** When the record was created. */
  { amountDue?: never; createdAt: SortOrder; dateCreated?: never; datePaid?: never; dueDate?: never; invoiceNumber?: never; total?: never; updatedAt?: never; }
  |  /** Date of the invoice. */
  { amountDue?: never; createdAt?: never; dateCreated: SortOrder; datePaid?: never; dueDate?: never; invoiceNumber?: never; total?: never; updatedAt?: never; }
  |  /** Day on which it was paid in full. */
  { amountDue?: never; createdAt?: never; dateCreated?: never; datePaid: SortOrder; dueDate?: never; invoiceNumber?: never; total?: never; updatedAt?: never; }
  |  /** Due date. */
  { amountDue?: never; createdAt?: never; dateCreated?: never; datePaid?: never; dueDate: SortOrder; invoiceNumber?: never; total?: never; updatedAt?: never; }
  |  /** The number within the formatted number. Null if the formatted number contains none. */
  { amountDue?: never; createdAt?: never; dateCreated?: never; datePaid?: never; dueDate?: never; invoiceNumber: SortOrder; total?: never; updatedAt?: never; }
  |  /** Total of the invoice: subTotal − discountAmount + tax. */
  { amountDue?: never; createdAt?: never; dateCreated?: never; datePaid?: never; dueDate?: never; invoiceNumber?: never; total: SortOrder; updatedAt?: never; }
  |  /** When the record was last changed. */
  { amountDue?: never; createdAt?: never; dateCreated?: never; datePaid?: never; dueDate?: never; invoiceNumber?: never; total?: never; updatedAt: SortOrder; };

/** An invoice preview: without a number, and nothing is stored. */
export type InvoicePreview = {
  __typename: 'InvoicePreview';
  /** The currency. */
  currency: Scalars['Currency']['output'];
  /** Date of the invoice. */
  dateCreated: Scalars['Date']['output'];
  /** The discount. */
  discountAmount: Scalars['Decimal']['output'];
  /** Due date. */
  dueDate: Scalars['Date']['output'];
  /** Its lines. */
  lineItems: Array<InvoiceLinePreview>;
  /** Last day of the supply period. */
  servicePeriodEnd: Maybe<Scalars['Date']['output']>;
  /** First day of the supply period. */
  servicePeriodStart: Maybe<Scalars['Date']['output']>;
  /** Sum of the lines before discount. */
  subTotal: Scalars['Decimal']['output'];
  /** Supply date. */
  supplyDate: Maybe<Scalars['Date']['output']>;
  /** Sum of the taxes. */
  tax: Scalars['Decimal']['output'];
  /** Its taxes. */
  taxBreakdown: Array<InvoiceTaxPreview>;
  /** Subtotal less discount plus tax. */
  total: Scalars['Decimal']['output'];
  /** Faults that prevent it from being an e-invoice. A draft whose client has an `eInvoiceFormat` has all faults of that format, and cannot be sent until they are corrected. */
  warnings: Array<InvoiceWarning>;
};

/** Status of an invoice. */
export type InvoiceStatus =
  /** Not sent. */
  | 'DRAFT'
  /** Paid in full. */
  | 'PAID'
  /** Partially paid. */
  | 'PARTIAL'
  /** A payment is pending. */
  | 'PENDING'
  /** Sent, not paid. */
  | 'SENT'
  /** Declared void. */
  | 'VOIDED'
  /** Written off. */
  | 'WRITE_OFF';

/** Condition on the InvoiceStatus. */
export type InvoiceStatusFilter = {
  /** Is exactly this. Null: has no value. */
  equals?: InputMaybe<InvoiceStatus>;
  /** Is one of these. */
  in?: InputMaybe<Array<InvoiceStatus>>;
  /** At least one of these conditions is false. Records without a value do not match; `not: null` finds all records with a value. */
  not?: InputMaybe<InvoiceStatusFilter>;
  /** Is none of these. Records without a value do not match. */
  notIn?: InputMaybe<Array<InvoiceStatus>>;
};

/** Tax of one component on an invoice, stored when it was calculated. */
export type InvoiceTaxLine = Node & {
  __typename: 'InvoiceTaxLine';
  /** Number of the record’s workspace. */
  accountId: Scalars['Int']['output'];
  /** The tax. */
  amount: Scalars['Decimal']['output'];
  /** Tax category. Null on invoices that are older than categories. */
  category: Maybe<TaxCategory>;
  /** Audit entries of the record, newest first: the actor, the operation, and the values before and after as long as they are stored. Null with an error for members and contacts of clients. */
  changes: Maybe<LogEntryConnection>;
  /** Whether the tax is applied to the base plus the tax of earlier components. */
  compound: Scalars['Boolean']['output'];
  /** If compound: the order of the one earlier component whose tax was added. Null: all earlier ones. */
  compoundOnOrder: Maybe<Scalars['Int']['output']>;
  /** When the record was created. */
  createdAt: Scalars['DateTime']['output'];
  /** The record’s id, the same in all APIs. */
  id: Scalars['ID']['output'];
  /** The invoice. */
  invoice: Invoice;
  /** Id of the invoice. */
  invoiceId: Scalars['ID']['output'];
  /** Name of the tax. */
  name: Scalars['String']['output'];
  /** Position among the taxes, from 1. */
  order: Scalars['Int']['output'];
  /** Percentage. */
  rate: Scalars['Decimal']['output'];
  /** Exemption reason of these lines, printed on the invoice. */
  reason: Maybe<Scalars['String']['output']>;
  /** Exemption code of these lines, from the list VATEX. Several codes are joined with "; ". */
  reasonCode: Maybe<Scalars['String']['output']>;
  /** Number of the tax group, from 1. The taxes of a group apply to the same lines. */
  taxGroup: Scalars['Int']['output'];
  /** The amount that the rate applies to. */
  taxableAmount: Scalars['Decimal']['output'];
  /** When the record was last changed. */
  updatedAt: Scalars['DateTime']['output'];
  /** Version of the record. Each change increases it. */
  version: Scalars['Int']['output'];
};


/** Tax of one component on an invoice, stored when it was calculated. */
export type InvoiceTaxLineChangesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

/** Amount of one tax. */
export type InvoiceTaxPreview = {
  __typename: 'InvoiceTaxPreview';
  /** The tax, rounded once. */
  amount: Scalars['Decimal']['output'];
  /** Name of the tax. */
  name: Scalars['String']['output'];
  /** Percentage. */
  rate: Scalars['Decimal']['output'];
  /** Taxable amount. */
  taxableAmount: Scalars['Decimal']['output'];
};

/** Layout of an invoice. */
export type InvoiceTemplate = Node & {
  __typename: 'InvoiceTemplate';
  /** Number of the record’s workspace. */
  accountId: Scalars['Int']['output'];
  /** Audit entries of the record, newest first: the actor, the operation, and the values before and after as long as they are stored. Null with an error for members and contacts of clients. */
  changes: Maybe<LogEntryConnection>;
  /** When the record was created. */
  createdAt: Scalars['DateTime']['output'];
  /** Footer text of the invoice. */
  footer: Maybe<Scalars['String']['output']>;
  /** The record’s id, the same in all APIs. */
  id: Scalars['ID']['output'];
  /** Invoices that were created from it. Null with an error without `invoices:read`. */
  invoices: Maybe<InvoiceConnection>;
  /** Whether it is the default template. A workspace has one. */
  isDefault: Scalars['Boolean']['output'];
  /** Name, unique in the workspace. */
  name: Scalars['String']['output'];
  /** Payment instructions of invoices that are created from it, unless the invoice has its own. Placeholders are in double braces. */
  paymentInstructions: Maybe<Scalars['String']['output']>;
  /** When the record was last changed. */
  updatedAt: Scalars['DateTime']['output'];
  /** Version of the record. Each change increases it. */
  version: Scalars['Int']['output'];
};


/** Layout of an invoice. */
export type InvoiceTemplateChangesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};


/** Layout of an invoice. */
export type InvoiceTemplateInvoicesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<InvoiceOrderBy>>;
  where?: InputMaybe<InvoiceWhere>;
};

/** A page of InvoiceTemplate records. */
export type InvoiceTemplateConnection = {
  __typename: 'InvoiceTemplateConnection';
  /** The records of this page, each with its cursor. */
  edges: Array<InvoiceTemplateEdge>;
  /** The records of this page, without their cursors. */
  nodes: Array<InvoiceTemplate>;
  /** Whether there are more pages, and the first and last cursor of this page. */
  pageInfo: PageInfo;
  /** Number of matching records on all pages. It is only counted if you select it. */
  totalCount: Scalars['Int']['output'];
};

/** InvoiceTemplate of a page, with its cursor. */
export type InvoiceTemplateEdge = {
  __typename: 'InvoiceTemplateEdge';
  /** Cursor of the record, for `after` and `before`. */
  cursor: Scalars['String']['output'];
  /** The record. */
  node: InvoiceTemplate;
};

/** Order of InvoiceTemplate records: one field and its direction. */
export type InvoiceTemplateOrderBy =
  /** When the record was created. */
  { createdAt: SortOrder; name?: never; updatedAt?: never; }
  |  /** Name, unique in the workspace. */
  { createdAt?: never; name: SortOrder; updatedAt?: never; }
  |  /** When the record was last changed. */
  { createdAt?: never; name?: never; updatedAt: SortOrder; };

/** Filter for InvoiceTemplate records. All conditions have to match. Conditions without content are ignored on every level: {}, an empty AND, null for fields that cannot be null, and NOT or a related record without a condition. */
export type InvoiceTemplateWhere = {
  /** All of these conditions match. */
  AND?: InputMaybe<Array<InvoiceTemplateWhere>>;
  /** This condition does not match. Records without the compared value are omitted; `equals: null` finds them. */
  NOT?: InputMaybe<InvoiceTemplateWhere>;
  /** At least one of these conditions matches. An empty list matches nothing. */
  OR?: InputMaybe<Array<InvoiceTemplateWhere>>;
  /** When the record was created. */
  createdAt?: InputMaybe<DateTimeFilter>;
  /** The record’s id. */
  id?: InputMaybe<IdFilter>;
  /** Invoices that were created from it. */
  invoices?: InputMaybe<InvoiceListWhere>;
  /** Whether it is the default template. A workspace has one. */
  isDefault?: InputMaybe<BooleanFilter>;
  /** Name, unique in the workspace. */
  name?: InputMaybe<StringFilter>;
  /** Changed after this time. Use it for polling. */
  updatedAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** When the record was last changed. */
  updatedAt?: InputMaybe<DateTimeFilter>;
};

/** Purpose of an invoice. */
export type InvoiceType =
  /** A deposit. */
  | 'DEPOSIT'
  /** Work or goods. */
  | 'STANDARD';

/** Condition on the InvoiceType. */
export type InvoiceTypeFilter = {
  /** Is exactly this. Null: has no value. */
  equals?: InputMaybe<InvoiceType>;
  /** Is one of these. */
  in?: InputMaybe<Array<InvoiceType>>;
  /** At least one of these conditions is false. Records without a value do not match; `not: null` finds all records with a value. */
  not?: InputMaybe<InvoiceTypeFilter>;
  /** Is none of these. Records without a value do not match. */
  notIn?: InputMaybe<Array<InvoiceType>>;
};

/** A problem of an invoice that does not prevent the operation. */
export type InvoiceWarning = {
  __typename: 'InvoiceWarning';
  /** Stable code of the problem. */
  code: Scalars['String']['output'];
  /** The problem and its solution. */
  message: Scalars['String']['output'];
  /** The field that it is about. */
  path: Scalars['String']['output'];
};

/** Filter for Invoice records. All conditions have to match. Conditions without content are ignored on every level: {}, an empty AND, null for fields that cannot be null, and NOT or a related record without a condition. */
export type InvoiceWhere = {
  /** All of these conditions match. */
  AND?: InputMaybe<Array<InvoiceWhere>>;
  /** This condition does not match. Records without the compared value are omitted; `equals: null` finds them. */
  NOT?: InputMaybe<InvoiceWhere>;
  /** At least one of these conditions matches. An empty list matches nothing. */
  OR?: InputMaybe<Array<InvoiceWhere>>;
  /** Amount due: total − paymentTotal − creditedTotal. 0 once the invoice is voided or written off. */
  amountDue?: InputMaybe<DecimalFilter>;
  /** The billed client. */
  client?: InputMaybe<ClientWhere>;
  /** Id of the billed client. */
  clientId?: InputMaybe<IdFilter>;
  /** When the record was created. */
  createdAt?: InputMaybe<DateTimeFilter>;
  /** ISO 4217 code. */
  currency?: InputMaybe<StringFilter>;
  /** Date of the invoice. */
  dateCreated?: InputMaybe<DateFilter>;
  /** Issue date: the day on which it was first sent, marked as sent or paid. Null for a draft, also if it was voided. */
  dateIssued?: InputMaybe<DateFilter>;
  /** Day on which it was paid in full. */
  datePaid?: InputMaybe<DateFilter>;
  /** Day on which it was sent. */
  dateSent?: InputMaybe<DateFilter>;
  /** Deliverables that it bills. */
  deliverables?: InputMaybe<DeliverableListWhere>;
  /** Due date. */
  dueDate?: InputMaybe<DateFilter>;
  /** Expenses that it bills. */
  expenses?: InputMaybe<ExpenseListWhere>;
  /** Id of the record in another system, unique in the workspace together with `source`. */
  externalId?: InputMaybe<StringFilter>;
  /** The record’s id. */
  id?: InputMaybe<IdFilter>;
  /** The number within the formatted number. Null if the formatted number contains none. */
  invoiceNumber?: InputMaybe<IntFilter>;
  /** The printed number, unique in the workspace. */
  invoiceNumberFormatted?: InputMaybe<StringFilter>;
  /** The template that it was created from. */
  invoiceTemplate?: InputMaybe<InvoiceTemplateWhere>;
  /** Id of the template that it was created from. */
  invoiceTemplateId?: InputMaybe<IdFilter>;
  /** Whether it bills work or a deposit. */
  invoiceType?: InputMaybe<InvoiceTypeFilter>;
  /** Its lines, in order. */
  lineItems?: InputMaybe<InvoiceLineListWhere>;
  /** E-mails that sent it. */
  mails?: InputMaybe<OutboxMailListWhere>;
  /** Notes printed on the invoice. */
  notes?: InputMaybe<StringFilter>;
  /** Payments of the invoice. */
  payments?: InputMaybe<PaymentListWhere>;
  /** The system that `externalId` belongs to, for example "hubspot". */
  source?: InputMaybe<StringFilter>;
  /** Status of the invoice. */
  status?: InputMaybe<InvoiceStatusFilter>;
  /** Id of the applied tax rule. */
  taxRuleId?: InputMaybe<IdFilter>;
  /** Time that it bills. */
  timeEntries?: InputMaybe<TimeEntryListWhere>;
  /** Total of the invoice: subTotal − discountAmount + tax. */
  total?: InputMaybe<DecimalFilter>;
  /** Changed after this time. Use it for polling. */
  updatedAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** When the record was last changed. */
  updatedAt?: InputMaybe<DateTimeFilter>;
};

/** Tax that the client withholds and pays to the tax office. */
export type InvoiceWithholdingInput = {
  /** Amount instead of a percentage, including tax if the invoice’s prices do. */
  amount?: InputMaybe<Scalars['Decimal']['input']>;
  /** A percentage of the invoice before tax; this or an amount is required. */
  percent?: InputMaybe<Scalars['Decimal']['input']>;
  /** Name, printed on the invoice. */
  reason?: InputMaybe<Scalars['String']['input']>;
};

/** Invoiced amounts of one period and currency by issue date, less voided and credited amounts by their booking date. */
export type InvoicedOfPeriod = {
  __typename: 'InvoicedOfPeriod';
  /** Sum of the credit notes of the period. It is deducted from all sums above. */
  credited: Scalars['Decimal']['output'];
  /** The currency. */
  currency: Scalars['Currency']['output'];
  /** Number of issued invoices, less voided ones. */
  invoices: Scalars['Int']['output'];
  /** Sum without tax: subtotals less discounts. */
  net: Scalars['Decimal']['output'];
  /** First day of the month, quarter or year. Only days between `from` and `to` are included, even if the period is longer. */
  start: Scalars['Date']['output'];
  /** Their taxes. */
  tax: Scalars['Decimal']['output'];
  /** Sum with tax. */
  total: Scalars['Decimal']['output'];
  /** Sum of the voided invoices. It is deducted from all sums above. */
  voided: Scalars['Decimal']['output'];
  /** Number of invoices that were voided in the period, independent of their issue date. */
  voidedInvoices: Scalars['Int']['output'];
  /** Written-off amounts of the period, less reversed write-offs. It is part of `total`. */
  writtenOff: Scalars['Decimal']['output'];
};

/** File of an issued invoice. It is created once and never changed. */
export type IssuedDocument = {
  __typename: 'IssuedDocument';
  /** Number of the record’s workspace. */
  accountId: Scalars['Int']['output'];
  /** When the record was created. */
  createdAt: Scalars['DateTime']['output'];
  /** The file as a data URL, usually hundreds of kilobytes. Select it for one invoice only. */
  dataUrl: Scalars['URL']['output'];
  /** Kind of file. */
  mediaType: Scalars['String']['output'];
  /** SHA-256 of the file, in hexadecimal. */
  sha256: Scalars['String']['output'];
  /** Size of the file in bytes. */
  size: Scalars['Int']['output'];
  /** When the record was last changed. */
  updatedAt: Scalars['DateTime']['output'];
  /** Version of the record. Each change increases it. */
  version: Scalars['Int']['output'];
};

/** Contact details of a lead. */
export type LeadInfo = {
  __typename: 'LeadInfo';
  /** First line of the address. */
  address1: Maybe<Scalars['String']['output']>;
  /** Second line of the address. */
  address2: Maybe<Scalars['String']['output']>;
  /** Answers to the form’s further questions. */
  answers: Array<Answer>;
  /** The company. */
  businessName: Maybe<Scalars['String']['output']>;
  /** City. */
  city: Maybe<Scalars['String']['output']>;
  /** Country. */
  country: Maybe<Scalars['String']['output']>;
  /** E-mail address as entered. */
  email: Maybe<Scalars['String']['output']>;
  /** First name. */
  firstName: Maybe<Scalars['String']['output']>;
  /** Last name. */
  lastName: Maybe<Scalars['String']['output']>;
  /** Source of the lead, for example "Newsletter". */
  leadSource: Maybe<Scalars['String']['output']>;
  /** State, province or region. */
  locality: Maybe<Scalars['String']['output']>;
  /** Telephone number. */
  phone: Maybe<Scalars['String']['output']>;
  /** Postal code. */
  postal: Maybe<Scalars['String']['output']>;
  /** Job title or role. */
  role: Maybe<Scalars['String']['output']>;
  /** Page with the form. */
  sourceUrl: Maybe<Scalars['String']['output']>;
  /** Tax registration number. */
  taxId: Maybe<Scalars['String']['output']>;
  /** Web site. */
  website: Maybe<Scalars['String']['output']>;
};

/** Contact details of a lead. */
export type LeadInfoInput = {
  /** First line of the address. */
  address1?: InputMaybe<Scalars['String']['input']>;
  /** Second line of the address. */
  address2?: InputMaybe<Scalars['String']['input']>;
  /** Answers to the form’s further questions. Default: []. */
  answers?: InputMaybe<Array<AnswerInput>>;
  /** The company. */
  businessName?: InputMaybe<Scalars['String']['input']>;
  /** City. */
  city?: InputMaybe<Scalars['String']['input']>;
  /** Country. */
  country?: InputMaybe<Scalars['String']['input']>;
  /** E-mail address as entered. */
  email?: InputMaybe<Scalars['String']['input']>;
  /** First name. */
  firstName?: InputMaybe<Scalars['String']['input']>;
  /** Last name. */
  lastName?: InputMaybe<Scalars['String']['input']>;
  /** Source of the lead, for example "Newsletter". */
  leadSource?: InputMaybe<Scalars['String']['input']>;
  /** State, province or region. */
  locality?: InputMaybe<Scalars['String']['input']>;
  /** Telephone number. */
  phone?: InputMaybe<Scalars['String']['input']>;
  /** Postal code. */
  postal?: InputMaybe<Scalars['String']['input']>;
  /** Job title or role. */
  role?: InputMaybe<Scalars['String']['input']>;
  /** Page with the form. */
  sourceUrl?: InputMaybe<Scalars['String']['input']>;
  /** Tax registration number. */
  taxId?: InputMaybe<Scalars['String']['input']>;
  /** Web site. */
  website?: InputMaybe<Scalars['String']['input']>;
};

/** Whether text comparisons are case-sensitive. */
export type LetterCase =
  /** "ada" is "Ada". */
  | 'INSENSITIVE'
  /** "ada" is not "Ada". */
  | 'SENSITIVE';

/** Limits of one request. A request that exceeds a limit is rejected before it is executed. */
export type Limits = {
  __typename: 'Limits';
  /** Maximum number of aliases. */
  aliases: Scalars['Int']['output'];
  /** Maximum body size in bytes. */
  bodyBytes: Scalars['Int']['output'];
  /** Maximum number of values in the JSON of a body: objects, lists, and their contents. */
  bodyValues: Scalars['Int']['output'];
  /** Maximum number of items of a bulk mutation. */
  bulkItems: Scalars['Int']['output'];
  /** Maximum cost of an operation: its fields, times the page size in lists; five for each entry of a list in the input of a mutation; one for each four values of introspection. The response contains the cost in `extensions.cost` if the request has `"extensions": { "cost": true }`. */
  cost: Scalars['Int']['output'];
  /** Maximum cost of all operations per minute for one key or person. A subscription counts when it starts. Null: unlimited. */
  costPerMinute: Maybe<Scalars['Int']['output']>;
  /** Maximum depth of an operation. */
  depth: Scalars['Int']['output'];
  /** Maximum number of directives. */
  directives: Scalars['Int']['output'];
  /** Maximum cost of events per second, key and process. An event costs as much as its operation; equal subscriptions share it. Further events wait and are combined with later changes. Null: unlimited. */
  eventCost: Maybe<Scalars['Int']['output']>;
  /** Minutes for which a link of `exportWorkspace` is valid. A workspace allows one download at a time. */
  exportLinkMinutes: Scalars['Int']['output'];
  /** Maximum depth of objects and lists in the variables of an operation. */
  inputDepth: Scalars['Int']['output'];
  /** Maximum number of objects and lists in the variables of an operation. */
  inputObjects: Scalars['Int']['output'];
  /** Maximum page size. */
  pageSize: Scalars['Int']['output'];
  /** Maximum number of requests per minute of one key or signed-in person, over both APIs. Null: unlimited. Responses show the rest in the headers `RateLimit` and `RateLimit-Policy`. */
  requestsPerMinute: Maybe<Scalars['Int']['output']>;
  /** Maximum number of root fields. */
  rootFields: Scalars['Int']['output'];
  /** Maximum number of ids of one subscription. */
  subscriptionIds: Scalars['Int']['output'];
  /** Maximum number of open subscriptions per key and process. Null: unlimited. */
  subscriptions: Maybe<Scalars['Int']['output']>;
  /** Time limit of an operation in milliseconds. Its SQL is then cancelled. */
  timeMs: Scalars['Int']['output'];
  /** Maximum length of an operation in tokens. */
  tokens: Scalars['Int']['output'];
};

/** Type of an invoice line. */
export type LineItemType =
  /** Any other item. */
  | 'ADHOC'
  /** A convenience fee. */
  | 'CONVENIENCE'
  /** A credit. */
  | 'CREDIT'
  /** A deliverable. */
  | 'DELIVERABLE'
  /** A deposit. */
  | 'DEPOSIT'
  /** A deducted deposit. */
  | 'DEPOSIT_APPLIED'
  /** A billed expense. */
  | 'EXPENSE'
  /** Hours worked. */
  | 'HOURS'
  /** A fee for late payment. */
  | 'LATE_FEE'
  /** Hours over a retainer. */
  | 'OVERAGE'
  /** A project. */
  | 'PROJECT'
  /** A retainer. */
  | 'RETAINER'
  /** A subscription. */
  | 'SUBSCRIPTION'
  /** A tax. */
  | 'TAX';

/** Condition on the LineItemType. */
export type LineItemTypeFilter = {
  /** Is exactly this. Null: has no value. */
  equals?: InputMaybe<LineItemType>;
  /** Is one of these. */
  in?: InputMaybe<Array<LineItemType>>;
  /** At least one of these conditions is false. Records without a value do not match; `not: null` finds all records with a value. */
  not?: InputMaybe<LineItemTypeFilter>;
  /** Is none of these. Records without a value do not match. */
  notIn?: InputMaybe<Array<LineItemType>>;
};

/** Role of a line on its invoice. */
export type LineRole =
  /** A discount on the whole invoice. */
  | 'ALLOWANCE'
  /** A charge on the whole invoice, for example freight. */
  | 'CHARGE'
  /** An item. */
  | 'ITEM'
  /** A discount on the line above it. */
  | 'ITEM_ALLOWANCE'
  /** A charge on the line above it. */
  | 'ITEM_CHARGE'
  /** Amount paid before the invoice was created. */
  | 'PREPAID'
  /** Rounding of the amount due. */
  | 'ROUNDING'
  /** Tax that the client withholds and pays to the tax office. */
  | 'WITHHOLDING';

/** Condition on the LineRole. */
export type LineRoleFilter = {
  /** Is exactly this. Null: has no value. */
  equals?: InputMaybe<LineRole>;
  /** Is one of these. */
  in?: InputMaybe<Array<LineRole>>;
  /** At least one of these conditions is false. Records without a value do not match; `not: null` finds all records with a value. */
  not?: InputMaybe<LineRoleFilter>;
  /** Is none of these. Records without a value do not match. */
  notIn?: InputMaybe<Array<LineRole>>;
};

/** Effect of a change on the list that `where` describes. */
export type ListChange =
  /** The record stays in the list. */
  | 'CHANGED'
  /** The record entered the list. */
  | 'ENTERED'
  /** The record left the list, or was deleted. */
  | 'LEFT';

/** Kind of actor. */
export type LogActorKind =
  /** The command line of the service. */
  | 'ADMINISTRATION'
  /** A signed-in contact of a client. */
  | 'CONTACT'
  /** Someone who opened a customer’s link. */
  | 'CUSTOMER'
  /** An API key. */
  | 'KEY'
  /** A signed-in user. */
  | 'PERSON'
  /** The service itself, for example when an e-mail was sent. */
  | 'SERVICE';

/** A change of a record, or an action of a signed-in person, written in the transaction of the change. By default, values are kept for 30 days and entries for ten years. */
export type LogEntry = {
  __typename: 'LogEntry';
  /** Id of the user, API key or contact. Null for administration, the service and customers. */
  actorId: Maybe<Scalars['ID']['output']>;
  /** Kind of actor. */
  actorKind: LogActorKind;
  /** Name of the actor at that time. Null with an error without `clients:read` and `people:read`. */
  actorName: Maybe<Scalars['String']['output']>;
  /** IP address of the request. Null with an error without `people:read` and `keys:read`. */
  address: Maybe<Scalars['String']['output']>;
  /** New values by column. Null for a deleted record, and once they were removed or erased. Of a created record, empty columns are omitted. Secrets and files are always omitted. */
  after: Maybe<Scalars['JSON']['output']>;
  /** Previous values by column. Null for a created record, and once they were removed or erased. Of a deleted record, empty columns are omitted. Secrets and files are always omitted. */
  before: Maybe<Scalars['JSON']['output']>;
  /** Name and version of the MCP client, as it declared them. */
  clientName: Maybe<Scalars['String']['output']>;
  /** Time of the change or sign-in. */
  createdAt: Scalars['DateTime']['output'];
  /** What happened. */
  kind: LogEntryKind;
  /** The operation: the mutation field, the route’s method and path, the MCP tool, or the command. */
  operation: Scalars['String']['output'];
  /** Position of the entry in the audit log. */
  place: Scalars['ID']['output'];
  /** Id of the record, or the ids of the records that it links. */
  recordId: Scalars['ID']['output'];
  /** Type of the changed record. */
  recordType: Scalars['String']['output'];
  /** Version of the record after the change. Null if it has none. */
  recordVersion: Maybe<Scalars['Int']['output']>;
  /** Id of the request. The service log contains it too. */
  requestId: Scalars['String']['output'];
};

/** A page of LogEntry records. */
export type LogEntryConnection = {
  __typename: 'LogEntryConnection';
  /** The records of this page, each with its cursor. */
  edges: Array<LogEntryEdge>;
  /** The records of this page, without their cursors. */
  nodes: Array<LogEntry>;
  /** Whether there are more pages, and the first and last cursor of this page. */
  pageInfo: PageInfo;
  /** Number of matching records on all pages. It is only counted if you select it. */
  totalCount: Scalars['Int']['output'];
};

/** LogEntry of a page, with its cursor. */
export type LogEntryEdge = {
  __typename: 'LogEntryEdge';
  /** Cursor of the record, for `after` and `before`. */
  cursor: Scalars['String']['output'];
  /** The record. */
  node: LogEntry;
};

/** Kind of an audit entry. */
export type LogEntryKind =
  /** An account at a sign-in provider was linked. */
  | 'ACCOUNT_LINKED'
  /** A person gave an app access to the workspace; see `clientName`. */
  | 'APP_CONNECTED'
  /** A person ended the access of an app; see `clientName`. */
  | 'APP_DISCONNECTED'
  /** New backup codes were created. */
  | 'BACKUP_CODES_MADE'
  /** The record was created. */
  | 'CREATED'
  /** The record was deleted. */
  | 'DELETED'
  /** Personal data of a client or contact was erased. */
  | 'ERASED'
  /** The whole workspace was downloaded. */
  | 'EXPORTED'
  /** A password was set or changed. */
  | 'PASSWORD_CHANGED'
  /** Two-factor authentication was set up, turned on or turned off; see `operation`. */
  | 'SECOND_FACTOR_CHANGED'
  /** A session was ended from another device. */
  | 'SESSION_ENDED'
  /** A person signed in. */
  | 'SIGNED_IN'
  /** A person signed out. */
  | 'SIGNED_OUT'
  /** All sign-in methods were removed. */
  | 'SIGN_IN_RESET'
  /** The record was changed. */
  | 'UPDATED';

/** Position of a logo. */
export type LogoPlace =
  /** On the left, with the number on the right. */
  | 'LEFT'
  /** On the right, with the number on the left. */
  | 'RIGHT';

/** Kind of e-mail to a customer. */
export type MailKind =
  /** A notice that an invoice was voided. */
  | 'CANCELLATION'
  /** A credit note, attached as a file. */
  | 'CREDIT_NOTE'
  /** An invoice, attached as a file. */
  | 'INVOICE'
  /** A payment receipt. */
  | 'RECEIPT'
  /** A payment reminder. */
  | 'REMINDER';

/** Condition on the MailKind. */
export type MailKindFilter = {
  /** Is exactly this. Null: has no value. */
  equals?: InputMaybe<MailKind>;
  /** Is one of these. */
  in?: InputMaybe<Array<MailKind>>;
  /** At least one of these conditions is false. Records without a value do not match; `not: null` finds all records with a value. */
  not?: InputMaybe<MailKindFilter>;
  /** Is none of these. Records without a value do not match. */
  notIn?: InputMaybe<Array<MailKind>>;
};

/** Preview of an e-mail. Nothing is sent or stored. */
export type MailPreview = {
  __typename: 'MailPreview';
  /** The e-mail as plain text. */
  body: Scalars['String']['output'];
  /** The e-mail as HTML. */
  html: Scalars['String']['output'];
  /** Subject line. */
  subject: Scalars['String']['output'];
};

/** An address that unsubscribed from the e-mails of the workspace. Sign-in e-mails still go to it. */
export type MailSuppression = Node & {
  __typename: 'MailSuppression';
  /** Number of the record’s workspace. */
  accountId: Scalars['Int']['output'];
  /** Audit entries of the record, newest first: the actor, the operation, and the values before and after as long as they are stored. Null with an error for members and contacts of clients. */
  changes: Maybe<LogEntryConnection>;
  /** When the record was created. */
  createdAt: Scalars['DateTime']['output'];
  /** E-mail address in lower case. */
  email: Scalars['EmailAddress']['output'];
  /** The record’s id, the same in all APIs. */
  id: Scalars['ID']['output'];
  /** When the record was last changed. */
  updatedAt: Scalars['DateTime']['output'];
  /** Version of the record. Each change increases it. */
  version: Scalars['Int']['output'];
};


/** An address that unsubscribed from the e-mails of the workspace. Sign-in e-mails still go to it. */
export type MailSuppressionChangesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

/** A page of MailSuppression records. */
export type MailSuppressionConnection = {
  __typename: 'MailSuppressionConnection';
  /** The records of this page, each with its cursor. */
  edges: Array<MailSuppressionEdge>;
  /** The records of this page, without their cursors. */
  nodes: Array<MailSuppression>;
  /** Whether there are more pages, and the first and last cursor of this page. */
  pageInfo: PageInfo;
  /** Number of matching records on all pages. It is only counted if you select it. */
  totalCount: Scalars['Int']['output'];
};

/** MailSuppression of a page, with its cursor. */
export type MailSuppressionEdge = {
  __typename: 'MailSuppressionEdge';
  /** Cursor of the record, for `after` and `before`. */
  cursor: Scalars['String']['output'];
  /** The record. */
  node: MailSuppression;
};

/** Order of MailSuppression records: one field and its direction. */
export type MailSuppressionOrderBy =
  /** When the record was created. */
  { createdAt: SortOrder; updatedAt?: never; }
  |  /** When the record was last changed. */
  { createdAt?: never; updatedAt: SortOrder; };

/** Filter for MailSuppression records. All conditions have to match. Conditions without content are ignored on every level: {}, an empty AND, null for fields that cannot be null, and NOT or a related record without a condition. */
export type MailSuppressionWhere = {
  /** All of these conditions match. */
  AND?: InputMaybe<Array<MailSuppressionWhere>>;
  /** This condition does not match. Records without the compared value are omitted; `equals: null` finds them. */
  NOT?: InputMaybe<MailSuppressionWhere>;
  /** At least one of these conditions matches. An empty list matches nothing. */
  OR?: InputMaybe<Array<MailSuppressionWhere>>;
  /** When the record was created. */
  createdAt?: InputMaybe<DateTimeFilter>;
  /** E-mail address in lower case. */
  email?: InputMaybe<StringFilter>;
  /** The record’s id. */
  id?: InputMaybe<IdFilter>;
  /** Changed after this time. Use it for polling. */
  updatedAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** When the record was last changed. */
  updatedAt?: InputMaybe<DateTimeFilter>;
};

/** A draft that was sent by other means. */
export type MarkInvoiceSentInput = {
  /** Issue date, not in the future. Default: dateCreated, otherwise the day on which the invoice is issued. */
  dateIssued?: InputMaybe<Scalars['Date']['input']>;
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** The record to change. */
  id: Scalars['ID']['input'];
};

/** Result of `markInvoiceSent`: success, or the reason why nothing was done. */
export type MarkInvoiceSentResult = ConflictError | InvalidInputError | MarkInvoiceSentSuccess | NotDoneError | NotFoundError | VersionMismatchError;

/** Success of `markInvoiceSent`. */
export type MarkInvoiceSentSuccess = {
  __typename: 'MarkInvoiceSentSuccess';
  /** The current record. Without `invoices:read`, you can only select its id. */
  invoice: Invoice;
};

/** Two clients that are the same. */
export type MergeClientsInput = {
  /** Name or id of the client that stays. */
  keep: Scalars['ID']['input'];
  /** Name or id of the client that becomes a part of it. */
  merge: Scalars['ID']['input'];
};

/** Result of `mergeClients`: success, or the reason why nothing was done. */
export type MergeClientsResult = ConflictError | InvalidInputError | MergeClientsSuccess | NotDoneError | NotFoundError;

/** Success of `mergeClients`. */
export type MergeClientsSuccess = {
  __typename: 'MergeClientsSuccess';
  /** The current record. Without `clients:read`, you can only select its id. */
  client: Client;
};

/** Two contacts that are one person. */
export type MergeContactsInput = {
  /** Id of the contact that stays. */
  keep: Scalars['ID']['input'];
  /** Id of the contact that becomes a part of it. */
  merge: Scalars['ID']['input'];
};

/** Result of `mergeContacts`: success, or the reason why nothing was done. */
export type MergeContactsResult = ConflictError | InvalidInputError | MergeContactsSuccess | NotDoneError | NotFoundError;

/** Success of `mergeContacts`. */
export type MergeContactsSuccess = {
  __typename: 'MergeContactsSuccess';
  /** The current record. Without `clients:read`, you can only select its id. */
  contact: Contact;
};

/** A client or contact that was merged into another one. */
export type MergedRecord = {
  __typename: 'MergedRecord';
  /** Its e-mail address, in lower case. */
  email: Maybe<Scalars['String']['output']>;
  /** Id that it had in another system. */
  externalId: Maybe<Scalars['String']['output']>;
  /** The id that it had. */
  id: Scalars['ID']['output'];
  /** Its name. */
  name: Maybe<Scalars['String']['output']>;
  /** The system whose id `externalId` is. */
  source: Maybe<Scalars['String']['output']>;
};

/** An amount in a currency. */
export type Money = {
  __typename: 'Money';
  /** The amount. */
  amount: Scalars['Decimal']['output'];
  /** The currency. */
  currency: Scalars['Currency']['output'];
};

/** Mutations of the key’s workspace. */
export type Mutation = {
  __typename: 'Mutation';
  /** Pays an invoice with credit of its client in its currency: the amount due, or the available credit if that is lower. Needs `invoices:write`. */
  applyCredit: Maybe<ApplyCreditResult>;
  /** Approves a deliverable. It becomes complete; a complete one stays as it is. Needs `projects:write`. */
  approveDeliverable: Maybe<ApproveDeliverableResult>;
  /** Archives a client. It is omitted from lists and searches, cannot be found by name, and accepts no new time. Its records and its name stay. Needs `clients:write`. */
  archiveClient: Maybe<ArchiveClientResult>;
  /** Archives a contact. It is omitted from lists, searches and invoices. Needs `clients:write`. */
  archiveContact: Maybe<ArchiveContactResult>;
  /** Archives a deliverable. It is omitted from lists, cannot be found by name, and accepts no new time. Its records and its name stay. Needs `projects:write`. */
  archiveDeliverable: Maybe<ArchiveDeliverableResult>;
  /** Creates an API key. A key can create keys with its own scopes. They are revoked when it ends. Needs `keys:write`. */
  createApiKey: Maybe<CreateApiKeyResult>;
  /** Creates a client with its contacts: all or nothing. Needs `clients:write`. */
  createClient: Maybe<CreateClientResult>;
  /** Creates a contact, with or without a client. Needs `clients:write`. */
  createContact: Maybe<CreateContactResult>;
  /** Creates up to 1,000 contacts: all or none, or with `partial` the valid ones. Needs `clients:write`. */
  createContacts: Maybe<CreateContactsResult>;
  /** Credits all or part of an issued invoice with a credit note. The paid part is refunded or becomes credit of the client, depending on `excess`. Needs `invoices:write`. */
  createCreditNote: Maybe<CreateCreditNoteResult>;
  /** Creates a custom field. Needs `settings:write`. */
  createCustomField: Maybe<CreateCustomFieldResult>;
  /** Creates a deliverable of a project. Needs `projects:write`. */
  createDeliverable: Maybe<CreateDeliverableResult>;
  /** Creates an e-mail template. Needs `settings:write`. */
  createEmailTemplate: Maybe<CreateEmailTemplateResult>;
  /** Sets the exchange rate of two currencies on a day. Only reports in a single currency use it. Needs `settings:write`. */
  createExchangeRate: Maybe<CreateExchangeRateResult>;
  /** Creates an expense. An unknown vendor is created with it. Needs `expenses:write`. */
  createExpense: Maybe<CreateExpenseResult>;
  /** Creates an expense with its lines from an e-invoice of a vendor: UBL, CII, or a PDF that contains one of them. The file becomes an attachment of the expense. The vendor is found by VAT id, IBAN, legal id or name, or created. Needs `expenses:read` and `expenses:write`. */
  createExpenseFromFile: Maybe<CreateExpenseFromFileResult>;
  /** Creates up to 1,000 expenses: all or none, or with `partial` the valid ones. Needs `expenses:write`. */
  createExpenses: Maybe<CreateExpensesResult>;
  /** Creates a form. Needs `sales:write`. */
  createForm: Maybe<CreateFormResult>;
  /** Creates a form submission and an opportunity. A missing form, client or contact is created too. Needs `clients:write` and `sales:write`. */
  createFormSubmission: Maybe<CreateFormSubmissionResult>;
  /** Creates an invoice with lines, and sends it if `sendTo.send` is true. Needs `invoices:write`. */
  createInvoice: Maybe<CreateInvoiceResult>;
  /** Creates an invoice of unbilled work and marks the work as billed: time, expenses in its currency and approved deliverables, by current rates. Work is never billed twice, even by concurrent requests. See `previewInvoiceFromWork` for a preview. Needs `clients:read`, `projects:read`, `time:read`, `expenses:read`, `invoices:write`, `settings:read` and `people:read`. */
  createInvoiceFromWork: Maybe<CreateInvoiceFromWorkResult>;
  /** Creates an invoice template. Needs `settings:write`. */
  createInvoiceTemplate: Maybe<CreateInvoiceTemplateResult>;
  /** Creates an opportunity, by default in the first stage of the pipeline. Needs `sales:write`. */
  createOpportunity: Maybe<CreateOpportunityResult>;
  /** Creates an event, or changes the one with `eventId`, which is its id or your own id. Needs `calendar:write`. */
  createOrUpdateCalendarEvent: Maybe<CreateOrUpdateCalendarEventResult>;
  /** Adds a stage to the sales pipeline. Needs `settings:write`. */
  createPipelineStage: Maybe<CreatePipelineStageResult>;
  /** Creates a project of a client, optionally from a template. Needs `projects:write`. */
  createProject: Maybe<CreateProjectResult>;
  /** Creates a project template with its deliverables. Needs `settings:write`. */
  createProjectTemplate: Maybe<CreateProjectTemplateResult>;
  /** Creates a project type with its statuses. Needs `settings:write`. */
  createProjectType: Maybe<CreateProjectTypeResult>;
  /** Creates an invoice with one amount, and sends it if `sendTo.send` is true. Needs `invoices:write`. */
  createSimpleInvoice: Maybe<CreateSimpleInvoiceResult>;
  /** Adds a status to a project type. Needs `settings:write`. */
  createTaskStage: Maybe<CreateTaskStageResult>;
  /** Creates a tax rule with its components. Needs `settings:write`. */
  createTaxRule: Maybe<CreateTaxRuleResult>;
  /** Creates a ticket of a contact. Its number is the next one of the workspace. Needs `clients:read` and `tickets:write`. */
  createTicket: Maybe<CreateTicketResult>;
  /** Adds a comment to a ticket. Contacts do not see private comments. Needs `clients:read`, `people:read` and `tickets:write`. */
  createTicketComment: Maybe<CreateTicketCommentResult>;
  /** Creates up to 1,000 time entries: all or none, or with `partial` the valid ones. Needs `time:write`. */
  createTimeEntries: Maybe<CreateTimeEntriesResult>;
  /** Creates a time entry. The create flags create a missing client, project or deliverable. Needs `time:write`. */
  createTimeEntry: Maybe<CreateTimeEntryResult>;
  /** Creates an active user. To create, change or invite a user, you need the scopes of the user’s role. Needs `people:write`. */
  createUser: Maybe<CreateUserResult>;
  /** Creates a vendor. Needs `expenses:write`. */
  createVendor: Maybe<CreateVendorResult>;
  /** Creates a webhook endpoint. It gets the events that you can read, as long as you can read them. You need access to the whole workspace. Needs `webhooks:write`. */
  createWebhookEndpoint: Maybe<CreateWebhookEndpointResult>;
  /** Deactivates a user. Existing records stay, new ones cannot be assigned. Needs `people:write`. */
  deactivateUser: Maybe<DeactivateUserResult>;
  /** Deletes an attachment. Its links stop working. Needs `files:write`. */
  deleteAttachment: Maybe<DeleteAttachmentResult>;
  /** Deletes an event by its id or your own id. Needs `calendar:write`. */
  deleteCalendarEvent: Maybe<DeleteCalendarEventResult>;
  /** Deletes a custom field without values. Needs `settings:write`. */
  deleteCustomField: Maybe<DeleteCustomFieldResult>;
  /** Deletes a deliverable without time that no invoice bills. Needs `projects:write`. */
  deleteDeliverable: Maybe<DeleteDeliverableResult>;
  /** Deletes an e-mail template that no e-mail used and that is not a default. Needs `settings:write`. */
  deleteEmailTemplate: Maybe<DeleteEmailTemplateResult>;
  /** Deletes an exchange rate. Needs `settings:write`. */
  deleteExchangeRate: Maybe<DeleteExchangeRateResult>;
  /** Deletes an expense. A billed expense requires `evenIfBilled`. Needs `expenses:write`. */
  deleteExpense: Maybe<DeleteExpenseResult>;
  /** Deletes a form without submissions. Needs `sales:write`. */
  deleteForm: Maybe<DeleteFormResult>;
  /** Permanently deletes a form submission. Its client and opportunity stay. Needs `sales:write`. */
  deleteFormSubmission: Maybe<DeleteFormSubmissionResult>;
  /** Deletes the newest draft if it was never sent. The next invoice gets its number. Needs `invoices:write`. */
  deleteInvoice: Maybe<DeleteInvoiceResult>;
  /** Deletes an invoice template that no invoice uses and that is not the default. Needs `settings:write`. */
  deleteInvoiceTemplate: Maybe<DeleteInvoiceTemplateResult>;
  /** Sends e-mails to an address again that unsubscribed. Use it only if the recipient asks for it. Needs `clients:write`. */
  deleteMailSuppression: Maybe<DeleteMailSuppressionResult>;
  /** Deletes a pipeline stage without opportunities. Needs `settings:write`. */
  deletePipelineStage: Maybe<DeletePipelineStageResult>;
  /** Deletes a project template. Projects that were created from it stay. Needs `settings:write`. */
  deleteProjectTemplate: Maybe<DeleteProjectTemplateResult>;
  /** Deletes an unused project type with its statuses, except for the default type. Needs `settings:write`. */
  deleteProjectType: Maybe<DeleteProjectTypeResult>;
  /** Deletes a status without deliverables. Needs `settings:write`. */
  deleteTaskStage: Maybe<DeleteTaskStageResult>;
  /** Deletes a tax rule that is not a default and that no invoice uses. Needs `settings:write`. */
  deleteTaxRule: Maybe<DeleteTaxRuleResult>;
  /** Deletes a ticket with its comments. Its number is not used again. Needs `tickets:write`. */
  deleteTicket: Maybe<DeleteTicketResult>;
  /** Deletes a time entry. A billed entry requires `evenIfBilled`. Needs `time:write`. */
  deleteTimeEntry: Maybe<DeleteTimeEntryResult>;
  /** Deletes a vendor without expenses. Needs `expenses:write`. */
  deleteVendor: Maybe<DeleteVendorResult>;
  /** Deletes a webhook endpoint with its deliveries. Needs `webhooks:write`. */
  deleteWebhookEndpoint: Maybe<DeleteWebhookEndpointResult>;
  /** Permanently deletes the workspace with all its records. Its keys, sessions and streams end immediately, including the caller’s, and its records are removed within an hour. The only workspace of a service cannot be deleted. For owners only. See `workspaceDeletion` for a preview. Needs `clients:write`, `projects:write`, `time:write`, `expenses:write`, `invoices:write`, `sales:write`, `calendar:write`, `files:write`, `settings:write`, `people:write`, `keys:write`, `tickets:write` and `webhooks:write`. */
  deleteWorkspace: Maybe<DeleteWorkspaceResult>;
  /** Disables a webhook endpoint. Enabling it continues where it stopped. Needs `webhooks:write`. */
  disableWebhookEndpoint: Maybe<DisableWebhookEndpointResult>;
  /** Creates a draft dated today with the lines, discount and taxes of an invoice. Needs `invoices:write`. */
  duplicateInvoice: Maybe<DuplicateInvoiceResult>;
  /** Enables a disabled or failing webhook endpoint. It gets the events that it missed, while they are stored; after that the error is `events_expired`, and `after` is needed. Without a secret it is a conflict. Needs `webhooks:write`. */
  enableWebhookEndpoint: Maybe<EnableWebhookEndpointResult>;
  /** Permanently erases the personal data of a client. Data that does not have to be kept is deleted or blanked, also where other records mention it. Issued invoices keep their printed content. For owners only. See `clientErasure` for a preview. Needs `clients:write`, `projects:write`, `time:write`, `expenses:write`, `invoices:write`, `sales:write`, `calendar:write`, `files:write`, `settings:write`, `people:write`, `keys:write`, `tickets:write` and `webhooks:write`. */
  eraseClient: Maybe<EraseClientResult>;
  /** Permanently erases the personal data of a contact. Data that does not have to be kept is deleted or blanked, also where other records mention it. Issued invoices keep their printed content. For owners only. See `contactErasure` for a preview. Needs `clients:write`, `projects:write`, `time:write`, `expenses:write`, `invoices:write`, `sales:write`, `calendar:write`, `files:write`, `settings:write`, `people:write`, `keys:write`, `tickets:write` and `webhooks:write`. */
  eraseContact: Maybe<EraseContactResult>;
  /** Creates a one-time link, valid for five minutes, to download the workspace: a consistent snapshot of all its records as lines of JSON. `actiongraph import` creates an equal workspace from it. The file does not contain keys, invitations, sign-in data, and the secrets of invoice links. A workspace allows one download at a time. The audit log records each download. For owners only. Needs `clients:write`, `projects:write`, `time:write`, `expenses:write`, `invoices:write`, `sales:write`, `calendar:write`, `files:write`, `settings:write`, `people:write`, `keys:write`, `tickets:write` and `webhooks:write`. */
  exportWorkspace: Maybe<ExportWorkspaceResult>;
  /** Invites a user to sign in by e-mail. A new invitation replaces the previous one. The one-time link is valid for seven days and is only in the e-mail. Only an owner can invite an owner, and you cannot invite users with more permissions than you have. Needs `people:write`. */
  inviteUser: Maybe<InviteUserResult>;
  /** Marks a draft as sent by other means. No e-mail is sent. Needs `invoices:write`. */
  markInvoiceSent: Maybe<MarkInvoiceSentResult>;
  /** Merges a client into another one: everything that refers to it moves, and it is deleted. Its name, id and external id find the client that is kept, whose empty fields get its values. Issued invoices keep what is printed on them. Clients with projects of the same names, or with work in different currencies, are a conflict. Needs `clients:write`, `projects:write`, `time:write`, `expenses:write`, `invoices:write`, `sales:write`, `files:write` and `tickets:write`. */
  mergeClients: Maybe<MergeClientsResult>;
  /** Merges a contact into another one of the same client, or of none: what refers to it moves, and it is deleted. Its e-mail address and external id find the contact that is kept, whose empty fields get its values; the kept contact has `defaultContact`, `invoiceContact` and `portalAccess` if either had. Needs `clients:write`, `sales:write` and `tickets:write`. */
  mergeContacts: Maybe<MergeContactsResult>;
  /** Removes scopes from an API key and from the keys that were created with it. Keys without scopes are revoked. It never adds scopes. Needs `keys:write`. */
  narrowApiKey: Maybe<NarrowApiKeyResult>;
  /** Reactivates a user. Needs `people:write`. */
  reactivateUser: Maybe<ReactivateUserResult>;
  /** Records a payment of an open invoice and returns the invoice. With allocations to several invoices, it returns the first. Needs `invoices:write`. */
  recordPayment: Maybe<RecordPaymentResult>;
  /** Records a refund of all or part of a payment. The amount is due again on its invoice. Needs `invoices:write`. */
  refundPayment: Maybe<RefundPaymentResult>;
  /** Removes the workspace’s logo. Drafts and invoices that are issued from now on show its name. Without a logo, nothing changes. Needs `settings:write`. */
  removeWorkspaceLogo: Maybe<RemoveWorkspaceLogoResult>;
  /** Replaces the link of an invoice. The old link stops working. Needs `invoices:write`. */
  renewInvoiceLink: Maybe<RenewInvoiceLinkResult>;
  /** Replaces a Client. Omitted fields are cleared or reset to their defaults. Needs `clients:write`. */
  replaceClient: Maybe<ReplaceClientResult>;
  /** Replaces a Contact. Omitted fields are cleared or reset to their defaults. Needs `clients:write`. */
  replaceContact: Maybe<ReplaceContactResult>;
  /** Replaces a CustomField. Omitted fields are cleared or reset to their defaults. Needs `settings:write`. */
  replaceCustomField: Maybe<ReplaceCustomFieldResult>;
  /** Replaces a Deliverable. Omitted fields are cleared or reset to their defaults. Needs `projects:write`. */
  replaceDeliverable: Maybe<ReplaceDeliverableResult>;
  /** Replaces an EmailTemplate. Omitted fields are cleared or reset to their defaults. Needs `settings:write`. */
  replaceEmailTemplate: Maybe<ReplaceEmailTemplateResult>;
  /** Replaces an ExchangeRate. Omitted fields are cleared or reset to their defaults. Needs `settings:write`. */
  replaceExchangeRate: Maybe<ReplaceExchangeRateResult>;
  /** Replaces an Expense. Omitted fields are cleared or reset to their defaults. Needs `expenses:write`. */
  replaceExpense: Maybe<ReplaceExpenseResult>;
  /** Replaces a Form. Omitted fields are cleared or reset to their defaults. Needs `sales:write`. */
  replaceForm: Maybe<ReplaceFormResult>;
  /** Replaces a FormSubmission. Omitted fields are cleared or reset to their defaults. Needs `sales:write`. */
  replaceFormSubmission: Maybe<ReplaceFormSubmissionResult>;
  /** Replaces an Invoice. Omitted fields are cleared or reset to their defaults. Needs `invoices:write`. */
  replaceInvoice: Maybe<ReplaceInvoiceResult>;
  /** Replaces an InvoiceTemplate. Omitted fields are cleared or reset to their defaults. Needs `settings:write`. */
  replaceInvoiceTemplate: Maybe<ReplaceInvoiceTemplateResult>;
  /** Replaces an Opportunity. Omitted fields are cleared or reset to their defaults. Needs `sales:write`. */
  replaceOpportunity: Maybe<ReplaceOpportunityResult>;
  /** Replaces a PipelineStage. Omitted fields are cleared or reset to their defaults. Needs `settings:write`. */
  replacePipelineStage: Maybe<ReplacePipelineStageResult>;
  /** Replaces a Project. Omitted fields are cleared or reset to their defaults. Needs `projects:write`. */
  replaceProject: Maybe<ReplaceProjectResult>;
  /** Replaces a ProjectTemplate. Omitted fields are cleared or reset to their defaults. Needs `settings:write`. */
  replaceProjectTemplate: Maybe<ReplaceProjectTemplateResult>;
  /** Replaces a ProjectType. Omitted fields are cleared or reset to their defaults. Needs `settings:write`. */
  replaceProjectType: Maybe<ReplaceProjectTypeResult>;
  /** Replaces a TaskStage. Omitted fields are cleared or reset to their defaults. Needs `settings:write`. */
  replaceTaskStage: Maybe<ReplaceTaskStageResult>;
  /** Replaces a TaxRule. Omitted fields are cleared or reset to their defaults. Needs `settings:write`. */
  replaceTaxRule: Maybe<ReplaceTaxRuleResult>;
  /** Replaces a Ticket. Omitted fields are cleared or reset to their defaults. Needs `tickets:write`. */
  replaceTicket: Maybe<ReplaceTicketResult>;
  /** Replaces a TimeEntry. Omitted fields are cleared or reset to their defaults. Needs `time:write`. */
  replaceTimeEntry: Maybe<ReplaceTimeEntryResult>;
  /** Replaces a User. Omitted fields are cleared or reset to their defaults. Needs `people:write`. */
  replaceUser: Maybe<ReplaceUserResult>;
  /** Replaces a Vendor. Omitted fields are cleared or reset to their defaults. Needs `expenses:write`. */
  replaceVendor: Maybe<ReplaceVendorResult>;
  /** Replaces a WebhookEndpoint. Omitted fields are cleared or reset to their defaults. Needs `webhooks:write`. */
  replaceWebhookEndpoint: Maybe<ReplaceWebhookEndpointResult>;
  /** Replaces a Workspace. Omitted fields are cleared or reset to their defaults. Needs `settings:write`. */
  replaceWorkspace: Maybe<ReplaceWorkspaceResult>;
  /** Delivers events again, with the same ids and in their order, in addition to new events. One replay of an endpoint runs at a time. Needs `webhooks:write`. */
  replayWebhookEvents: Maybe<ReplayWebhookEventsResult>;
  /** Sends a FAILED, UNCONFIRMED, KEPT or HELD e-mail again, as a new e-mail to the same addresses with the current invoice, and returns it. Fails if it was already sent again, or the invoice can no longer be sent. An UNCONFIRMED or HELD e-mail may already have been delivered. A HELD e-mail is released itself and becomes QUEUED. Needs `invoices:write`. */
  resendMail: Maybe<ResendMailResult>;
  /** Repeats a delivery as soon as possible, with the same id. Needs `webhooks:write`. */
  retryWebhookDelivery: Maybe<RetryWebhookDeliveryResult>;
  /** Reverses a payment that bounced or was recorded by mistake. The payment stays, with the reason, and its invoice is open again. If the transfer paid several invoices, all of them are open again, and so are invoices that were paid with its credit, unless other credit covers them. Needs `invoices:write`. */
  reversePayment: Maybe<ReversePaymentResult>;
  /** Revokes an API key and the keys that were created with it. Requests with any of them are rejected immediately. Needs `keys:write`. */
  revokeApiKey: Maybe<RevokeApiKeyResult>;
  /** Revokes an invoice’s link until it is renewed. Needs `invoices:write`. */
  revokeInvoiceLink: Maybe<RevokeInvoiceLinkResult>;
  /** Replaces an API key with a new one of the same name, scopes and expiry. The old key and keys created with it stop working immediately or after an overlap. A key that another key replaced ends together with that key. Needs `keys:write`. */
  rotateApiKey: Maybe<RotateApiKeyResult>;
  /** Replaces the secret of a webhook endpoint. Deliveries are signed with both secrets until the overlap ends. Needs `webhooks:write`. */
  rotateWebhookSecret: Maybe<RotateWebhookSecretResult>;
  /** E-mails a client a credit note with its file. The same e-mail is not sent twice within a minute. Needs `invoices:write`. */
  sendCreditNote: Maybe<SendCreditNoteResult>;
  /** E-mails an invoice to its client, for the first time or again. An identical e-mail that is queued, or was sent within the last minute, is not sent again. Needs `invoices:write`. */
  sendInvoice: Maybe<SendInvoiceResult>;
  /** E-mails a client that an invoice was voided. Fails for other invoices. The same e-mail is not sent twice within a minute. Needs `invoices:write`. */
  sendInvoiceCancellation: Maybe<SendInvoiceCancellationResult>;
  /** E-mails a client a reminder of an open or overdue invoice. Fails for drafts and if nothing is due. The same e-mail is not sent twice within a minute. Needs `invoices:write`. */
  sendInvoiceReminder: Maybe<SendInvoiceReminderResult>;
  /** E-mails a client a receipt with the remaining amount due. Fails if the payment was reversed or refunded in full. The same e-mail is not sent twice within a minute. Needs `invoices:write`. */
  sendPaymentReceipt: Maybe<SendPaymentReceiptResult>;
  /** E-mails a contact with `portalAccess` a one-time link to the client portal of this workspace. The link is valid for seven days, replaces the previous one, and is only in the e-mail. No e-mail is sent if one with the same target page was sent within the last minute. The limits are five e-mails in ten minutes per contact and 500 in an hour per workspace. Needs `clients:write`. */
  sendPortalLink: Maybe<SendPortalLinkResult>;
  /** Sends the e-mail of `previewMail` to yourself, or to the workspace’s owner if you use an API key. It has no attachment and does not belong to the invoice. Needs `invoices:write` and `settings:read`. */
  sendTestMail: Maybe<SendTestMailResult>;
  /** Sends a test event to a webhook endpoint, waits for the response, and returns the delivery. Its record is the documented example. The state of the endpoint does not change. It cannot be a dry run. Needs `webhooks:write`. */
  sendTestWebhook: Maybe<SendTestWebhookResult>;
  /** Sets or clears the tax rule of a client’s next invoices. Needs `clients:write`. */
  setClientTaxRule: Maybe<SetClientTaxRuleResult>;
  /** Replaces the users who are assigned to the whole project. Users of its deliverables are assigned to it too. Needs `projects:write`. */
  setProjectMembers: Maybe<SetProjectMembersResult>;
  /** Changes the status of a ticket. Needs `tickets:write`. */
  setTicketStatus: Maybe<SetTicketStatusResult>;
  /** Sets the logo of drafts and of invoices that are issued from now on. Invoices that were already issued keep theirs. Needs `settings:write`. */
  setWorkspaceLogo: Maybe<SetWorkspaceLogoResult>;
  /** Restores a client from the archive. Needs `clients:write`. */
  unarchiveClient: Maybe<UnarchiveClientResult>;
  /** Restores a contact from the archive. Needs `clients:write`. */
  unarchiveContact: Maybe<UnarchiveContactResult>;
  /** Restores a deliverable from the archive. Needs `projects:write`. */
  unarchiveDeliverable: Maybe<UnarchiveDeliverableResult>;
  /** Changes a Client. Omitted fields keep their values; null clears a field. Needs `clients:write`. */
  updateClient: Maybe<UpdateClientResult>;
  /** Changes a Contact. Omitted fields keep their values; null clears a field. Needs `clients:write`. */
  updateContact: Maybe<UpdateContactResult>;
  /** Changes a CustomField. Omitted fields keep their values; null clears a field. Needs `settings:write`. */
  updateCustomField: Maybe<UpdateCustomFieldResult>;
  /** Changes a Deliverable. Omitted fields keep their values; null clears a field. Needs `projects:write`. */
  updateDeliverable: Maybe<UpdateDeliverableResult>;
  /** Changes an EmailTemplate. Omitted fields keep their values; null clears a field. Needs `settings:write`. */
  updateEmailTemplate: Maybe<UpdateEmailTemplateResult>;
  /** Changes an ExchangeRate. Omitted fields keep their values; null clears a field. Needs `settings:write`. */
  updateExchangeRate: Maybe<UpdateExchangeRateResult>;
  /** Changes an Expense. Omitted fields keep their values; null clears a field. Needs `expenses:write`. */
  updateExpense: Maybe<UpdateExpenseResult>;
  /** Changes a Form. Omitted fields keep their values; null clears a field. Needs `sales:write`. */
  updateForm: Maybe<UpdateFormResult>;
  /** Changes a FormSubmission. Omitted fields keep their values; null clears a field. Needs `sales:write`. */
  updateFormSubmission: Maybe<UpdateFormSubmissionResult>;
  /** Changes an Invoice. Omitted fields keep their values; null clears a field. Needs `invoices:write`. */
  updateInvoice: Maybe<UpdateInvoiceResult>;
  /** Changes an InvoiceTemplate. Omitted fields keep their values; null clears a field. Needs `settings:write`. */
  updateInvoiceTemplate: Maybe<UpdateInvoiceTemplateResult>;
  /** Changes an Opportunity. Omitted fields keep their values; null clears a field. Needs `sales:write`. */
  updateOpportunity: Maybe<UpdateOpportunityResult>;
  /** Changes a PipelineStage. Omitted fields keep their values; null clears a field. Needs `settings:write`. */
  updatePipelineStage: Maybe<UpdatePipelineStageResult>;
  /** Changes a Project. Omitted fields keep their values; null clears a field. Needs `projects:write`. */
  updateProject: Maybe<UpdateProjectResult>;
  /** Changes a ProjectTemplate. Omitted fields keep their values; null clears a field. Needs `settings:write`. */
  updateProjectTemplate: Maybe<UpdateProjectTemplateResult>;
  /** Changes a ProjectType. Omitted fields keep their values; null clears a field. Needs `settings:write`. */
  updateProjectType: Maybe<UpdateProjectTypeResult>;
  /** Changes a TaskStage. Omitted fields keep their values; null clears a field. Needs `settings:write`. */
  updateTaskStage: Maybe<UpdateTaskStageResult>;
  /** Changes a TaxRule. Omitted fields keep their values; null clears a field. Needs `settings:write`. */
  updateTaxRule: Maybe<UpdateTaxRuleResult>;
  /** Changes a Ticket. Omitted fields keep their values; null clears a field. Needs `tickets:write`. */
  updateTicket: Maybe<UpdateTicketResult>;
  /** Changes a TimeEntry. Omitted fields keep their values; null clears a field. Needs `time:write`. */
  updateTimeEntry: Maybe<UpdateTimeEntryResult>;
  /** Changes a User. Omitted fields keep their values; null clears a field. Needs `people:write`. */
  updateUser: Maybe<UpdateUserResult>;
  /** Changes a Vendor. Omitted fields keep their values; null clears a field. Needs `expenses:write`. */
  updateVendor: Maybe<UpdateVendorResult>;
  /** Changes a WebhookEndpoint. Omitted fields keep their values; null clears a field. Needs `webhooks:write`. */
  updateWebhookEndpoint: Maybe<UpdateWebhookEndpointResult>;
  /** Changes a Workspace. Omitted fields keep their values; null clears a field. Needs `settings:write`. */
  updateWorkspace: Maybe<UpdateWorkspaceResult>;
  /** Voids an invoice without payments. It keeps its number. Needs `invoices:write`. */
  voidInvoice: Maybe<VoidInvoiceResult>;
  /** Writes off the amount due of an invoice. Needs `invoices:write`. */
  writeOffInvoice: Maybe<WriteOffInvoiceResult>;
};


/** Mutations of the key’s workspace. */
export type MutationApplyCreditArgs = {
  input: ApplyCreditInput;
};


/** Mutations of the key’s workspace. */
export type MutationApproveDeliverableArgs = {
  input: ApproveDeliverableInput;
};


/** Mutations of the key’s workspace. */
export type MutationArchiveClientArgs = {
  input: ArchiveClientInput;
};


/** Mutations of the key’s workspace. */
export type MutationArchiveContactArgs = {
  input: ArchiveContactInput;
};


/** Mutations of the key’s workspace. */
export type MutationArchiveDeliverableArgs = {
  input: ArchiveDeliverableInput;
};


/** Mutations of the key’s workspace. */
export type MutationCreateApiKeyArgs = {
  input: CreateApiKeyInput;
};


/** Mutations of the key’s workspace. */
export type MutationCreateClientArgs = {
  input: CreateClientInput;
};


/** Mutations of the key’s workspace. */
export type MutationCreateContactArgs = {
  input: CreateContactInput;
};


/** Mutations of the key’s workspace. */
export type MutationCreateContactsArgs = {
  input: CreateContactsInput;
};


/** Mutations of the key’s workspace. */
export type MutationCreateCreditNoteArgs = {
  input: CreateCreditNoteInput;
};


/** Mutations of the key’s workspace. */
export type MutationCreateCustomFieldArgs = {
  input: CreateCustomFieldInput;
};


/** Mutations of the key’s workspace. */
export type MutationCreateDeliverableArgs = {
  input: CreateDeliverableInput;
};


/** Mutations of the key’s workspace. */
export type MutationCreateEmailTemplateArgs = {
  input: CreateEmailTemplateInput;
};


/** Mutations of the key’s workspace. */
export type MutationCreateExchangeRateArgs = {
  input: CreateExchangeRateInput;
};


/** Mutations of the key’s workspace. */
export type MutationCreateExpenseArgs = {
  input: CreateExpenseInput;
};


/** Mutations of the key’s workspace. */
export type MutationCreateExpenseFromFileArgs = {
  input: CreateExpenseFromFileInput;
};


/** Mutations of the key’s workspace. */
export type MutationCreateExpensesArgs = {
  input: CreateExpensesInput;
};


/** Mutations of the key’s workspace. */
export type MutationCreateFormArgs = {
  input: CreateFormInput;
};


/** Mutations of the key’s workspace. */
export type MutationCreateFormSubmissionArgs = {
  input: CreateFormSubmissionInput;
};


/** Mutations of the key’s workspace. */
export type MutationCreateInvoiceArgs = {
  input: CreateInvoiceInput;
};


/** Mutations of the key’s workspace. */
export type MutationCreateInvoiceFromWorkArgs = {
  input: CreateInvoiceFromWorkInput;
};


/** Mutations of the key’s workspace. */
export type MutationCreateInvoiceTemplateArgs = {
  input: CreateInvoiceTemplateInput;
};


/** Mutations of the key’s workspace. */
export type MutationCreateOpportunityArgs = {
  input: CreateOpportunityInput;
};


/** Mutations of the key’s workspace. */
export type MutationCreateOrUpdateCalendarEventArgs = {
  input: CreateOrUpdateCalendarEventInput;
};


/** Mutations of the key’s workspace. */
export type MutationCreatePipelineStageArgs = {
  input: CreatePipelineStageInput;
};


/** Mutations of the key’s workspace. */
export type MutationCreateProjectArgs = {
  input: CreateProjectInput;
};


/** Mutations of the key’s workspace. */
export type MutationCreateProjectTemplateArgs = {
  input: CreateProjectTemplateInput;
};


/** Mutations of the key’s workspace. */
export type MutationCreateProjectTypeArgs = {
  input: CreateProjectTypeInput;
};


/** Mutations of the key’s workspace. */
export type MutationCreateSimpleInvoiceArgs = {
  input: CreateSimpleInvoiceInput;
};


/** Mutations of the key’s workspace. */
export type MutationCreateTaskStageArgs = {
  input: CreateTaskStageInput;
};


/** Mutations of the key’s workspace. */
export type MutationCreateTaxRuleArgs = {
  input: CreateTaxRuleInput;
};


/** Mutations of the key’s workspace. */
export type MutationCreateTicketArgs = {
  input: CreateTicketInput;
};


/** Mutations of the key’s workspace. */
export type MutationCreateTicketCommentArgs = {
  input: CreateTicketCommentInput;
};


/** Mutations of the key’s workspace. */
export type MutationCreateTimeEntriesArgs = {
  input: CreateTimeEntriesInput;
};


/** Mutations of the key’s workspace. */
export type MutationCreateTimeEntryArgs = {
  input: CreateTimeEntryInput;
};


/** Mutations of the key’s workspace. */
export type MutationCreateUserArgs = {
  input: CreateUserInput;
};


/** Mutations of the key’s workspace. */
export type MutationCreateVendorArgs = {
  input: CreateVendorInput;
};


/** Mutations of the key’s workspace. */
export type MutationCreateWebhookEndpointArgs = {
  input: CreateWebhookEndpointInput;
};


/** Mutations of the key’s workspace. */
export type MutationDeactivateUserArgs = {
  input: DeactivateUserInput;
};


/** Mutations of the key’s workspace. */
export type MutationDeleteAttachmentArgs = {
  input: DeleteAttachmentInput;
};


/** Mutations of the key’s workspace. */
export type MutationDeleteCalendarEventArgs = {
  input: DeleteCalendarEventInput;
};


/** Mutations of the key’s workspace. */
export type MutationDeleteCustomFieldArgs = {
  input: DeleteCustomFieldInput;
};


/** Mutations of the key’s workspace. */
export type MutationDeleteDeliverableArgs = {
  input: DeleteDeliverableInput;
};


/** Mutations of the key’s workspace. */
export type MutationDeleteEmailTemplateArgs = {
  input: DeleteEmailTemplateInput;
};


/** Mutations of the key’s workspace. */
export type MutationDeleteExchangeRateArgs = {
  input: DeleteExchangeRateInput;
};


/** Mutations of the key’s workspace. */
export type MutationDeleteExpenseArgs = {
  input: DeleteExpenseInput;
};


/** Mutations of the key’s workspace. */
export type MutationDeleteFormArgs = {
  input: DeleteFormInput;
};


/** Mutations of the key’s workspace. */
export type MutationDeleteFormSubmissionArgs = {
  input: DeleteFormSubmissionInput;
};


/** Mutations of the key’s workspace. */
export type MutationDeleteInvoiceArgs = {
  input: DeleteInvoiceInput;
};


/** Mutations of the key’s workspace. */
export type MutationDeleteInvoiceTemplateArgs = {
  input: DeleteInvoiceTemplateInput;
};


/** Mutations of the key’s workspace. */
export type MutationDeleteMailSuppressionArgs = {
  input: DeleteMailSuppressionInput;
};


/** Mutations of the key’s workspace. */
export type MutationDeletePipelineStageArgs = {
  input: DeletePipelineStageInput;
};


/** Mutations of the key’s workspace. */
export type MutationDeleteProjectTemplateArgs = {
  input: DeleteProjectTemplateInput;
};


/** Mutations of the key’s workspace. */
export type MutationDeleteProjectTypeArgs = {
  input: DeleteProjectTypeInput;
};


/** Mutations of the key’s workspace. */
export type MutationDeleteTaskStageArgs = {
  input: DeleteTaskStageInput;
};


/** Mutations of the key’s workspace. */
export type MutationDeleteTaxRuleArgs = {
  input: DeleteTaxRuleInput;
};


/** Mutations of the key’s workspace. */
export type MutationDeleteTicketArgs = {
  input: DeleteTicketInput;
};


/** Mutations of the key’s workspace. */
export type MutationDeleteTimeEntryArgs = {
  input: DeleteTimeEntryInput;
};


/** Mutations of the key’s workspace. */
export type MutationDeleteVendorArgs = {
  input: DeleteVendorInput;
};


/** Mutations of the key’s workspace. */
export type MutationDeleteWebhookEndpointArgs = {
  input: DeleteWebhookEndpointInput;
};


/** Mutations of the key’s workspace. */
export type MutationDeleteWorkspaceArgs = {
  input: DeleteWorkspaceInput;
};


/** Mutations of the key’s workspace. */
export type MutationDisableWebhookEndpointArgs = {
  input: DisableWebhookEndpointInput;
};


/** Mutations of the key’s workspace. */
export type MutationDuplicateInvoiceArgs = {
  input: DuplicateInvoiceInput;
};


/** Mutations of the key’s workspace. */
export type MutationEnableWebhookEndpointArgs = {
  input: EnableWebhookEndpointInput;
};


/** Mutations of the key’s workspace. */
export type MutationEraseClientArgs = {
  input: EraseClientInput;
};


/** Mutations of the key’s workspace. */
export type MutationEraseContactArgs = {
  input: EraseContactInput;
};


/** Mutations of the key’s workspace. */
export type MutationInviteUserArgs = {
  input: InviteUserInput;
};


/** Mutations of the key’s workspace. */
export type MutationMarkInvoiceSentArgs = {
  input: MarkInvoiceSentInput;
};


/** Mutations of the key’s workspace. */
export type MutationMergeClientsArgs = {
  input: MergeClientsInput;
};


/** Mutations of the key’s workspace. */
export type MutationMergeContactsArgs = {
  input: MergeContactsInput;
};


/** Mutations of the key’s workspace. */
export type MutationNarrowApiKeyArgs = {
  input: NarrowApiKeyInput;
};


/** Mutations of the key’s workspace. */
export type MutationReactivateUserArgs = {
  input: ReactivateUserInput;
};


/** Mutations of the key’s workspace. */
export type MutationRecordPaymentArgs = {
  input: RecordPaymentInput;
};


/** Mutations of the key’s workspace. */
export type MutationRefundPaymentArgs = {
  input: RefundPaymentInput;
};


/** Mutations of the key’s workspace. */
export type MutationRenewInvoiceLinkArgs = {
  input: RenewInvoiceLinkInput;
};


/** Mutations of the key’s workspace. */
export type MutationReplaceClientArgs = {
  input: ReplaceClientInput;
};


/** Mutations of the key’s workspace. */
export type MutationReplaceContactArgs = {
  input: ReplaceContactInput;
};


/** Mutations of the key’s workspace. */
export type MutationReplaceCustomFieldArgs = {
  input: ReplaceCustomFieldInput;
};


/** Mutations of the key’s workspace. */
export type MutationReplaceDeliverableArgs = {
  input: ReplaceDeliverableInput;
};


/** Mutations of the key’s workspace. */
export type MutationReplaceEmailTemplateArgs = {
  input: ReplaceEmailTemplateInput;
};


/** Mutations of the key’s workspace. */
export type MutationReplaceExchangeRateArgs = {
  input: ReplaceExchangeRateInput;
};


/** Mutations of the key’s workspace. */
export type MutationReplaceExpenseArgs = {
  input: ReplaceExpenseInput;
};


/** Mutations of the key’s workspace. */
export type MutationReplaceFormArgs = {
  input: ReplaceFormInput;
};


/** Mutations of the key’s workspace. */
export type MutationReplaceFormSubmissionArgs = {
  input: ReplaceFormSubmissionInput;
};


/** Mutations of the key’s workspace. */
export type MutationReplaceInvoiceArgs = {
  input: ReplaceInvoiceInput;
};


/** Mutations of the key’s workspace. */
export type MutationReplaceInvoiceTemplateArgs = {
  input: ReplaceInvoiceTemplateInput;
};


/** Mutations of the key’s workspace. */
export type MutationReplaceOpportunityArgs = {
  input: ReplaceOpportunityInput;
};


/** Mutations of the key’s workspace. */
export type MutationReplacePipelineStageArgs = {
  input: ReplacePipelineStageInput;
};


/** Mutations of the key’s workspace. */
export type MutationReplaceProjectArgs = {
  input: ReplaceProjectInput;
};


/** Mutations of the key’s workspace. */
export type MutationReplaceProjectTemplateArgs = {
  input: ReplaceProjectTemplateInput;
};


/** Mutations of the key’s workspace. */
export type MutationReplaceProjectTypeArgs = {
  input: ReplaceProjectTypeInput;
};


/** Mutations of the key’s workspace. */
export type MutationReplaceTaskStageArgs = {
  input: ReplaceTaskStageInput;
};


/** Mutations of the key’s workspace. */
export type MutationReplaceTaxRuleArgs = {
  input: ReplaceTaxRuleInput;
};


/** Mutations of the key’s workspace. */
export type MutationReplaceTicketArgs = {
  input: ReplaceTicketInput;
};


/** Mutations of the key’s workspace. */
export type MutationReplaceTimeEntryArgs = {
  input: ReplaceTimeEntryInput;
};


/** Mutations of the key’s workspace. */
export type MutationReplaceUserArgs = {
  input: ReplaceUserInput;
};


/** Mutations of the key’s workspace. */
export type MutationReplaceVendorArgs = {
  input: ReplaceVendorInput;
};


/** Mutations of the key’s workspace. */
export type MutationReplaceWebhookEndpointArgs = {
  input: ReplaceWebhookEndpointInput;
};


/** Mutations of the key’s workspace. */
export type MutationReplaceWorkspaceArgs = {
  input: ReplaceWorkspaceInput;
};


/** Mutations of the key’s workspace. */
export type MutationReplayWebhookEventsArgs = {
  input: ReplayWebhookEventsInput;
};


/** Mutations of the key’s workspace. */
export type MutationResendMailArgs = {
  input: ResendMailInput;
};


/** Mutations of the key’s workspace. */
export type MutationRetryWebhookDeliveryArgs = {
  input: RetryWebhookDeliveryInput;
};


/** Mutations of the key’s workspace. */
export type MutationReversePaymentArgs = {
  input: ReversePaymentInput;
};


/** Mutations of the key’s workspace. */
export type MutationRevokeApiKeyArgs = {
  input: RevokeApiKeyInput;
};


/** Mutations of the key’s workspace. */
export type MutationRevokeInvoiceLinkArgs = {
  input: RevokeInvoiceLinkInput;
};


/** Mutations of the key’s workspace. */
export type MutationRotateApiKeyArgs = {
  input: RotateApiKeyInput;
};


/** Mutations of the key’s workspace. */
export type MutationRotateWebhookSecretArgs = {
  input: RotateWebhookSecretInput;
};


/** Mutations of the key’s workspace. */
export type MutationSendCreditNoteArgs = {
  input: SendCreditNoteInput;
};


/** Mutations of the key’s workspace. */
export type MutationSendInvoiceArgs = {
  input: SendInvoiceInput;
};


/** Mutations of the key’s workspace. */
export type MutationSendInvoiceCancellationArgs = {
  input: SendInvoiceCancellationInput;
};


/** Mutations of the key’s workspace. */
export type MutationSendInvoiceReminderArgs = {
  input: SendInvoiceReminderInput;
};


/** Mutations of the key’s workspace. */
export type MutationSendPaymentReceiptArgs = {
  input: SendPaymentReceiptInput;
};


/** Mutations of the key’s workspace. */
export type MutationSendPortalLinkArgs = {
  input: SendPortalLinkInput;
};


/** Mutations of the key’s workspace. */
export type MutationSendTestMailArgs = {
  input: SendTestMailInput;
};


/** Mutations of the key’s workspace. */
export type MutationSendTestWebhookArgs = {
  input: SendTestWebhookInput;
};


/** Mutations of the key’s workspace. */
export type MutationSetClientTaxRuleArgs = {
  input: SetClientTaxRuleInput;
};


/** Mutations of the key’s workspace. */
export type MutationSetProjectMembersArgs = {
  input: SetProjectMembersInput;
};


/** Mutations of the key’s workspace. */
export type MutationSetTicketStatusArgs = {
  input: SetTicketStatusInput;
};


/** Mutations of the key’s workspace. */
export type MutationSetWorkspaceLogoArgs = {
  input: SetWorkspaceLogoInput;
};


/** Mutations of the key’s workspace. */
export type MutationUnarchiveClientArgs = {
  input: UnarchiveClientInput;
};


/** Mutations of the key’s workspace. */
export type MutationUnarchiveContactArgs = {
  input: UnarchiveContactInput;
};


/** Mutations of the key’s workspace. */
export type MutationUnarchiveDeliverableArgs = {
  input: UnarchiveDeliverableInput;
};


/** Mutations of the key’s workspace. */
export type MutationUpdateClientArgs = {
  input: UpdateClientInput;
};


/** Mutations of the key’s workspace. */
export type MutationUpdateContactArgs = {
  input: UpdateContactInput;
};


/** Mutations of the key’s workspace. */
export type MutationUpdateCustomFieldArgs = {
  input: UpdateCustomFieldInput;
};


/** Mutations of the key’s workspace. */
export type MutationUpdateDeliverableArgs = {
  input: UpdateDeliverableInput;
};


/** Mutations of the key’s workspace. */
export type MutationUpdateEmailTemplateArgs = {
  input: UpdateEmailTemplateInput;
};


/** Mutations of the key’s workspace. */
export type MutationUpdateExchangeRateArgs = {
  input: UpdateExchangeRateInput;
};


/** Mutations of the key’s workspace. */
export type MutationUpdateExpenseArgs = {
  input: UpdateExpenseInput;
};


/** Mutations of the key’s workspace. */
export type MutationUpdateFormArgs = {
  input: UpdateFormInput;
};


/** Mutations of the key’s workspace. */
export type MutationUpdateFormSubmissionArgs = {
  input: UpdateFormSubmissionInput;
};


/** Mutations of the key’s workspace. */
export type MutationUpdateInvoiceArgs = {
  input: UpdateInvoiceInput;
};


/** Mutations of the key’s workspace. */
export type MutationUpdateInvoiceTemplateArgs = {
  input: UpdateInvoiceTemplateInput;
};


/** Mutations of the key’s workspace. */
export type MutationUpdateOpportunityArgs = {
  input: UpdateOpportunityInput;
};


/** Mutations of the key’s workspace. */
export type MutationUpdatePipelineStageArgs = {
  input: UpdatePipelineStageInput;
};


/** Mutations of the key’s workspace. */
export type MutationUpdateProjectArgs = {
  input: UpdateProjectInput;
};


/** Mutations of the key’s workspace. */
export type MutationUpdateProjectTemplateArgs = {
  input: UpdateProjectTemplateInput;
};


/** Mutations of the key’s workspace. */
export type MutationUpdateProjectTypeArgs = {
  input: UpdateProjectTypeInput;
};


/** Mutations of the key’s workspace. */
export type MutationUpdateTaskStageArgs = {
  input: UpdateTaskStageInput;
};


/** Mutations of the key’s workspace. */
export type MutationUpdateTaxRuleArgs = {
  input: UpdateTaxRuleInput;
};


/** Mutations of the key’s workspace. */
export type MutationUpdateTicketArgs = {
  input: UpdateTicketInput;
};


/** Mutations of the key’s workspace. */
export type MutationUpdateTimeEntryArgs = {
  input: UpdateTimeEntryInput;
};


/** Mutations of the key’s workspace. */
export type MutationUpdateUserArgs = {
  input: UpdateUserInput;
};


/** Mutations of the key’s workspace. */
export type MutationUpdateVendorArgs = {
  input: UpdateVendorInput;
};


/** Mutations of the key’s workspace. */
export type MutationUpdateWebhookEndpointArgs = {
  input: UpdateWebhookEndpointInput;
};


/** Mutations of the key’s workspace. */
export type MutationUpdateWorkspaceArgs = {
  input: UpdateWorkspaceInput;
};


/** Mutations of the key’s workspace. */
export type MutationVoidInvoiceArgs = {
  input: VoidInvoiceInput;
};


/** Mutations of the key’s workspace. */
export type MutationWriteOffInvoiceArgs = {
  input: WriteOffInvoiceInput;
};

/** The key and its remaining scopes. */
export type NarrowApiKeyInput = {
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** The record to change. */
  id: Scalars['ID']['input'];
  /** The remaining scopes, all of which the key has now. */
  scopes: Array<Scope>;
};

/** Result of `narrowApiKey`: success, or the reason why nothing was done. */
export type NarrowApiKeyResult = ConflictError | InvalidInputError | NarrowApiKeySuccess | NotDoneError | NotFoundError | VersionMismatchError;

/** Success of `narrowApiKey`. */
export type NarrowApiKeySuccess = {
  __typename: 'NarrowApiKeySuccess';
  /** The current record. Without `keys:read`, you can only select its id. */
  apiKey: ApiKey;
};

/** A record with an id. `node` returns it. */
export type Node = {
  /** The record’s id. */
  id: Scalars['ID']['output'];
};

/** Another mutation of the operation failed. With `@atomic`, they succeed or fail together. Nothing was changed. */
export type NotDoneError = ExpectedError & {
  __typename: 'NotDoneError';
  /** Stable code in snake_case, the same as in the REST API. */
  code: Scalars['String']['output'];
  /** All invalid fields. */
  errors: Array<FieldError>;
  /** Message for people. */
  message: Scalars['String']['output'];
  /** Path of the invalid input field, if there is exactly one. */
  path: Maybe<Scalars['String']['output']>;
};

/** The workspace has no record with that id or name. Nothing was changed. */
export type NotFoundError = ExpectedError & {
  __typename: 'NotFoundError';
  /** Stable code in snake_case, the same as in the REST API. */
  code: Scalars['String']['output'];
  /** All invalid fields. */
  errors: Array<FieldError>;
  /** Message for people. */
  message: Scalars['String']['output'];
  /** Up to three similar names in the workspace. */
  nearMatches: Array<Scalars['String']['output']>;
  /** Path of the invalid input field, if there is exactly one. */
  path: Maybe<Scalars['String']['output']>;
};

/** Document numbers of a year: the range, missing numbers, and voided invoices. */
export type NumberAudit = {
  __typename: 'NumberAudit';
  /** Numbers that were chosen manually and belong to no series. */
  chosen: Array<Scalars['String']['output']>;
  /** Number series. */
  series: Array<NumberAuditSeries>;
  /** Voided invoices. */
  voids: Array<NumberAuditVoid>;
  /** The year. */
  year: Scalars['Int']['output'];
};

/** A number series in a year. */
export type NumberAuditSeries = {
  __typename: 'NumberAuditSeries';
  /** Number of documents. */
  count: Scalars['Int']['output'];
  /** Number of drafts. */
  drafts: Scalars['Int']['output'];
  /** First number, as printed. */
  first: Scalars['String']['output'];
  /** Missing numbers between the first and the last. There are none unless numbers were chosen manually. */
  gaps: Array<NumberGap>;
  /** Last number, as printed. */
  last: Scalars['String']['output'];
  /** Year or month of the counter. Empty if numbering never restarts. */
  period: Scalars['String']['output'];
  /** Kind of document. */
  series: NumberSeries;
  /** Number of voided documents. */
  voided: Scalars['Int']['output'];
};

/** A voided invoice of the year. It keeps its number. */
export type NumberAuditVoid = {
  __typename: 'NumberAuditVoid';
  /** The day of issue. Null if it was voided as a draft. */
  dateIssued: Maybe<Scalars['Date']['output']>;
  /** Id of the invoice. */
  invoiceId: Scalars['ID']['output'];
  /** Number, as printed. */
  number: Scalars['String']['output'];
  /** The reason. */
  reason: Maybe<Scalars['String']['output']>;
  /** When it was voided. */
  voidedAt: Maybe<Scalars['DateTime']['output']>;
  /** Booking day of this, in the workspace’s time zone. */
  voidedOn: Maybe<Scalars['Date']['output']>;
};

/** Missing numbers. */
export type NumberGap = {
  __typename: 'NumberGap';
  /** First missing number. */
  first: Scalars['Int']['output'];
  /** Last missing number. */
  last: Scalars['Int']['output'];
};

/** When numbering restarts. */
export type NumberRestart =
  /** Every month. */
  | 'MONTH'
  /** Numbering never restarts. */
  | 'NEVER'
  /** Every year. */
  | 'YEAR';

/** A series of document numbers. */
export type NumberSeries =
  /** Credit notes. */
  | 'CREDIT_NOTE'
  /** Deposit invoices, if they have a series of their own. */
  | 'DEPOSIT'
  /** Invoices. */
  | 'INVOICE';

/** A sales opportunity. */
export type Opportunity = Node & {
  __typename: 'Opportunity';
  /** Number of the record’s workspace. */
  accountId: Scalars['Int']['output'];
  /** Actual close date. */
  actualCloseDate: Maybe<Scalars['Date']['output']>;
  /** Archived opportunities are omitted from lists. */
  archived: Scalars['Boolean']['output'];
  /** Files attached to it, latest first. Null with an error without `files:read`. */
  attachments: Maybe<AttachmentConnection>;
  /** Audit entries of the record, newest first: the actor, the operation, and the values before and after as long as they are stored. Null with an error for members and contacts of clients. */
  changes: Maybe<LogEntryConnection>;
  /** The client or prospect. Null with an error without `clients:read`. */
  client: Maybe<Client>;
  /** Id of the client or prospect. */
  clientId: Maybe<Scalars['ID']['output']>;
  /** When the record was created. */
  createdAt: Scalars['DateTime']['output'];
  /** The record’s value in a custom field. Null without a value. */
  customValue: Maybe<CustomValue>;
  /** The record’s custom field values, in the order of the fields. Fields without a value are omitted. */
  customValues: Array<CustomValue>;
  /** Description of the opportunity. */
  description: Maybe<Scalars['String']['output']>;
  /** Expected close date. */
  estCloseDate: Maybe<Scalars['Date']['output']>;
  /** Id of the record in another system, unique in the workspace together with `source`. */
  externalId: Maybe<Scalars['String']['output']>;
  /** Form submissions that created it. */
  formSubmissions: FormSubmissionConnection;
  /** The record’s id, the same in all APIs. */
  id: Scalars['ID']['output'];
  /** Contact details of the lead, as received. */
  leadInfo: Maybe<LeadInfo>;
  /** Name of the opportunity. */
  name: Scalars['String']['output'];
  /** Sentiment score. */
  sentiment: Maybe<Scalars['Int']['output']>;
  /** The system that `externalId` belongs to, for example "hubspot". */
  source: Maybe<Scalars['String']['output']>;
  /** The stage of the pipeline it is in. Null with an error without `settings:read`. */
  stage: Maybe<PipelineStage>;
  /** Pipeline stage. */
  statusId: Scalars['ID']['output'];
  /** To-do items. */
  toDos: Array<ToDoItem>;
  /** When the record was last changed. */
  updatedAt: Scalars['DateTime']['output'];
  /** Estimated value, in the client’s currency, or the workspace’s if the client has none. */
  value: Maybe<Scalars['Decimal']['output']>;
  /** Version of the record. Each change increases it. */
  version: Scalars['Int']['output'];
};


/** A sales opportunity. */
export type OpportunityAttachmentsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<AttachmentOrderBy>>;
  where?: InputMaybe<AttachmentWhere>;
};


/** A sales opportunity. */
export type OpportunityChangesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};


/** A sales opportunity. */
export type OpportunityCustomValueArgs = {
  key: Scalars['String']['input'];
};


/** A sales opportunity. */
export type OpportunityFormSubmissionsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<FormSubmissionOrderBy>>;
  where?: InputMaybe<FormSubmissionWhere>;
};

/** A page of Opportunity records. */
export type OpportunityConnection = {
  __typename: 'OpportunityConnection';
  /** The records of this page, each with its cursor. */
  edges: Array<OpportunityEdge>;
  /** The records of this page, without their cursors. */
  nodes: Array<Opportunity>;
  /** Whether there are more pages, and the first and last cursor of this page. */
  pageInfo: PageInfo;
  /** Number of matching records on all pages. It is only counted if you select it. */
  totalCount: Scalars['Int']['output'];
};

/** Opportunity of a page, with its cursor. */
export type OpportunityEdge = {
  __typename: 'OpportunityEdge';
  /** Cursor of the record, for `after` and `before`. */
  cursor: Scalars['String']['output'];
  /** The record. */
  node: Opportunity;
};

/** Condition on related Opportunity records. */
export type OpportunityListWhere = {
  /** All of them match, or there are none. A record without the compared value does not match. */
  every?: InputMaybe<OpportunityWhere>;
  /** None of them matches; with {}: there is none. */
  none?: InputMaybe<OpportunityWhere>;
  /** At least one of them matches; with {}: there is one. */
  some?: InputMaybe<OpportunityWhere>;
};

/** Order of Opportunity records: one field and its direction. */
export type OpportunityOrderBy =
  /** Actual close date. */
  { actualCloseDate: SortOrder; createdAt?: never; customValue?: never; estCloseDate?: never; name?: never; updatedAt?: never; value?: never; }
  |  /** When the record was created. */
  { actualCloseDate?: never; createdAt: SortOrder; customValue?: never; estCloseDate?: never; name?: never; updatedAt?: never; value?: never; }
  |  /** Value in a custom field. */
  { actualCloseDate?: never; createdAt?: never; customValue: CustomValueOrder; estCloseDate?: never; name?: never; updatedAt?: never; value?: never; }
  |  /** Expected close date. */
  { actualCloseDate?: never; createdAt?: never; customValue?: never; estCloseDate: SortOrder; name?: never; updatedAt?: never; value?: never; }
  |  /** Name of the opportunity. */
  { actualCloseDate?: never; createdAt?: never; customValue?: never; estCloseDate?: never; name: SortOrder; updatedAt?: never; value?: never; }
  |  /** When the record was last changed. */
  { actualCloseDate?: never; createdAt?: never; customValue?: never; estCloseDate?: never; name?: never; updatedAt: SortOrder; value?: never; }
  |  /** Estimated value, in the client’s currency, or the workspace’s if the client has none. */
  { actualCloseDate?: never; createdAt?: never; customValue?: never; estCloseDate?: never; name?: never; updatedAt?: never; value: SortOrder; };

/** Filter for Opportunity records. All conditions have to match. Conditions without content are ignored on every level: {}, an empty AND, null for fields that cannot be null, and NOT or a related record without a condition. */
export type OpportunityWhere = {
  /** All of these conditions match. */
  AND?: InputMaybe<Array<OpportunityWhere>>;
  /** This condition does not match. Records without the compared value are omitted; `equals: null` finds them. */
  NOT?: InputMaybe<OpportunityWhere>;
  /** At least one of these conditions matches. An empty list matches nothing. */
  OR?: InputMaybe<Array<OpportunityWhere>>;
  /** Actual close date. */
  actualCloseDate?: InputMaybe<DateFilter>;
  /** Archived opportunities are omitted from lists. */
  archived?: InputMaybe<BooleanFilter>;
  /** The client or prospect. */
  client?: InputMaybe<ClientWhere>;
  /** Id of the client or prospect. */
  clientId?: InputMaybe<IdFilter>;
  /** When the record was created. */
  createdAt?: InputMaybe<DateTimeFilter>;
  /** Conditions on the values in custom fields. */
  customValues?: InputMaybe<CustomValuesFilter>;
  /** Expected close date. */
  estCloseDate?: InputMaybe<DateFilter>;
  /** Id of the record in another system, unique in the workspace together with `source`. */
  externalId?: InputMaybe<StringFilter>;
  /** Form submissions that created it. */
  formSubmissions?: InputMaybe<FormSubmissionListWhere>;
  /** The record’s id. */
  id?: InputMaybe<IdFilter>;
  /** Name of the opportunity. */
  name?: InputMaybe<StringFilter>;
  /** Sentiment score. */
  sentiment?: InputMaybe<IntFilter>;
  /** The system that `externalId` belongs to, for example "hubspot". */
  source?: InputMaybe<StringFilter>;
  /** The stage of the pipeline it is in. */
  stage?: InputMaybe<PipelineStageWhere>;
  /** Pipeline stage. */
  statusId?: InputMaybe<IdFilter>;
  /** Changed after this time. Use it for polling. */
  updatedAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** When the record was last changed. */
  updatedAt?: InputMaybe<DateTimeFilter>;
  /** Estimated value, in the client’s currency, or the workspace’s if the client has none. */
  value?: InputMaybe<DecimalFilter>;
};

/** An e-mail to a customer of the workspace. */
export type OutboxMail = Node & {
  __typename: 'OutboxMail';
  /** Number of the record’s workspace. */
  accountId: Scalars['Int']['output'];
  /** Number of delivery attempts. */
  attempts: Scalars['Int']['output'];
  /** The e-mail as plain text. */
  body: Scalars['String']['output'];
  /** Audit entries of the record, newest first: the actor, the operation, and the values before and after as long as they are stored. Null with an error for members and contacts of clients. */
  changes: Maybe<LogEntryConnection>;
  /** When the record was created. */
  createdAt: Scalars['DateTime']['output'];
  /** The attached credit note. */
  creditNote: Maybe<CreditNote>;
  /** Id of the attached credit note. */
  creditNoteId: Maybe<Scalars['ID']['output']>;
  /** The template it was written from. Null with an error without `settings:read`. */
  emailTemplate: Maybe<EmailTemplate>;
  /** Id of the template it was written from. */
  emailTemplateId: Maybe<Scalars['ID']['output']>;
  /** The e-mail as HTML. Null if an earlier release stored it. */
  html: Maybe<Scalars['String']['output']>;
  /** The record’s id, the same in all APIs. */
  id: Scalars['ID']['output'];
  /** The attached invoice. */
  invoice: Maybe<Invoice>;
  /** Id of the attached invoice. */
  invoiceId: Maybe<Scalars['ID']['output']>;
  /** Subject. */
  kind: MailKind;
  /** Reason why the last attempt failed, from the mail server. */
  lastError: Maybe<Scalars['String']['output']>;
  /** Message-ID header, the same for every attempt. */
  messageId: Maybe<Scalars['String']['output']>;
  /** Time of the next attempt. Null if there is none. */
  nextAttemptAt: Maybe<Scalars['DateTime']['output']>;
  /** Recipients. */
  recipients: Array<Scalars['EmailAddress']['output']>;
  /** Reply-to address. */
  replyTo: Maybe<Scalars['EmailAddress']['output']>;
  /** When the mail server accepted it. */
  sentAt: Maybe<Scalars['DateTime']['output']>;
  /** Delivery status. */
  status: OutboxMailStatus;
  /** Subject line. */
  subject: Scalars['String']['output'];
  /** When the record was last changed. */
  updatedAt: Scalars['DateTime']['output'];
  /** Version of the record. Each change increases it. */
  version: Scalars['Int']['output'];
};


/** An e-mail to a customer of the workspace. */
export type OutboxMailChangesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

/** A page of OutboxMail records. */
export type OutboxMailConnection = {
  __typename: 'OutboxMailConnection';
  /** The records of this page, each with its cursor. */
  edges: Array<OutboxMailEdge>;
  /** The records of this page, without their cursors. */
  nodes: Array<OutboxMail>;
  /** Whether there are more pages, and the first and last cursor of this page. */
  pageInfo: PageInfo;
  /** Number of matching records on all pages. It is only counted if you select it. */
  totalCount: Scalars['Int']['output'];
};

/** OutboxMail of a page, with its cursor. */
export type OutboxMailEdge = {
  __typename: 'OutboxMailEdge';
  /** Cursor of the record, for `after` and `before`. */
  cursor: Scalars['String']['output'];
  /** The record. */
  node: OutboxMail;
};

/** Condition on related OutboxMail records. */
export type OutboxMailListWhere = {
  /** All of them match, or there are none. A record without the compared value does not match. */
  every?: InputMaybe<OutboxMailWhere>;
  /** None of them matches; with {}: there is none. */
  none?: InputMaybe<OutboxMailWhere>;
  /** At least one of them matches; with {}: there is one. */
  some?: InputMaybe<OutboxMailWhere>;
};

/** Order of OutboxMail records: one field and its direction. */
export type OutboxMailOrderBy =
  /** When the record was created. */
  { createdAt: SortOrder; sentAt?: never; updatedAt?: never; }
  |  /** When the mail server accepted it. */
  { createdAt?: never; sentAt: SortOrder; updatedAt?: never; }
  |  /** When the record was last changed. */
  { createdAt?: never; sentAt?: never; updatedAt: SortOrder; };

/** Delivery status of an e-mail. */
export type OutboxMailStatus =
  /** Not sent, and there are no more attempts. See `lastError`. */
  | 'FAILED'
  /** Not sent until it is released or sent again: it was queued in a backup, and may have been sent before the restore. */
  | 'HELD'
  /** Kept in the outbox and not sent, because no mail server is configured. */
  | 'KEPT'
  /** Queued for sending. */
  | 'QUEUED'
  /** Being sent to the mail server. */
  | 'SENDING'
  /** The mail server accepted it. */
  | 'SENT'
  /** It may have been sent: the connection or the service ended before the mail server responded. */
  | 'UNCONFIRMED';

/** Condition on the OutboxMailStatus. */
export type OutboxMailStatusFilter = {
  /** Is exactly this. Null: has no value. */
  equals?: InputMaybe<OutboxMailStatus>;
  /** Is one of these. */
  in?: InputMaybe<Array<OutboxMailStatus>>;
  /** At least one of these conditions is false. Records without a value do not match; `not: null` finds all records with a value. */
  not?: InputMaybe<OutboxMailStatusFilter>;
  /** Is none of these. Records without a value do not match. */
  notIn?: InputMaybe<Array<OutboxMailStatus>>;
};

/** Filter for OutboxMail records. All conditions have to match. Conditions without content are ignored on every level: {}, an empty AND, null for fields that cannot be null, and NOT or a related record without a condition. */
export type OutboxMailWhere = {
  /** All of these conditions match. */
  AND?: InputMaybe<Array<OutboxMailWhere>>;
  /** This condition does not match. Records without the compared value are omitted; `equals: null` finds them. */
  NOT?: InputMaybe<OutboxMailWhere>;
  /** At least one of these conditions matches. An empty list matches nothing. */
  OR?: InputMaybe<Array<OutboxMailWhere>>;
  /** When the record was created. */
  createdAt?: InputMaybe<DateTimeFilter>;
  /** The attached credit note. */
  creditNote?: InputMaybe<CreditNoteWhere>;
  /** Id of the attached credit note. */
  creditNoteId?: InputMaybe<IdFilter>;
  /** The template it was written from. */
  emailTemplate?: InputMaybe<EmailTemplateWhere>;
  /** Id of the template it was written from. */
  emailTemplateId?: InputMaybe<IdFilter>;
  /** The record’s id. */
  id?: InputMaybe<IdFilter>;
  /** The attached invoice. */
  invoice?: InputMaybe<InvoiceWhere>;
  /** Id of the attached invoice. */
  invoiceId?: InputMaybe<IdFilter>;
  /** Subject. */
  kind?: InputMaybe<MailKindFilter>;
  /** Time of the next attempt. Null if there is none. */
  nextAttemptAt?: InputMaybe<DateTimeFilter>;
  /** When the mail server accepted it. */
  sentAt?: InputMaybe<DateTimeFilter>;
  /** Delivery status. */
  status?: InputMaybe<OutboxMailStatusFilter>;
  /** Subject line. */
  subject?: InputMaybe<StringFilter>;
  /** Changed after this time. Use it for polling. */
  updatedAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** When the record was last changed. */
  updatedAt?: InputMaybe<DateTimeFilter>;
};

/** What happens to an overpayment. */
export type Overpayment =
  /** It becomes credit of the client. */
  | 'CREDIT'
  /** It is an error. */
  | 'REFUSE';

/** Position of a page in a list. */
export type PageInfo = {
  __typename: 'PageInfo';
  /** Cursor of the last record of the page. */
  endCursor: Maybe<Scalars['String']['output']>;
  /** Whether there are records after this page. */
  hasNextPage: Scalars['Boolean']['output'];
  /** Whether there are records before this page. */
  hasPreviousPage: Scalars['Boolean']['output'];
  /** Cursor of the first record of the page. */
  startCursor: Maybe<Scalars['String']['output']>;
};

/** Paper. */
export type PageSize =
  /** 210 × 297 mm. */
  | 'A4'
  /** 8.5 × 11 in, as in North America. */
  | 'LETTER';

/** Payments of one period and currency by payment date, less refunds and reversals by their booking date. */
export type PaidOfPeriod = {
  __typename: 'PaidOfPeriod';
  /** Payments less refunds and reversals, including tax. Negative if more money went out than came in. */
  amount: Scalars['Decimal']['output'];
  /** The currency. */
  currency: Scalars['Currency']['output'];
  /** Part of it without tax. */
  net: Scalars['Decimal']['output'];
  /** Number of payments, less reversed ones. */
  payments: Scalars['Int']['output'];
  /** First day of the month, quarter or year. Only days between `from` and `to` are included, even if the period is longer. */
  start: Scalars['Date']['output'];
  /** Tax part of it: for each payment, the share of tax in the invoice total after the credit notes up to that day. For a fully paid invoice, the shares add up to its remaining tax, to the cent, at each rate. */
  tax: Scalars['Decimal']['output'];
};

/** A payment of an invoice, in the invoice’s currency. */
export type Payment = Node & {
  __typename: 'Payment';
  /** Number of the record’s workspace. */
  accountId: Scalars['Int']['output'];
  /** Amount in the currency of the invoice. */
  amount: Scalars['Decimal']['output'];
  /** Audit entries of the record, newest first: the actor, the operation, and the values before and after as long as they are stored. Null with an error for members and contacts of clients. */
  changes: Maybe<LogEntryConnection>;
  /** When the record was created. */
  createdAt: Scalars['DateTime']['output'];
  /** Part of it that is credit of the client and does not pay the invoice. */
  creditedAmount: Scalars['Decimal']['output'];
  /** Changes of the client’s credit by the payment. */
  credits: Array<ClientCredit>;
  /** Date of the payment. */
  date: Scalars['Date']['output'];
  /** Id of the record in another system, unique in the workspace together with `source`. */
  externalId: Maybe<Scalars['String']['output']>;
  /** Amounts as the workspace’s documents write them: "€1,190.00". */
  formatted: FormattedPaymentAmounts;
  /** Whether it was paid from the client’s credit, without a new transfer. */
  fromCredit: Scalars['Boolean']['output'];
  /** Id shared by the payments of one transfer. Null if it paid a single invoice. */
  groupId: Maybe<Scalars['String']['output']>;
  /** The record’s id, the same in all APIs. */
  id: Scalars['ID']['output'];
  /** The paid invoice. */
  invoice: Invoice;
  /** Id of the paid invoice. */
  invoiceId: Scalars['ID']['output'];
  /** Note on the payment. */
  memo: Maybe<Scalars['String']['output']>;
  /** Payment method. */
  paymentType: PaymentProviderType;
  /** Number of the transfer, cheque or receipt. */
  referenceNumber: Maybe<Scalars['String']['output']>;
  /** Sum of its refunds. */
  refundedTotal: Scalars['Decimal']['output'];
  /** Refunds of the payment. */
  refunds: Array<Refund>;
  /** Note on the reversal. */
  reversalNote: Maybe<Scalars['String']['output']>;
  /** Reason for the reversal. */
  reversalReason: Maybe<PaymentReversalReason>;
  /** When it was reversed. Null if it was not. */
  reversedAt: Maybe<Scalars['DateTime']['output']>;
  /** The system that `externalId` belongs to, for example "hubspot". */
  source: Maybe<Scalars['String']['output']>;
  /** When the record was last changed. */
  updatedAt: Scalars['DateTime']['output'];
  /** Version of the record. Each change increases it. */
  version: Scalars['Int']['output'];
};


/** A payment of an invoice, in the invoice’s currency. */
export type PaymentChangesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

/** A part of a payment and the invoice that it pays. */
export type PaymentAllocationInput = {
  /** Amount for the invoice, at most its amount due. */
  amount: Scalars['Decimal']['input'];
  /** The formatted number, exactly, or the plain number. */
  invoiceNumber: Scalars['String']['input'];
};

/** A page of Payment records. */
export type PaymentConnection = {
  __typename: 'PaymentConnection';
  /** The records of this page, each with its cursor. */
  edges: Array<PaymentEdge>;
  /** The records of this page, without their cursors. */
  nodes: Array<Payment>;
  /** Whether there are more pages, and the first and last cursor of this page. */
  pageInfo: PageInfo;
  /** Number of matching records on all pages. It is only counted if you select it. */
  totalCount: Scalars['Int']['output'];
};

/** Payment of a page, with its cursor. */
export type PaymentEdge = {
  __typename: 'PaymentEdge';
  /** Cursor of the record, for `after` and `before`. */
  cursor: Scalars['String']['output'];
  /** The record. */
  node: Payment;
};

/** Condition on related Payment records. */
export type PaymentListWhere = {
  /** All of them match, or there are none. A record without the compared value does not match. */
  every?: InputMaybe<PaymentWhere>;
  /** None of them matches; with {}: there is none. */
  none?: InputMaybe<PaymentWhere>;
  /** At least one of them matches; with {}: there is one. */
  some?: InputMaybe<PaymentWhere>;
};

/** Order of Payment records: one field and its direction. */
export type PaymentOrderBy =
  /** When the record was created. */
  { createdAt: SortOrder; date?: never; updatedAt?: never; }
  |  /** Date of the payment. */
  { createdAt?: never; date: SortOrder; updatedAt?: never; }
  |  /** When the record was last changed. */
  { createdAt?: never; date?: never; updatedAt: SortOrder; };

/** Payment method. */
export type PaymentProviderType =
  /** A payout of an app. */
  | 'APP_PAYOUT'
  /** Bank transfer. */
  | 'BANK_TRANSFER'
  /** Cash. */
  | 'CASH'
  /** Cheque. */
  | 'CHECK'
  /** Credit card. */
  | 'CREDIT_CARD'
  /** Another method. */
  | 'OTHER'
  /** PayPal. */
  | 'PAYPAL'
  /** Stripe. */
  | 'STRIPE'
  /** Venmo. */
  | 'VENMO'
  /** Zelle. */
  | 'ZELLE';

/** Condition on the PaymentProviderType. */
export type PaymentProviderTypeFilter = {
  /** Is exactly this. Null: has no value. */
  equals?: InputMaybe<PaymentProviderType>;
  /** Is one of these. */
  in?: InputMaybe<Array<PaymentProviderType>>;
  /** At least one of these conditions is false. Records without a value do not match; `not: null` finds all records with a value. */
  not?: InputMaybe<PaymentProviderTypeFilter>;
  /** Is none of these. Records without a value do not match. */
  notIn?: InputMaybe<Array<PaymentProviderType>>;
};

/** Reason for a reversal. */
export type PaymentReversalReason =
  /** The bank returned the money, or it never arrived. */
  | 'BOUNCED'
  /** It was recorded twice. */
  | 'DUPLICATE'
  /** Another reason; see the note. */
  | 'OTHER'
  /** It was recorded with the wrong amount. */
  | 'WRONG_AMOUNT'
  /** It was recorded on the wrong invoice. */
  | 'WRONG_INVOICE';

/** Condition on the PaymentReversalReason. */
export type PaymentReversalReasonFilter = {
  /** Is exactly this. Null: has no value. */
  equals?: InputMaybe<PaymentReversalReason>;
  /** Is one of these. */
  in?: InputMaybe<Array<PaymentReversalReason>>;
  /** At least one of these conditions is false. Records without a value do not match; `not: null` finds all records with a value. */
  not?: InputMaybe<PaymentReversalReasonFilter>;
  /** Is none of these. Records without a value do not match. */
  notIn?: InputMaybe<Array<PaymentReversalReason>>;
};

/** Payment terms of a client. Invoices do not apply them automatically. */
export type PaymentTerms = {
  __typename: 'PaymentTerms';
  /** Deposit, in the unit of depositType. */
  depositAmount: Maybe<Scalars['Decimal']['output']>;
  /** Unit of the deposit. */
  depositType: Maybe<DepositType>;
  /** Agreed hourly rate. */
  hourlyAmount: Maybe<Scalars['Decimal']['output']>;
  /** Late payment fee. */
  latePaymentFee: Maybe<Scalars['Decimal']['output']>;
  /** Payment term in days. */
  paymentDays: Maybe<Scalars['Int']['output']>;
  /** Who pays the fees of card payments. */
  whoPaysCardFees: Maybe<CardFeePayer>;
};

/** Payment terms of a client. Invoices do not apply them automatically. */
export type PaymentTermsInput = {
  /** Deposit, in the unit of depositType. */
  depositAmount?: InputMaybe<Scalars['Decimal']['input']>;
  /** Unit of the deposit. */
  depositType?: InputMaybe<DepositType>;
  /** Agreed hourly rate. */
  hourlyAmount?: InputMaybe<Scalars['Decimal']['input']>;
  /** Late payment fee. */
  latePaymentFee?: InputMaybe<Scalars['Decimal']['input']>;
  /** Payment term in days. */
  paymentDays?: InputMaybe<Scalars['Int']['input']>;
  /** Who pays the fees of card payments. */
  whoPaysCardFees?: InputMaybe<CardFeePayer>;
};

/** Filter for Payment records. All conditions have to match. Conditions without content are ignored on every level: {}, an empty AND, null for fields that cannot be null, and NOT or a related record without a condition. */
export type PaymentWhere = {
  /** All of these conditions match. */
  AND?: InputMaybe<Array<PaymentWhere>>;
  /** This condition does not match. Records without the compared value are omitted; `equals: null` finds them. */
  NOT?: InputMaybe<PaymentWhere>;
  /** At least one of these conditions matches. An empty list matches nothing. */
  OR?: InputMaybe<Array<PaymentWhere>>;
  /** Amount in the currency of the invoice. */
  amount?: InputMaybe<DecimalFilter>;
  /** When the record was created. */
  createdAt?: InputMaybe<DateTimeFilter>;
  /** Part of it that is credit of the client and does not pay the invoice. */
  creditedAmount?: InputMaybe<DecimalFilter>;
  /** Date of the payment. */
  date?: InputMaybe<DateFilter>;
  /** Id of the record in another system, unique in the workspace together with `source`. */
  externalId?: InputMaybe<StringFilter>;
  /** Whether it was paid from the client’s credit, without a new transfer. */
  fromCredit?: InputMaybe<BooleanFilter>;
  /** Id shared by the payments of one transfer. Null if it paid a single invoice. */
  groupId?: InputMaybe<StringFilter>;
  /** The record’s id. */
  id?: InputMaybe<IdFilter>;
  /** The paid invoice. */
  invoice?: InputMaybe<InvoiceWhere>;
  /** Id of the paid invoice. */
  invoiceId?: InputMaybe<IdFilter>;
  /** Payment method. */
  paymentType?: InputMaybe<PaymentProviderTypeFilter>;
  /** Number of the transfer, cheque or receipt. */
  referenceNumber?: InputMaybe<StringFilter>;
  /** Sum of its refunds. */
  refundedTotal?: InputMaybe<DecimalFilter>;
  /** Refunds of the payment. */
  refunds?: InputMaybe<RefundListWhere>;
  /** Reason for the reversal. */
  reversalReason?: InputMaybe<PaymentReversalReasonFilter>;
  /** When it was reversed. Null if it was not. */
  reversedAt?: InputMaybe<DateTimeFilter>;
  /** The system that `externalId` belongs to, for example "hubspot". */
  source?: InputMaybe<StringFilter>;
  /** Changed after this time. Use it for polling. */
  updatedAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** When the record was last changed. */
  updatedAt?: InputMaybe<DateTimeFilter>;
};

/** Length of a calendar period. */
export type PeriodLength =
  /** A month. */
  | 'MONTH'
  /** Three months, from January, April, July or October. */
  | 'QUARTER'
  /** A year, from January. */
  | 'YEAR';

/** A stage of the sales pipeline. */
export type PipelineStage = Node & {
  __typename: 'PipelineStage';
  /** Number of the record’s workspace. */
  accountId: Scalars['Int']['output'];
  /** Audit entries of the record, newest first: the actor, the operation, and the values before and after as long as they are stored. Null with an error for members and contacts of clients. */
  changes: Maybe<LogEntryConnection>;
  /** When the record was created. */
  createdAt: Scalars['DateTime']['output'];
  /** Display colour, # followed by six hex digits. */
  hexColor: Maybe<Scalars['HexColorCode']['output']>;
  /** The record’s id, the same in all APIs. */
  id: Scalars['ID']['output'];
  /** Name of the stage, unique in the workspace. */
  label: Scalars['String']['output'];
  /** The opportunities in the stage. Null with an error without `sales:read`. */
  opportunities: Maybe<OpportunityConnection>;
  /** Position in the pipeline. */
  position: Scalars['Int']['output'];
  /** Meaning of the stage. */
  stageType: StageType;
  /** When the record was last changed. */
  updatedAt: Scalars['DateTime']['output'];
  /** Version of the record. Each change increases it. */
  version: Scalars['Int']['output'];
};


/** A stage of the sales pipeline. */
export type PipelineStageChangesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};


/** A stage of the sales pipeline. */
export type PipelineStageOpportunitiesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  includeArchived?: Scalars['Boolean']['input'];
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<OpportunityOrderBy>>;
  where?: InputMaybe<OpportunityWhere>;
};

/** A page of PipelineStage records. */
export type PipelineStageConnection = {
  __typename: 'PipelineStageConnection';
  /** The records of this page, each with its cursor. */
  edges: Array<PipelineStageEdge>;
  /** The records of this page, without their cursors. */
  nodes: Array<PipelineStage>;
  /** Whether there are more pages, and the first and last cursor of this page. */
  pageInfo: PageInfo;
  /** Number of matching records on all pages. It is only counted if you select it. */
  totalCount: Scalars['Int']['output'];
};

/** PipelineStage of a page, with its cursor. */
export type PipelineStageEdge = {
  __typename: 'PipelineStageEdge';
  /** Cursor of the record, for `after` and `before`. */
  cursor: Scalars['String']['output'];
  /** The record. */
  node: PipelineStage;
};

/** Order of PipelineStage records: one field and its direction. */
export type PipelineStageOrderBy =
  /** When the record was created. */
  { createdAt: SortOrder; label?: never; position?: never; updatedAt?: never; }
  |  /** Name of the stage, unique in the workspace. */
  { createdAt?: never; label: SortOrder; position?: never; updatedAt?: never; }
  |  /** Position in the pipeline. */
  { createdAt?: never; label?: never; position: SortOrder; updatedAt?: never; }
  |  /** When the record was last changed. */
  { createdAt?: never; label?: never; position?: never; updatedAt: SortOrder; };

/** Filter for PipelineStage records. All conditions have to match. Conditions without content are ignored on every level: {}, an empty AND, null for fields that cannot be null, and NOT or a related record without a condition. */
export type PipelineStageWhere = {
  /** All of these conditions match. */
  AND?: InputMaybe<Array<PipelineStageWhere>>;
  /** This condition does not match. Records without the compared value are omitted; `equals: null` finds them. */
  NOT?: InputMaybe<PipelineStageWhere>;
  /** At least one of these conditions matches. An empty list matches nothing. */
  OR?: InputMaybe<Array<PipelineStageWhere>>;
  /** When the record was created. */
  createdAt?: InputMaybe<DateTimeFilter>;
  /** The record’s id. */
  id?: InputMaybe<IdFilter>;
  /** Name of the stage, unique in the workspace. */
  label?: InputMaybe<StringFilter>;
  /** The opportunities in the stage. */
  opportunities?: InputMaybe<OpportunityListWhere>;
  /** Meaning of the stage. */
  stageType?: InputMaybe<StageTypeFilter>;
  /** Changed after this time. Use it for polling. */
  updatedAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** When the record was last changed. */
  updatedAt?: InputMaybe<DateTimeFilter>;
};

/** What a client sees of a project in its portal. */
export type PortalAccess =
  /** Everything, with permission to act on it. */
  | 'FULL'
  /** Nothing. */
  | 'NONE'
  /** An overview. */
  | 'OVERVIEW'
  /** Everything, without permission to act on it. */
  | 'READ_ONLY';

/** Condition on the PortalAccess. */
export type PortalAccessFilter = {
  /** Is exactly this. Null: has no value. */
  equals?: InputMaybe<PortalAccess>;
  /** Is one of these. */
  in?: InputMaybe<Array<PortalAccess>>;
  /** At least one of these conditions is false. Records without a value do not match; `not: null` finds all records with a value. */
  not?: InputMaybe<PortalAccessFilter>;
  /** Is none of these. Records without a value do not match. */
  notIn?: InputMaybe<Array<PortalAccess>>;
};

/** An e-mail to preview. */
export type PreviewMailInput = {
  /** A text to try, in place of the template’s. */
  body?: InputMaybe<Scalars['String']['input']>;
  /** Id of the e-mail template. */
  emailTemplateId?: InputMaybe<Scalars['ID']['input']>;
  /** The e-mail template. Default: the default template of its kind, or the built-in text. */
  emailTemplateName?: InputMaybe<Scalars['String']['input']>;
  /** The invoice of the e-mail. Default: a sample invoice. */
  invoiceId?: InputMaybe<Scalars['ID']['input']>;
  /** Kind of e-mail. Default: "INVOICE". */
  kind?: InputMaybe<MailKind>;
  /** A subject line to try, in place of the template’s. */
  subject?: InputMaybe<Scalars['String']['input']>;
};

/** A project for a client. */
export type Project = Node & {
  __typename: 'Project';
  /** Number of the record’s workspace. */
  accountId: Scalars['Int']['output'];
  /** Inactive projects are omitted from lists and searches. */
  active: Scalars['Boolean']['output'];
  /** Files attached to it, latest first. Null with an error without `files:read`. */
  attachments: Maybe<AttachmentConnection>;
  /** Used share of the fee schedule’s budget: 0.75 is three quarters, more than 1 is over budget. Null without a budget. For hourly work, the budget is the (upper) estimate, and tracked hours use it up at the hourly rate. Otherwise, invoices in the client’s currency use it up: the budget of a fixed price is the price, that of a retainer the sum of its periods, otherwise the estimate. Null with an error without `time:read` and `invoices:read`. */
  budgetUsed: Maybe<Scalars['Decimal']['output']>;
  /** Audit entries of the record, newest first: the actor, the operation, and the values before and after as long as they are stored. Null with an error for members and contacts of clients. */
  changes: Maybe<LogEntryConnection>;
  /** The client. Null with an error without `clients:read`. */
  client: Maybe<Client>;
  /** Id of the client. */
  clientId: Scalars['ID']['output'];
  /** When the record was created. */
  createdAt: Scalars['DateTime']['output'];
  /** The record’s value in a custom field. Null without a value. */
  customValue: Maybe<CustomValue>;
  /** The record’s custom field values, in the order of the fields. Fields without a value are omitted. */
  customValues: Array<CustomValue>;
  /** When the project was created. */
  dateCreated: Scalars['DateTime']['output'];
  /** Deliverables of the project. */
  deliverables: DeliverableConnection;
  /** Description of the project. */
  description: Maybe<Scalars['String']['output']>;
  /** Due date. */
  dueDate: Maybe<Scalars['Date']['output']>;
  /** Expenses of the project. Null with an error without `expenses:read`. */
  expenses: Maybe<ExpenseConnection>;
  /** Id of the record in another system, unique in the workspace together with `source`. */
  externalId: Maybe<Scalars['String']['output']>;
  /** Fee schedule of the project. Null with an error for members. */
  feeSchedule: Maybe<FeeSchedule>;
  /** Display colour, # followed by six hex digits. */
  hexColor: Maybe<Scalars['HexColorCode']['output']>;
  /** The record’s id, the same in all APIs. */
  id: Scalars['ID']['output'];
  /** Invoice lines that bill it. Null with an error without `invoices:read`. */
  invoiceLines: Maybe<InvoiceLineConnection>;
  /** The latest hundred invoices with a line for the project, latest first. Null with an error without `invoices:read`. */
  invoices: Maybe<Array<Invoice>>;
  /** Numbers of the users who are assigned to the whole project. */
  memberIds: Array<Scalars['Int']['output']>;
  /** Users who are assigned to the whole project, in addition to those of its deliverables. Null with an error without `people:read`. */
  members: Maybe<Array<User>>;
  /** Name, unique among the client’s projects. */
  name: Scalars['String']['output'];
  /** What the client sees in the portal. */
  portalAccess: PortalAccess;
  /** Revenue and costs of the project by currency, the workspace’s first. Currencies are never added up. Empty if nothing was billed, tracked or spent. Null with an error without `clients:read`, `time:read`, `expenses:read`, `invoices:read`, `settings:read` and `people:read`. */
  profit: Maybe<Array<ProjectProfit>>;
  /** The project type. Null with an error without `settings:read`. */
  projectType: Maybe<ProjectType>;
  /** Id of the project type. */
  projectTypeId: Scalars['ID']['output'];
  /** Whether the client sees the tracked time in the portal. */
  showTimeWorkedInPortal: Scalars['Boolean']['output'];
  /** The system that `externalId` belongs to, for example "hubspot". */
  source: Maybe<Scalars['String']['output']>;
  /** Start date. */
  startDate: Maybe<Scalars['Date']['output']>;
  /** Time worked on it. Null with an error without `time:read`. */
  timeEntries: Maybe<TimeEntryConnection>;
  /** Tracked time of the project, in whole minutes. Null with an error without `time:read`. */
  trackedMinutes: Maybe<Scalars['Int']['output']>;
  /** When the record was last changed. */
  updatedAt: Scalars['DateTime']['output'];
  /** Version of the record. Each change increases it. */
  version: Scalars['Int']['output'];
};


/** A project for a client. */
export type ProjectAttachmentsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<AttachmentOrderBy>>;
  where?: InputMaybe<AttachmentWhere>;
};


/** A project for a client. */
export type ProjectChangesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};


/** A project for a client. */
export type ProjectCustomValueArgs = {
  key: Scalars['String']['input'];
};


/** A project for a client. */
export type ProjectDeliverablesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  includeArchived?: Scalars['Boolean']['input'];
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<DeliverableOrderBy>>;
  where?: InputMaybe<DeliverableWhere>;
};


/** A project for a client. */
export type ProjectExpensesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<ExpenseOrderBy>>;
  where?: InputMaybe<ExpenseWhere>;
};


/** A project for a client. */
export type ProjectInvoiceLinesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<InvoiceLineOrderBy>>;
  where?: InputMaybe<InvoiceLineWhere>;
};


/** A project for a client. */
export type ProjectTimeEntriesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<TimeEntryOrderBy>>;
  where?: InputMaybe<TimeEntryWhere>;
};

/** A page of Project records. */
export type ProjectConnection = {
  __typename: 'ProjectConnection';
  /** The records of this page, each with its cursor. */
  edges: Array<ProjectEdge>;
  /** The records of this page, without their cursors. */
  nodes: Array<Project>;
  /** Whether there are more pages, and the first and last cursor of this page. */
  pageInfo: PageInfo;
  /** Number of matching records on all pages. It is only counted if you select it. */
  totalCount: Scalars['Int']['output'];
};

/** Project of a page, with its cursor. */
export type ProjectEdge = {
  __typename: 'ProjectEdge';
  /** Cursor of the record, for `after` and `before`. */
  cursor: Scalars['String']['output'];
  /** The record. */
  node: Project;
};

/** Condition on related Project records. */
export type ProjectListWhere = {
  /** All of them match, or there are none. A record without the compared value does not match. */
  every?: InputMaybe<ProjectWhere>;
  /** None of them matches; with {}: there is none. */
  none?: InputMaybe<ProjectWhere>;
  /** At least one of them matches; with {}: there is one. */
  some?: InputMaybe<ProjectWhere>;
};

/** Order of Project records: one field and its direction. */
export type ProjectOrderBy =
  /** When the record was created. */
  { createdAt: SortOrder; customValue?: never; dateCreated?: never; dueDate?: never; name?: never; startDate?: never; updatedAt?: never; }
  |  /** Value in a custom field. */
  { createdAt?: never; customValue: CustomValueOrder; dateCreated?: never; dueDate?: never; name?: never; startDate?: never; updatedAt?: never; }
  |  /** When the project was created. */
  { createdAt?: never; customValue?: never; dateCreated: SortOrder; dueDate?: never; name?: never; startDate?: never; updatedAt?: never; }
  |  /** Due date. */
  { createdAt?: never; customValue?: never; dateCreated?: never; dueDate: SortOrder; name?: never; startDate?: never; updatedAt?: never; }
  |  /** Name, unique among the client’s projects. */
  { createdAt?: never; customValue?: never; dateCreated?: never; dueDate?: never; name: SortOrder; startDate?: never; updatedAt?: never; }
  |  /** Start date. */
  { createdAt?: never; customValue?: never; dateCreated?: never; dueDate?: never; name?: never; startDate: SortOrder; updatedAt?: never; }
  |  /** When the record was last changed. */
  { createdAt?: never; customValue?: never; dateCreated?: never; dueDate?: never; name?: never; startDate?: never; updatedAt: SortOrder; };

/** Revenue and costs of a project in one currency, without tax. */
export type ProjectProfit = {
  __typename: 'ProjectProfit';
  /** Amount of its issued invoices, less discounts and credit notes. Drafts and voided invoices are not included. */
  billed: Scalars['Decimal']['output'];
  /** The currency. */
  currency: Scalars['Currency']['output'];
  /** Its expenses, billed or not. */
  expenses: Scalars['Decimal']['output'];
  /** Cost of the time, billable or not, by the `hourlyCost` of the users. */
  labor: Scalars['Decimal']['output'];
  /** billed − writtenOff − labor − expenses. */
  margin: Scalars['Decimal']['output'];
  /** Price of work that is not billed yet. It is not part of any margin. */
  unbilled: Scalars['Decimal']['output'];
  /** Time of users without an `hourlyCost`, in whole minutes. It has no cost in these sums. */
  uncostedMinutes: Scalars['Int']['output'];
  /** Written-off part of it. */
  writtenOff: Scalars['Decimal']['output'];
};

/** A template for new projects: fee schedule, portal settings and deliverables. */
export type ProjectTemplate = Node & {
  __typename: 'ProjectTemplate';
  /** Number of the record’s workspace. */
  accountId: Scalars['Int']['output'];
  /** Audit entries of the record, newest first: the actor, the operation, and the values before and after as long as they are stored. Null with an error for members and contacts of clients. */
  changes: Maybe<LogEntryConnection>;
  /** When the record was created. */
  createdAt: Scalars['DateTime']['output'];
  /** Its deliverables, in order. */
  deliverables: Array<ProjectTemplateDeliverable>;
  /** Description of projects that are created from it. */
  description: Maybe<Scalars['String']['output']>;
  /** Fee schedule of new projects. */
  feeSchedule: Maybe<FeeSchedule>;
  /** The record’s id, the same in all APIs. */
  id: Scalars['ID']['output'];
  /** Name, unique in the workspace. */
  name: Scalars['String']['output'];
  /** What clients see in the portal of projects that are created from it. */
  portalAccess: PortalAccess;
  /** The project type of projects that are created from it. */
  projectType: Maybe<ProjectType>;
  /** Id of the project type of projects that are created from it. */
  projectTypeId: Maybe<Scalars['ID']['output']>;
  /** Whether clients see the tracked time in the portal. */
  showTimeWorkedInPortal: Scalars['Boolean']['output'];
  /** When the record was last changed. */
  updatedAt: Scalars['DateTime']['output'];
  /** Version of the record. Each change increases it. */
  version: Scalars['Int']['output'];
};


/** A template for new projects: fee schedule, portal settings and deliverables. */
export type ProjectTemplateChangesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

/** A page of ProjectTemplate records. */
export type ProjectTemplateConnection = {
  __typename: 'ProjectTemplateConnection';
  /** The records of this page, each with its cursor. */
  edges: Array<ProjectTemplateEdge>;
  /** The records of this page, without their cursors. */
  nodes: Array<ProjectTemplate>;
  /** Whether there are more pages, and the first and last cursor of this page. */
  pageInfo: PageInfo;
  /** Number of matching records on all pages. It is only counted if you select it. */
  totalCount: Scalars['Int']['output'];
};

/** A deliverable of a project template. */
export type ProjectTemplateDeliverable = Node & {
  __typename: 'ProjectTemplateDeliverable';
  /** Number of the record’s workspace. */
  accountId: Scalars['Int']['output'];
  /** Whether the client has to approve it. */
  approvalRequired: Scalars['Boolean']['output'];
  /** Audit entries of the record, newest first: the actor, the operation, and the values before and after as long as they are stored. Null with an error for members and contacts of clients. */
  changes: Maybe<LogEntryConnection>;
  /** When the record was created. */
  createdAt: Scalars['DateTime']['output'];
  /** Name of the deliverable. */
  description: Maybe<Scalars['String']['output']>;
  /** The record’s id, the same in all APIs. */
  id: Scalars['ID']['output'];
  /** Name, unique in the template. */
  name: Scalars['String']['output'];
  /** Position in the template. */
  position: Scalars['Int']['output'];
  /** Priority. Higher is more urgent. */
  priority: Scalars['Int']['output'];
  /** The template. */
  template: ProjectTemplate;
  /** Id of the template. */
  templateId: Scalars['ID']['output'];
  /** When the record was last changed. */
  updatedAt: Scalars['DateTime']['output'];
  /** Version of the record. Each change increases it. */
  version: Scalars['Int']['output'];
};


/** A deliverable of a project template. */
export type ProjectTemplateDeliverableChangesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

/** ProjectTemplate of a page, with its cursor. */
export type ProjectTemplateEdge = {
  __typename: 'ProjectTemplateEdge';
  /** Cursor of the record, for `after` and `before`. */
  cursor: Scalars['String']['output'];
  /** The record. */
  node: ProjectTemplate;
};

/** Condition on related ProjectTemplate records. */
export type ProjectTemplateListWhere = {
  /** All of them match, or there are none. A record without the compared value does not match. */
  every?: InputMaybe<ProjectTemplateWhere>;
  /** None of them matches; with {}: there is none. */
  none?: InputMaybe<ProjectTemplateWhere>;
  /** At least one of them matches; with {}: there is one. */
  some?: InputMaybe<ProjectTemplateWhere>;
};

/** Order of ProjectTemplate records: one field and its direction. */
export type ProjectTemplateOrderBy =
  /** When the record was created. */
  { createdAt: SortOrder; name?: never; updatedAt?: never; }
  |  /** Name, unique in the workspace. */
  { createdAt?: never; name: SortOrder; updatedAt?: never; }
  |  /** When the record was last changed. */
  { createdAt?: never; name?: never; updatedAt: SortOrder; };

/** Filter for ProjectTemplate records. All conditions have to match. Conditions without content are ignored on every level: {}, an empty AND, null for fields that cannot be null, and NOT or a related record without a condition. */
export type ProjectTemplateWhere = {
  /** All of these conditions match. */
  AND?: InputMaybe<Array<ProjectTemplateWhere>>;
  /** This condition does not match. Records without the compared value are omitted; `equals: null` finds them. */
  NOT?: InputMaybe<ProjectTemplateWhere>;
  /** At least one of these conditions matches. An empty list matches nothing. */
  OR?: InputMaybe<Array<ProjectTemplateWhere>>;
  /** When the record was created. */
  createdAt?: InputMaybe<DateTimeFilter>;
  /** The record’s id. */
  id?: InputMaybe<IdFilter>;
  /** Name, unique in the workspace. */
  name?: InputMaybe<StringFilter>;
  /** The project type of projects that are created from it. */
  projectType?: InputMaybe<ProjectTypeWhere>;
  /** Id of the project type of projects that are created from it. */
  projectTypeId?: InputMaybe<IdFilter>;
  /** Changed after this time. Use it for polling. */
  updatedAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** When the record was last changed. */
  updatedAt?: InputMaybe<DateTimeFilter>;
};

/** Tracked time of one project. */
export type ProjectTime = {
  __typename: 'ProjectTime';
  /** Number of time entries. */
  entries: Scalars['Int']['output'];
  /** Duration in whole minutes. */
  minutes: Scalars['Int']['output'];
  /** The project. Null for time without one. Null with an error without `projects:read`. */
  project: Maybe<Project>;
};

/** A type of project. It defines the statuses of deliverables and the custom fields. */
export type ProjectType = Node & {
  __typename: 'ProjectType';
  /** Number of the record’s workspace. */
  accountId: Scalars['Int']['output'];
  /** Audit entries of the record, newest first: the actor, the operation, and the values before and after as long as they are stored. Null with an error for members and contacts of clients. */
  changes: Maybe<LogEntryConnection>;
  /** When the record was created. */
  createdAt: Scalars['DateTime']['output'];
  /** Custom fields of its deliverables, in order. */
  deliverableFields: Array<CustomField>;
  /** The record’s id, the same in all APIs. */
  id: Scalars['ID']['output'];
  /** Whether it is the default type. A workspace has one. */
  isDefaultProjectType: Scalars['Boolean']['output'];
  /** Name, unique in the workspace. */
  name: Scalars['String']['output'];
  /** Custom fields of its projects, in order. */
  projectFields: Array<CustomField>;
  /** Projects of the type. Null with an error without `projects:read`. */
  projects: Maybe<ProjectConnection>;
  /** Statuses of deliverables, in order. */
  statusList: Array<TaskStage>;
  /** Templates of projects of the type. */
  templates: ProjectTemplateConnection;
  /** When the record was last changed. */
  updatedAt: Scalars['DateTime']['output'];
  /** Version of the record. Each change increases it. */
  version: Scalars['Int']['output'];
};


/** A type of project. It defines the statuses of deliverables and the custom fields. */
export type ProjectTypeChangesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};


/** A type of project. It defines the statuses of deliverables and the custom fields. */
export type ProjectTypeProjectsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  includeInactive?: Scalars['Boolean']['input'];
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<ProjectOrderBy>>;
  where?: InputMaybe<ProjectWhere>;
};


/** A type of project. It defines the statuses of deliverables and the custom fields. */
export type ProjectTypeTemplatesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<ProjectTemplateOrderBy>>;
  where?: InputMaybe<ProjectTemplateWhere>;
};

/** A page of ProjectType records. */
export type ProjectTypeConnection = {
  __typename: 'ProjectTypeConnection';
  /** The records of this page, each with its cursor. */
  edges: Array<ProjectTypeEdge>;
  /** The records of this page, without their cursors. */
  nodes: Array<ProjectType>;
  /** Whether there are more pages, and the first and last cursor of this page. */
  pageInfo: PageInfo;
  /** Number of matching records on all pages. It is only counted if you select it. */
  totalCount: Scalars['Int']['output'];
};

/** ProjectType of a page, with its cursor. */
export type ProjectTypeEdge = {
  __typename: 'ProjectTypeEdge';
  /** Cursor of the record, for `after` and `before`. */
  cursor: Scalars['String']['output'];
  /** The record. */
  node: ProjectType;
};

/** Order of ProjectType records: one field and its direction. */
export type ProjectTypeOrderBy =
  /** When the record was created. */
  { createdAt: SortOrder; name?: never; updatedAt?: never; }
  |  /** Name, unique in the workspace. */
  { createdAt?: never; name: SortOrder; updatedAt?: never; }
  |  /** When the record was last changed. */
  { createdAt?: never; name?: never; updatedAt: SortOrder; };

/** Filter for ProjectType records. All conditions have to match. Conditions without content are ignored on every level: {}, an empty AND, null for fields that cannot be null, and NOT or a related record without a condition. */
export type ProjectTypeWhere = {
  /** All of these conditions match. */
  AND?: InputMaybe<Array<ProjectTypeWhere>>;
  /** This condition does not match. Records without the compared value are omitted; `equals: null` finds them. */
  NOT?: InputMaybe<ProjectTypeWhere>;
  /** At least one of these conditions matches. An empty list matches nothing. */
  OR?: InputMaybe<Array<ProjectTypeWhere>>;
  /** When the record was created. */
  createdAt?: InputMaybe<DateTimeFilter>;
  /** The record’s id. */
  id?: InputMaybe<IdFilter>;
  /** Whether it is the default type. A workspace has one. */
  isDefaultProjectType?: InputMaybe<BooleanFilter>;
  /** Name, unique in the workspace. */
  name?: InputMaybe<StringFilter>;
  /** Projects of the type. */
  projects?: InputMaybe<ProjectListWhere>;
  /** Statuses of deliverables, in order. */
  statusList?: InputMaybe<TaskStageListWhere>;
  /** Templates of projects of the type. */
  templates?: InputMaybe<ProjectTemplateListWhere>;
  /** Changed after this time. Use it for polling. */
  updatedAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** When the record was last changed. */
  updatedAt?: InputMaybe<DateTimeFilter>;
};

/** Filter for Project records. All conditions have to match. Conditions without content are ignored on every level: {}, an empty AND, null for fields that cannot be null, and NOT or a related record without a condition. */
export type ProjectWhere = {
  /** All of these conditions match. */
  AND?: InputMaybe<Array<ProjectWhere>>;
  /** This condition does not match. Records without the compared value are omitted; `equals: null` finds them. */
  NOT?: InputMaybe<ProjectWhere>;
  /** At least one of these conditions matches. An empty list matches nothing. */
  OR?: InputMaybe<Array<ProjectWhere>>;
  /** Inactive projects are omitted from lists and searches. */
  active?: InputMaybe<BooleanFilter>;
  /** The client. */
  client?: InputMaybe<ClientWhere>;
  /** Id of the client. */
  clientId?: InputMaybe<IdFilter>;
  /** When the record was created. */
  createdAt?: InputMaybe<DateTimeFilter>;
  /** Conditions on the values in custom fields. */
  customValues?: InputMaybe<CustomValuesFilter>;
  /** When the project was created. */
  dateCreated?: InputMaybe<DateTimeFilter>;
  /** Deliverables of the project. */
  deliverables?: InputMaybe<DeliverableListWhere>;
  /** Due date. */
  dueDate?: InputMaybe<DateFilter>;
  /** Expenses of the project. */
  expenses?: InputMaybe<ExpenseListWhere>;
  /** Id of the record in another system, unique in the workspace together with `source`. */
  externalId?: InputMaybe<StringFilter>;
  /** The record’s id. */
  id?: InputMaybe<IdFilter>;
  /** Invoice lines that bill it. */
  invoiceLines?: InputMaybe<InvoiceLineListWhere>;
  /** Users who are assigned to the whole project, in addition to those of its deliverables. */
  members?: InputMaybe<UserListWhere>;
  /** Name, unique among the client’s projects. */
  name?: InputMaybe<StringFilter>;
  /** What the client sees in the portal. */
  portalAccess?: InputMaybe<PortalAccessFilter>;
  /** The project type. */
  projectType?: InputMaybe<ProjectTypeWhere>;
  /** Id of the project type. */
  projectTypeId?: InputMaybe<IdFilter>;
  /** The system that `externalId` belongs to, for example "hubspot". */
  source?: InputMaybe<StringFilter>;
  /** Start date. */
  startDate?: InputMaybe<DateFilter>;
  /** Time worked on it. */
  timeEntries?: InputMaybe<TimeEntryListWhere>;
  /** Changed after this time. Use it for polling. */
  updatedAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** When the record was last changed. */
  updatedAt?: InputMaybe<DateTimeFilter>;
};

/** Queries of the key’s workspace. */
export type Query = {
  __typename: 'Query';
  /** The ApiKey with an id. Null if the workspace has none. Needs `keys:read`. */
  apiKey: Maybe<ApiKey>;
  /** API keys of the workspace, oldest first, without their secrets. Needs `keys:read`. */
  apiKeys: Maybe<ApiKeyConnection>;
  /** The Attachment with an id. Null if the workspace has none. Needs `files:read`. */
  attachment: Maybe<Attachment>;
  /** Attachments of the workspace, latest first. Needs `files:read`. */
  attachments: Maybe<AttachmentConnection>;
  /** The audit log of the workspace, newest first: every change of every record, and sign-in and sign-out. All filters have to match. Needs `clients:read`, `projects:read`, `time:read`, `expenses:read`, `invoices:read`, `sales:read`, `calendar:read`, `files:read`, `settings:read`, `people:read`, `keys:read`, `tickets:read` and `webhooks:read`. */
  auditLog: Maybe<LogEntryConnection>;
  /** The CalendarEvent with an id. Null if the workspace has none. Needs `calendar:read`. */
  calendarEvent: Maybe<CalendarEvent>;
  /** Calendar events of users, earliest first. Needs `calendar:read`. */
  calendarEvents: Maybe<CalendarEventConnection>;
  /** The Client with an id. Null if the workspace has none. Needs `clients:read`. */
  client: Maybe<Client>;
  /** The ClientCredit with an id. Null if the workspace has none. Needs `invoices:read`. */
  clientCredit: Maybe<ClientCredit>;
  /** Changes of clients’ credit, latest first. Needs `invoices:read`. */
  clientCredits: Maybe<ClientCreditConnection>;
  /** Preview of `eraseClient` for a client: what would be deleted, blanked and kept, and why. Nothing is changed. For owners only. Needs `clients:read`, `projects:read`, `time:read`, `expenses:read`, `invoices:read`, `sales:read`, `calendar:read`, `files:read`, `settings:read`, `people:read`, `keys:read`, `tickets:read` and `webhooks:read`. */
  clientErasure: Maybe<Erasure>;
  /** Clients and prospects of the workspace, by name. Needs `clients:read`. */
  clients: Maybe<ClientConnection>;
  /** The Contact with an id. Null if the workspace has none. Needs `clients:read`. */
  contact: Maybe<Contact>;
  /** Preview of `eraseContact` for a contact: what would be deleted, blanked and kept, and why. Nothing is changed. For owners only. Needs `clients:read`, `projects:read`, `time:read`, `expenses:read`, `invoices:read`, `sales:read`, `calendar:read`, `files:read`, `settings:read`, `people:read`, `keys:read`, `tickets:read` and `webhooks:read`. */
  contactErasure: Maybe<Erasure>;
  /** Contacts of clients, and contacts without a client, by last and first name. Needs `clients:read`. */
  contacts: Maybe<ContactConnection>;
  /** The CreditNote with an id. Null if the workspace has none. Needs `invoices:read`. */
  creditNote: Maybe<CreditNote>;
  /** Credit notes for issued invoices, latest first. Needs `invoices:read`. */
  creditNotes: Maybe<CreditNoteConnection>;
  /** The CustomField with an id. Null if the workspace has none. Needs `settings:read`. */
  customField: Maybe<CustomField>;
  /** Custom fields of the workspace, in order. Needs `settings:read`. */
  customFields: Maybe<CustomFieldConnection>;
  /** The Deliverable with an id. Null if the workspace has none. Needs `projects:read`. */
  deliverable: Maybe<Deliverable>;
  /** Deliverables, by project and in the project’s order. Needs `projects:read`. */
  deliverables: Maybe<DeliverableConnection>;
  /** The EmailTemplate with an id. Null if the workspace has none. Needs `settings:read`. */
  emailTemplate: Maybe<EmailTemplate>;
  /** E-mail templates, by name. Needs `settings:read`. */
  emailTemplates: Maybe<EmailTemplateConnection>;
  /** Every change of a readable record, including deletions, in commit order. If you continue after the last `place`, you get every event exactly once. A position that is no longer stored, or belongs to another workspace, is the error `events_expired`. */
  events: Maybe<EventPage>;
  /** The ExchangeRate with an id. Null if the workspace has none. Needs `settings:read`. */
  exchangeRate: Maybe<ExchangeRate>;
  /** Exchange rates of the workspace by day, latest first. Needs `settings:read`. */
  exchangeRates: Maybe<ExchangeRateConnection>;
  /** The Expense with an id. Null if the workspace has none. Needs `expenses:read`. */
  expense: Maybe<Expense>;
  /** Expenses of the workspace, latest first. Needs `expenses:read`. */
  expenses: Maybe<ExpenseConnection>;
  /** Calculates an invoice without creating it and explains each step. The tax is that of the input, otherwise that of the client, otherwise none. */
  explainTotals: Maybe<TotalsExplanation>;
  /** Totals of the whole workspace for a dashboard. */
  figures: Maybe<Figures>;
  /** The Form with an id. Null if the workspace has none. Needs `sales:read`. */
  form: Maybe<Form>;
  /** The FormSubmission with an id. Null if the workspace has none. Needs `sales:read`. */
  formSubmission: Maybe<FormSubmission>;
  /** Form submissions, latest first. Needs `sales:read`. */
  formSubmissions: Maybe<FormSubmissionConnection>;
  /** Lead and discovery forms, by name. Needs `sales:read`. */
  forms: Maybe<FormConnection>;
  /** The Invoice with an id. Null if the workspace has none. Needs `invoices:read`. */
  invoice: Maybe<Invoice>;
  /** The InvoiceLine with an id. Null if the workspace has none. Needs `invoices:read`. */
  invoiceLine: Maybe<InvoiceLine>;
  /** Invoice lines, by invoice. Needs `invoices:read`. */
  invoiceLines: Maybe<InvoiceLineConnection>;
  /** The InvoiceTemplate with an id. Null if the workspace has none. Needs `settings:read`. */
  invoiceTemplate: Maybe<InvoiceTemplate>;
  /** Invoice templates, by name. Needs `settings:read`. */
  invoiceTemplates: Maybe<InvoiceTemplateConnection>;
  /** Invoices, latest first. Needs `invoices:read`. */
  invoices: Maybe<InvoiceConnection>;
  /** Limits of one request. */
  limits: Maybe<Limits>;
  /** The MailSuppression with an id. Null if the workspace has none. Needs `clients:read`. */
  mailSuppression: Maybe<MailSuppression>;
  /** Addresses that unsubscribed from e-mails of the workspace, latest first. Needs `clients:read`. */
  mailSuppressions: Maybe<MailSuppressionConnection>;
  /** The record with an id, whatever its type. Null if the workspace has none. */
  node: Maybe<Node>;
  /** Records with these ids, in the same order. Null for ids that the workspace does not have. */
  nodes: Maybe<Array<Maybe<Node>>>;
  /** Document numbers of a year for a tax audit: invoices, deposits and credit notes. Also available as a page at `/books/numbers` and as CSV at `/books/numbers.csv`. Needs `invoices:read`. */
  numberAudit: Maybe<NumberAudit>;
  /** Sales opportunities, latest first. Needs `sales:read`. */
  opportunities: Maybe<OpportunityConnection>;
  /** The Opportunity with an id. Null if the workspace has none. Needs `sales:read`. */
  opportunity: Maybe<Opportunity>;
  /** The OutboxMail with an id. Null if the workspace has none. Needs `invoices:read`. */
  outboxMail: Maybe<OutboxMail>;
  /** E-mails to the workspace’s customers, latest first. Needs `invoices:read`. */
  outboxMails: Maybe<OutboxMailConnection>;
  /** Open invoices: an amount is due, and they are neither voided nor written off. Earliest due date first. Needs `invoices:read`. */
  payableInvoices: Maybe<InvoiceConnection>;
  /** The Payment with an id. Null if the workspace has none. Needs `invoices:read`. */
  payment: Maybe<Payment>;
  /** Payments of invoices, latest first, including reversed ones. Needs `invoices:read`. */
  payments: Maybe<PaymentConnection>;
  /** The PipelineStage with an id. Null if the workspace has none. Needs `settings:read`. */
  pipelineStage: Maybe<PipelineStage>;
  /** The stages of the sales pipeline, in order. Needs `settings:read`. */
  pipelineStages: Maybe<PipelineStageConnection>;
  /** The invoice that `createInvoiceFromWork` would create from the same input. Nothing is stored or sent. Needs `clients:read`, `projects:read`, `time:read`, `expenses:read`, `invoices:read`, `settings:read` and `people:read`. */
  previewInvoiceFromWork: Maybe<InvoicePreview>;
  /** Preview of an e-mail from a template, from your own texts, or from the built-in text in the customer’s language, about an invoice or a sample invoice. Needs `invoices:read` and `settings:read`. */
  previewMail: Maybe<MailPreview>;
  /** The Project with an id. Null if the workspace has none. Needs `projects:read`. */
  project: Maybe<Project>;
  /** The ProjectTemplate with an id. Null if the workspace has none. Needs `settings:read`. */
  projectTemplate: Maybe<ProjectTemplate>;
  /** Templates for new projects, by name. Needs `settings:read`. */
  projectTemplates: Maybe<ProjectTemplateConnection>;
  /** The ProjectType with an id. Null if the workspace has none. Needs `settings:read`. */
  projectType: Maybe<ProjectType>;
  /** Project types: the default first, the others by name. Needs `settings:read`. */
  projectTypes: Maybe<ProjectTypeConnection>;
  /** Projects of the workspace, by name. Needs `projects:read`. */
  projects: Maybe<ProjectConnection>;
  /** The Refund with an id. Null if the workspace has none. Needs `invoices:read`. */
  refund: Maybe<Refund>;
  /** Refunds of payments, latest first. Needs `invoices:read`. */
  refunds: Maybe<RefundConnection>;
  /** Active records of the types of `SearchType` with a field that matches the query, the best matches first: the whole field, its beginning, the beginning of a word, then a part of a word. Case and accents are ignored, telephone numbers are found by their digits, and parts of words by three letters or more. Types that the caller cannot read are omitted. */
  search: Maybe<SearchPage>;
  /** Active clients by name, whose name or phone number starts with the query, or with a contact whose e-mail address or phone number starts with it or whose full name contains it. The search ignores case, and accents of names. Six digits or more find every telephone number that contains them. Needs `clients:read`. */
  searchClients: Maybe<Array<Client>>;
  /** Account statement of a client between two days, both included: opening balance, invoices and payments, closing balance. Drafts and voided invoices are not included. The default period is the last twelve months. Needs `clients:read` and `invoices:read`. */
  statementOfAccount: Maybe<StatementOfAccount>;
  /** The TaskStage with an id. Null if the workspace has none. Needs `settings:read`. */
  taskStage: Maybe<TaskStage>;
  /** Statuses of deliverables of all project types, in order. Needs `settings:read`. */
  taskStages: Maybe<TaskStageConnection>;
  /** The TaxRule with an id. Null if the workspace has none. Needs `settings:read`. */
  taxRule: Maybe<TaxRule>;
  /** Tax rules for invoices, by name. Needs `settings:read`. */
  taxRules: Maybe<TaxRuleConnection>;
  /** The Ticket with an id. Null if the workspace has none. Needs `tickets:read`. */
  ticket: Maybe<Ticket>;
  /** The TicketComment with an id. Null if the workspace has none. Needs `tickets:read`. */
  ticketComment: Maybe<TicketComment>;
  /** Comments on tickets, oldest first. Needs `tickets:read`. */
  ticketComments: Maybe<TicketCommentConnection>;
  /** Support tickets, latest first. Needs `tickets:read`. */
  tickets: Maybe<TicketConnection>;
  /** Time entries, latest first. Needs `time:read`. */
  timeEntries: Maybe<TimeEntryConnection>;
  /** The TimeEntry with an id. Null if the workspace has none. Needs `time:read`. */
  timeEntry: Maybe<TimeEntry>;
  /** Unbilled work of a client, a project, or all: billable time, reimbursable expenses, and approved deliverables of projects that are paid per item or at a fixed price. Needs `clients:read`, `projects:read`, `time:read`, `expenses:read`, `settings:read` and `people:read`. */
  unbilledWork: Maybe<UnbilledWork>;
  /** The User with an id. Null if the workspace has none. Needs `people:read`. */
  user: Maybe<User>;
  /** Users of the workspace by e-mail address, including inactive ones. Needs `people:read`. */
  users: Maybe<UserConnection>;
  /** The Vendor with an id. Null if the workspace has none. Needs `expenses:read`. */
  vendor: Maybe<Vendor>;
  /** Vendors of the workspace, by name. Needs `expenses:read`. */
  vendors: Maybe<VendorConnection>;
  /** The caller and its permissions. */
  viewer: Maybe<Viewer>;
  /** Deliveries to webhook endpoints, latest first. Needs `webhooks:read`. */
  webhookDeliveries: Maybe<WebhookDeliveryConnection>;
  /** The WebhookDelivery with an id. Null if the workspace has none. Needs `webhooks:read`. */
  webhookDelivery: Maybe<WebhookDelivery>;
  /** The WebhookEndpoint with an id. Null if the workspace has none. Needs `webhooks:read`. */
  webhookEndpoint: Maybe<WebhookEndpoint>;
  /** Webhook endpoints of the workspace, oldest first, without their secrets. Needs `webhooks:read`. */
  webhookEndpoints: Maybe<WebhookEndpointConnection>;
  /** All types of events that webhook endpoints can get. Needs `webhooks:read`. */
  webhookEventTypes: Maybe<Array<WebhookEventType>>;
  /** The workspace of the caller: company details and settings. Needs `settings:read`. */
  workspace: Maybe<Workspace>;
  /** Preview of `deleteWorkspace`. Nothing is changed. Needs `clients:read`, `projects:read`, `time:read`, `expenses:read`, `invoices:read`, `sales:read`, `calendar:read`, `files:read`, `settings:read`, `people:read`, `keys:read`, `tickets:read` and `webhooks:read`. */
  workspaceDeletion: Maybe<WorkspaceDeletion>;
};


/** Queries of the key’s workspace. */
export type QueryApiKeyArgs = {
  id: Scalars['ID']['input'];
};


/** Queries of the key’s workspace. */
export type QueryApiKeysArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<ApiKeyOrderBy>>;
  where?: InputMaybe<ApiKeyWhere>;
};


/** Queries of the key’s workspace. */
export type QueryAttachmentArgs = {
  id: Scalars['ID']['input'];
};


/** Queries of the key’s workspace. */
export type QueryAttachmentsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<AttachmentOrderBy>>;
  where?: InputMaybe<AttachmentWhere>;
};


/** Queries of the key’s workspace. */
export type QueryAuditLogArgs = {
  actor?: InputMaybe<Scalars['ID']['input']>;
  actorKind?: InputMaybe<Array<LogActorKind>>;
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  from?: InputMaybe<Scalars['DateTime']['input']>;
  kind?: InputMaybe<Array<LogEntryKind>>;
  last?: InputMaybe<Scalars['Int']['input']>;
  operation?: InputMaybe<Scalars['String']['input']>;
  recordId?: InputMaybe<Scalars['ID']['input']>;
  to?: InputMaybe<Scalars['DateTime']['input']>;
  type?: InputMaybe<Scalars['String']['input']>;
};


/** Queries of the key’s workspace. */
export type QueryCalendarEventArgs = {
  id: Scalars['ID']['input'];
};


/** Queries of the key’s workspace. */
export type QueryCalendarEventsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<CalendarEventOrderBy>>;
  where?: InputMaybe<CalendarEventWhere>;
};


/** Queries of the key’s workspace. */
export type QueryClientArgs = {
  id: Scalars['ID']['input'];
};


/** Queries of the key’s workspace. */
export type QueryClientCreditArgs = {
  id: Scalars['ID']['input'];
};


/** Queries of the key’s workspace. */
export type QueryClientCreditsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<ClientCreditOrderBy>>;
  where?: InputMaybe<ClientCreditWhere>;
};


/** Queries of the key’s workspace. */
export type QueryClientErasureArgs = {
  id: Scalars['ID']['input'];
};


/** Queries of the key’s workspace. */
export type QueryClientsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  includeArchived?: Scalars['Boolean']['input'];
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<ClientOrderBy>>;
  where?: InputMaybe<ClientWhere>;
};


/** Queries of the key’s workspace. */
export type QueryContactArgs = {
  id: Scalars['ID']['input'];
};


/** Queries of the key’s workspace. */
export type QueryContactErasureArgs = {
  id: Scalars['ID']['input'];
};


/** Queries of the key’s workspace. */
export type QueryContactsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  includeArchived?: Scalars['Boolean']['input'];
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<ContactOrderBy>>;
  where?: InputMaybe<ContactWhere>;
};


/** Queries of the key’s workspace. */
export type QueryCreditNoteArgs = {
  id: Scalars['ID']['input'];
};


/** Queries of the key’s workspace. */
export type QueryCreditNotesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<CreditNoteOrderBy>>;
  where?: InputMaybe<CreditNoteWhere>;
};


/** Queries of the key’s workspace. */
export type QueryCustomFieldArgs = {
  id: Scalars['ID']['input'];
};


/** Queries of the key’s workspace. */
export type QueryCustomFieldsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<CustomFieldOrderBy>>;
  where?: InputMaybe<CustomFieldWhere>;
};


/** Queries of the key’s workspace. */
export type QueryDeliverableArgs = {
  id: Scalars['ID']['input'];
};


/** Queries of the key’s workspace. */
export type QueryDeliverablesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  includeArchived?: Scalars['Boolean']['input'];
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<DeliverableOrderBy>>;
  where?: InputMaybe<DeliverableWhere>;
};


/** Queries of the key’s workspace. */
export type QueryEmailTemplateArgs = {
  id: Scalars['ID']['input'];
};


/** Queries of the key’s workspace. */
export type QueryEmailTemplatesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<EmailTemplateOrderBy>>;
  where?: InputMaybe<EmailTemplateWhere>;
};


/** Queries of the key’s workspace. */
export type QueryEventsArgs = {
  after?: InputMaybe<Scalars['ID']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  types?: InputMaybe<Array<Scalars['String']['input']>>;
};


/** Queries of the key’s workspace. */
export type QueryExchangeRateArgs = {
  id: Scalars['ID']['input'];
};


/** Queries of the key’s workspace. */
export type QueryExchangeRatesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<ExchangeRateOrderBy>>;
  where?: InputMaybe<ExchangeRateWhere>;
};


/** Queries of the key’s workspace. */
export type QueryExpenseArgs = {
  id: Scalars['ID']['input'];
};


/** Queries of the key’s workspace. */
export type QueryExpensesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<ExpenseOrderBy>>;
  where?: InputMaybe<ExpenseWhere>;
};


/** Queries of the key’s workspace. */
export type QueryExplainTotalsArgs = {
  input: ExplainTotalsInput;
};


/** Queries of the key’s workspace. */
export type QueryFormArgs = {
  id: Scalars['ID']['input'];
};


/** Queries of the key’s workspace. */
export type QueryFormSubmissionArgs = {
  id: Scalars['ID']['input'];
};


/** Queries of the key’s workspace. */
export type QueryFormSubmissionsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<FormSubmissionOrderBy>>;
  where?: InputMaybe<FormSubmissionWhere>;
};


/** Queries of the key’s workspace. */
export type QueryFormsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<FormOrderBy>>;
  where?: InputMaybe<FormWhere>;
};


/** Queries of the key’s workspace. */
export type QueryInvoiceArgs = {
  id: Scalars['ID']['input'];
};


/** Queries of the key’s workspace. */
export type QueryInvoiceLineArgs = {
  id: Scalars['ID']['input'];
};


/** Queries of the key’s workspace. */
export type QueryInvoiceLinesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<InvoiceLineOrderBy>>;
  where?: InputMaybe<InvoiceLineWhere>;
};


/** Queries of the key’s workspace. */
export type QueryInvoiceTemplateArgs = {
  id: Scalars['ID']['input'];
};


/** Queries of the key’s workspace. */
export type QueryInvoiceTemplatesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<InvoiceTemplateOrderBy>>;
  where?: InputMaybe<InvoiceTemplateWhere>;
};


/** Queries of the key’s workspace. */
export type QueryInvoicesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<InvoiceOrderBy>>;
  where?: InputMaybe<InvoiceWhere>;
};


/** Queries of the key’s workspace. */
export type QueryMailSuppressionArgs = {
  id: Scalars['ID']['input'];
};


/** Queries of the key’s workspace. */
export type QueryMailSuppressionsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<MailSuppressionOrderBy>>;
  where?: InputMaybe<MailSuppressionWhere>;
};


/** Queries of the key’s workspace. */
export type QueryNodeArgs = {
  id: Scalars['ID']['input'];
};


/** Queries of the key’s workspace. */
export type QueryNodesArgs = {
  ids: Array<Scalars['ID']['input']>;
};


/** Queries of the key’s workspace. */
export type QueryNumberAuditArgs = {
  year?: InputMaybe<Scalars['Int']['input']>;
};


/** Queries of the key’s workspace. */
export type QueryOpportunitiesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  includeArchived?: Scalars['Boolean']['input'];
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<OpportunityOrderBy>>;
  where?: InputMaybe<OpportunityWhere>;
};


/** Queries of the key’s workspace. */
export type QueryOpportunityArgs = {
  id: Scalars['ID']['input'];
};


/** Queries of the key’s workspace. */
export type QueryOutboxMailArgs = {
  id: Scalars['ID']['input'];
};


/** Queries of the key’s workspace. */
export type QueryOutboxMailsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<OutboxMailOrderBy>>;
  where?: InputMaybe<OutboxMailWhere>;
};


/** Queries of the key’s workspace. */
export type QueryPayableInvoicesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  clientName?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};


/** Queries of the key’s workspace. */
export type QueryPaymentArgs = {
  id: Scalars['ID']['input'];
};


/** Queries of the key’s workspace. */
export type QueryPaymentsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<PaymentOrderBy>>;
  where?: InputMaybe<PaymentWhere>;
};


/** Queries of the key’s workspace. */
export type QueryPipelineStageArgs = {
  id: Scalars['ID']['input'];
};


/** Queries of the key’s workspace. */
export type QueryPipelineStagesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<PipelineStageOrderBy>>;
  where?: InputMaybe<PipelineStageWhere>;
};


/** Queries of the key’s workspace. */
export type QueryPreviewInvoiceFromWorkArgs = {
  input: CreateInvoiceFromWorkInput;
};


/** Queries of the key’s workspace. */
export type QueryPreviewMailArgs = {
  input: PreviewMailInput;
};


/** Queries of the key’s workspace. */
export type QueryProjectArgs = {
  id: Scalars['ID']['input'];
};


/** Queries of the key’s workspace. */
export type QueryProjectTemplateArgs = {
  id: Scalars['ID']['input'];
};


/** Queries of the key’s workspace. */
export type QueryProjectTemplatesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<ProjectTemplateOrderBy>>;
  where?: InputMaybe<ProjectTemplateWhere>;
};


/** Queries of the key’s workspace. */
export type QueryProjectTypeArgs = {
  id: Scalars['ID']['input'];
};


/** Queries of the key’s workspace. */
export type QueryProjectTypesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<ProjectTypeOrderBy>>;
  where?: InputMaybe<ProjectTypeWhere>;
};


/** Queries of the key’s workspace. */
export type QueryProjectsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  includeInactive?: Scalars['Boolean']['input'];
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<ProjectOrderBy>>;
  where?: InputMaybe<ProjectWhere>;
};


/** Queries of the key’s workspace. */
export type QueryRefundArgs = {
  id: Scalars['ID']['input'];
};


/** Queries of the key’s workspace. */
export type QueryRefundsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<RefundOrderBy>>;
  where?: InputMaybe<RefundWhere>;
};


/** Queries of the key’s workspace. */
export type QuerySearchArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  query: Scalars['String']['input'];
  types?: InputMaybe<Array<SearchType>>;
};


/** Queries of the key’s workspace. */
export type QuerySearchClientsArgs = {
  first?: Scalars['Int']['input'];
  query: Scalars['String']['input'];
};


/** Queries of the key’s workspace. */
export type QueryStatementOfAccountArgs = {
  clientId: Scalars['ID']['input'];
  from?: InputMaybe<Scalars['Date']['input']>;
  to?: InputMaybe<Scalars['Date']['input']>;
};


/** Queries of the key’s workspace. */
export type QueryTaskStageArgs = {
  id: Scalars['ID']['input'];
};


/** Queries of the key’s workspace. */
export type QueryTaskStagesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<TaskStageOrderBy>>;
  where?: InputMaybe<TaskStageWhere>;
};


/** Queries of the key’s workspace. */
export type QueryTaxRuleArgs = {
  id: Scalars['ID']['input'];
};


/** Queries of the key’s workspace. */
export type QueryTaxRulesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<TaxRuleOrderBy>>;
  where?: InputMaybe<TaxRuleWhere>;
};


/** Queries of the key’s workspace. */
export type QueryTicketArgs = {
  id: Scalars['ID']['input'];
};


/** Queries of the key’s workspace. */
export type QueryTicketCommentArgs = {
  id: Scalars['ID']['input'];
};


/** Queries of the key’s workspace. */
export type QueryTicketCommentsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<TicketCommentOrderBy>>;
  where?: InputMaybe<TicketCommentWhere>;
};


/** Queries of the key’s workspace. */
export type QueryTicketsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  includeArchived?: Scalars['Boolean']['input'];
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<TicketOrderBy>>;
  where?: InputMaybe<TicketWhere>;
};


/** Queries of the key’s workspace. */
export type QueryTimeEntriesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<TimeEntryOrderBy>>;
  where?: InputMaybe<TimeEntryWhere>;
};


/** Queries of the key’s workspace. */
export type QueryTimeEntryArgs = {
  id: Scalars['ID']['input'];
};


/** Queries of the key’s workspace. */
export type QueryUnbilledWorkArgs = {
  clientId?: InputMaybe<Scalars['ID']['input']>;
  projectId?: InputMaybe<Scalars['ID']['input']>;
  until?: InputMaybe<Scalars['Date']['input']>;
};


/** Queries of the key’s workspace. */
export type QueryUserArgs = {
  id: Scalars['ID']['input'];
};


/** Queries of the key’s workspace. */
export type QueryUsersArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<UserOrderBy>>;
  where?: InputMaybe<UserWhere>;
};


/** Queries of the key’s workspace. */
export type QueryVendorArgs = {
  id: Scalars['ID']['input'];
};


/** Queries of the key’s workspace. */
export type QueryVendorsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<VendorOrderBy>>;
  where?: InputMaybe<VendorWhere>;
};


/** Queries of the key’s workspace. */
export type QueryWebhookDeliveriesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<WebhookDeliveryOrderBy>>;
  where?: InputMaybe<WebhookDeliveryWhere>;
};


/** Queries of the key’s workspace. */
export type QueryWebhookDeliveryArgs = {
  id: Scalars['ID']['input'];
};


/** Queries of the key’s workspace. */
export type QueryWebhookEndpointArgs = {
  id: Scalars['ID']['input'];
};


/** Queries of the key’s workspace. */
export type QueryWebhookEndpointsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<WebhookEndpointOrderBy>>;
  where?: InputMaybe<WebhookEndpointWhere>;
};

/** The record. */
export type ReactivateUserInput = {
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** The record. */
  id: Scalars['ID']['input'];
};

/** Result of `reactivateUser`: success, or the reason why nothing was done. */
export type ReactivateUserResult = InvalidInputError | NotDoneError | NotFoundError | ReactivateUserSuccess | VersionMismatchError;

/** Success of `reactivateUser`. */
export type ReactivateUserSuccess = {
  __typename: 'ReactivateUserSuccess';
  /** The current record. Without `people:read`, you can only select its id. */
  user: User;
};

/** Amounts due in one currency, by days overdue. */
export type ReceivablesByAge = {
  __typename: 'ReceivablesByAge';
  /** The currency. */
  currency: Scalars['Currency']['output'];
  /** Up to 30 days overdue. */
  days1To30: Scalars['Decimal']['output'];
  /** 31 to 60 days overdue. */
  days31To60: Scalars['Decimal']['output'];
  /** 61 to 90 days overdue. */
  days61To90: Scalars['Decimal']['output'];
  /** Number of invoices. */
  invoices: Scalars['Int']['output'];
  /** Not overdue. */
  notDue: Scalars['Decimal']['output'];
  /** More than 90 days overdue. */
  over90Days: Scalars['Decimal']['output'];
  /** Total. */
  total: Scalars['Decimal']['output'];
};

/** Kind of change of a record. */
export type RecordChange = {
  __typename: 'RecordChange';
  /** The record’s id. */
  id: Scalars['ID']['output'];
  /** Kind of change. */
  kind: ChangeKind;
  /** Effect of the change on the list that `where` describes. Null if it has no condition on records of this type. */
  list: Maybe<ListChange>;
  /** The record as it is by now. Null if it is gone. */
  node: Maybe<Node>;
  /** Position to continue from with `after`, also the `id` of the server-sent event. Null if there is no position yet. */
  place: Maybe<Scalars['ID']['output']>;
  /** Type of the record. */
  type: RecordType;
};

/** A payment of open invoices. */
export type RecordPaymentInput = {
  /** Instead of invoiceNumber: the amounts for several invoices of one client, in one currency. All of them are recorded or none. A rest is an error unless `overpayment` is CREDIT. */
  allocations?: InputMaybe<Array<PaymentAllocationInput>>;
  /** Apply it even if the invoice has a payment with the same referenceNumber (ignoring blanks and case), amount and date. Default: false. */
  allowDuplicate?: InputMaybe<Scalars['Boolean']['input']>;
  /** Amount in the invoice’s currency, at most the amount due unless `overpayment` is CREDIT. */
  amount: Scalars['Decimal']['input'];
  /** The invoice’s client by id. */
  clientId?: InputMaybe<Scalars['ID']['input']>;
  /** The invoice’s client, required if the number is ambiguous. */
  clientName?: InputMaybe<Scalars['String']['input']>;
  /** Payment date, not more than ten years before the invoice. Default: today. */
  date?: InputMaybe<Scalars['Date']['input']>;
  /** Issue date of a draft that the payment issues, not in the future. Default: the issue date that sending the draft would give it. */
  dateIssued?: InputMaybe<Scalars['Date']['input']>;
  /** Id of the record in another system, unique in the workspace together with `source`. */
  externalId?: InputMaybe<Scalars['String']['input']>;
  /** The formatted number, exactly, or the plain number; required, or allocations. */
  invoiceNumber?: InputMaybe<Scalars['String']['input']>;
  /** Note on the payment. */
  memo?: InputMaybe<Scalars['String']['input']>;
  /** What happens to an overpayment. Default: "REFUSE". */
  overpayment?: InputMaybe<Overpayment>;
  /** Payment method. Default: "OTHER". */
  paymentType?: InputMaybe<PaymentProviderType>;
  /** Number of the transfer, cheque or receipt. */
  referenceNumber?: InputMaybe<Scalars['String']['input']>;
  /** The system that `externalId` belongs to, for example "hubspot". */
  source?: InputMaybe<Scalars['String']['input']>;
};

/** Result of `recordPayment`: success, or the reason why nothing was done. */
export type RecordPaymentResult = ConflictError | InvalidInputError | NotDoneError | NotFoundError | RecordPaymentSuccess;

/** Success of `recordPayment`. */
export type RecordPaymentSuccess = {
  __typename: 'RecordPaymentSuccess';
  /** The current record. Without `invoices:read`, you can only select its id. */
  invoice: Invoice;
};

/** A record type of `recordChanged`. */
export type RecordType =
  /** An API key, sent as X-API-KEY. Only its SHA-256 is stored. */
  | 'API_KEY'
  /** A file that is attached to one record. */
  | 'ATTACHMENT'
  /** An event in a user’s calendar: wall-clock times in its own time zone. */
  | 'CALENDAR_EVENT'
  /** A company or person that the workspace works for, or a prospect. */
  | 'CLIENT'
  /**
   * A change of a client’s credit: money that the workspace has received and no invoice needs yet. The credit of a client is the sum of its
   * changes, by currency.
   */
  | 'CLIENT_CREDIT'
  /** A person, usually at a client. */
  | 'CONTACT'
  /**
   * A credit note for all or part of an issued invoice. Amounts are in the invoice’s currency, rounded to its minor
   * unit. Seller and client are those of the invoice when it was issued.
   */
  | 'CREDIT_NOTE'
  /** A line of a credit note. It credits all or part of an invoice line. */
  | 'CREDIT_NOTE_LINE'
  /** One component’s tax on a credit note. */
  | 'CREDIT_NOTE_TAX_LINE'
  /** A custom field of one type of record. */
  | 'CUSTOM_FIELD'
  /** A part of a project that is delivered, and optionally approved by the client. */
  | 'DELIVERABLE'
  /** The text of an e-mail to a customer about an invoice. */
  | 'EMAIL_TEMPLATE'
  /** An exchange rate on a day, as entered in the workspace: 1 `baseCurrency` = `rate` `quoteCurrency`. */
  | 'EXCHANGE_RATE'
  /** An expense of the workspace, which can be billed to a client. */
  | 'EXPENSE'
  /** A line of an expense. */
  | 'EXPENSE_LINE'
  /** A lead or discovery form, identified by its name. */
  | 'FORM'
  /** A submission of a form. */
  | 'FORM_SUBMISSION'
  /** An invoice to a client. Amounts are in `currency`, rounded to its minor unit. */
  | 'INVOICE'
  /** An event in the history of an invoice. It never changes. */
  | 'INVOICE_EVENT'
  /** A line of an invoice. */
  | 'INVOICE_LINE'
  /** Tax of one component on an invoice, stored when it was calculated. */
  | 'INVOICE_TAX_LINE'
  /** Layout of an invoice. */
  | 'INVOICE_TEMPLATE'
  /** An address that unsubscribed from the e-mails of the workspace. Sign-in e-mails still go to it. */
  | 'MAIL_SUPPRESSION'
  /** A sales opportunity. */
  | 'OPPORTUNITY'
  /** An e-mail to a customer of the workspace. */
  | 'OUTBOX_MAIL'
  /** A payment of an invoice, in the invoice’s currency. */
  | 'PAYMENT'
  /** A stage of the sales pipeline. */
  | 'PIPELINE_STAGE'
  /** A project for a client. */
  | 'PROJECT'
  /** A template for new projects: fee schedule, portal settings and deliverables. */
  | 'PROJECT_TEMPLATE'
  /** A deliverable of a project template. */
  | 'PROJECT_TEMPLATE_DELIVERABLE'
  /** A type of project. It defines the statuses of deliverables and the custom fields. */
  | 'PROJECT_TYPE'
  /** A refund of a payment, in the currency of the invoice. */
  | 'REFUND'
  /** A status for deliverables of a project type. */
  | 'TASK_STAGE'
  /** One tax of a rule. */
  | 'TAX_COMPONENT'
  /** A named set of taxes. Its components are in order. */
  | 'TAX_RULE'
  /** A support request of a contact. */
  | 'TICKET'
  /** A comment on a ticket. */
  | 'TICKET_COMMENT'
  /** Time that a user worked. The REST API calls it TimerEvent. */
  | 'TIME_ENTRY'
  /** A user of the workspace. */
  | 'USER'
  /** A company or person that the workspace buys from. */
  | 'VENDOR'
  /** A URL that receives the events of the workspace. */
  | 'WEBHOOK_ENDPOINT'
  /** The account of one company or freelancer. Every other record belongs to exactly one workspace. */
  | 'WORKSPACE';

/** Lists by record type, with the same `where` as the list query of the type. Conditions without content are ignored. */
export type RecordWhere = {
  /** Filter for ApiKey records. */
  apiKey?: InputMaybe<ApiKeyWhere>;
  /** Filter for Attachment records. */
  attachment?: InputMaybe<AttachmentWhere>;
  /** Filter for CalendarEvent records. */
  calendarEvent?: InputMaybe<CalendarEventWhere>;
  /** Filter for Client records. */
  client?: InputMaybe<ClientWhere>;
  /** Filter for ClientCredit records. */
  clientCredit?: InputMaybe<ClientCreditWhere>;
  /** Filter for Contact records. */
  contact?: InputMaybe<ContactWhere>;
  /** Filter for CreditNote records. */
  creditNote?: InputMaybe<CreditNoteWhere>;
  /** Filter for CustomField records. */
  customField?: InputMaybe<CustomFieldWhere>;
  /** Filter for Deliverable records. */
  deliverable?: InputMaybe<DeliverableWhere>;
  /** Filter for EmailTemplate records. */
  emailTemplate?: InputMaybe<EmailTemplateWhere>;
  /** Filter for ExchangeRate records. */
  exchangeRate?: InputMaybe<ExchangeRateWhere>;
  /** Filter for Expense records. */
  expense?: InputMaybe<ExpenseWhere>;
  /** Filter for Form records. */
  form?: InputMaybe<FormWhere>;
  /** Filter for FormSubmission records. */
  formSubmission?: InputMaybe<FormSubmissionWhere>;
  /** Filter for Invoice records. */
  invoice?: InputMaybe<InvoiceWhere>;
  /** Filter for InvoiceLine records. */
  invoiceLine?: InputMaybe<InvoiceLineWhere>;
  /** Filter for InvoiceTemplate records. */
  invoiceTemplate?: InputMaybe<InvoiceTemplateWhere>;
  /** Filter for MailSuppression records. */
  mailSuppression?: InputMaybe<MailSuppressionWhere>;
  /** Filter for Opportunity records. */
  opportunity?: InputMaybe<OpportunityWhere>;
  /** Filter for OutboxMail records. */
  outboxMail?: InputMaybe<OutboxMailWhere>;
  /** Filter for Payment records. */
  payment?: InputMaybe<PaymentWhere>;
  /** Filter for PipelineStage records. */
  pipelineStage?: InputMaybe<PipelineStageWhere>;
  /** Filter for Project records. */
  project?: InputMaybe<ProjectWhere>;
  /** Filter for ProjectTemplate records. */
  projectTemplate?: InputMaybe<ProjectTemplateWhere>;
  /** Filter for ProjectType records. */
  projectType?: InputMaybe<ProjectTypeWhere>;
  /** Filter for Refund records. */
  refund?: InputMaybe<RefundWhere>;
  /** Filter for TaskStage records. */
  taskStage?: InputMaybe<TaskStageWhere>;
  /** Filter for TaxRule records. */
  taxRule?: InputMaybe<TaxRuleWhere>;
  /** Filter for Ticket records. */
  ticket?: InputMaybe<TicketWhere>;
  /** Filter for TicketComment records. */
  ticketComment?: InputMaybe<TicketCommentWhere>;
  /** Filter for TimeEntry records. */
  timeEntry?: InputMaybe<TimeEntryWhere>;
  /** Filter for User records. */
  user?: InputMaybe<UserWhere>;
  /** Filter for Vendor records. */
  vendor?: InputMaybe<VendorWhere>;
  /** Filter for WebhookEndpoint records. */
  webhookEndpoint?: InputMaybe<WebhookEndpointWhere>;
};

/** A refund of a payment, in the currency of the invoice. */
export type Refund = Node & {
  __typename: 'Refund';
  /** Number of the record’s workspace. */
  accountId: Scalars['Int']['output'];
  /** Refunded amount, in the currency of the invoice. */
  amount: Scalars['Decimal']['output'];
  /** Audit entries of the record, newest first: the actor, the operation, and the values before and after as long as they are stored. Null with an error for members and contacts of clients. */
  changes: Maybe<LogEntryConnection>;
  /** When the record was created. */
  createdAt: Scalars['DateTime']['output'];
  /** Date of the refund. */
  date: Scalars['Date']['output'];
  /** The record’s id, the same in all APIs. */
  id: Scalars['ID']['output'];
  /** Note on the refund. */
  memo: Maybe<Scalars['String']['output']>;
  /** The refunded payment. */
  payment: Payment;
  /** Id of the refunded payment. */
  paymentId: Scalars['ID']['output'];
  /** Refund method. */
  paymentType: PaymentProviderType;
  /** Number of the transfer, cheque or receipt. */
  referenceNumber: Maybe<Scalars['String']['output']>;
  /** When the record was last changed. */
  updatedAt: Scalars['DateTime']['output'];
  /** Version of the record. Each change increases it. */
  version: Scalars['Int']['output'];
};


/** A refund of a payment, in the currency of the invoice. */
export type RefundChangesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

/** A page of Refund records. */
export type RefundConnection = {
  __typename: 'RefundConnection';
  /** The records of this page, each with its cursor. */
  edges: Array<RefundEdge>;
  /** The records of this page, without their cursors. */
  nodes: Array<Refund>;
  /** Whether there are more pages, and the first and last cursor of this page. */
  pageInfo: PageInfo;
  /** Number of matching records on all pages. It is only counted if you select it. */
  totalCount: Scalars['Int']['output'];
};

/** Refund of a page, with its cursor. */
export type RefundEdge = {
  __typename: 'RefundEdge';
  /** Cursor of the record, for `after` and `before`. */
  cursor: Scalars['String']['output'];
  /** The record. */
  node: Refund;
};

/** Condition on related Refund records. */
export type RefundListWhere = {
  /** All of them match, or there are none. A record without the compared value does not match. */
  every?: InputMaybe<RefundWhere>;
  /** None of them matches; with {}: there is none. */
  none?: InputMaybe<RefundWhere>;
  /** At least one of them matches; with {}: there is one. */
  some?: InputMaybe<RefundWhere>;
};

/** Order of Refund records: one field and its direction. */
export type RefundOrderBy =
  /** When the record was created. */
  { createdAt: SortOrder; date?: never; updatedAt?: never; }
  |  /** Date of the refund. */
  { createdAt?: never; date: SortOrder; updatedAt?: never; }
  |  /** When the record was last changed. */
  { createdAt?: never; date?: never; updatedAt: SortOrder; };

/** A refund. */
export type RefundPaymentInput = {
  /** Record the refund even if the payment has one with the same amount and referenceNumber (ignoring spaces and case) on that day. Default: false. */
  allowDuplicate?: InputMaybe<Scalars['Boolean']['input']>;
  /** Amount in the invoice’s currency, at most the rest of the payment. Default: the rest. */
  amount?: InputMaybe<Scalars['Decimal']['input']>;
  /** Refund date, not before the payment date. Default: today. */
  date?: InputMaybe<Scalars['Date']['input']>;
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** The record to change. */
  id: Scalars['ID']['input'];
  /** Note on the refund. */
  memo?: InputMaybe<Scalars['String']['input']>;
  /** Refund the part that is credit of the client instead of the part that paid the invoice, at most the client’s remaining credit. Default: false. */
  ofCredit?: InputMaybe<Scalars['Boolean']['input']>;
  /** If one transfer paid several invoices: refund only the given payment and keep the others. Default: all of them or none. Default: false. */
  onlyThisPart?: InputMaybe<Scalars['Boolean']['input']>;
  /** Refund method. Default: the payment method. */
  paymentType?: InputMaybe<PaymentProviderType>;
  /** Number of the transfer, cheque or receipt. */
  referenceNumber?: InputMaybe<Scalars['String']['input']>;
};

/** Result of `refundPayment`: success, or the reason why nothing was done. */
export type RefundPaymentResult = ConflictError | InvalidInputError | NotDoneError | NotFoundError | RefundPaymentSuccess | VersionMismatchError;

/** Success of `refundPayment`. */
export type RefundPaymentSuccess = {
  __typename: 'RefundPaymentSuccess';
  /** The current record. Without `invoices:read`, you can only select its id. */
  payment: Payment;
};

/** Filter for Refund records. All conditions have to match. Conditions without content are ignored on every level: {}, an empty AND, null for fields that cannot be null, and NOT or a related record without a condition. */
export type RefundWhere = {
  /** All of these conditions match. */
  AND?: InputMaybe<Array<RefundWhere>>;
  /** This condition does not match. Records without the compared value are omitted; `equals: null` finds them. */
  NOT?: InputMaybe<RefundWhere>;
  /** At least one of these conditions matches. An empty list matches nothing. */
  OR?: InputMaybe<Array<RefundWhere>>;
  /** Refunded amount, in the currency of the invoice. */
  amount?: InputMaybe<DecimalFilter>;
  /** When the record was created. */
  createdAt?: InputMaybe<DateTimeFilter>;
  /** Date of the refund. */
  date?: InputMaybe<DateFilter>;
  /** The record’s id. */
  id?: InputMaybe<IdFilter>;
  /** The refunded payment. */
  payment?: InputMaybe<PaymentWhere>;
  /** Id of the refunded payment. */
  paymentId?: InputMaybe<IdFilter>;
  /** Refund method. */
  paymentType?: InputMaybe<PaymentProviderTypeFilter>;
  /** Number of the transfer, cheque or receipt. */
  referenceNumber?: InputMaybe<StringFilter>;
  /** Changed after this time. Use it for polling. */
  updatedAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** When the record was last changed. */
  updatedAt?: InputMaybe<DateTimeFilter>;
};

/** A relative due date. It is stored as sent; `dueDate` is not calculated from it. */
export type RelativeDueDate = {
  __typename: 'RelativeDueDate';
  /** Number of units. */
  duration: Scalars['Int']['output'];
  /** HOURS, DAYS, WEEKS, MONTHS or YEARS. */
  timeUnit: TimeUnit;
};

/** A relative due date. It is stored as sent; `dueDate` is not calculated from it. */
export type RelativeDueDateInput = {
  /** Number of units. */
  duration: Scalars['Int']['input'];
  /** HOURS, DAYS, WEEKS, MONTHS or YEARS. */
  timeUnit: TimeUnit;
};

/** Result of `removeWorkspaceLogo`: success, or the reason why nothing was done. */
export type RemoveWorkspaceLogoResult = NotDoneError | RemoveWorkspaceLogoSuccess;

/** Success of `removeWorkspaceLogo`. */
export type RemoveWorkspaceLogoSuccess = {
  __typename: 'RemoveWorkspaceLogoSuccess';
  /** The current record. Without `settings:read`, you can only select its id. */
  workspace: Workspace;
};

/** The record. */
export type RenewInvoiceLinkInput = {
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** The record. */
  id: Scalars['ID']['input'];
};

/** Result of `renewInvoiceLink`: success, or the reason why nothing was done. */
export type RenewInvoiceLinkResult = InvalidInputError | NotDoneError | NotFoundError | RenewInvoiceLinkSuccess | VersionMismatchError;

/** Success of `renewInvoiceLink`. */
export type RenewInvoiceLinkSuccess = {
  __typename: 'RenewInvoiceLinkSuccess';
  /** The current record. Without `invoices:read`, you can only select its id. */
  invoice: Invoice;
};

/** A client’s fields. */
export type ReplaceClientInput = {
  /** First line of the address. */
  address1?: InputMaybe<Scalars['String']['input']>;
  /** Second line of the address. */
  address2?: InputMaybe<Scalars['String']['input']>;
  /** Whether the client is archived: lists and searches leave it out, names do not find it, and it takes no new time; its name stays taken. Left out of a replace, it stays as it is. */
  archived?: InputMaybe<Scalars['Boolean']['input']>;
  /** Reference that the client wants on invoices, for example a Leitweg-ID. An invoice can have its own. Left out of a replace, it stays as it is. */
  buyerReference?: InputMaybe<Scalars['String']['input']>;
  /** City. */
  city?: InputMaybe<Scalars['String']['input']>;
  /** Whether it is a client or a prospect. Default on create: "CLIENT". */
  clientType?: InputMaybe<ClientType>;
  /** Display colour. Left out of a replace, it stays as it is. */
  color?: InputMaybe<Scalars['String']['input']>;
  /** Country. */
  country?: InputMaybe<Scalars['String']['input']>;
  /** ISO 3166 code of the country. Filled in from `country` if that names one country. Left out of a replace, it stays as it is. */
  countryCode?: InputMaybe<Scalars['String']['input']>;
  /** Default currency of the client’s invoices, an ISO 4217 code. */
  currency?: InputMaybe<Scalars['Currency']['input']>;
  /** Values of custom fields. */
  customValues?: InputMaybe<Array<CustomValueInput>>;
  /** Default tax percentage of the client’s invoices. */
  defaultTaxRate?: InputMaybe<Scalars['Decimal']['input']>;
  /** Format of the electronic invoices that the client receives. Null: none. Left out of a replace, it stays as it is. */
  eInvoiceFormat?: InputMaybe<EInvoiceFormat>;
  /** Address for electronic invoices, for example a Leitweg-ID or an e-mail address. Left out of a replace, it stays as it is. */
  electronicAddress?: InputMaybe<Scalars['String']['input']>;
  /** Scheme of `electronicAddress`, a code of the list EAS: 0204 Leitweg-ID, 0088 GLN, 9930 German VAT number, EM e-mail. Left out of a replace, it stays as it is. */
  electronicAddressScheme?: InputMaybe<Scalars['String']['input']>;
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** Id of the record in another system, unique in the workspace together with `source`. Left out of a replace, it stays as it is. */
  externalId?: InputMaybe<Scalars['String']['input']>;
  /** Hourly rate in the client’s currency. Left out of a replace, it stays as it is. */
  hourlyAmount?: InputMaybe<Scalars['Decimal']['input']>;
  /** The record to change. */
  id: Scalars['ID']['input'];
  /** Initials of the client, for compact display. Left out of a replace, it stays as it is. */
  initials?: InputMaybe<Scalars['String']['input']>;
  /** Language of the client’s invoices, pages and e-mails: German, English, Spanish, French, Italian, Dutch or Portuguese, with the number and date formats of its region. Other languages are shown in English. Left out of a replace, it stays as it is. */
  language?: InputMaybe<Scalars['String']['input']>;
  /** Source of the lead, for example "Newsletter". Left out of a replace, it stays as it is. */
  leadSource?: InputMaybe<Scalars['String']['input']>;
  /** The client’s number in the register of companies, a SIREN or company number say. Left out of a replace, it stays as it is. */
  legalId?: InputMaybe<Scalars['String']['input']>;
  /** The register of `legalId`, a code of four digits of ISO 6523: 0002 SIREN, 0009 SIRET, 0106 KvK. Left out of a replace, it stays as it is. */
  legalIdScheme?: InputMaybe<Scalars['String']['input']>;
  /** State, province or region. */
  locality?: InputMaybe<Scalars['String']['input']>;
  /** Client or company name, unique in the workspace. */
  name: Scalars['String']['input'];
  /** Internal notes. */
  notes?: InputMaybe<Scalars['String']['input']>;
  /** Payment instructions on the client’s invoices. */
  payInstructions?: InputMaybe<Scalars['String']['input']>;
  /** Payment terms. Left out of a replace, it stays as it is. */
  paymentTerms?: InputMaybe<PaymentTermsInput>;
  /** Telephone number. */
  phone?: InputMaybe<Scalars['String']['input']>;
  /** Postal code. */
  postal?: InputMaybe<Scalars['String']['input']>;
  /** Step in minutes to which each time entry is rounded up when it is charged; 0: as it was worked. Left out of a replace, it stays as it is. */
  roundingIncrement?: InputMaybe<Scalars['Int']['input']>;
  /** The system that `externalId` belongs to, for example "hubspot". Left out of a replace, it stays as it is. */
  source?: InputMaybe<Scalars['String']['input']>;
  /** The client’s tax registration number. */
  taxId?: InputMaybe<Scalars['String']['input']>;
  /** Web site. */
  website?: InputMaybe<Scalars['String']['input']>;
};

/** Result of `replaceClient`: success, or the reason why nothing was done. */
export type ReplaceClientResult = ConflictError | InvalidInputError | NotDoneError | NotFoundError | ReplaceClientSuccess | VersionMismatchError;

/** Success of `replaceClient`. */
export type ReplaceClientSuccess = {
  __typename: 'ReplaceClientSuccess';
  /** The current record. Without `clients:read`, you can only select its id. */
  client: Client;
};

/** A contact’s fields. */
export type ReplaceContactInput = {
  /** Whether the contact is archived: lists, searches and invoices leave it out. Left out of a replace, it stays as it is. */
  archived?: InputMaybe<Scalars['Boolean']['input']>;
  /** The client it belongs to, if any. */
  clientId?: InputMaybe<Scalars['ID']['input']>;
  /** Values of custom fields. */
  customValues?: InputMaybe<Array<CustomValueInput>>;
  /** Makes it the client’s default contact in place of the former one; without a client it waits for one. Default on create: false. */
  defaultContact?: InputMaybe<Scalars['Boolean']['input']>;
  /** E-mail address. */
  email?: InputMaybe<Scalars['EmailAddress']['input']>;
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** Id of the record in another system, unique in the workspace together with `source`. Left out of a replace, it stays as it is. */
  externalId?: InputMaybe<Scalars['String']['input']>;
  /** First name. */
  firstName?: InputMaybe<Scalars['String']['input']>;
  /** The record to change. */
  id: Scalars['ID']['input'];
  /** Whether it receives invoices. Default on create: false. */
  invoiceContact?: InputMaybe<Scalars['Boolean']['input']>;
  /** Last name. */
  lastName?: InputMaybe<Scalars['String']['input']>;
  /** Mobile telephone number. */
  mobile?: InputMaybe<Scalars['String']['input']>;
  /** Internal notes. */
  notes?: InputMaybe<Scalars['String']['input']>;
  /** Telephone number. */
  phone?: InputMaybe<Scalars['String']['input']>;
  /** Whether it has access to the client portal. Granting access requires `clients:read`, `projects:read`, `projects:write`, `time:read`, `invoices:read` and `tickets:read`. Default on create: false. */
  portalAccess?: InputMaybe<Scalars['Boolean']['input']>;
  /** Job title or role. */
  role?: InputMaybe<Scalars['String']['input']>;
  /** The system that `externalId` belongs to, for example "hubspot". Left out of a replace, it stays as it is. */
  source?: InputMaybe<Scalars['String']['input']>;
};

/** Result of `replaceContact`: success, or the reason why nothing was done. */
export type ReplaceContactResult = ConflictError | InvalidInputError | NotDoneError | NotFoundError | ReplaceContactSuccess | VersionMismatchError;

/** Success of `replaceContact`. */
export type ReplaceContactSuccess = {
  __typename: 'ReplaceContactSuccess';
  /** The current record. Without `clients:read`, you can only select its id. */
  contact: Contact;
};

/** A custom field’s fields. */
export type ReplaceCustomFieldInput = {
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** The record to change. */
  id: Scalars['ID']['input'];
  /** Stable key of the field for integrations, unique for the type of record. Left out of a replace, it stays as it is. */
  mappingKey?: InputMaybe<Scalars['String']['input']>;
  /** Label, unique for the type of record. Left out of a replace, it stays as it is. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Choices. Required for SELECT and RADIO fields. Default on create: []. */
  options?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Position among the fields of the type of record. Left out of a replace, it stays as it is. */
  position?: InputMaybe<Scalars['Int']['input']>;
  /** Id of that project type, instead of or in addition to its name. */
  projectTypeId?: InputMaybe<Scalars['ID']['input']>;
  /** Name of the project type whose projects or deliverables have the field. Default: every type. */
  projectTypeName?: InputMaybe<Scalars['String']['input']>;
  /** Type of the field’s values. Existing values stay. Left out of a replace, it stays as it is. */
  type?: InputMaybe<CustomFieldType>;
};

/** Result of `replaceCustomField`: success, or the reason why nothing was done. */
export type ReplaceCustomFieldResult = ConflictError | InvalidInputError | NotDoneError | NotFoundError | ReplaceCustomFieldSuccess | VersionMismatchError;

/** Success of `replaceCustomField`. */
export type ReplaceCustomFieldSuccess = {
  __typename: 'ReplaceCustomFieldSuccess';
  /** The current record. Without `settings:read`, you can only select its id. */
  customField: CustomField;
};

/** A deliverable’s fields. */
export type ReplaceDeliverableInput = {
  /** Whether the client has to approve it. Default on create: false. */
  approvalRequired?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether it is archived: lists and searches leave it out, names do not find it, and it takes no new time; its name stays taken. Left out of a replace, it stays as it is. */
  archived?: InputMaybe<Scalars['Boolean']['input']>;
  /** E-mail addresses of the assigned users. Together with assigneeIds, the list replaces the previous one. */
  assigneeEmails?: InputMaybe<Array<Scalars['EmailAddress']['input']>>;
  /** Ids of the assigned users, instead of or in addition to e-mail addresses. */
  assigneeIds?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** Values of custom fields. Left out of a replace, it stays as it is. */
  customValues?: InputMaybe<Array<CustomValueInput>>;
  /** Name of the deliverable. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** Due date. */
  dueDate?: InputMaybe<Scalars['Date']['input']>;
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** Id of the record in another system, unique in the workspace together with `source`. Left out of a replace, it stays as it is. */
  externalId?: InputMaybe<Scalars['String']['input']>;
  /** The record to change. */
  id: Scalars['ID']['input'];
  /** Name, unique in the project. Left out of a replace, it stays as it is. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Position in the project. Left out of a replace, it stays as it is. */
  position?: InputMaybe<Scalars['Int']['input']>;
  /** Priority. Higher is more urgent. Default on create: 0. */
  priority?: InputMaybe<Scalars['Int']['input']>;
  /** The system that `externalId` belongs to, for example "hubspot". Left out of a replace, it stays as it is. */
  source?: InputMaybe<Scalars['String']['input']>;
  /** First day of work on it. */
  startDate?: InputMaybe<Scalars['Date']['input']>;
  /** Id of the new status, instead of or in addition to the label. */
  statusId?: InputMaybe<Scalars['ID']['input']>;
  /** Label of the new status. If omitted, the status stays. */
  statusName?: InputMaybe<Scalars['String']['input']>;
  /** Id of the support ticket in another system. */
  ticketId?: InputMaybe<Scalars['String']['input']>;
  /** To-do items. The list replaces the previous one. Left out of a replace, it stays as it is. */
  toDos?: InputMaybe<Array<ToDoItemInput>>;
};

/** Result of `replaceDeliverable`: success, or the reason why nothing was done. */
export type ReplaceDeliverableResult = ConflictError | InvalidInputError | NotDoneError | NotFoundError | ReplaceDeliverableSuccess | VersionMismatchError;

/** Success of `replaceDeliverable`. */
export type ReplaceDeliverableSuccess = {
  __typename: 'ReplaceDeliverableSuccess';
  /** The current record. Without `projects:read`, you can only select its id. */
  deliverable: Deliverable;
};

/** Fields of an e-mail template. */
export type ReplaceEmailTemplateInput = {
  /** Text of the e-mail, with placeholders in double braces (Liquid): invoice.number, invoice.status, invoice.dateIssued, invoice.supplyDate, invoice.servicePeriod, invoice.tax, invoice.taxes, invoice.lines, invoice.total, invoice.amountDue, invoice.currency, invoice.dueDate, invoice.datePaid, invoice.description, invoice.paymentInstructions, invoice.viewOnlineUrl, workspace.name, client.name, contact.firstName, contact.lastName, contact.email, contacts; of a receipt payment.amount, payment.whole, payment.date, payment.reference, payment.credit, of a cancellation cancellation.reason, of a reminder reminder.daysOverdue, of a credit note creditNote.number, creditNote.date, creditNote.total, creditNote.reason, creditNote.refunded, creditNote.kept, creditNote.stillDue. A template that cannot be rendered is an error. Left out of a replace, it stays as it is. */
  body?: InputMaybe<Scalars['String']['input']>;
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** The record to change. */
  id: Scalars['ID']['input'];
  /** Whether it becomes the default template of its kind. Left out of a replace, it stays as it is. */
  isDefault?: InputMaybe<Scalars['Boolean']['input']>;
  /** Name, unique in the workspace. Left out of a replace, it stays as it is. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Subject line, with placeholders in double braces (Liquid): invoice.number, invoice.status, invoice.dateIssued, invoice.supplyDate, invoice.servicePeriod, invoice.tax, invoice.taxes, invoice.lines, invoice.total, invoice.amountDue, invoice.currency, invoice.dueDate, invoice.datePaid, invoice.description, invoice.paymentInstructions, invoice.viewOnlineUrl, workspace.name, client.name, contact.firstName, contact.lastName, contact.email, contacts; of a receipt payment.amount, payment.whole, payment.date, payment.reference, payment.credit, of a cancellation cancellation.reason, of a reminder reminder.daysOverdue, of a credit note creditNote.number, creditNote.date, creditNote.total, creditNote.reason, creditNote.refunded, creditNote.kept, creditNote.stillDue. A template that cannot be rendered is an error. Left out of a replace, it stays as it is. */
  subject?: InputMaybe<Scalars['String']['input']>;
};

/** Result of `replaceEmailTemplate`: success, or the reason why nothing was done. */
export type ReplaceEmailTemplateResult = ConflictError | InvalidInputError | NotDoneError | NotFoundError | ReplaceEmailTemplateSuccess | VersionMismatchError;

/** Success of `replaceEmailTemplate`. */
export type ReplaceEmailTemplateSuccess = {
  __typename: 'ReplaceEmailTemplateSuccess';
  /** The current record. Without `settings:read`, you can only select its id. */
  emailTemplate: EmailTemplate;
};

/** The fields of an exchange rate; one of other currencies, or of another day, is another one. */
export type ReplaceExchangeRateInput = {
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** The record to change. */
  id: Scalars['ID']['input'];
  /** Amount of `quoteCurrency` for one unit of `baseCurrency`. Left out of a replace, it stays as it is. */
  rate?: InputMaybe<Scalars['Decimal']['input']>;
};

/** Result of `replaceExchangeRate`: success, or the reason why nothing was done. */
export type ReplaceExchangeRateResult = InvalidInputError | NotDoneError | NotFoundError | ReplaceExchangeRateSuccess | VersionMismatchError;

/** Success of `replaceExchangeRate`. */
export type ReplaceExchangeRateSuccess = {
  __typename: 'ReplaceExchangeRateSuccess';
  /** The current record. Without `settings:read`, you can only select its id. */
  exchangeRate: ExchangeRate;
};

/** An expense’s fields. */
export type ReplaceExpenseInput = {
  /** Required without lines. */
  amount?: InputMaybe<Scalars['Decimal']['input']>;
  /** Bill or receipt number. */
  billNo?: InputMaybe<Scalars['String']['input']>;
  /** Category, for example "Travel". */
  category?: InputMaybe<Scalars['String']['input']>;
  /** Client to bill. To change it, change or clear the project of the former client as well. */
  clientId?: InputMaybe<Scalars['ID']['input']>;
  /** Currency of the amount (ISO 4217). Default: the workspace’s. */
  currency?: InputMaybe<Scalars['Currency']['input']>;
  /** Day on which the vendor was paid. */
  datePaid?: InputMaybe<Scalars['Date']['input']>;
  /** Description of the purchase. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** Default: the day of the expense. Left out of a replace, it stays as it is. */
  documentDate?: InputMaybe<Scalars['Date']['input']>;
  /** Due date of the payment to the vendor. */
  dueDate?: InputMaybe<Scalars['Date']['input']>;
  /** Do it although an invoice has charged it; the invoice stays as it is. Left out of a replace, it stays as it is. */
  evenIfBilled?: InputMaybe<Scalars['Boolean']['input']>;
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** Id of the record in another system, unique in the workspace together with `source`. Left out of a replace, it stays as it is. */
  externalId?: InputMaybe<Scalars['String']['input']>;
  /** The record to change. */
  id: Scalars['ID']['input'];
  /** Whether it is an expense or a credit note of the vendor. Left out of a replace, it stays as it is. */
  kind?: InputMaybe<ExpenseKind>;
  /** Replaces the former lines. An empty list leaves only the amount. Left out of a replace, it stays as it is. */
  lines?: InputMaybe<Array<ExpenseLineInput>>;
  /** Markup in percent when it is billed. */
  markupPercent?: InputMaybe<Scalars['Decimal']['input']>;
  /** Internal notes. */
  notes?: InputMaybe<Scalars['String']['input']>;
  /** Whether the vendor has been paid. Default on create: false. */
  paid?: InputMaybe<Scalars['Boolean']['input']>;
  /** Project. Without clientId, its client is billed. */
  projectId?: InputMaybe<Scalars['ID']['input']>;
  /** Whether it is to be billed to the client. Default on create: false. */
  reimbursable?: InputMaybe<Scalars['Boolean']['input']>;
  /** The system that `externalId` belongs to, for example "hubspot". Left out of a replace, it stays as it is. */
  source?: InputMaybe<Scalars['String']['input']>;
  /** Whether `amount` includes the tax. Default on create: false. */
  taxInclusive?: InputMaybe<Scalars['Boolean']['input']>;
  /** Tax percentage. With lines: their rate, null if it differs. */
  taxRate?: InputMaybe<Scalars['Decimal']['input']>;
  /** Id of the vendor. */
  vendorId?: InputMaybe<Scalars['ID']['input']>;
};

/** Result of `replaceExpense`: success, or the reason why nothing was done. */
export type ReplaceExpenseResult = ConflictError | InvalidInputError | NotDoneError | NotFoundError | ReplaceExpenseSuccess | VersionMismatchError;

/** Success of `replaceExpense`. */
export type ReplaceExpenseSuccess = {
  __typename: 'ReplaceExpenseSuccess';
  /** The current record. Without `expenses:read`, you can only select its id. */
  expense: Expense;
};

/** A form’s fields. */
export type ReplaceFormInput = {
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** The record to change. */
  id: Scalars['ID']['input'];
  /** Name, unique in the workspace. Submissions use it to refer to the form. Left out of a replace, it stays as it is. */
  name?: InputMaybe<Scalars['String']['input']>;
};

/** Result of `replaceForm`: success, or the reason why nothing was done. */
export type ReplaceFormResult = ConflictError | InvalidInputError | NotDoneError | NotFoundError | ReplaceFormSuccess | VersionMismatchError;

/** Changes of a form submission. The submitted content cannot be changed. */
export type ReplaceFormSubmissionInput = {
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** The record to change. */
  id: Scalars['ID']['input'];
  /** Notes on it. */
  notes?: InputMaybe<Scalars['String']['input']>;
};

/** Result of `replaceFormSubmission`: success, or the reason why nothing was done. */
export type ReplaceFormSubmissionResult = InvalidInputError | NotDoneError | NotFoundError | ReplaceFormSubmissionSuccess | VersionMismatchError;

/** Success of `replaceFormSubmission`. */
export type ReplaceFormSubmissionSuccess = {
  __typename: 'ReplaceFormSubmissionSuccess';
  /** The current record. Without `sales:read`, you can only select its id. */
  formSubmission: FormSubmission;
};

/** Success of `replaceForm`. */
export type ReplaceFormSuccess = {
  __typename: 'ReplaceFormSuccess';
  /** The current record. Without `sales:read`, you can only select its id. */
  form: Form;
};

/** A draft’s contents. */
export type ReplaceInvoiceInput = {
  /** Discounts on the whole invoice, each with its own tax; a line of their own. */
  allowances?: InputMaybe<Array<InvoiceAdjustmentInput>>;
  /** Reference requested by the client, printed on the invoice. */
  buyerReference?: InputMaybe<Scalars['String']['input']>;
  /** Charges on the whole invoice, for example freight. Each is a line with its own tax. */
  charges?: InputMaybe<Array<InvoiceAdjustmentInput>>;
  /** Date of the invoice. Left out of a replace, it stays as it is. */
  dateCreated?: InputMaybe<Scalars['Date']['input']>;
  /** Place of delivery: city, postal code and country code. Null: the client’s address. Left out of a replace, it stays as it is. */
  deliverTo?: InputMaybe<DeliverToInput>;
  /** The deposits that are taken off, all of them: one that is not named is taken off no longer. Left out of a replace, it stays as it is. */
  depositIds?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** Purpose of the invoice. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** Of all items. Default on create: "0". */
  discountPercent?: InputMaybe<Scalars['Decimal']['input']>;
  /** Due date. Left out of a replace, it stays as it is. */
  dueDate?: InputMaybe<Scalars['Date']['input']>;
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** Id of the record in another system, unique in the workspace together with `source`. Left out of a replace, it stays as it is. */
  externalId?: InputMaybe<Scalars['String']['input']>;
  /** The record to change. */
  id: Scalars['ID']['input'];
  /** The invoice’s template by id. */
  invoiceTemplateId?: InputMaybe<Scalars['ID']['input']>;
  /** The invoice’s template. Null: the default one. */
  invoiceTemplateName?: InputMaybe<Scalars['String']['input']>;
  /** All lines. Lines that are omitted are removed. Left out of a replace, it stays as it is. */
  lineItems?: InputMaybe<Array<InvoiceItemInput>>;
  /** Notes on the invoice. */
  notes?: InputMaybe<Scalars['String']['input']>;
  /** Order number of the client, printed on the invoice. */
  orderNumber?: InputMaybe<Scalars['String']['input']>;
  /** Payment instructions. Text of your own is kept; text from a template is rendered again. */
  paymentInstructions?: InputMaybe<Scalars['String']['input']>;
  /** Amount already paid, other than by payments of this invoice. */
  prepaidAmount?: InputMaybe<Scalars['Decimal']['input']>;
  /** The amount due is rounded to a multiple of this, for example 0.05. */
  roundTo?: InputMaybe<Scalars['Decimal']['input']>;
  /** Rounding of the amount due, unless roundTo is set. */
  roundingAmount?: InputMaybe<Scalars['Decimal']['input']>;
  /** Last day of the supply period. */
  servicePeriodEnd?: InputMaybe<Scalars['Date']['input']>;
  /** First day of the supply period, printed on the invoice. */
  servicePeriodStart?: InputMaybe<Scalars['Date']['input']>;
  /** The system that `externalId` belongs to, for example "hubspot". Left out of a replace, it stays as it is. */
  source?: InputMaybe<Scalars['String']['input']>;
  /** Supply date, printed on the invoice. Null if it is the issue date or a period. */
  supplyDate?: InputMaybe<Scalars['Date']['input']>;
  /** All but STANDARD and REDUCED are of 0 %, and need no rate. */
  taxCategory?: InputMaybe<TaxCategory>;
  /** Whether prices, allowances and charges include tax. Default on create: false. */
  taxInclusive?: InputMaybe<Scalars['Boolean']['input']>;
  /** A single tax rate in percent. Default: the rule or rate of the client, otherwise of the workspace. */
  taxPercentage?: InputMaybe<Scalars['Decimal']['input']>;
  /** Exemption reason of lines without a tax of their own, printed on the invoice. */
  taxReason?: InputMaybe<Scalars['String']['input']>;
  /** Exemption code of lines without a tax of their own, from the list VATEX. */
  taxReasonCode?: InputMaybe<Scalars['String']['input']>;
  /** The tax rule by id. */
  taxRuleId?: InputMaybe<Scalars['ID']['input']>;
  /** A tax rule of the workspace instead of a percentage. */
  taxRuleName?: InputMaybe<Scalars['String']['input']>;
  /** Tax that the client withholds. It lowers the amount due and no other tax. */
  withholding?: InputMaybe<InvoiceWithholdingInput>;
};

/** Result of `replaceInvoice`: success, or the reason why nothing was done. */
export type ReplaceInvoiceResult = ConflictError | InvalidInputError | NotDoneError | NotFoundError | ReplaceInvoiceSuccess | VersionMismatchError;

/** Success of `replaceInvoice`. */
export type ReplaceInvoiceSuccess = {
  __typename: 'ReplaceInvoiceSuccess';
  /** The current record. Without `invoices:read`, you can only select its id. */
  invoice: Invoice;
};

/** An invoice template’s fields. */
export type ReplaceInvoiceTemplateInput = {
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** Text at the foot of the invoice, with placeholders in double braces (Liquid): invoice.number, invoice.status, invoice.dateIssued, invoice.supplyDate, invoice.servicePeriod, invoice.tax, invoice.taxes, invoice.lines, invoice.total, invoice.amountDue, invoice.currency, invoice.dueDate, invoice.datePaid, invoice.description, invoice.paymentInstructions, invoice.viewOnlineUrl, workspace.name, client.name. A template that cannot be rendered is an error. */
  footer?: InputMaybe<Scalars['String']['input']>;
  /** The record to change. */
  id: Scalars['ID']['input'];
  /** The template of invoices that name none; takes that from the former one. Left out of a replace, it stays as it is. */
  isDefault?: InputMaybe<Scalars['Boolean']['input']>;
  /** Name, unique in the workspace. Left out of a replace, it stays as it is. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Payment instructions of new invoices, unless the invoice has its own, with placeholders in double braces (Liquid): workspace.name, client.name, invoice.number, invoice.supplyDate, invoice.servicePeriod, invoice.tax, invoice.total, invoice.currency, invoice.dueDate, invoice.description. A template that cannot be rendered is an error. They are rendered when the invoice is created, and again when a draft is changed or duplicated. */
  paymentInstructions?: InputMaybe<Scalars['String']['input']>;
};

/** Result of `replaceInvoiceTemplate`: success, or the reason why nothing was done. */
export type ReplaceInvoiceTemplateResult = ConflictError | InvalidInputError | NotDoneError | NotFoundError | ReplaceInvoiceTemplateSuccess | VersionMismatchError;

/** Success of `replaceInvoiceTemplate`. */
export type ReplaceInvoiceTemplateSuccess = {
  __typename: 'ReplaceInvoiceTemplateSuccess';
  /** The current record. Without `settings:read`, you can only select its id. */
  invoiceTemplate: InvoiceTemplate;
};

/** An opportunity’s fields. */
export type ReplaceOpportunityInput = {
  /** When it was decided; moving it into a closed stage sets it to today when it is empty. */
  actualCloseDate?: InputMaybe<Scalars['Date']['input']>;
  /** Whether it is archived. Default on create: false. */
  archived?: InputMaybe<Scalars['Boolean']['input']>;
  /** The client or prospect. */
  clientId?: InputMaybe<Scalars['ID']['input']>;
  /** Values of custom fields. */
  customValues?: InputMaybe<Array<CustomValueInput>>;
  /** Subject. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** Expected close date. */
  estCloseDate?: InputMaybe<Scalars['Date']['input']>;
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** Id of the record in another system, unique in the workspace together with `source`. Left out of a replace, it stays as it is. */
  externalId?: InputMaybe<Scalars['String']['input']>;
  /** The record to change. */
  id: Scalars['ID']['input'];
  /** Name of the opportunity. */
  name: Scalars['String']['input'];
  /** Sentiment score. */
  sentiment?: InputMaybe<Scalars['Int']['input']>;
  /** The system that `externalId` belongs to, for example "hubspot". Left out of a replace, it stays as it is. */
  source?: InputMaybe<Scalars['String']['input']>;
  /** Pipeline stage; another one moves the opportunity. Left out of a replace, it stays as it is. */
  statusId?: InputMaybe<Scalars['ID']['input']>;
  /** To-do items. The list replaces the previous one. Default on create: []. */
  toDos?: InputMaybe<Array<ToDoItemInput>>;
  /** Estimated value, in the client’s currency, or the workspace’s if the client has none. */
  value?: InputMaybe<Scalars['Decimal']['input']>;
};

/** Result of `replaceOpportunity`: success, or the reason why nothing was done. */
export type ReplaceOpportunityResult = ConflictError | InvalidInputError | NotDoneError | NotFoundError | ReplaceOpportunitySuccess | VersionMismatchError;

/** Success of `replaceOpportunity`. */
export type ReplaceOpportunitySuccess = {
  __typename: 'ReplaceOpportunitySuccess';
  /** The current record. Without `sales:read`, you can only select its id. */
  opportunity: Opportunity;
};

/** A stage’s fields. */
export type ReplacePipelineStageInput = {
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** Display colour, # followed by six hex digits. */
  hexColor?: InputMaybe<Scalars['HexColorCode']['input']>;
  /** The record to change. */
  id: Scalars['ID']['input'];
  /** Name of the stage, unique in the workspace. Left out of a replace, it stays as it is. */
  label?: InputMaybe<Scalars['String']['input']>;
  /** Place in the pipeline: stages go by it, then by age. Left out of a replace, it stays as it is. */
  position?: InputMaybe<Scalars['Int']['input']>;
  /** Meaning of the stage. Opportunities in a closed stage are decided. Default on create: "IN_PROGRESS". */
  stageType?: InputMaybe<StageType>;
};

/** Result of `replacePipelineStage`: success, or the reason why nothing was done. */
export type ReplacePipelineStageResult = ConflictError | InvalidInputError | NotDoneError | NotFoundError | ReplacePipelineStageSuccess | VersionMismatchError;

/** Success of `replacePipelineStage`. */
export type ReplacePipelineStageSuccess = {
  __typename: 'ReplacePipelineStageSuccess';
  /** The current record. Without `settings:read`, you can only select its id. */
  pipelineStage: PipelineStage;
};

/** A project’s fields. */
export type ReplaceProjectInput = {
  /** Whether the project is active. Inactive projects are omitted from searches. Default on create: true. */
  active?: InputMaybe<Scalars['Boolean']['input']>;
  /** Id of the client; time entries and expenses follow the project. Left out of a replace, it stays as it is. */
  clientId?: InputMaybe<Scalars['ID']['input']>;
  /** Values of custom fields. */
  customValues?: InputMaybe<Array<CustomValueInput>>;
  /** Description of the project. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** Due date. */
  dueDate?: InputMaybe<Scalars['Date']['input']>;
  /** Do it although an invoice has charged it; the invoice stays as it is. Left out of a replace, it stays as it is. */
  evenIfBilled?: InputMaybe<Scalars['Boolean']['input']>;
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** Id of the record in another system, unique in the workspace together with `source`. Left out of a replace, it stays as it is. */
  externalId?: InputMaybe<Scalars['String']['input']>;
  /** Fee schedule of the project. */
  feeSchedule?: InputMaybe<FeeScheduleInput>;
  /** Display colour, # followed by six hex digits. */
  hexColor?: InputMaybe<Scalars['HexColorCode']['input']>;
  /** The record to change. */
  id: Scalars['ID']['input'];
  /** Name of the project, unique among its client’s. */
  name: Scalars['String']['input'];
  /** What the client sees in the portal. Default on create: "READ_ONLY". */
  portalAccess?: InputMaybe<PortalAccess>;
  /** Whether the client sees the tracked time in the portal. Default on create: false. */
  showTimeWorkedInPortal?: InputMaybe<Scalars['Boolean']['input']>;
  /** The system that `externalId` belongs to, for example "hubspot". Left out of a replace, it stays as it is. */
  source?: InputMaybe<Scalars['String']['input']>;
  /** Start date. */
  startDate?: InputMaybe<Scalars['Date']['input']>;
};

/** Result of `replaceProject`: success, or the reason why nothing was done. */
export type ReplaceProjectResult = ConflictError | InvalidInputError | NotDoneError | NotFoundError | ReplaceProjectSuccess | VersionMismatchError;

/** Success of `replaceProject`. */
export type ReplaceProjectSuccess = {
  __typename: 'ReplaceProjectSuccess';
  /** The current record. Without `projects:read`, you can only select its id. */
  project: Project;
};

/** A project template’s fields. */
export type ReplaceProjectTemplateInput = {
  /** Its deliverables, in order. The list replaces the previous one. Default on create: []. */
  deliverables?: InputMaybe<Array<TemplateDeliverableInput>>;
  /** Description of projects that are created from it. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** Fee schedule of new projects. */
  feeSchedule?: InputMaybe<FeeScheduleInput>;
  /** The record to change. */
  id: Scalars['ID']['input'];
  /** Name, unique in the workspace. Left out of a replace, it stays as it is. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** What clients see of new projects. Default on create: "READ_ONLY". */
  portalAccess?: InputMaybe<PortalAccess>;
  /** Id of that project type, instead of or in addition to its name. */
  projectTypeId?: InputMaybe<Scalars['ID']['input']>;
  /** Name of the project type of new projects. Default: the default type. */
  projectTypeName?: InputMaybe<Scalars['String']['input']>;
  /** Whether clients see the tracked time in the portal. Default on create: false. */
  showTimeWorkedInPortal?: InputMaybe<Scalars['Boolean']['input']>;
};

/** Result of `replaceProjectTemplate`: success, or the reason why nothing was done. */
export type ReplaceProjectTemplateResult = ConflictError | InvalidInputError | NotDoneError | NotFoundError | ReplaceProjectTemplateSuccess | VersionMismatchError;

/** Success of `replaceProjectTemplate`. */
export type ReplaceProjectTemplateSuccess = {
  __typename: 'ReplaceProjectTemplateSuccess';
  /** The current record. Without `settings:read`, you can only select its id. */
  projectTemplate: ProjectTemplate;
};

/** A project type’s fields. */
export type ReplaceProjectTypeInput = {
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** The record to change. */
  id: Scalars['ID']['input'];
  /** The type of projects that name none; takes that from the former one. Left out of a replace, it stays as it is. */
  isDefaultProjectType?: InputMaybe<Scalars['Boolean']['input']>;
  /** Name, unique in the workspace. Left out of a replace, it stays as it is. */
  name?: InputMaybe<Scalars['String']['input']>;
};

/** Result of `replaceProjectType`: success, or the reason why nothing was done. */
export type ReplaceProjectTypeResult = ConflictError | InvalidInputError | NotDoneError | NotFoundError | ReplaceProjectTypeSuccess | VersionMismatchError;

/** Success of `replaceProjectType`. */
export type ReplaceProjectTypeSuccess = {
  __typename: 'ReplaceProjectTypeSuccess';
  /** The current record. Without `settings:read`, you can only select its id. */
  projectType: ProjectType;
};

/** A status’s fields. */
export type ReplaceTaskStageInput = {
  /** Whether deliverables in this status wait for the client’s approval. Default on create: false. */
  clientApproval?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether deliverables in this status are complete. Default on create: false. */
  complete?: InputMaybe<Scalars['Boolean']['input']>;
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** Display colour, # followed by six hex digits. */
  hexColor?: InputMaybe<Scalars['HexColorCode']['input']>;
  /** The record to change. */
  id: Scalars['ID']['input'];
  /** Name of the status, unique in the project type. Left out of a replace, it stays as it is. */
  label?: InputMaybe<Scalars['String']['input']>;
  /** Position among the statuses of the project type. Left out of a replace, it stays as it is. */
  position?: InputMaybe<Scalars['Int']['input']>;
};

/** Result of `replaceTaskStage`: success, or the reason why nothing was done. */
export type ReplaceTaskStageResult = ConflictError | InvalidInputError | NotDoneError | NotFoundError | ReplaceTaskStageSuccess | VersionMismatchError;

/** Success of `replaceTaskStage`. */
export type ReplaceTaskStageSuccess = {
  __typename: 'ReplaceTaskStageSuccess';
  /** The current record. Without `settings:read`, you can only select its id. */
  taskStage: TaskStage;
};

/** A tax rule’s fields. */
export type ReplaceTaxRuleInput = {
  /** Its taxes; the list replaces the former one. Left out of a replace, it stays as it is. */
  components?: InputMaybe<Array<TaxComponentInput>>;
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** The record to change. */
  id: Scalars['ID']['input'];
  /** Name, unique in the workspace. Left out of a replace, it stays as it is. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** The provider’s id of the rule. */
  providerId?: InputMaybe<Scalars['String']['input']>;
  /** Whether the rule is defined here or by a provider. Default on create: "BUILT_IN". */
  source?: InputMaybe<TaxRuleSource>;
};

/** Result of `replaceTaxRule`: success, or the reason why nothing was done. */
export type ReplaceTaxRuleResult = ConflictError | InvalidInputError | NotDoneError | NotFoundError | ReplaceTaxRuleSuccess | VersionMismatchError;

/** Success of `replaceTaxRule`. */
export type ReplaceTaxRuleSuccess = {
  __typename: 'ReplaceTaxRuleSuccess';
  /** The current record. Without `settings:read`, you can only select its id. */
  taxRule: TaxRule;
};

/** The fields of a ticket. */
export type ReplaceTicketInput = {
  /** Archived tickets are omitted from lists and searches. Default on create: false. */
  archived?: InputMaybe<Scalars['Boolean']['input']>;
  /** Due date of the ticket. */
  dueDate?: InputMaybe<Scalars['Date']['input']>;
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** The record to change. */
  id: Scalars['ID']['input'];
  /** Workflow status. Left out of a replace, it stays as it is. */
  status?: InputMaybe<TicketStatus>;
  /** Subject of the request. */
  subject?: InputMaybe<Scalars['String']['input']>;
  /** Label of its type, for example "Billing". */
  ticketType?: InputMaybe<Scalars['String']['input']>;
};

/** Result of `replaceTicket`: success, or the reason why nothing was done. */
export type ReplaceTicketResult = InvalidInputError | NotDoneError | NotFoundError | ReplaceTicketSuccess | VersionMismatchError;

/** Success of `replaceTicket`. */
export type ReplaceTicketSuccess = {
  __typename: 'ReplaceTicketSuccess';
  /** The current record. Without `tickets:read`, you can only select its id. */
  ticket: Ticket;
};

/** Fields of a time entry. A new client or project clears the project and deliverable below it, unless they are set too. */
export type ReplaceTimeEntryInput = {
  /** Whether it is billable. Default on create: true. */
  billable?: InputMaybe<Scalars['Boolean']['input']>;
  /** Id of the client, instead of or in addition to its name. */
  clientId?: InputMaybe<Scalars['ID']['input']>;
  /** Name of the client. */
  clientName?: InputMaybe<Scalars['String']['input']>;
  /** Id of the deliverable. It implies the project and the client. */
  deliverableId?: InputMaybe<Scalars['ID']['input']>;
  /** Name of the deliverable, one of the project’s. */
  deliverableName?: InputMaybe<Scalars['String']['input']>;
  /** Do it although an invoice has charged it; the invoice stays as it is. Left out of a replace, it stays as it is. */
  evenIfBilled?: InputMaybe<Scalars['Boolean']['input']>;
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** Id of the record in another system, unique in the workspace together with `source`. Left out of a replace, it stays as it is. */
  externalId?: InputMaybe<Scalars['String']['input']>;
  /** Hourly rate in the client’s currency. Null: the rate of the user, project, client or workspace. Left out of a replace, it stays as it is. */
  hourlyAmount?: InputMaybe<Scalars['Decimal']['input']>;
  /** The record to change. */
  id: Scalars['ID']['input'];
  /** Notes on the work. */
  notes?: InputMaybe<Scalars['String']['input']>;
  /** Id of the project. It implies the client. */
  projectId?: InputMaybe<Scalars['ID']['input']>;
  /** Name of the project, one of the client’s. */
  projectName?: InputMaybe<Scalars['String']['input']>;
  /** The system that `externalId` belongs to, for example "hubspot". Left out of a replace, it stays as it is. */
  source?: InputMaybe<Scalars['String']['input']>;
  /** End, after timerStart. Left out of a replace, it stays as it is. */
  timerEnd?: InputMaybe<Scalars['DateTime']['input']>;
  /** Start. Left out of a replace, it stays as it is. */
  timerStart?: InputMaybe<Scalars['DateTime']['input']>;
  /** The user. If omitted, it stays. */
  userEmail?: InputMaybe<Scalars['EmailAddress']['input']>;
  /** Id of the user, instead of or in addition to the e-mail address. */
  userId?: InputMaybe<Scalars['ID']['input']>;
};

/** Result of `replaceTimeEntry`: success, or the reason why nothing was done. */
export type ReplaceTimeEntryResult = ConflictError | InvalidInputError | NotDoneError | NotFoundError | ReplaceTimeEntrySuccess | VersionMismatchError;

/** Success of `replaceTimeEntry`. */
export type ReplaceTimeEntrySuccess = {
  __typename: 'ReplaceTimeEntrySuccess';
  /** The current record. Without `time:read`, you can only select its id. */
  timeEntry: TimeEntry;
};

/** A user’s fields. */
export type ReplaceUserInput = {
  /** Inactive users keep their records but get no new ones. Left out of a replace, it stays as it is. */
  active?: InputMaybe<Scalars['Boolean']['input']>;
  /** E-mail address, unique in the workspace, ignoring case. Left out of a replace, it stays as it is. */
  email?: InputMaybe<Scalars['EmailAddress']['input']>;
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** First name. */
  firstName?: InputMaybe<Scalars['String']['input']>;
  /** Hourly rate of the user in the workspace’s currency. Null: the rate of the project, the client or the workspace. Left out of a replace, it stays as it is. */
  hourlyAmount?: InputMaybe<Scalars['Decimal']['input']>;
  /** Hourly cost of the user in the workspace’s currency. Null if unknown. Left out of a replace, it stays as it is. */
  hourlyCost?: InputMaybe<Scalars['Decimal']['input']>;
  /** The record to change. */
  id: Scalars['ID']['input'];
  /** Last name. */
  lastName?: InputMaybe<Scalars['String']['input']>;
  /** Role of the user in the workspace. Left out of a replace, it stays as it is. */
  role?: InputMaybe<UserRole>;
};

/** Result of `replaceUser`: success, or the reason why nothing was done. */
export type ReplaceUserResult = ConflictError | InvalidInputError | NotDoneError | NotFoundError | ReplaceUserSuccess | VersionMismatchError;

/** Success of `replaceUser`. */
export type ReplaceUserSuccess = {
  __typename: 'ReplaceUserSuccess';
  /** The current record. Without `people:read`, you can only select its id. */
  user: User;
};

/** A vendor’s fields. */
export type ReplaceVendorInput = {
  /** ISO 3166 code of the vendor’s country. */
  countryCode?: InputMaybe<Scalars['String']['input']>;
  /** E-mail address. */
  email?: InputMaybe<Scalars['EmailAddress']['input']>;
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** IBAN of the vendor’s account. */
  iban?: InputMaybe<Scalars['String']['input']>;
  /** The record to change. */
  id: Scalars['ID']['input'];
  /** The vendor’s number in the register of companies. */
  legalId?: InputMaybe<Scalars['String']['input']>;
  /** Name, unique in the workspace. Left out of a replace, it stays as it is. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Internal notes. */
  notes?: InputMaybe<Scalars['String']['input']>;
  /** Telephone number. */
  phone?: InputMaybe<Scalars['String']['input']>;
  /** The vendor’s tax registration number. */
  taxId?: InputMaybe<Scalars['String']['input']>;
  /** Web site. */
  website?: InputMaybe<Scalars['String']['input']>;
};

/** Result of `replaceVendor`: success, or the reason why nothing was done. */
export type ReplaceVendorResult = ConflictError | InvalidInputError | NotDoneError | NotFoundError | ReplaceVendorSuccess | VersionMismatchError;

/** Success of `replaceVendor`. */
export type ReplaceVendorSuccess = {
  __typename: 'ReplaceVendorSuccess';
  /** The current record. Without `expenses:read`, you can only select its id. */
  vendor: Vendor;
};

/** Fields of a webhook endpoint. */
export type ReplaceWebhookEndpointInput = {
  /** Description for people. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** The record to change. */
  id: Scalars['ID']['input'];
  /** Order of the events. Default on create: "RECORD". */
  order?: InputMaybe<WebhookOrder>;
  /** Types of events, for example `invoice.paid`. `invoice` means all events of invoices, `*` all events. Left out of a replace, it stays as it is. */
  types?: InputMaybe<Array<Scalars['String']['input']>>;
  /** URL that receives the events. Left out of a replace, it stays as it is. */
  url?: InputMaybe<Scalars['String']['input']>;
  /** Filters by type of record, for example `{ "invoice": { "currency": { "equals": "EUR" } } }`. */
  where?: InputMaybe<Scalars['JSON']['input']>;
};

/** Result of `replaceWebhookEndpoint`: success, or the reason why nothing was done. */
export type ReplaceWebhookEndpointResult = InvalidInputError | NotDoneError | NotFoundError | ReplaceWebhookEndpointSuccess | VersionMismatchError;

/** Success of `replaceWebhookEndpoint`. */
export type ReplaceWebhookEndpointSuccess = {
  __typename: 'ReplaceWebhookEndpointSuccess';
  /** The current record. Without `webhooks:read`, you can only select its id. */
  webhookEndpoint: WebhookEndpoint;
};

/** The workspace’s settings. */
export type ReplaceWorkspaceInput = {
  /** Accent colour of invoices, for example "#1d4ed8". It must be readable on white. Null: the default colour. */
  accentColor?: InputMaybe<Scalars['String']['input']>;
  /** Holder of the bank account. Null: the workspace’s name. */
  accountHolder?: InputMaybe<Scalars['String']['input']>;
  /** First line of the address. */
  address1?: InputMaybe<Scalars['String']['input']>;
  /** Second line of the address. */
  address2?: InputMaybe<Scalars['String']['input']>;
  /** BIC of the bank. */
  bic?: InputMaybe<Scalars['String']['input']>;
  /** City. */
  city?: InputMaybe<Scalars['String']['input']>;
  /** E-mail address of the contact on electronic invoices. Null: `mailReplyTo`. */
  contactEmail?: InputMaybe<Scalars['EmailAddress']['input']>;
  /** Name of the contact on electronic invoices: a person or a department. */
  contactName?: InputMaybe<Scalars['String']['input']>;
  /** Country. */
  country?: InputMaybe<Scalars['String']['input']>;
  /** ISO 3166 code of the country. Filled in from `country` if that names one country. */
  countryCode?: InputMaybe<Scalars['String']['input']>;
  /** How the next numbers of credit notes are written, likewise. Left out of a replace, it stays as it is. */
  creditNoteNumberPattern?: InputMaybe<Scalars['String']['input']>;
  /** Default currency (ISO 4217). Existing amounts keep theirs. Left out of a replace, it stays as it is. */
  currency?: InputMaybe<Scalars['Currency']['input']>;
  /** Default tax percentage, if neither client nor invoice has one. */
  defaultTaxRate?: InputMaybe<Scalars['Decimal']['input']>;
  /** Id of that tax rule, instead of or in addition to its name. */
  defaultTaxRuleId?: InputMaybe<Scalars['ID']['input']>;
  /** Name of the tax rule that applies where neither client nor invoice has a rule or rate. */
  defaultTaxRuleName?: InputMaybe<Scalars['String']['input']>;
  /** Number format of deposit invoices. Null: they share the series of other invoices. */
  depositNumberPattern?: InputMaybe<Scalars['String']['input']>;
  /** The workspace’s address for electronic invoices, for example its VAT number or an e-mail address. */
  electronicAddress?: InputMaybe<Scalars['String']['input']>;
  /** Scheme of `electronicAddress`, a code of the list EAS: 9930 German VAT number, 0088 GLN, EM e-mail. */
  electronicAddressScheme?: InputMaybe<Scalars['String']['input']>;
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** Default hourly rate in the workspace’s currency, if the time entry, user, project and client have none. */
  hourlyAmount?: InputMaybe<Scalars['Decimal']['input']>;
  /** IBAN of the bank account, printed on invoices. */
  iban?: InputMaybe<Scalars['String']['input']>;
  /** Layout of invoices. Left out of a replace, it stays as it is. */
  invoiceLayout?: InputMaybe<InvoiceLayout>;
  /** Invoice number format: text with a run of # or {SEQ:4} for the counter. It can contain {YYYY}, {YY}, {MM} and {CLIENT}. Left out of a replace, it stays as it is. */
  invoiceNumberPattern?: InputMaybe<Scalars['String']['input']>;
  /** Language for clients without one of their own. */
  language?: InputMaybe<Scalars['String']['input']>;
  /** Company registration number, for example a SIREN. */
  legalId?: InputMaybe<Scalars['String']['input']>;
  /** Register of `legalId`, a four-digit code of ISO 6523: 0002 SIREN, 0009 SIRET, 0106 KvK. */
  legalIdScheme?: InputMaybe<Scalars['String']['input']>;
  /** State, province or region. */
  locality?: InputMaybe<Scalars['String']['input']>;
  /** Position of the logo on invoices. Left out of a replace, it stays as it is. */
  logoPlace?: InputMaybe<LogoPlace>;
  /** BCC address of e-mails with invoices. */
  mailBcc?: InputMaybe<Scalars['EmailAddress']['input']>;
  /** Reply-to address of e-mails to customers. Null: the owner’s address. */
  mailReplyTo?: InputMaybe<Scalars['EmailAddress']['input']>;
  /** Trading name, printed on invoices. Left out of a replace, it stays as it is. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** When numbering restarts. All formats, also of credit notes, must then contain the year, and for MONTH the month. Left out of a replace, it stays as it is. */
  numberRestart?: InputMaybe<NumberRestart>;
  /** Paper size of invoices. Left out of a replace, it stays as it is. */
  pageSize?: InputMaybe<PageSize>;
  /** Payment instructions on invoices, unless the invoice, its template or the client has its own. */
  payInstructions?: InputMaybe<Scalars['String']['input']>;
  /** Telephone number. */
  phone?: InputMaybe<Scalars['String']['input']>;
  /** Postal code. */
  postal?: InputMaybe<Scalars['String']['input']>;
  /** The workspace’s own tax registration number. */
  taxId?: InputMaybe<Scalars['String']['input']>;
  /** Name of the tax on documents, for example "VAT". */
  taxLabel?: InputMaybe<Scalars['String']['input']>;
  /** Second tax number, in addition to `taxId`, for example that of the tax office or the QST number. */
  taxNumber?: InputMaybe<Scalars['String']['input']>;
  /** IANA time zone of the workspace. It determines the current day. Left out of a replace, it stays as it is. */
  timeZone?: InputMaybe<Scalars['TimeZone']['input']>;
  /** Web site. */
  website?: InputMaybe<Scalars['String']['input']>;
};

/** Result of `replaceWorkspace`: success, or the reason why nothing was done. */
export type ReplaceWorkspaceResult = InvalidInputError | NotDoneError | NotFoundError | ReplaceWorkspaceSuccess | VersionMismatchError;

/** Success of `replaceWorkspace`. */
export type ReplaceWorkspaceSuccess = {
  __typename: 'ReplaceWorkspaceSuccess';
  /** The current record. Without `settings:read`, you can only select its id. */
  workspace: Workspace;
};

/** The events to deliver again. */
export type ReplayWebhookEventsInput = {
  /** Delivers the events after this position. */
  after: Scalars['String']['input'];
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** The record to change. */
  id: Scalars['ID']['input'];
  /** Only these types. Default: those of the endpoint. */
  types?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Last position. Default: the end of the event log. */
  until?: InputMaybe<Scalars['String']['input']>;
};

/** Result of `replayWebhookEvents`: success, or the reason why nothing was done. */
export type ReplayWebhookEventsResult = ConflictError | InvalidInputError | NotDoneError | NotFoundError | ReplayWebhookEventsSuccess | VersionMismatchError;

/** Success of `replayWebhookEvents`. */
export type ReplayWebhookEventsSuccess = {
  __typename: 'ReplayWebhookEventsSuccess';
  /** The current record. Without `webhooks:read`, you can only select its id. */
  webhookEndpoint: WebhookEndpoint;
};

/** The record. */
export type ResendMailInput = {
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** The record. */
  id: Scalars['ID']['input'];
};

/** Result of `resendMail`: success, or the reason why nothing was done. */
export type ResendMailResult = ConflictError | InvalidInputError | NotDoneError | NotFoundError | ResendMailSuccess | VersionMismatchError;

/** Success of `resendMail`. */
export type ResendMailSuccess = {
  __typename: 'ResendMailSuccess';
  /** The current record. Without `invoices:read`, you can only select its id. */
  outboxMail: OutboxMail;
};

/** Billing period of a retainer. */
export type RetainerSchedule =
  /** Every year. */
  | 'ANNUALLY'
  /** When it is used up. */
  | 'AS_NEEDED'
  /** Every six months. */
  | 'BI_ANNUALLY'
  /** Every two weeks. */
  | 'BI_WEEKLY'
  /** Every month. */
  | 'MONTHLY'
  /** Every three months. */
  | 'QUARTERLY'
  /** Every week. */
  | 'WEEKLY';

/** When a period of a retainer is billed. */
export type RetainerTiming =
  /** Before it begins. */
  | 'ADVANCED'
  /** When it ends. */
  | 'ARREARS';

/** The record. */
export type RetryWebhookDeliveryInput = {
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** The record. */
  id: Scalars['ID']['input'];
};

/** Result of `retryWebhookDelivery`: success, or the reason why nothing was done. */
export type RetryWebhookDeliveryResult = ConflictError | InvalidInputError | NotDoneError | NotFoundError | RetryWebhookDeliverySuccess | VersionMismatchError;

/** Success of `retryWebhookDelivery`. */
export type RetryWebhookDeliverySuccess = {
  __typename: 'RetryWebhookDeliverySuccess';
  /** The current record. Without `webhooks:read`, you can only select its id. */
  webhookDelivery: WebhookDelivery;
};

/** Payments of one month and currency. */
export type RevenueOfMonth = {
  __typename: 'RevenueOfMonth';
  /** Sum of the payments. */
  amount: Scalars['Decimal']['output'];
  /** The currency. */
  currency: Scalars['Currency']['output'];
  /** First day of the month. */
  month: Scalars['Date']['output'];
  /** Number of payments. */
  payments: Scalars['Int']['output'];
};

/** Reason for the reversal. */
export type ReversePaymentInput = {
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** The record to change. */
  id: Scalars['ID']['input'];
  /** Note for the history of the invoice. */
  note?: InputMaybe<Scalars['String']['input']>;
  /** If one transfer paid several invoices: reverse only the given payment and keep the others. Default: all of them or none. Default: false. */
  onlyThisPart?: InputMaybe<Scalars['Boolean']['input']>;
  /** Reason for the reversal. */
  reason: PaymentReversalReason;
};

/** Result of `reversePayment`: success, or the reason why nothing was done. */
export type ReversePaymentResult = ConflictError | InvalidInputError | NotDoneError | NotFoundError | ReversePaymentSuccess | VersionMismatchError;

/** Success of `reversePayment`. */
export type ReversePaymentSuccess = {
  __typename: 'ReversePaymentSuccess';
  /** The current record. Without `invoices:read`, you can only select its id. */
  payment: Payment;
};

/** The record. */
export type RevokeApiKeyInput = {
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** The record. */
  id: Scalars['ID']['input'];
};

/** Result of `revokeApiKey`: success, or the reason why nothing was done. */
export type RevokeApiKeyResult = InvalidInputError | NotDoneError | NotFoundError | RevokeApiKeySuccess | VersionMismatchError;

/** Success of `revokeApiKey`. */
export type RevokeApiKeySuccess = {
  __typename: 'RevokeApiKeySuccess';
  /** The current record. Without `keys:read`, you can only select its id. */
  apiKey: ApiKey;
};

/** The record. */
export type RevokeInvoiceLinkInput = {
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** The record. */
  id: Scalars['ID']['input'];
};

/** Result of `revokeInvoiceLink`: success, or the reason why nothing was done. */
export type RevokeInvoiceLinkResult = InvalidInputError | NotDoneError | NotFoundError | RevokeInvoiceLinkSuccess | VersionMismatchError;

/** Success of `revokeInvoiceLink`. */
export type RevokeInvoiceLinkSuccess = {
  __typename: 'RevokeInvoiceLinkSuccess';
  /** The current record. Without `invoices:read`, you can only select its id. */
  invoice: Invoice;
};

/** Which key to replace, and how. */
export type RotateApiKeyInput = {
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** The record to change. */
  id: Scalars['ID']['input'];
  /** Minutes for which the old key, and keys created with it, stay valid. Default: 0. */
  overlapMinutes?: InputMaybe<Scalars['Int']['input']>;
};

/** Result of `rotateApiKey`: success, or the reason why nothing was done. */
export type RotateApiKeyResult = ConflictError | InvalidInputError | NotDoneError | NotFoundError | RotateApiKeySuccess | VersionMismatchError;

/** Success of `rotateApiKey`. */
export type RotateApiKeySuccess = {
  __typename: 'RotateApiKeySuccess';
  /** The current record. Without `keys:read`, you can only select its id. */
  apiKey: ApiKey;
  /** The key for the header X-API-KEY. It is only in this response: null in the response to a retry, with the error `secret_not_kept`. */
  key: Maybe<Scalars['String']['output']>;
};

/** Which secret to replace, and how. */
export type RotateWebhookSecretInput = {
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** The record to change. */
  id: Scalars['ID']['input'];
  /** Minutes for which deliveries are also signed with the old secret. Default: 1440. */
  overlapMinutes?: InputMaybe<Scalars['Int']['input']>;
};

/** Result of `rotateWebhookSecret`: success, or the reason why nothing was done. */
export type RotateWebhookSecretResult = InvalidInputError | NotDoneError | NotFoundError | RotateWebhookSecretSuccess | VersionMismatchError;

/** Success of `rotateWebhookSecret`. */
export type RotateWebhookSecretSuccess = {
  __typename: 'RotateWebhookSecretSuccess';
  /** The secret that signs deliveries. It is only in this response: null in the response to a retry, with the error `secret_not_kept`. */
  secret: Maybe<Scalars['String']['output']>;
  /** The current record. Without `webhooks:read`, you can only select its id. */
  webhookEndpoint: WebhookEndpoint;
};

/** Scope of an API key. */
export type Scope =
  /** Read calendar events. */
  | 'CALENDAR_READ'
  /** Make, change and remove calendar events. */
  | 'CALENDAR_WRITE'
  /** Read clients and their contacts. */
  | 'CLIENTS_READ'
  /** Make, change and remove clients and their contacts. */
  | 'CLIENTS_WRITE'
  /** Read expenses and vendors. */
  | 'EXPENSES_READ'
  /** Make, change and remove expenses and vendors. */
  | 'EXPENSES_WRITE'
  /** Read files that are attached to records. */
  | 'FILES_READ'
  /** Make, change and remove files that are attached to records. */
  | 'FILES_WRITE'
  /** Read invoices with lines, taxes, history and e-mails, and payments. */
  | 'INVOICES_READ'
  /** Make, change and remove invoices with lines, taxes, history and e-mails, and payments. */
  | 'INVOICES_WRITE'
  /** Read API keys. */
  | 'KEYS_READ'
  /** Make, change and remove API keys. */
  | 'KEYS_WRITE'
  /** Write over MCP what the other scopes allow to write. */
  | 'MCP_WRITE'
  /** Read users. */
  | 'PEOPLE_READ'
  /** Make, change and remove users. */
  | 'PEOPLE_WRITE'
  /** Read projects, deliverables and their assignees. */
  | 'PROJECTS_READ'
  /** Make, change and remove projects, deliverables and their assignees. */
  | 'PROJECTS_WRITE'
  /** Read everything but keys. */
  | 'READ'
  /** Read opportunities, forms and their submissions. */
  | 'SALES_READ'
  /** Make, change and remove opportunities, forms and their submissions. */
  | 'SALES_WRITE'
  /** Read the workspace itself, templates, tax rules, stages, types of projects and custom fields. */
  | 'SETTINGS_READ'
  /** Make, change and remove the workspace itself, templates, tax rules, stages, types of projects and custom fields. */
  | 'SETTINGS_WRITE'
  /** Read support tickets and their comments. */
  | 'TICKETS_READ'
  /** Make, change and remove support tickets and their comments. */
  | 'TICKETS_WRITE'
  /** Read time that was worked. */
  | 'TIME_READ'
  /** Make, change and remove time that was worked. */
  | 'TIME_WRITE'
  /** Read webhook endpoints and their deliveries. */
  | 'WEBHOOKS_READ'
  /** Make, change and remove webhook endpoints and their deliveries. */
  | 'WEBHOOKS_WRITE'
  /** Write everything but settings, people and keys. */
  | 'WRITE';

/** A record that a search found. */
export type SearchHit = {
  __typename: 'SearchHit';
  /** The field that matches best. */
  field: Scalars['String']['output'];
  /** Id of the record. */
  id: Scalars['ID']['output'];
  /** Which part of the value the query equals. */
  match: SearchMatch;
  /** The record. Null if it was deleted meanwhile. */
  record: Maybe<SearchRecord>;
  /** Name, number or subject of the record. */
  title: Scalars['String']['output'];
  /** Type of the record. */
  type: SearchType;
  /** Its value. Of a long text, the first 1,000 characters. */
  value: Scalars['String']['output'];
};

/** A hit of a page, with its cursor. */
export type SearchHitPlace = {
  __typename: 'SearchHitPlace';
  /** Cursor for `after`. */
  cursor: Scalars['String']['output'];
  /** The hit. */
  node: SearchHit;
};

/** Which part of a field a query equals. */
export type SearchMatch =
  /** The whole field. */
  | 'EXACT'
  /** A part of a word. */
  | 'PART'
  /** The beginning of the field. */
  | 'PREFIX'
  /** The beginning of another word. */
  | 'WORD';

/** A page of hits. */
export type SearchPage = {
  __typename: 'SearchPage';
  /** The hits of this page, each with its cursor. */
  edges: Array<SearchHitPlace>;
  /** The hits of this page, without cursors. */
  nodes: Array<SearchHit>;
  /** Whether there are more pages, and the first and last cursor of this page. */
  pageInfo: PageInfo;
};

/** A record that `search` can find. */
export type SearchRecord = Client | Contact | Deliverable | Expense | FormSubmission | Invoice | Opportunity | Project | Ticket;

/** A type of record that `search` finds. */
export type SearchType =
  /** Clients, by name and telephone number. */
  | 'CLIENT'
  /** Contacts, by name, e-mail address and telephone numbers. */
  | 'CONTACT'
  /** Deliverables, by name and description. */
  | 'DELIVERABLE'
  /** Expenses, by description and bill number. */
  | 'EXPENSE'
  /** Form submissions, by name, company, e-mail address, telephone number and notes. */
  | 'FORM_SUBMISSION'
  /** Invoices, by number, order number and description. */
  | 'INVOICE'
  /** Opportunities, by name and description. */
  | 'OPPORTUNITY'
  /** Projects, by name and description. */
  | 'PROJECT'
  /** Tickets, by subject and number. */
  | 'TICKET';

/** A workspace when an invoice was issued. */
export type SellerInfo = {
  __typename: 'SellerInfo';
  /** Holder of the bank account, if set. */
  accountHolder: Maybe<Scalars['String']['output']>;
  /** First line of the address. */
  address1: Maybe<Scalars['String']['output']>;
  /** Second line of the address. */
  address2: Maybe<Scalars['String']['output']>;
  /** BIC of the bank. */
  bic: Maybe<Scalars['String']['output']>;
  /** City. */
  city: Maybe<Scalars['String']['output']>;
  /** E-mail address of the contact. */
  contactEmail: Maybe<Scalars['String']['output']>;
  /** Contact on electronic invoices. */
  contactName: Maybe<Scalars['String']['output']>;
  /** Country. */
  country: Maybe<Scalars['String']['output']>;
  /** ISO 3166 code of the country. */
  countryCode: Maybe<Scalars['String']['output']>;
  /** Address for electronic invoices. */
  electronicAddress: Maybe<Scalars['String']['output']>;
  /** Its scheme, a code of the list EAS. */
  electronicAddressScheme: Maybe<Scalars['String']['output']>;
  /** Footer text of the template at that time, with its placeholders. */
  footer: Maybe<Scalars['String']['output']>;
  /** IBAN of the account. */
  iban: Maybe<Scalars['String']['output']>;
  /** Whether the invoice was issued before sellers were stored. The data is then that of the upgrade day. */
  isFromUpgrade: Scalars['Boolean']['output'];
  /** Language of documents, if the client has none. */
  language: Maybe<Scalars['String']['output']>;
  /** Number in the register of companies. */
  legalId: Maybe<Scalars['String']['output']>;
  /** The register, a code of ISO 6523. */
  legalIdScheme: Maybe<Scalars['String']['output']>;
  /** State, province or region. */
  locality: Maybe<Scalars['String']['output']>;
  /** SHA-256 of the logo, in hexadecimal. Null if there was none. */
  logo: Maybe<Scalars['String']['output']>;
  /** Name of the workspace. */
  name: Scalars['String']['output'];
  /** Telephone number. */
  phone: Maybe<Scalars['String']['output']>;
  /** Postal code. */
  postal: Maybe<Scalars['String']['output']>;
  /** Tax registration number. */
  taxId: Maybe<Scalars['String']['output']>;
  /** Name of the tax. */
  taxLabel: Maybe<Scalars['String']['output']>;
  /** Second tax number. */
  taxNumber: Maybe<Scalars['String']['output']>;
  /** Web site. */
  website: Maybe<Scalars['String']['output']>;
};

/** Whom a credit note is sent to. */
export type SendCreditNoteInput = {
  /** Full names or e-mail addresses of contacts of the client. Default: its invoice contacts, otherwise its default contact, otherwise its only contact. */
  contacts?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Issue date, not in the future. Default: dateCreated, otherwise the day on which the invoice is issued. */
  dateIssued?: InputMaybe<Scalars['Date']['input']>;
  /** Id of the e-mail template. */
  emailTemplateId?: InputMaybe<Scalars['ID']['input']>;
  /** The e-mail template. Default: the default template. */
  emailTemplateName?: InputMaybe<Scalars['String']['input']>;
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** The record to change. */
  id: Scalars['ID']['input'];
};

/** Result of `sendCreditNote`: success, or the reason why nothing was done. */
export type SendCreditNoteResult = ConflictError | InvalidInputError | NotDoneError | NotFoundError | SendCreditNoteSuccess | VersionMismatchError;

/** Success of `sendCreditNote`. */
export type SendCreditNoteSuccess = {
  __typename: 'SendCreditNoteSuccess';
  /** The current record. Without `invoices:read`, you can only select its id. */
  creditNote: CreditNote;
};

/** Recipients of the cancellation notice. */
export type SendInvoiceCancellationInput = {
  /** Full names or e-mail addresses of contacts of the client. Default: its invoice contacts, otherwise its default contact, otherwise its only contact. */
  contacts?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Issue date, not in the future. Default: dateCreated, otherwise the day on which the invoice is issued. */
  dateIssued?: InputMaybe<Scalars['Date']['input']>;
  /** Id of the e-mail template. */
  emailTemplateId?: InputMaybe<Scalars['ID']['input']>;
  /** The e-mail template. Default: the default template. */
  emailTemplateName?: InputMaybe<Scalars['String']['input']>;
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** The record to change. */
  id: Scalars['ID']['input'];
};

/** Result of `sendInvoiceCancellation`: success, or the reason why nothing was done. */
export type SendInvoiceCancellationResult = ConflictError | InvalidInputError | NotDoneError | NotFoundError | SendInvoiceCancellationSuccess | VersionMismatchError;

/** Success of `sendInvoiceCancellation`. */
export type SendInvoiceCancellationSuccess = {
  __typename: 'SendInvoiceCancellationSuccess';
  /** The current record. Without `invoices:read`, you can only select its id. */
  invoice: Invoice;
};

/** Whom an invoice is sent to. */
export type SendInvoiceInput = {
  /** Full names or e-mail addresses of contacts of the client. Default: its invoice contacts, otherwise its default contact, otherwise its only contact. */
  contacts?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Issue date, not in the future. Default: dateCreated, otherwise the day on which the invoice is issued. */
  dateIssued?: InputMaybe<Scalars['Date']['input']>;
  /** Id of the e-mail template. */
  emailTemplateId?: InputMaybe<Scalars['ID']['input']>;
  /** The e-mail template. Default: the default template. */
  emailTemplateName?: InputMaybe<Scalars['String']['input']>;
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** The record to change. */
  id: Scalars['ID']['input'];
};

/** Recipients of the payment reminder. */
export type SendInvoiceReminderInput = {
  /** Full names or e-mail addresses of contacts of the client. Default: its invoice contacts, otherwise its default contact, otherwise its only contact. */
  contacts?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Issue date, not in the future. Default: dateCreated, otherwise the day on which the invoice is issued. */
  dateIssued?: InputMaybe<Scalars['Date']['input']>;
  /** Id of the e-mail template. */
  emailTemplateId?: InputMaybe<Scalars['ID']['input']>;
  /** The e-mail template. Default: the default template. */
  emailTemplateName?: InputMaybe<Scalars['String']['input']>;
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** The record to change. */
  id: Scalars['ID']['input'];
};

/** Result of `sendInvoiceReminder`: success, or the reason why nothing was done. */
export type SendInvoiceReminderResult = ConflictError | InvalidInputError | NotDoneError | NotFoundError | SendInvoiceReminderSuccess | VersionMismatchError;

/** Success of `sendInvoiceReminder`. */
export type SendInvoiceReminderSuccess = {
  __typename: 'SendInvoiceReminderSuccess';
  /** The current record. Without `invoices:read`, you can only select its id. */
  invoice: Invoice;
};

/** Result of `sendInvoice`: success, or the reason why nothing was done. */
export type SendInvoiceResult = ConflictError | InvalidInputError | NotDoneError | NotFoundError | SendInvoiceSuccess | VersionMismatchError;

/** Success of `sendInvoice`. */
export type SendInvoiceSuccess = {
  __typename: 'SendInvoiceSuccess';
  /** The current record. Without `invoices:read`, you can only select its id. */
  invoice: Invoice;
};

/** Whom a receipt is sent to. */
export type SendPaymentReceiptInput = {
  /** Full names or e-mail addresses of contacts of the client. Default: its invoice contacts, otherwise its default contact, otherwise its only contact. */
  contacts?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Issue date, not in the future. Default: dateCreated, otherwise the day on which the invoice is issued. */
  dateIssued?: InputMaybe<Scalars['Date']['input']>;
  /** Id of the e-mail template. */
  emailTemplateId?: InputMaybe<Scalars['ID']['input']>;
  /** The e-mail template. Default: the default template. */
  emailTemplateName?: InputMaybe<Scalars['String']['input']>;
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** The record to change. */
  id: Scalars['ID']['input'];
};

/** Result of `sendPaymentReceipt`: success, or the reason why nothing was done. */
export type SendPaymentReceiptResult = ConflictError | InvalidInputError | NotDoneError | NotFoundError | SendPaymentReceiptSuccess | VersionMismatchError;

/** Success of `sendPaymentReceipt`. */
export type SendPaymentReceiptSuccess = {
  __typename: 'SendPaymentReceiptSuccess';
  /** The current record. Without `invoices:read`, you can only select its id. */
  payment: Payment;
};

/** Target of the link that is e-mailed to a contact. */
export type SendPortalLinkInput = {
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** The record to change. */
  id: Scalars['ID']['input'];
  /** Target page, of an origin in CORS_ORIGINS. Default: /sign-in of the service. */
  portalUrl?: InputMaybe<Scalars['String']['input']>;
};

/** Result of `sendPortalLink`: success, or the reason why nothing was done. */
export type SendPortalLinkResult = ConflictError | InvalidInputError | NotDoneError | NotFoundError | SendPortalLinkSuccess | VersionMismatchError;

/** Success of `sendPortalLink`. */
export type SendPortalLinkSuccess = {
  __typename: 'SendPortalLinkSuccess';
  /** The current record. Without `clients:read`, you can only select its id. */
  contact: Contact;
};

/** A test e-mail. */
export type SendTestMailInput = {
  /** A text to try, in place of the template’s. */
  body?: InputMaybe<Scalars['String']['input']>;
  /** Id of the e-mail template. */
  emailTemplateId?: InputMaybe<Scalars['ID']['input']>;
  /** The e-mail template. Default: the default template of its kind, or the built-in text. */
  emailTemplateName?: InputMaybe<Scalars['String']['input']>;
  /** The invoice of the e-mail. Default: a sample invoice. */
  invoiceId?: InputMaybe<Scalars['ID']['input']>;
  /** Kind of e-mail. Default: "INVOICE". */
  kind?: InputMaybe<MailKind>;
  /** A subject line to try, in place of the template’s. */
  subject?: InputMaybe<Scalars['String']['input']>;
};

/** Result of `sendTestMail`: success, or the reason why nothing was done. */
export type SendTestMailResult = ConflictError | InvalidInputError | NotDoneError | NotFoundError | SendTestMailSuccess;

/** Success of `sendTestMail`. */
export type SendTestMailSuccess = {
  __typename: 'SendTestMailSuccess';
  /** The current record. Without `invoices:read`, you can only select its id. */
  outboxMail: OutboxMail;
};

/** The endpoint and the type of event. */
export type SendTestWebhookInput = {
  /** Id of the endpoint. */
  id: Scalars['ID']['input'];
  /** Type of the event. Its record is the documented example. Default: "webhook.test". */
  type?: InputMaybe<Scalars['String']['input']>;
};

/** Result of `sendTestWebhook`: success, or the reason why nothing was done. */
export type SendTestWebhookResult = ConflictError | InvalidInputError | NotDoneError | NotFoundError | SendTestWebhookSuccess;

/** Success of `sendTestWebhook`. */
export type SendTestWebhookSuccess = {
  __typename: 'SendTestWebhookSuccess';
  /** The current record. Without `webhooks:read`, you can only select its id. */
  webhookDelivery: WebhookDelivery;
};

/** Whether the invoice is sent, and to whom. */
export type SendToInput = {
  /** Full names or e-mail addresses of contacts of the client. Default: its invoice contacts, otherwise its default contact. */
  contacts?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Id of the e-mail template. */
  emailTemplateId?: InputMaybe<Scalars['ID']['input']>;
  /** The e-mail template. Default: the default template. */
  emailTemplateName?: InputMaybe<Scalars['String']['input']>;
  /** Sends the invoice: its status is SENT instead of DRAFT. Default: false. */
  send?: InputMaybe<Scalars['Boolean']['input']>;
};

/** Tax rule of a client’s invoices. Null if neither field is set. */
export type SetClientTaxRuleInput = {
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** The record to change. */
  id: Scalars['ID']['input'];
  /** Id of the tax rule, instead of or in addition to its name. */
  taxRuleId?: InputMaybe<Scalars['ID']['input']>;
  /** Name of the tax rule. */
  taxRuleName?: InputMaybe<Scalars['String']['input']>;
};

/** Result of `setClientTaxRule`: success, or the reason why nothing was done. */
export type SetClientTaxRuleResult = InvalidInputError | NotDoneError | NotFoundError | SetClientTaxRuleSuccess | VersionMismatchError;

/** Success of `setClientTaxRule`. */
export type SetClientTaxRuleSuccess = {
  __typename: 'SetClientTaxRuleSuccess';
  /** The current record. Without `clients:read`, you can only select its id. */
  client: Client;
};

/** Users who are assigned to the whole project. If both fields are omitted: nobody. */
export type SetProjectMembersInput = {
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** The record to change. */
  id: Scalars['ID']['input'];
  /** E-mail addresses of the users. */
  memberEmails?: InputMaybe<Array<Scalars['EmailAddress']['input']>>;
  /** Ids of users, instead of or in addition to e-mail addresses. */
  memberIds?: InputMaybe<Array<Scalars['ID']['input']>>;
};

/** Result of `setProjectMembers`: success, or the reason why nothing was done. */
export type SetProjectMembersResult = ConflictError | InvalidInputError | NotDoneError | NotFoundError | SetProjectMembersSuccess | VersionMismatchError;

/** Success of `setProjectMembers`. */
export type SetProjectMembersSuccess = {
  __typename: 'SetProjectMembersSuccess';
  /** The current record. Without `projects:read`, you can only select its id. */
  project: Project;
};

/** The new status of a ticket. */
export type SetTicketStatusInput = {
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** Id of the ticket. It takes precedence over its number. */
  id?: InputMaybe<Scalars['ID']['input']>;
  /** Workflow status. */
  status: TicketStatus;
  /** It identifies the ticket without an id. */
  ticketNumber?: InputMaybe<Scalars['Int']['input']>;
};

/** Result of `setTicketStatus`: success, or the reason why nothing was done. */
export type SetTicketStatusResult = InvalidInputError | NotDoneError | NotFoundError | SetTicketStatusSuccess | VersionMismatchError;

/** Success of `setTicketStatus`. */
export type SetTicketStatusSuccess = {
  __typename: 'SetTicketStatusSuccess';
  /** The current record. Without `tickets:read`, you can only select its id. */
  ticket: Ticket;
};

/** The workspace’s logo. */
export type SetWorkspaceLogoInput = {
  /** The file in base64, a data URL too: PNG or JPEG, at most 256 kB, 16 to 2000 pixels wide and high. */
  image: Scalars['String']['input'];
};

/** Result of `setWorkspaceLogo`: success, or the reason why nothing was done. */
export type SetWorkspaceLogoResult = InvalidInputError | NotDoneError | SetWorkspaceLogoSuccess;

/** Success of `setWorkspaceLogo`. */
export type SetWorkspaceLogoSuccess = {
  __typename: 'SetWorkspaceLogoSuccess';
  /** The current record. Without `settings:read`, you can only select its id. */
  workspace: Workspace;
};

/** Direction of an order. */
export type SortOrder =
  /** Ascending. Records without a value are last. */
  | 'ASC'
  /** Descending. Records without a value are first. */
  | 'DESC';

/** Meaning of a pipeline stage. */
export type StageType =
  /** Lost. */
  | 'CLOSED_LOST'
  /** Won. */
  | 'CLOSED_WON'
  /** Being worked on. */
  | 'IN_PROGRESS'
  /** A new lead. */
  | 'NEW'
  /** Waiting. */
  | 'ON_HOLD';

/** Condition on the StageType. */
export type StageTypeFilter = {
  /** Is exactly this. Null: has no value. */
  equals?: InputMaybe<StageType>;
  /** Is one of these. */
  in?: InputMaybe<Array<StageType>>;
  /** At least one of these conditions is false. Records without a value do not match; `not: null` finds all records with a value. */
  not?: InputMaybe<StageTypeFilter>;
  /** Is none of these. Records without a value do not match. */
  notIn?: InputMaybe<Array<StageType>>;
};

/** Open opportunities in one stage of the pipeline, in one currency. */
export type StageValue = {
  __typename: 'StageValue';
  /** The currency: that of the client, otherwise the workspace’s. */
  currency: Scalars['Currency']['output'];
  /** Number of opportunities in this currency. */
  opportunities: Scalars['Int']['output'];
  /** The stage. Null with an error without `settings:read`. */
  stage: Maybe<PipelineStage>;
  /** Sum of their estimated values. Those without one are 0. */
  value: Scalars['Decimal']['output'];
};

/** Entries of one client in one currency. */
export type StatementAccount = {
  __typename: 'StatementAccount';
  /** Increases between the days. */
  charged: Scalars['Decimal']['output'];
  /** Amount owed at the end of the last day: opening + charged − credited. */
  closing: Scalars['Decimal']['output'];
  /** Decreases between the days. */
  credited: Scalars['Decimal']['output'];
  /** The currency. */
  currency: Scalars['Currency']['output'];
  /** Entries in order, at most 5,000. */
  entries: Array<StatementEntry>;
  /** Amount owed before the first day. */
  opening: Scalars['Decimal']['output'];
};

/** A change of the amount that a client owes. */
export type StatementEntry = {
  __typename: 'StatementEntry';
  /** Change of the amount owed. Negative if it decreases. */
  amount: Scalars['Decimal']['output'];
  /** Amount owed afterwards. */
  balance: Scalars['Decimal']['output'];
  /** Date of the entry. */
  date: Scalars['Date']['output'];
  /** Due date of an invoice. Null for other entries. */
  dueDate: Maybe<Scalars['Date']['output']>;
  /** The invoice. */
  invoice: Invoice;
  /** Number, as printed. */
  invoiceNumber: Scalars['String']['output'];
  /** What happened. */
  kind: BookingKind;
  /** Number of the transfer, cheque or receipt of a payment. */
  reference: Maybe<Scalars['String']['output']>;
};

/** Account statement of a client. */
export type StatementOfAccount = {
  __typename: 'StatementOfAccount';
  /** Accounts by currency. Currencies are never added up. Empty if there are no entries and nothing is owed. */
  accounts: Array<StatementAccount>;
  /** The client. */
  client: Client;
  /** The first day. */
  from: Scalars['Date']['output'];
  /** The statement as a page for printing. It needs a session or an API key. */
  pageUrl: Scalars['URL']['output'];
  /** The statement as a PDF. It needs a session or an API key. */
  pdfUrl: Scalars['URL']['output'];
  /** The last day. */
  to: Scalars['Date']['output'];
};

/** Condition on a text. It is case-sensitive unless `mode` is set. The encoding of accents and the kind of spaces are ignored. */
export type StringFilter = {
  /** Contains this text. */
  contains?: InputMaybe<Scalars['String']['input']>;
  /** Ends with this text. */
  endsWith?: InputMaybe<Scalars['String']['input']>;
  /** Is exactly this. Null: has no value. */
  equals?: InputMaybe<Scalars['String']['input']>;
  /** Is one of these. */
  in?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Whether the comparison is case-sensitive. */
  mode?: InputMaybe<LetterCase>;
  /** At least one of these conditions is false. Records without a value do not match; `not: null` finds all records with a value. */
  not?: InputMaybe<StringFilter>;
  /** Is none of these. Records without a value do not match. */
  notIn?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Starts with this text. */
  startsWith?: InputMaybe<Scalars['String']['input']>;
};

/** Live updates of the key’s workspace. */
export type Subscription = {
  __typename: 'Subscription';
  /** Every change of a record from now on, within a second after its commit. The error `changes_missed` means that some changes were lost: read the displayed records again. To resume a stream, send `after` or the header `Last-Event-ID`, which browsers send automatically. A position that is no longer stored is the error `events_expired`. */
  recordChanged: RecordChange;
};


/** Live updates of the key’s workspace. */
export type SubscriptionRecordChangedArgs = {
  after?: InputMaybe<Scalars['ID']['input']>;
  ids?: InputMaybe<Array<Scalars['ID']['input']>>;
  types?: InputMaybe<Array<RecordType>>;
  where?: InputMaybe<RecordWhere>;
};

/** A status for deliverables of a project type. */
export type TaskStage = Node & {
  __typename: 'TaskStage';
  /** Number of the record’s workspace. */
  accountId: Scalars['Int']['output'];
  /** Audit entries of the record, newest first: the actor, the operation, and the values before and after as long as they are stored. Null with an error for members and contacts of clients. */
  changes: Maybe<LogEntryConnection>;
  /** Whether deliverables in this status wait for the client’s approval. */
  clientApproval: Scalars['Boolean']['output'];
  /** Whether deliverables in this status are complete. */
  complete: Scalars['Boolean']['output'];
  /** When the record was created. */
  createdAt: Scalars['DateTime']['output'];
  /** The deliverables in the status. Null with an error without `projects:read`. */
  deliverables: Maybe<DeliverableConnection>;
  /** Display colour, # followed by six hex digits. */
  hexColor: Maybe<Scalars['HexColorCode']['output']>;
  /** The record’s id, the same in all APIs. */
  id: Scalars['ID']['output'];
  /** Name of the status, unique in the project type. */
  label: Scalars['String']['output'];
  /** Position among the statuses of the project type. */
  position: Scalars['Int']['output'];
  /** The project type. */
  projectType: ProjectType;
  /** Id of the project type. */
  projectTypeId: Scalars['ID']['output'];
  /** When the record was last changed. */
  updatedAt: Scalars['DateTime']['output'];
  /** Version of the record. Each change increases it. */
  version: Scalars['Int']['output'];
};


/** A status for deliverables of a project type. */
export type TaskStageChangesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};


/** A status for deliverables of a project type. */
export type TaskStageDeliverablesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  includeArchived?: Scalars['Boolean']['input'];
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<DeliverableOrderBy>>;
  where?: InputMaybe<DeliverableWhere>;
};

/** A page of TaskStage records. */
export type TaskStageConnection = {
  __typename: 'TaskStageConnection';
  /** The records of this page, each with its cursor. */
  edges: Array<TaskStageEdge>;
  /** The records of this page, without their cursors. */
  nodes: Array<TaskStage>;
  /** Whether there are more pages, and the first and last cursor of this page. */
  pageInfo: PageInfo;
  /** Number of matching records on all pages. It is only counted if you select it. */
  totalCount: Scalars['Int']['output'];
};

/** TaskStage of a page, with its cursor. */
export type TaskStageEdge = {
  __typename: 'TaskStageEdge';
  /** Cursor of the record, for `after` and `before`. */
  cursor: Scalars['String']['output'];
  /** The record. */
  node: TaskStage;
};

/** A status of a new project type. */
export type TaskStageInput = {
  /** Whether deliverables in this status wait for the client’s approval. Default: false. */
  clientApproval?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether deliverables in this status are complete. Default: false. */
  complete?: InputMaybe<Scalars['Boolean']['input']>;
  /** Display colour, # followed by six hex digits. */
  hexColor?: InputMaybe<Scalars['HexColorCode']['input']>;
  /** Name of the status, unique in the project type. */
  label: Scalars['String']['input'];
};

/** Condition on related TaskStage records. */
export type TaskStageListWhere = {
  /** All of them match, or there are none. A record without the compared value does not match. */
  every?: InputMaybe<TaskStageWhere>;
  /** None of them matches; with {}: there is none. */
  none?: InputMaybe<TaskStageWhere>;
  /** At least one of them matches; with {}: there is one. */
  some?: InputMaybe<TaskStageWhere>;
};

/** Order of TaskStage records: one field and its direction. */
export type TaskStageOrderBy =
  /** When the record was created. */
  { createdAt: SortOrder; label?: never; position?: never; projectTypeId?: never; updatedAt?: never; }
  |  /** Name of the status, unique in the project type. */
  { createdAt?: never; label: SortOrder; position?: never; projectTypeId?: never; updatedAt?: never; }
  |  /** Position among the statuses of the project type. */
  { createdAt?: never; label?: never; position: SortOrder; projectTypeId?: never; updatedAt?: never; }
  |  /** Id of the project type. */
  { createdAt?: never; label?: never; position?: never; projectTypeId: SortOrder; updatedAt?: never; }
  |  /** When the record was last changed. */
  { createdAt?: never; label?: never; position?: never; projectTypeId?: never; updatedAt: SortOrder; };

/** Filter for TaskStage records. All conditions have to match. Conditions without content are ignored on every level: {}, an empty AND, null for fields that cannot be null, and NOT or a related record without a condition. */
export type TaskStageWhere = {
  /** All of these conditions match. */
  AND?: InputMaybe<Array<TaskStageWhere>>;
  /** This condition does not match. Records without the compared value are omitted; `equals: null` finds them. */
  NOT?: InputMaybe<TaskStageWhere>;
  /** At least one of these conditions matches. An empty list matches nothing. */
  OR?: InputMaybe<Array<TaskStageWhere>>;
  /** Whether deliverables in this status wait for the client’s approval. */
  clientApproval?: InputMaybe<BooleanFilter>;
  /** Whether deliverables in this status are complete. */
  complete?: InputMaybe<BooleanFilter>;
  /** When the record was created. */
  createdAt?: InputMaybe<DateTimeFilter>;
  /** The deliverables in the status. */
  deliverables?: InputMaybe<DeliverableListWhere>;
  /** The record’s id. */
  id?: InputMaybe<IdFilter>;
  /** Name of the status, unique in the project type. */
  label?: InputMaybe<StringFilter>;
  /** The project type. */
  projectType?: InputMaybe<ProjectTypeWhere>;
  /** Id of the project type. */
  projectTypeId?: InputMaybe<IdFilter>;
  /** Changed after this time. Use it for polling. */
  updatedAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** When the record was last changed. */
  updatedAt?: InputMaybe<DateTimeFilter>;
};

/** Basis of the tax period. */
export type TaxBasis =
  /** By invoice: on the issue date. */
  | 'ACCRUAL'
  /** By payment: on the payment date. */
  | 'CASH';

/** Tax category according to EN 16931. */
export type TaxCategory =
  /** Exempt, with a reason. */
  | 'EXEMPT'
  /** Exempt supply to a country outside the EU. */
  | 'EXPORT'
  /** Exempt supply to a client with a VAT number in another EU country. */
  | 'INTRA_COMMUNITY'
  /** Outside the scope of the tax. It cannot be combined with others on an e-invoice. */
  | 'OUTSIDE_SCOPE'
  /** At a reduced rate. */
  | 'REDUCED'
  /** Reverse charge: the client pays the tax. */
  | 'REVERSE_CHARGE'
  /** At the standard rate. */
  | 'STANDARD'
  /** At a zero rate. */
  | 'ZERO';

/** Condition on the TaxCategory. */
export type TaxCategoryFilter = {
  /** Is exactly this. Null: has no value. */
  equals?: InputMaybe<TaxCategory>;
  /** Is one of these. */
  in?: InputMaybe<Array<TaxCategory>>;
  /** At least one of these conditions is false. Records without a value do not match; `not: null` finds all records with a value. */
  not?: InputMaybe<TaxCategoryFilter>;
  /** Is none of these. Records without a value do not match. */
  notIn?: InputMaybe<Array<TaxCategory>>;
};

/** One tax of a rule. */
export type TaxComponent = Node & {
  __typename: 'TaxComponent';
  /** Number of the record’s workspace. */
  accountId: Scalars['Int']['output'];
  /** Audit entries of the record, newest first: the actor, the operation, and the values before and after as long as they are stored. Null with an error for members and contacts of clients. */
  changes: Maybe<LogEntryConnection>;
  /** Whether the tax is applied to the base plus the tax of earlier components. */
  compound: Scalars['Boolean']['output'];
  /** If compound: the order of the one earlier component whose tax is added. Null: all earlier ones. */
  compoundOnOrder: Maybe<Scalars['Int']['output']>;
  /** When the record was created. */
  createdAt: Scalars['DateTime']['output'];
  /** The record’s id, the same in all APIs. */
  id: Scalars['ID']['output'];
  /** Name of the tax on documents. */
  name: Scalars['String']['output'];
  /** Position in the rule, from 1. */
  order: Scalars['Int']['output'];
  /** Percentage. */
  rate: Scalars['Decimal']['output'];
  /** The rule it is part of. */
  taxRule: TaxRule;
  /** Id of the rule it is part of. */
  taxRuleId: Scalars['ID']['output'];
  /** When the record was last changed. */
  updatedAt: Scalars['DateTime']['output'];
  /** Version of the record. Each change increases it. */
  version: Scalars['Int']['output'];
};


/** One tax of a rule. */
export type TaxComponentChangesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

/** One tax of a rule. */
export type TaxComponentInput = {
  /** Whether the tax is applied to the base plus the tax of earlier components. Default: false. */
  compound?: InputMaybe<Scalars['Boolean']['input']>;
  /** If compound: the order of the one earlier component whose tax is added. Default: all of them. */
  compoundOnOrder?: InputMaybe<Scalars['Int']['input']>;
  /** Name of the tax on documents. */
  name: Scalars['String']['input'];
  /** Position in the rule, from 1. Default: its position in the list. */
  order?: InputMaybe<Scalars['Int']['input']>;
  /** Percentage; a negative one withholds. */
  rate: Scalars['Decimal']['input'];
};

/** Output tax or input tax. */
export type TaxDirection =
  /** Tax of purchases. */
  | 'INPUT'
  /** Tax that the workspace owes: on its invoices, and on purchases with reverse charge or within the EU. */
  | 'OUTPUT';

/** Total of one tax in one period and currency. */
export type TaxOfPeriod = {
  __typename: 'TaxOfPeriod';
  /** Tax category. Null on invoices that are older than categories. */
  category: Maybe<TaxCategory>;
  /** The currency. */
  currency: Scalars['Currency']['output'];
  /** Deductible part of input tax. Null for output tax. */
  deductibleTax: Maybe<Scalars['Decimal']['output']>;
  /** Whether the workspace owes the tax or paid it for purchases. */
  direction: TaxDirection;
  /** Name of the tax on the invoices. For purchases: the workspace’s name of the tax. */
  name: Scalars['String']['output'];
  /** Percentage. */
  rate: Scalars['Decimal']['output'];
  /** First day of the month, quarter or year. Only days between `from` and `to` are included, even if the period is longer. */
  start: Scalars['Date']['output'];
  /** The tax. */
  tax: Scalars['Decimal']['output'];
  /** Taxable amount. */
  taxable: Scalars['Decimal']['output'];
};

/** A named set of taxes. Its components are in order. */
export type TaxRule = Node & {
  __typename: 'TaxRule';
  /** Number of the record’s workspace. */
  accountId: Scalars['Int']['output'];
  /** Audit entries of the record, newest first: the actor, the operation, and the values before and after as long as they are stored. Null with an error for members and contacts of clients. */
  changes: Maybe<LogEntryConnection>;
  /** The clients whose invoices it applies to. Null with an error without `clients:read`. */
  clients: Maybe<ClientConnection>;
  /** Its taxes, in the order in which they are applied. */
  components: Array<TaxComponent>;
  /** When the record was created. */
  createdAt: Scalars['DateTime']['output'];
  /** Sum of its tax rates in percent. */
  effectiveRate: Scalars['Decimal']['output'];
  /** The record’s id, the same in all APIs. */
  id: Scalars['ID']['output'];
  /** Invoices that use it. Null with an error without `invoices:read`. */
  invoices: Maybe<InvoiceConnection>;
  /** Name, unique in the workspace. */
  name: Scalars['String']['output'];
  /** The provider’s id of the rule. */
  providerId: Maybe<Scalars['String']['output']>;
  /** Whether the rule is defined here or by a provider. */
  source: TaxRuleSource;
  /** When the record was last changed. */
  updatedAt: Scalars['DateTime']['output'];
  /** Version of the record. Each change increases it. */
  version: Scalars['Int']['output'];
};


/** A named set of taxes. Its components are in order. */
export type TaxRuleChangesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};


/** A named set of taxes. Its components are in order. */
export type TaxRuleClientsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  includeArchived?: Scalars['Boolean']['input'];
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<ClientOrderBy>>;
  where?: InputMaybe<ClientWhere>;
};


/** A named set of taxes. Its components are in order. */
export type TaxRuleInvoicesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<InvoiceOrderBy>>;
  where?: InputMaybe<InvoiceWhere>;
};

/** A page of TaxRule records. */
export type TaxRuleConnection = {
  __typename: 'TaxRuleConnection';
  /** The records of this page, each with its cursor. */
  edges: Array<TaxRuleEdge>;
  /** The records of this page, without their cursors. */
  nodes: Array<TaxRule>;
  /** Whether there are more pages, and the first and last cursor of this page. */
  pageInfo: PageInfo;
  /** Number of matching records on all pages. It is only counted if you select it. */
  totalCount: Scalars['Int']['output'];
};

/** TaxRule of a page, with its cursor. */
export type TaxRuleEdge = {
  __typename: 'TaxRuleEdge';
  /** Cursor of the record, for `after` and `before`. */
  cursor: Scalars['String']['output'];
  /** The record. */
  node: TaxRule;
};

/** Order of TaxRule records: one field and its direction. */
export type TaxRuleOrderBy =
  /** When the record was created. */
  { createdAt: SortOrder; name?: never; updatedAt?: never; }
  |  /** Name, unique in the workspace. */
  { createdAt?: never; name: SortOrder; updatedAt?: never; }
  |  /** When the record was last changed. */
  { createdAt?: never; name?: never; updatedAt: SortOrder; };

/** Source of a tax rule. */
export type TaxRuleSource =
  /** Defined here. */
  | 'BUILT_IN'
  /** QuickBooks. */
  | 'QUICKBOOKS'
  /** Xero. */
  | 'XERO';

/** Condition on the TaxRuleSource. */
export type TaxRuleSourceFilter = {
  /** Is exactly this. Null: has no value. */
  equals?: InputMaybe<TaxRuleSource>;
  /** Is one of these. */
  in?: InputMaybe<Array<TaxRuleSource>>;
  /** At least one of these conditions is false. Records without a value do not match; `not: null` finds all records with a value. */
  not?: InputMaybe<TaxRuleSourceFilter>;
  /** Is none of these. Records without a value do not match. */
  notIn?: InputMaybe<Array<TaxRuleSource>>;
};

/** Filter for TaxRule records. All conditions have to match. Conditions without content are ignored on every level: {}, an empty AND, null for fields that cannot be null, and NOT or a related record without a condition. */
export type TaxRuleWhere = {
  /** All of these conditions match. */
  AND?: InputMaybe<Array<TaxRuleWhere>>;
  /** This condition does not match. Records without the compared value are omitted; `equals: null` finds them. */
  NOT?: InputMaybe<TaxRuleWhere>;
  /** At least one of these conditions matches. An empty list matches nothing. */
  OR?: InputMaybe<Array<TaxRuleWhere>>;
  /** The clients whose invoices it applies to. */
  clients?: InputMaybe<ClientListWhere>;
  /** When the record was created. */
  createdAt?: InputMaybe<DateTimeFilter>;
  /** The record’s id. */
  id?: InputMaybe<IdFilter>;
  /** Invoices that use it. */
  invoices?: InputMaybe<InvoiceListWhere>;
  /** Name, unique in the workspace. */
  name?: InputMaybe<StringFilter>;
  /** The provider’s id of the rule. */
  providerId?: InputMaybe<StringFilter>;
  /** Whether the rule is defined here or by a provider. */
  source?: InputMaybe<TaxRuleSourceFilter>;
  /** Changed after this time. Use it for polling. */
  updatedAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** When the record was last changed. */
  updatedAt?: InputMaybe<DateTimeFilter>;
};

/** Output tax and deductible input tax of one period and currency. */
export type TaxSummaryOfPeriod = {
  __typename: 'TaxSummaryOfPeriod';
  /** The currency. */
  currency: Scalars['Currency']['output'];
  /** Deductible input tax of expenses. */
  deductibleTax: Scalars['Decimal']['output'];
  /** Tax of invoices, and tax that the workspace owes for purchases. */
  outputTax: Scalars['Decimal']['output'];
  /** outputTax − deductibleTax. Negative for a refund. */
  payable: Scalars['Decimal']['output'];
  /** First day of the month, quarter or year. Only days between `from` and `to` are included, even if the period is longer. */
  start: Scalars['Date']['output'];
  /** The taxes, as in `taxByPeriod` with both directions. */
  taxes: Array<TaxOfPeriod>;
};

/** A deliverable of a project template. */
export type TemplateDeliverableInput = {
  /** Whether the client has to approve it. Default: false. */
  approvalRequired?: InputMaybe<Scalars['Boolean']['input']>;
  /** Name of the deliverable. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** Name, unique in the template. */
  name: Scalars['String']['input'];
  /** Priority. Higher is more urgent. Default: 0. */
  priority?: InputMaybe<Scalars['Int']['input']>;
};

/** A support request of a contact. */
export type Ticket = Node & {
  __typename: 'Ticket';
  /** Number of the record’s workspace. */
  accountId: Scalars['Int']['output'];
  /** Archived tickets are omitted from lists and searches. */
  archived: Scalars['Boolean']['output'];
  /** Files attached to it, latest first. Null with an error without `files:read`. */
  attachments: Maybe<AttachmentConnection>;
  /** Audit entries of the record, newest first: the actor, the operation, and the values before and after as long as they are stored. Null with an error for members and contacts of clients. */
  changes: Maybe<LogEntryConnection>;
  /** The client of the contact who opened it. Null with an error without `clients:read`. */
  client: Maybe<Client>;
  /** Id of the client of the contact who opened it. */
  clientId: Maybe<Scalars['ID']['output']>;
  /** When it was resolved or closed. Null while it is open. */
  closedAt: Maybe<Scalars['DateTime']['output']>;
  /** Comments on the ticket. */
  comments: TicketCommentConnection;
  /** The contact who opened it. Null with an error without `clients:read`. */
  contact: Maybe<Contact>;
  /** Id of the contact who opened it. */
  contactId: Maybe<Scalars['ID']['output']>;
  /** When the record was created. */
  createdAt: Scalars['DateTime']['output'];
  /** Due date of the ticket. */
  dueDate: Maybe<Scalars['Date']['output']>;
  /** Contact fields, company fields and answers of the form it was opened with. */
  formData: Maybe<LeadInfo>;
  /** The record’s id, the same in all APIs. */
  id: Scalars['ID']['output'];
  /** When the last public comment was added. */
  lastCommentAt: Maybe<Scalars['DateTime']['output']>;
  /** Whether it is neither resolved nor closed. */
  open: Scalars['Boolean']['output'];
  /** Workflow status. */
  status: TicketStatus;
  /** Subject of the request. */
  subject: Maybe<Scalars['String']['output']>;
  /** Number of the ticket, counted in the workspace. */
  ticketNumber: Scalars['Int']['output'];
  /** Label of its type, for example "Billing". */
  ticketType: Maybe<Scalars['String']['output']>;
  /** When the record was last changed. */
  updatedAt: Scalars['DateTime']['output'];
  /** Version of the record. Each change increases it. */
  version: Scalars['Int']['output'];
};


/** A support request of a contact. */
export type TicketAttachmentsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<AttachmentOrderBy>>;
  where?: InputMaybe<AttachmentWhere>;
};


/** A support request of a contact. */
export type TicketChangesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};


/** A support request of a contact. */
export type TicketCommentsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<TicketCommentOrderBy>>;
  where?: InputMaybe<TicketCommentWhere>;
};

/** A comment on a ticket. */
export type TicketComment = Node & {
  __typename: 'TicketComment';
  /** Number of the record’s workspace. */
  accountId: Scalars['Int']['output'];
  /** E-mail address of the author at that time. */
  authorEmail: Maybe<Scalars['String']['output']>;
  /** Name of the author at that time. */
  authorName: Maybe<Scalars['String']['output']>;
  /** Audit entries of the record, newest first: the actor, the operation, and the values before and after as long as they are stored. Null with an error for members and contacts of clients. */
  changes: Maybe<LogEntryConnection>;
  /** Text of the comment. */
  comment: Scalars['String']['output'];
  /** The contact who wrote it. Null with an error without `clients:read`. */
  contact: Maybe<Contact>;
  /** Id of the contact who wrote it. Null if a user wrote it. */
  contactId: Maybe<Scalars['ID']['output']>;
  /** When the record was created. */
  createdAt: Scalars['DateTime']['output'];
  /** The record’s id, the same in all APIs. */
  id: Scalars['ID']['output'];
  /** Whether only users of the workspace see it. */
  privateComment: Scalars['Boolean']['output'];
  /** The ticket. */
  ticket: Ticket;
  /** Id of the ticket. */
  ticketId: Scalars['ID']['output'];
  /** When the record was last changed. */
  updatedAt: Scalars['DateTime']['output'];
  /** The user who wrote it. Null with an error without `people:read`. */
  user: Maybe<User>;
  /** Number of the user who wrote it. Null if a contact wrote it. */
  userId: Maybe<Scalars['Int']['output']>;
  /** Version of the record. Each change increases it. */
  version: Scalars['Int']['output'];
};


/** A comment on a ticket. */
export type TicketCommentChangesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

/** A page of TicketComment records. */
export type TicketCommentConnection = {
  __typename: 'TicketCommentConnection';
  /** The records of this page, each with its cursor. */
  edges: Array<TicketCommentEdge>;
  /** The records of this page, without their cursors. */
  nodes: Array<TicketComment>;
  /** Whether there are more pages, and the first and last cursor of this page. */
  pageInfo: PageInfo;
  /** Number of matching records on all pages. It is only counted if you select it. */
  totalCount: Scalars['Int']['output'];
};

/** TicketComment of a page, with its cursor. */
export type TicketCommentEdge = {
  __typename: 'TicketCommentEdge';
  /** Cursor of the record, for `after` and `before`. */
  cursor: Scalars['String']['output'];
  /** The record. */
  node: TicketComment;
};

/** Condition on related TicketComment records. */
export type TicketCommentListWhere = {
  /** All of them match, or there are none. A record without the compared value does not match. */
  every?: InputMaybe<TicketCommentWhere>;
  /** None of them matches; with {}: there is none. */
  none?: InputMaybe<TicketCommentWhere>;
  /** At least one of them matches; with {}: there is one. */
  some?: InputMaybe<TicketCommentWhere>;
};

/** Order of TicketComment records: one field and its direction. */
export type TicketCommentOrderBy =
  /** When the record was created. */
  { createdAt: SortOrder; updatedAt?: never; }
  |  /** When the record was last changed. */
  { createdAt?: never; updatedAt: SortOrder; };

/** Filter for TicketComment records. All conditions have to match. Conditions without content are ignored on every level: {}, an empty AND, null for fields that cannot be null, and NOT or a related record without a condition. */
export type TicketCommentWhere = {
  /** All of these conditions match. */
  AND?: InputMaybe<Array<TicketCommentWhere>>;
  /** This condition does not match. Records without the compared value are omitted; `equals: null` finds them. */
  NOT?: InputMaybe<TicketCommentWhere>;
  /** At least one of these conditions matches. An empty list matches nothing. */
  OR?: InputMaybe<Array<TicketCommentWhere>>;
  /** The contact who wrote it. */
  contact?: InputMaybe<ContactWhere>;
  /** Id of the contact who wrote it. Null if a user wrote it. */
  contactId?: InputMaybe<IdFilter>;
  /** When the record was created. */
  createdAt?: InputMaybe<DateTimeFilter>;
  /** The record’s id. */
  id?: InputMaybe<IdFilter>;
  /** Whether only users of the workspace see it. */
  privateComment?: InputMaybe<BooleanFilter>;
  /** The ticket. */
  ticket?: InputMaybe<TicketWhere>;
  /** Id of the ticket. */
  ticketId?: InputMaybe<IdFilter>;
  /** Changed after this time. Use it for polling. */
  updatedAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** When the record was last changed. */
  updatedAt?: InputMaybe<DateTimeFilter>;
  /** Number of the user who wrote it. Null if a contact wrote it. */
  userId?: InputMaybe<IntFilter>;
};

/** A page of Ticket records. */
export type TicketConnection = {
  __typename: 'TicketConnection';
  /** The records of this page, each with its cursor. */
  edges: Array<TicketEdge>;
  /** The records of this page, without their cursors. */
  nodes: Array<Ticket>;
  /** Whether there are more pages, and the first and last cursor of this page. */
  pageInfo: PageInfo;
  /** Number of matching records on all pages. It is only counted if you select it. */
  totalCount: Scalars['Int']['output'];
};

/** Ticket of a page, with its cursor. */
export type TicketEdge = {
  __typename: 'TicketEdge';
  /** Cursor of the record, for `after` and `before`. */
  cursor: Scalars['String']['output'];
  /** The record. */
  node: Ticket;
};

/** Condition on related Ticket records. */
export type TicketListWhere = {
  /** All of them match, or there are none. A record without the compared value does not match. */
  every?: InputMaybe<TicketWhere>;
  /** None of them matches; with {}: there is none. */
  none?: InputMaybe<TicketWhere>;
  /** At least one of them matches; with {}: there is one. */
  some?: InputMaybe<TicketWhere>;
};

/** Order of Ticket records: one field and its direction. */
export type TicketOrderBy =
  /** When the record was created. */
  { createdAt: SortOrder; dueDate?: never; ticketNumber?: never; updatedAt?: never; }
  |  /** Due date of the ticket. */
  { createdAt?: never; dueDate: SortOrder; ticketNumber?: never; updatedAt?: never; }
  |  /** Number of the ticket, counted in the workspace. */
  { createdAt?: never; dueDate?: never; ticketNumber: SortOrder; updatedAt?: never; }
  |  /** When the record was last changed. */
  { createdAt?: never; dueDate?: never; ticketNumber?: never; updatedAt: SortOrder; };

/** Workflow status of a ticket. */
export type TicketStatus =
  /** Closed. The ticket is no longer open. */
  | 'CLOSED'
  /** Being worked on. */
  | 'IN_PROGRESS'
  /** Nobody has read it yet. */
  | 'NEW'
  /** It needs an answer. */
  | 'OPEN'
  /** Solved. The ticket is no longer open. */
  | 'RESOLVED'
  /** Waiting for the contact or for somebody else. */
  | 'WAITING';

/** Condition on the TicketStatus. */
export type TicketStatusFilter = {
  /** Is exactly this. Null: has no value. */
  equals?: InputMaybe<TicketStatus>;
  /** Is one of these. */
  in?: InputMaybe<Array<TicketStatus>>;
  /** At least one of these conditions is false. Records without a value do not match; `not: null` finds all records with a value. */
  not?: InputMaybe<TicketStatusFilter>;
  /** Is none of these. Records without a value do not match. */
  notIn?: InputMaybe<Array<TicketStatus>>;
};

/** Filter for Ticket records. All conditions have to match. Conditions without content are ignored on every level: {}, an empty AND, null for fields that cannot be null, and NOT or a related record without a condition. */
export type TicketWhere = {
  /** All of these conditions match. */
  AND?: InputMaybe<Array<TicketWhere>>;
  /** This condition does not match. Records without the compared value are omitted; `equals: null` finds them. */
  NOT?: InputMaybe<TicketWhere>;
  /** At least one of these conditions matches. An empty list matches nothing. */
  OR?: InputMaybe<Array<TicketWhere>>;
  /** Archived tickets are omitted from lists and searches. */
  archived?: InputMaybe<BooleanFilter>;
  /** The client of the contact who opened it. */
  client?: InputMaybe<ClientWhere>;
  /** Id of the client of the contact who opened it. */
  clientId?: InputMaybe<IdFilter>;
  /** When it was resolved or closed. Null while it is open. */
  closedAt?: InputMaybe<DateTimeFilter>;
  /** Comments on the ticket. */
  comments?: InputMaybe<TicketCommentListWhere>;
  /** The contact who opened it. */
  contact?: InputMaybe<ContactWhere>;
  /** Id of the contact who opened it. */
  contactId?: InputMaybe<IdFilter>;
  /** When the record was created. */
  createdAt?: InputMaybe<DateTimeFilter>;
  /** Due date of the ticket. */
  dueDate?: InputMaybe<DateFilter>;
  /** The record’s id. */
  id?: InputMaybe<IdFilter>;
  /** When the last public comment was added. */
  lastCommentAt?: InputMaybe<DateTimeFilter>;
  /** Workflow status. */
  status?: InputMaybe<TicketStatusFilter>;
  /** Subject of the request. */
  subject?: InputMaybe<StringFilter>;
  /** Number of the ticket, counted in the workspace. */
  ticketNumber?: InputMaybe<IntFilter>;
  /** Label of its type, for example "Billing". */
  ticketType?: InputMaybe<StringFilter>;
  /** Changed after this time. Use it for polling. */
  updatedAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** When the record was last changed. */
  updatedAt?: InputMaybe<DateTimeFilter>;
};

/** Price of a time entry for the client, by current rates. */
export type TimeBilling = {
  __typename: 'TimeBilling';
  /** Hours × rate, before tax. 0 for time that is not billable. */
  amount: Maybe<Scalars['Decimal']['output']>;
  /** The client’s currency, otherwise the workspace’s. */
  currency: Scalars['Currency']['output'];
  /** Billed hours: rounded up to the client’s step, if there is one. */
  hours: Scalars['Decimal']['output'];
  /** Price of an hour. Null if none is set. */
  rate: Maybe<Scalars['Decimal']['output']>;
  /** Where that price comes from. Null if none is set. */
  source: Maybe<TimeRateSource>;
};

/** Time that a user worked. The REST API calls it TimerEvent. */
export type TimeEntry = Node & {
  __typename: 'TimeEntry';
  /** Number of the record’s workspace. */
  accountId: Scalars['Int']['output'];
  /** Whether it is billable. */
  billable: Scalars['Boolean']['output'];
  /** Price of the entry for its client, by current rates. See the invoice for billed amounts. Null with an error for members. Null with an error without `clients:read`, `projects:read`, `settings:read` and `people:read`. */
  billing: Maybe<TimeBilling>;
  /** Audit entries of the record, newest first: the actor, the operation, and the values before and after as long as they are stored. Null with an error for members and contacts of clients. */
  changes: Maybe<LogEntryConnection>;
  /** The client. Null with an error without `clients:read`. */
  client: Maybe<Client>;
  /** Id of the client. */
  clientId: Maybe<Scalars['ID']['output']>;
  /** When the record was created. */
  createdAt: Scalars['DateTime']['output'];
  /** The deliverable. Null with an error without `projects:read`. */
  deliverable: Maybe<Deliverable>;
  /** Id of the deliverable. */
  deliverableId: Maybe<Scalars['ID']['output']>;
  /** Name of the deliverable. Null with an error without `projects:read`. */
  deliverableName: Maybe<Scalars['String']['output']>;
  /** Id of the record in another system, unique in the workspace together with `source`. */
  externalId: Maybe<Scalars['String']['output']>;
  /** Hourly rate in the client’s currency. Null: the rate of the user, project, client or workspace. Null with an error for members. */
  hourlyAmount: Maybe<Scalars['Decimal']['output']>;
  /** The record’s id, the same in all APIs. */
  id: Scalars['ID']['output'];
  /** The invoice that bills it. Null with an error without `invoices:read`. */
  invoice: Maybe<Invoice>;
  /** The invoice that bills it. */
  invoiceId: Maybe<Scalars['ID']['output']>;
  /** The invoice line that bills it. Null with an error without `invoices:read`. */
  invoiceLine: Maybe<InvoiceLine>;
  /** The invoice line that bills it. Null if the invoice bills it as a whole. */
  invoiceLineId: Maybe<Scalars['ID']['output']>;
  /** Duration in whole minutes. */
  minutes: Scalars['Int']['output'];
  /** Notes on the work. */
  notes: Maybe<Scalars['String']['output']>;
  /** The project. Null with an error without `projects:read`. */
  project: Maybe<Project>;
  /** Id of the project. */
  projectId: Maybe<Scalars['ID']['output']>;
  /** The system that `externalId` belongs to, for example "hubspot". */
  source: Maybe<Scalars['String']['output']>;
  /** End, after timerStart. */
  timerEnd: Scalars['DateTime']['output'];
  /** Start. */
  timerStart: Scalars['DateTime']['output'];
  /** When the record was last changed. */
  updatedAt: Scalars['DateTime']['output'];
  /** The user. Null with an error without `people:read`. */
  user: Maybe<User>;
  /** Number of the user. */
  userId: Scalars['Int']['output'];
  /** Version of the record. Each change increases it. */
  version: Scalars['Int']['output'];
};


/** Time that a user worked. The REST API calls it TimerEvent. */
export type TimeEntryChangesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

/** A page of TimeEntry records. */
export type TimeEntryConnection = {
  __typename: 'TimeEntryConnection';
  /** The records of this page, each with its cursor. */
  edges: Array<TimeEntryEdge>;
  /** The records of this page, without their cursors. */
  nodes: Array<TimeEntry>;
  /** Whether there are more pages, and the first and last cursor of this page. */
  pageInfo: PageInfo;
  /** Number of matching records on all pages. It is only counted if you select it. */
  totalCount: Scalars['Int']['output'];
};

/** TimeEntry of a page, with its cursor. */
export type TimeEntryEdge = {
  __typename: 'TimeEntryEdge';
  /** Cursor of the record, for `after` and `before`. */
  cursor: Scalars['String']['output'];
  /** The record. */
  node: TimeEntry;
};

/** Condition on related TimeEntry records. */
export type TimeEntryListWhere = {
  /** All of them match, or there are none. A record without the compared value does not match. */
  every?: InputMaybe<TimeEntryWhere>;
  /** None of them matches; with {}: there is none. */
  none?: InputMaybe<TimeEntryWhere>;
  /** At least one of them matches; with {}: there is one. */
  some?: InputMaybe<TimeEntryWhere>;
};

/** Order of TimeEntry records: one field and its direction. */
export type TimeEntryOrderBy =
  /** When the record was created. */
  { createdAt: SortOrder; timerStart?: never; updatedAt?: never; }
  |  /** Start. */
  { createdAt?: never; timerStart: SortOrder; updatedAt?: never; }
  |  /** When the record was last changed. */
  { createdAt?: never; timerStart?: never; updatedAt: SortOrder; };

/** Filter for TimeEntry records. All conditions have to match. Conditions without content are ignored on every level: {}, an empty AND, null for fields that cannot be null, and NOT or a related record without a condition. */
export type TimeEntryWhere = {
  /** All of these conditions match. */
  AND?: InputMaybe<Array<TimeEntryWhere>>;
  /** This condition does not match. Records without the compared value are omitted; `equals: null` finds them. */
  NOT?: InputMaybe<TimeEntryWhere>;
  /** At least one of these conditions matches. An empty list matches nothing. */
  OR?: InputMaybe<Array<TimeEntryWhere>>;
  /** Whether it is billable. */
  billable?: InputMaybe<BooleanFilter>;
  /** The client. */
  client?: InputMaybe<ClientWhere>;
  /** Id of the client. */
  clientId?: InputMaybe<IdFilter>;
  /** When the record was created. */
  createdAt?: InputMaybe<DateTimeFilter>;
  /** The deliverable. */
  deliverable?: InputMaybe<DeliverableWhere>;
  /** Id of the deliverable. */
  deliverableId?: InputMaybe<IdFilter>;
  /** Id of the record in another system, unique in the workspace together with `source`. */
  externalId?: InputMaybe<StringFilter>;
  /** The record’s id. */
  id?: InputMaybe<IdFilter>;
  /** The invoice that bills it. */
  invoice?: InputMaybe<InvoiceWhere>;
  /** The invoice that bills it. */
  invoiceId?: InputMaybe<IdFilter>;
  /** Notes on the work. */
  notes?: InputMaybe<StringFilter>;
  /** The project. */
  project?: InputMaybe<ProjectWhere>;
  /** Id of the project. */
  projectId?: InputMaybe<IdFilter>;
  /** The system that `externalId` belongs to, for example "hubspot". */
  source?: InputMaybe<StringFilter>;
  /** End, after timerStart. */
  timerEnd?: InputMaybe<DateTimeFilter>;
  /** Start. */
  timerStart?: InputMaybe<DateTimeFilter>;
  /** Changed after this time. Use it for polling. */
  updatedAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** When the record was last changed. */
  updatedAt?: InputMaybe<DateTimeFilter>;
  /** The user. */
  user?: InputMaybe<UserWhere>;
  /** Number of the user. */
  userId?: InputMaybe<IntFilter>;
};

/** Source of the hourly rate. The first that exists applies. */
export type TimeRateSource =
  /** The client has agreed on a price. */
  | 'CLIENT'
  /** The project has a price that is not by the hour, which covers the time: an hour is 0. */
  | 'COVERED'
  /** The time entry has a rate. */
  | 'ENTRY'
  /** The user has a rate. */
  | 'PERSON'
  /** The project’s fee schedule has a price of an hour. */
  | 'PROJECT'
  /** The workspace has a price. */
  | 'WORKSPACE';

/** A unit of time. */
export type TimeUnit =
  /** Days. */
  | 'DAYS'
  /** Hours. */
  | 'HOURS'
  /** Months. */
  | 'MONTHS'
  /** Weeks. */
  | 'WEEKS'
  /** Years. */
  | 'YEARS';

/** A to-do item. */
export type ToDoItem = {
  __typename: 'ToDoItem';
  /** Whether it is complete. */
  complete: Scalars['Boolean']['output'];
  /** When it was completed. */
  dateCompleted: Maybe<Scalars['DateTime']['output']>;
  /** Due date. */
  dueDate: Maybe<Scalars['Date']['output']>;
  /** Id of the item; one without gets one. */
  id: Scalars['ID']['output'];
  /** Title of the item. */
  item: Scalars['String']['output'];
  /** Relative due date. */
  relativeDueDate: Maybe<RelativeDueDate>;
};

/** A to-do item. */
export type ToDoItemInput = {
  /** Whether it is complete. Default: false. */
  complete?: InputMaybe<Scalars['Boolean']['input']>;
  /** When it was completed. */
  dateCompleted?: InputMaybe<Scalars['DateTime']['input']>;
  /** Due date. */
  dueDate?: InputMaybe<Scalars['Date']['input']>;
  /** Id of the item; one without gets one. */
  id?: InputMaybe<Scalars['ID']['input']>;
  /** Title of the item. */
  item: Scalars['String']['input'];
  /** Relative due date. */
  relativeDueDate?: InputMaybe<RelativeDueDateInput>;
};

/** Calculation of an invoice total. Every amount is rounded half up, away from zero, to the currency’s minor unit: each line, the discount, and each tax once for the whole invoice. */
export type TotalsExplanation = {
  __typename: 'TotalsExplanation';
  /** Amount due. */
  amountDue: Scalars['Decimal']['output'];
  /** The currency. */
  currency: Scalars['Currency']['output'];
  /** Number of decimal places of the currency by ISO 4217: 0 for JPY. */
  digits: Scalars['Int']['output'];
  /** The discount. */
  discountAmount: Scalars['Decimal']['output'];
  /** All amounts in the order of calculation. The amount due is last. */
  steps: Array<TotalsStep>;
  /** Sum of the lines before discount. */
  subTotal: Scalars['Decimal']['output'];
  /** Sum of the taxes. */
  tax: Scalars['Decimal']['output'];
  /** Subtotal less discount plus tax. */
  total: Scalars['Decimal']['output'];
};

/** An amount in the calculation of an invoice total. */
export type TotalsStep = {
  __typename: 'TotalsStep';
  /** Formula with numbers: `2.25 × 64.22`. */
  calculation: Scalars['String']['output'];
  /** Formula in words: `quantity × price`. */
  formula: Scalars['String']['output'];
  /** Kind of the amount. */
  kind: TotalsStepKind;
  /** The line that it is about, from 1. Null if it is about none. */
  line: Maybe<Scalars['Int']['output']>;
  /** Label of the amount. */
  name: Scalars['String']['output'];
  /** The order of the tax that it is about. Null if it is about none. */
  order: Maybe<Scalars['Int']['output']>;
  /** The unrounded amount in minor units of the currency, as it is used in the next steps. */
  rounded: Scalars['Decimal']['output'];
  /** The unrounded amount. */
  unrounded: Scalars['Decimal']['output'];
};

/** Kind of amount in the calculation of a total. */
export type TotalsStepKind =
  /** A discount on the whole invoice as a line. */
  | 'ALLOWANCE'
  /** Amount due. */
  | 'AMOUNT_DUE'
  /** That amount without tax, if prices include it. */
  | 'AMOUNT_WITHOUT_TAX'
  /** A charge on the whole invoice. */
  | 'CHARGE'
  /** Sum of the credit notes. */
  | 'CREDITED'
  /** Discount on all lines. */
  | 'DISCOUNT'
  /** Discount without tax, if prices include it. */
  | 'DISCOUNT_WITHOUT_TAX'
  /** A charge on the line above it. */
  | 'LINE_CHARGE'
  /** A discount on the line above it. */
  | 'LINE_DISCOUNT'
  /** Amount of a line: quantity × price. */
  | 'LINE_TOTAL'
  /** Sum of the payments. */
  | 'PAID'
  /** Amount paid before the invoice was created. */
  | 'PREPAID'
  /** Rounding of the amount due. */
  | 'ROUNDING'
  /** Sum of the line totals before discount. */
  | 'SUB_TOTAL'
  /** Sum of the taxes. */
  | 'TAX'
  /** Those lines less their share of the discount. */
  | 'TAXABLE_BASE'
  /** Share of the discount for those lines. */
  | 'TAXABLE_DISCOUNT'
  /** Sum of the line totals with the same tax. */
  | 'TAXABLE_LINES'
  /** Taxable amount of one tax: the base, for a compound tax with earlier taxes. */
  | 'TAXED_AMOUNT'
  /** One tax. */
  | 'TAX_AMOUNT'
  /** One tax, as the rest of an amount that includes it. */
  | 'TAX_REMAINDER'
  /** Total: subtotal less discount plus tax, plus the adjustments below. */
  | 'TOTAL'
  /** Subtotal less discount plus tax, if there are adjustments below it. */
  | 'TOTAL_WITH_TAX'
  /** Tax that the client withholds. */
  | 'WITHHOLDING';

/** The record. */
export type UnarchiveClientInput = {
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** The record. */
  id: Scalars['ID']['input'];
};

/** Result of `unarchiveClient`: success, or the reason why nothing was done. */
export type UnarchiveClientResult = InvalidInputError | NotDoneError | NotFoundError | UnarchiveClientSuccess | VersionMismatchError;

/** Success of `unarchiveClient`. */
export type UnarchiveClientSuccess = {
  __typename: 'UnarchiveClientSuccess';
  /** The current record. Without `clients:read`, you can only select its id. */
  client: Client;
};

/** The record. */
export type UnarchiveContactInput = {
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** The record. */
  id: Scalars['ID']['input'];
};

/** Result of `unarchiveContact`: success, or the reason why nothing was done. */
export type UnarchiveContactResult = InvalidInputError | NotDoneError | NotFoundError | UnarchiveContactSuccess | VersionMismatchError;

/** Success of `unarchiveContact`. */
export type UnarchiveContactSuccess = {
  __typename: 'UnarchiveContactSuccess';
  /** The current record. Without `clients:read`, you can only select its id. */
  contact: Contact;
};

/** The record. */
export type UnarchiveDeliverableInput = {
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** The record. */
  id: Scalars['ID']['input'];
};

/** Result of `unarchiveDeliverable`: success, or the reason why nothing was done. */
export type UnarchiveDeliverableResult = InvalidInputError | NotDoneError | NotFoundError | UnarchiveDeliverableSuccess | VersionMismatchError;

/** Success of `unarchiveDeliverable`. */
export type UnarchiveDeliverableSuccess = {
  __typename: 'UnarchiveDeliverableSuccess';
  /** The current record. Without `projects:read`, you can only select its id. */
  deliverable: Deliverable;
};

/** An item of unbilled work with its price before tax. */
export type UnbilledItem = {
  __typename: 'UnbilledItem';
  /** Quantity × price. Null if the price is unknown. */
  amount: Maybe<Scalars['Decimal']['output']>;
  /** Start of the work, day of the expense, or day of the approval. */
  at: Scalars['DateTime']['output'];
  /** The billed client. */
  client: Client;
  /** The currency. */
  currency: Scalars['Currency']['output'];
  /** The deliverable, of time the one it was worked on. Null if there is none. */
  deliverable: Maybe<Deliverable>;
  /** Description. */
  description: Maybe<Scalars['String']['output']>;
  /** The expense. Null for other items. */
  expense: Maybe<Expense>;
  /** Kind of work. */
  kind: WorkKind;
  /** The project. Null if there is none. */
  project: Maybe<Project>;
  /** Billed hours; 1 for other items. */
  quantity: Scalars['Decimal']['output'];
  /** Unit price. Null for time without a known rate. */
  rate: Maybe<Scalars['Decimal']['output']>;
  /** Source of the hourly rate. Null for other items, or if the rate is unknown. */
  source: Maybe<TimeRateSource>;
  /** Whether it is taxable on an invoice: by the fee schedule, and for expenses unless their rate is 0. */
  taxable: Scalars['Boolean']['output'];
  /** The time entry. Null for other items. */
  timeEntry: Maybe<TimeEntry>;
  /** The user who worked or spent. Null if unknown. */
  user: Maybe<User>;
};

/** A page of unbilled work. */
export type UnbilledItemPage = {
  __typename: 'UnbilledItemPage';
  /** The items of this page, each with its cursor. */
  edges: Array<UnbilledItemPlace>;
  /** The items of this page, without cursors. */
  nodes: Array<UnbilledItem>;
  /** Whether there are more pages, and the first and last cursor of this page. */
  pageInfo: PageInfo;
};

/** An item of a page. */
export type UnbilledItemPlace = {
  __typename: 'UnbilledItemPlace';
  /** Cursor for `after`. */
  cursor: Scalars['String']['output'];
  /** The work. */
  node: UnbilledItem;
};

/** Price of unbilled work in one currency before tax. */
export type UnbilledTotal = {
  __typename: 'UnbilledTotal';
  /** The currency. */
  currency: Scalars['Currency']['output'];
  /** Price of approved deliverables. */
  deliverables: Scalars['Decimal']['output'];
  /** Price of expenses, with their markup. */
  expenses: Scalars['Decimal']['output'];
  /** Billed hours of time. */
  hours: Scalars['Decimal']['output'];
  /** Number of items. */
  items: Scalars['Int']['output'];
  /** Price of time. */
  time: Scalars['Decimal']['output'];
  /** Total. */
  total: Scalars['Decimal']['output'];
  /** Number of time entries without an hourly rate. They are not part of the sums. */
  unpriced: Scalars['Int']['output'];
};

/** Unbilled work with its price before tax. */
export type UnbilledWork = {
  __typename: 'UnbilledWork';
  /** The items, oldest first. */
  items: UnbilledItemPage;
  /** Totals by currency. Currencies are never added up. */
  totals: Array<UnbilledTotal>;
};


/** Unbilled work with its price before tax. */
export type UnbilledWorkItemsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
};

/** A client’s fields. */
export type UpdateClientInput = {
  /** First line of the address. */
  address1?: InputMaybe<Scalars['String']['input']>;
  /** Second line of the address. */
  address2?: InputMaybe<Scalars['String']['input']>;
  /** Whether the client is archived: lists and searches leave it out, names do not find it, and it takes no new time; its name stays taken. Left out of a replace, it stays as it is. */
  archived?: InputMaybe<Scalars['Boolean']['input']>;
  /** Reference that the client wants on invoices, for example a Leitweg-ID. An invoice can have its own. Left out of a replace, it stays as it is. */
  buyerReference?: InputMaybe<Scalars['String']['input']>;
  /** City. */
  city?: InputMaybe<Scalars['String']['input']>;
  /** Whether it is a client or a prospect. Default on create: "CLIENT". */
  clientType?: InputMaybe<ClientType>;
  /** Display colour. Left out of a replace, it stays as it is. */
  color?: InputMaybe<Scalars['String']['input']>;
  /** Country. */
  country?: InputMaybe<Scalars['String']['input']>;
  /** ISO 3166 code of the country. Filled in from `country` if that names one country. Left out of a replace, it stays as it is. */
  countryCode?: InputMaybe<Scalars['String']['input']>;
  /** Default currency of the client’s invoices, an ISO 4217 code. */
  currency?: InputMaybe<Scalars['Currency']['input']>;
  /** Values of custom fields. */
  customValues?: InputMaybe<Array<CustomValueInput>>;
  /** Default tax percentage of the client’s invoices. */
  defaultTaxRate?: InputMaybe<Scalars['Decimal']['input']>;
  /** Format of the electronic invoices that the client receives. Null: none. Left out of a replace, it stays as it is. */
  eInvoiceFormat?: InputMaybe<EInvoiceFormat>;
  /** Address for electronic invoices, for example a Leitweg-ID or an e-mail address. Left out of a replace, it stays as it is. */
  electronicAddress?: InputMaybe<Scalars['String']['input']>;
  /** Scheme of `electronicAddress`, a code of the list EAS: 0204 Leitweg-ID, 0088 GLN, 9930 German VAT number, EM e-mail. Left out of a replace, it stays as it is. */
  electronicAddressScheme?: InputMaybe<Scalars['String']['input']>;
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** Id of the record in another system, unique in the workspace together with `source`. Left out of a replace, it stays as it is. */
  externalId?: InputMaybe<Scalars['String']['input']>;
  /** Hourly rate in the client’s currency. Left out of a replace, it stays as it is. */
  hourlyAmount?: InputMaybe<Scalars['Decimal']['input']>;
  /** The record to change. */
  id: Scalars['ID']['input'];
  /** Initials of the client, for compact display. Left out of a replace, it stays as it is. */
  initials?: InputMaybe<Scalars['String']['input']>;
  /** Language of the client’s invoices, pages and e-mails: German, English, Spanish, French, Italian, Dutch or Portuguese, with the number and date formats of its region. Other languages are shown in English. Left out of a replace, it stays as it is. */
  language?: InputMaybe<Scalars['String']['input']>;
  /** Source of the lead, for example "Newsletter". Left out of a replace, it stays as it is. */
  leadSource?: InputMaybe<Scalars['String']['input']>;
  /** The client’s number in the register of companies, a SIREN or company number say. Left out of a replace, it stays as it is. */
  legalId?: InputMaybe<Scalars['String']['input']>;
  /** The register of `legalId`, a code of four digits of ISO 6523: 0002 SIREN, 0009 SIRET, 0106 KvK. Left out of a replace, it stays as it is. */
  legalIdScheme?: InputMaybe<Scalars['String']['input']>;
  /** State, province or region. */
  locality?: InputMaybe<Scalars['String']['input']>;
  /** Client or company name, unique in the workspace. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Internal notes. */
  notes?: InputMaybe<Scalars['String']['input']>;
  /** Payment instructions on the client’s invoices. */
  payInstructions?: InputMaybe<Scalars['String']['input']>;
  /** Payment terms. Left out of a replace, it stays as it is. */
  paymentTerms?: InputMaybe<PaymentTermsInput>;
  /** Telephone number. */
  phone?: InputMaybe<Scalars['String']['input']>;
  /** Postal code. */
  postal?: InputMaybe<Scalars['String']['input']>;
  /** Step in minutes to which each time entry is rounded up when it is charged; 0: as it was worked. Left out of a replace, it stays as it is. */
  roundingIncrement?: InputMaybe<Scalars['Int']['input']>;
  /** The system that `externalId` belongs to, for example "hubspot". Left out of a replace, it stays as it is. */
  source?: InputMaybe<Scalars['String']['input']>;
  /** The client’s tax registration number. */
  taxId?: InputMaybe<Scalars['String']['input']>;
  /** Web site. */
  website?: InputMaybe<Scalars['String']['input']>;
};

/** Result of `updateClient`: success, or the reason why nothing was done. */
export type UpdateClientResult = ConflictError | InvalidInputError | NotDoneError | NotFoundError | UpdateClientSuccess | VersionMismatchError;

/** Success of `updateClient`. */
export type UpdateClientSuccess = {
  __typename: 'UpdateClientSuccess';
  /** The current record. Without `clients:read`, you can only select its id. */
  client: Client;
};

/** A contact’s fields. */
export type UpdateContactInput = {
  /** Whether the contact is archived: lists, searches and invoices leave it out. Left out of a replace, it stays as it is. */
  archived?: InputMaybe<Scalars['Boolean']['input']>;
  /** The client it belongs to, if any. */
  clientId?: InputMaybe<Scalars['ID']['input']>;
  /** Values of custom fields. */
  customValues?: InputMaybe<Array<CustomValueInput>>;
  /** Makes it the client’s default contact in place of the former one; without a client it waits for one. Default on create: false. */
  defaultContact?: InputMaybe<Scalars['Boolean']['input']>;
  /** E-mail address. */
  email?: InputMaybe<Scalars['EmailAddress']['input']>;
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** Id of the record in another system, unique in the workspace together with `source`. Left out of a replace, it stays as it is. */
  externalId?: InputMaybe<Scalars['String']['input']>;
  /** First name. */
  firstName?: InputMaybe<Scalars['String']['input']>;
  /** The record to change. */
  id: Scalars['ID']['input'];
  /** Whether it receives invoices. Default on create: false. */
  invoiceContact?: InputMaybe<Scalars['Boolean']['input']>;
  /** Last name. */
  lastName?: InputMaybe<Scalars['String']['input']>;
  /** Mobile telephone number. */
  mobile?: InputMaybe<Scalars['String']['input']>;
  /** Internal notes. */
  notes?: InputMaybe<Scalars['String']['input']>;
  /** Telephone number. */
  phone?: InputMaybe<Scalars['String']['input']>;
  /** Whether it has access to the client portal. Granting access requires `clients:read`, `projects:read`, `projects:write`, `time:read`, `invoices:read` and `tickets:read`. Default on create: false. */
  portalAccess?: InputMaybe<Scalars['Boolean']['input']>;
  /** Job title or role. */
  role?: InputMaybe<Scalars['String']['input']>;
  /** The system that `externalId` belongs to, for example "hubspot". Left out of a replace, it stays as it is. */
  source?: InputMaybe<Scalars['String']['input']>;
};

/** Result of `updateContact`: success, or the reason why nothing was done. */
export type UpdateContactResult = ConflictError | InvalidInputError | NotDoneError | NotFoundError | UpdateContactSuccess | VersionMismatchError;

/** Success of `updateContact`. */
export type UpdateContactSuccess = {
  __typename: 'UpdateContactSuccess';
  /** The current record. Without `clients:read`, you can only select its id. */
  contact: Contact;
};

/** A custom field’s fields. */
export type UpdateCustomFieldInput = {
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** The record to change. */
  id: Scalars['ID']['input'];
  /** Stable key of the field for integrations, unique for the type of record. Left out of a replace, it stays as it is. */
  mappingKey?: InputMaybe<Scalars['String']['input']>;
  /** Label, unique for the type of record. Left out of a replace, it stays as it is. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Choices. Required for SELECT and RADIO fields. Default on create: []. */
  options?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Position among the fields of the type of record. Left out of a replace, it stays as it is. */
  position?: InputMaybe<Scalars['Int']['input']>;
  /** Id of that project type, instead of or in addition to its name. */
  projectTypeId?: InputMaybe<Scalars['ID']['input']>;
  /** Name of the project type whose projects or deliverables have the field. Default: every type. */
  projectTypeName?: InputMaybe<Scalars['String']['input']>;
  /** Type of the field’s values. Existing values stay. Left out of a replace, it stays as it is. */
  type?: InputMaybe<CustomFieldType>;
};

/** Result of `updateCustomField`: success, or the reason why nothing was done. */
export type UpdateCustomFieldResult = ConflictError | InvalidInputError | NotDoneError | NotFoundError | UpdateCustomFieldSuccess | VersionMismatchError;

/** Success of `updateCustomField`. */
export type UpdateCustomFieldSuccess = {
  __typename: 'UpdateCustomFieldSuccess';
  /** The current record. Without `settings:read`, you can only select its id. */
  customField: CustomField;
};

/** A deliverable’s fields. */
export type UpdateDeliverableInput = {
  /** Whether the client has to approve it. Default on create: false. */
  approvalRequired?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether it is archived: lists and searches leave it out, names do not find it, and it takes no new time; its name stays taken. Left out of a replace, it stays as it is. */
  archived?: InputMaybe<Scalars['Boolean']['input']>;
  /** E-mail addresses of the assigned users. Together with assigneeIds, the list replaces the previous one. */
  assigneeEmails?: InputMaybe<Array<Scalars['EmailAddress']['input']>>;
  /** Ids of the assigned users, instead of or in addition to e-mail addresses. */
  assigneeIds?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** Values of custom fields. Left out of a replace, it stays as it is. */
  customValues?: InputMaybe<Array<CustomValueInput>>;
  /** Name of the deliverable. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** Due date. */
  dueDate?: InputMaybe<Scalars['Date']['input']>;
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** Id of the record in another system, unique in the workspace together with `source`. Left out of a replace, it stays as it is. */
  externalId?: InputMaybe<Scalars['String']['input']>;
  /** The record to change. */
  id: Scalars['ID']['input'];
  /** Name, unique in the project. Left out of a replace, it stays as it is. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Position in the project. Left out of a replace, it stays as it is. */
  position?: InputMaybe<Scalars['Int']['input']>;
  /** Priority. Higher is more urgent. Default on create: 0. */
  priority?: InputMaybe<Scalars['Int']['input']>;
  /** The system that `externalId` belongs to, for example "hubspot". Left out of a replace, it stays as it is. */
  source?: InputMaybe<Scalars['String']['input']>;
  /** First day of work on it. */
  startDate?: InputMaybe<Scalars['Date']['input']>;
  /** Id of the new status, instead of or in addition to the label. */
  statusId?: InputMaybe<Scalars['ID']['input']>;
  /** Label of the new status. If omitted, the status stays. */
  statusName?: InputMaybe<Scalars['String']['input']>;
  /** Id of the support ticket in another system. */
  ticketId?: InputMaybe<Scalars['String']['input']>;
  /** To-do items. The list replaces the previous one. Left out of a replace, it stays as it is. */
  toDos?: InputMaybe<Array<ToDoItemInput>>;
};

/** Result of `updateDeliverable`: success, or the reason why nothing was done. */
export type UpdateDeliverableResult = ConflictError | InvalidInputError | NotDoneError | NotFoundError | UpdateDeliverableSuccess | VersionMismatchError;

/** Success of `updateDeliverable`. */
export type UpdateDeliverableSuccess = {
  __typename: 'UpdateDeliverableSuccess';
  /** The current record. Without `projects:read`, you can only select its id. */
  deliverable: Deliverable;
};

/** Fields of an e-mail template. */
export type UpdateEmailTemplateInput = {
  /** Text of the e-mail, with placeholders in double braces (Liquid): invoice.number, invoice.status, invoice.dateIssued, invoice.supplyDate, invoice.servicePeriod, invoice.tax, invoice.taxes, invoice.lines, invoice.total, invoice.amountDue, invoice.currency, invoice.dueDate, invoice.datePaid, invoice.description, invoice.paymentInstructions, invoice.viewOnlineUrl, workspace.name, client.name, contact.firstName, contact.lastName, contact.email, contacts; of a receipt payment.amount, payment.whole, payment.date, payment.reference, payment.credit, of a cancellation cancellation.reason, of a reminder reminder.daysOverdue, of a credit note creditNote.number, creditNote.date, creditNote.total, creditNote.reason, creditNote.refunded, creditNote.kept, creditNote.stillDue. A template that cannot be rendered is an error. Left out of a replace, it stays as it is. */
  body?: InputMaybe<Scalars['String']['input']>;
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** The record to change. */
  id: Scalars['ID']['input'];
  /** Whether it becomes the default template of its kind. Left out of a replace, it stays as it is. */
  isDefault?: InputMaybe<Scalars['Boolean']['input']>;
  /** Name, unique in the workspace. Left out of a replace, it stays as it is. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Subject line, with placeholders in double braces (Liquid): invoice.number, invoice.status, invoice.dateIssued, invoice.supplyDate, invoice.servicePeriod, invoice.tax, invoice.taxes, invoice.lines, invoice.total, invoice.amountDue, invoice.currency, invoice.dueDate, invoice.datePaid, invoice.description, invoice.paymentInstructions, invoice.viewOnlineUrl, workspace.name, client.name, contact.firstName, contact.lastName, contact.email, contacts; of a receipt payment.amount, payment.whole, payment.date, payment.reference, payment.credit, of a cancellation cancellation.reason, of a reminder reminder.daysOverdue, of a credit note creditNote.number, creditNote.date, creditNote.total, creditNote.reason, creditNote.refunded, creditNote.kept, creditNote.stillDue. A template that cannot be rendered is an error. Left out of a replace, it stays as it is. */
  subject?: InputMaybe<Scalars['String']['input']>;
};

/** Result of `updateEmailTemplate`: success, or the reason why nothing was done. */
export type UpdateEmailTemplateResult = ConflictError | InvalidInputError | NotDoneError | NotFoundError | UpdateEmailTemplateSuccess | VersionMismatchError;

/** Success of `updateEmailTemplate`. */
export type UpdateEmailTemplateSuccess = {
  __typename: 'UpdateEmailTemplateSuccess';
  /** The current record. Without `settings:read`, you can only select its id. */
  emailTemplate: EmailTemplate;
};

/** The fields of an exchange rate; one of other currencies, or of another day, is another one. */
export type UpdateExchangeRateInput = {
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** The record to change. */
  id: Scalars['ID']['input'];
  /** Amount of `quoteCurrency` for one unit of `baseCurrency`. Left out of a replace, it stays as it is. */
  rate?: InputMaybe<Scalars['Decimal']['input']>;
};

/** Result of `updateExchangeRate`: success, or the reason why nothing was done. */
export type UpdateExchangeRateResult = InvalidInputError | NotDoneError | NotFoundError | UpdateExchangeRateSuccess | VersionMismatchError;

/** Success of `updateExchangeRate`. */
export type UpdateExchangeRateSuccess = {
  __typename: 'UpdateExchangeRateSuccess';
  /** The current record. Without `settings:read`, you can only select its id. */
  exchangeRate: ExchangeRate;
};

/** An expense’s fields. */
export type UpdateExpenseInput = {
  /** Required without lines. */
  amount?: InputMaybe<Scalars['Decimal']['input']>;
  /** Bill or receipt number. */
  billNo?: InputMaybe<Scalars['String']['input']>;
  /** Category, for example "Travel". */
  category?: InputMaybe<Scalars['String']['input']>;
  /** Client to bill. To change it, change or clear the project of the former client as well. */
  clientId?: InputMaybe<Scalars['ID']['input']>;
  /** Currency of the amount (ISO 4217). Default: the workspace’s. */
  currency?: InputMaybe<Scalars['Currency']['input']>;
  /** Day on which the vendor was paid. */
  datePaid?: InputMaybe<Scalars['Date']['input']>;
  /** Description of the purchase. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** Default: the day of the expense. Left out of a replace, it stays as it is. */
  documentDate?: InputMaybe<Scalars['Date']['input']>;
  /** Due date of the payment to the vendor. */
  dueDate?: InputMaybe<Scalars['Date']['input']>;
  /** Do it although an invoice has charged it; the invoice stays as it is. Left out of a replace, it stays as it is. */
  evenIfBilled?: InputMaybe<Scalars['Boolean']['input']>;
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** Id of the record in another system, unique in the workspace together with `source`. Left out of a replace, it stays as it is. */
  externalId?: InputMaybe<Scalars['String']['input']>;
  /** The record to change. */
  id: Scalars['ID']['input'];
  /** Whether it is an expense or a credit note of the vendor. Left out of a replace, it stays as it is. */
  kind?: InputMaybe<ExpenseKind>;
  /** Replaces the former lines. An empty list leaves only the amount. Left out of a replace, it stays as it is. */
  lines?: InputMaybe<Array<ExpenseLineInput>>;
  /** Markup in percent when it is billed. */
  markupPercent?: InputMaybe<Scalars['Decimal']['input']>;
  /** Internal notes. */
  notes?: InputMaybe<Scalars['String']['input']>;
  /** Whether the vendor has been paid. Default on create: false. */
  paid?: InputMaybe<Scalars['Boolean']['input']>;
  /** Project. Without clientId, its client is billed. */
  projectId?: InputMaybe<Scalars['ID']['input']>;
  /** Whether it is to be billed to the client. Default on create: false. */
  reimbursable?: InputMaybe<Scalars['Boolean']['input']>;
  /** The system that `externalId` belongs to, for example "hubspot". Left out of a replace, it stays as it is. */
  source?: InputMaybe<Scalars['String']['input']>;
  /** Whether `amount` includes the tax. Default on create: false. */
  taxInclusive?: InputMaybe<Scalars['Boolean']['input']>;
  /** Tax percentage. With lines: their rate, null if it differs. */
  taxRate?: InputMaybe<Scalars['Decimal']['input']>;
  /** Id of the vendor. */
  vendorId?: InputMaybe<Scalars['ID']['input']>;
};

/** Result of `updateExpense`: success, or the reason why nothing was done. */
export type UpdateExpenseResult = ConflictError | InvalidInputError | NotDoneError | NotFoundError | UpdateExpenseSuccess | VersionMismatchError;

/** Success of `updateExpense`. */
export type UpdateExpenseSuccess = {
  __typename: 'UpdateExpenseSuccess';
  /** The current record. Without `expenses:read`, you can only select its id. */
  expense: Expense;
};

/** A form’s fields. */
export type UpdateFormInput = {
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** The record to change. */
  id: Scalars['ID']['input'];
  /** Name, unique in the workspace. Submissions use it to refer to the form. Left out of a replace, it stays as it is. */
  name?: InputMaybe<Scalars['String']['input']>;
};

/** Result of `updateForm`: success, or the reason why nothing was done. */
export type UpdateFormResult = ConflictError | InvalidInputError | NotDoneError | NotFoundError | UpdateFormSuccess | VersionMismatchError;

/** Changes of a form submission. The submitted content cannot be changed. */
export type UpdateFormSubmissionInput = {
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** The record to change. */
  id: Scalars['ID']['input'];
  /** Notes on it. */
  notes?: InputMaybe<Scalars['String']['input']>;
};

/** Result of `updateFormSubmission`: success, or the reason why nothing was done. */
export type UpdateFormSubmissionResult = InvalidInputError | NotDoneError | NotFoundError | UpdateFormSubmissionSuccess | VersionMismatchError;

/** Success of `updateFormSubmission`. */
export type UpdateFormSubmissionSuccess = {
  __typename: 'UpdateFormSubmissionSuccess';
  /** The current record. Without `sales:read`, you can only select its id. */
  formSubmission: FormSubmission;
};

/** Success of `updateForm`. */
export type UpdateFormSuccess = {
  __typename: 'UpdateFormSuccess';
  /** The current record. Without `sales:read`, you can only select its id. */
  form: Form;
};

/** A draft’s contents. */
export type UpdateInvoiceInput = {
  /** Discounts on the whole invoice, each with its own tax; a line of their own. */
  allowances?: InputMaybe<Array<InvoiceAdjustmentInput>>;
  /** Reference requested by the client, printed on the invoice. */
  buyerReference?: InputMaybe<Scalars['String']['input']>;
  /** Charges on the whole invoice, for example freight. Each is a line with its own tax. */
  charges?: InputMaybe<Array<InvoiceAdjustmentInput>>;
  /** Date of the invoice. Left out of a replace, it stays as it is. */
  dateCreated?: InputMaybe<Scalars['Date']['input']>;
  /** Place of delivery: city, postal code and country code. Null: the client’s address. Left out of a replace, it stays as it is. */
  deliverTo?: InputMaybe<DeliverToInput>;
  /** The deposits that are taken off, all of them: one that is not named is taken off no longer. Left out of a replace, it stays as it is. */
  depositIds?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** Purpose of the invoice. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** Of all items. Default on create: "0". */
  discountPercent?: InputMaybe<Scalars['Decimal']['input']>;
  /** Due date. Left out of a replace, it stays as it is. */
  dueDate?: InputMaybe<Scalars['Date']['input']>;
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** Id of the record in another system, unique in the workspace together with `source`. Left out of a replace, it stays as it is. */
  externalId?: InputMaybe<Scalars['String']['input']>;
  /** The record to change. */
  id: Scalars['ID']['input'];
  /** The invoice’s template by id. */
  invoiceTemplateId?: InputMaybe<Scalars['ID']['input']>;
  /** The invoice’s template. Null: the default one. */
  invoiceTemplateName?: InputMaybe<Scalars['String']['input']>;
  /** All lines. Lines that are omitted are removed. Left out of a replace, it stays as it is. */
  lineItems?: InputMaybe<Array<InvoiceItemInput>>;
  /** Notes on the invoice. */
  notes?: InputMaybe<Scalars['String']['input']>;
  /** Order number of the client, printed on the invoice. */
  orderNumber?: InputMaybe<Scalars['String']['input']>;
  /** Payment instructions. Text of your own is kept; text from a template is rendered again. */
  paymentInstructions?: InputMaybe<Scalars['String']['input']>;
  /** Amount already paid, other than by payments of this invoice. */
  prepaidAmount?: InputMaybe<Scalars['Decimal']['input']>;
  /** The amount due is rounded to a multiple of this, for example 0.05. */
  roundTo?: InputMaybe<Scalars['Decimal']['input']>;
  /** Rounding of the amount due, unless roundTo is set. */
  roundingAmount?: InputMaybe<Scalars['Decimal']['input']>;
  /** Last day of the supply period. */
  servicePeriodEnd?: InputMaybe<Scalars['Date']['input']>;
  /** First day of the supply period, printed on the invoice. */
  servicePeriodStart?: InputMaybe<Scalars['Date']['input']>;
  /** The system that `externalId` belongs to, for example "hubspot". Left out of a replace, it stays as it is. */
  source?: InputMaybe<Scalars['String']['input']>;
  /** Supply date, printed on the invoice. Null if it is the issue date or a period. */
  supplyDate?: InputMaybe<Scalars['Date']['input']>;
  /** All but STANDARD and REDUCED are of 0 %, and need no rate. */
  taxCategory?: InputMaybe<TaxCategory>;
  /** Whether prices, allowances and charges include tax. Default on create: false. */
  taxInclusive?: InputMaybe<Scalars['Boolean']['input']>;
  /** A single tax rate in percent. Default: the rule or rate of the client, otherwise of the workspace. */
  taxPercentage?: InputMaybe<Scalars['Decimal']['input']>;
  /** Exemption reason of lines without a tax of their own, printed on the invoice. */
  taxReason?: InputMaybe<Scalars['String']['input']>;
  /** Exemption code of lines without a tax of their own, from the list VATEX. */
  taxReasonCode?: InputMaybe<Scalars['String']['input']>;
  /** The tax rule by id. */
  taxRuleId?: InputMaybe<Scalars['ID']['input']>;
  /** A tax rule of the workspace instead of a percentage. */
  taxRuleName?: InputMaybe<Scalars['String']['input']>;
  /** Tax that the client withholds. It lowers the amount due and no other tax. */
  withholding?: InputMaybe<InvoiceWithholdingInput>;
};

/** Result of `updateInvoice`: success, or the reason why nothing was done. */
export type UpdateInvoiceResult = ConflictError | InvalidInputError | NotDoneError | NotFoundError | UpdateInvoiceSuccess | VersionMismatchError;

/** Success of `updateInvoice`. */
export type UpdateInvoiceSuccess = {
  __typename: 'UpdateInvoiceSuccess';
  /** The current record. Without `invoices:read`, you can only select its id. */
  invoice: Invoice;
};

/** An invoice template’s fields. */
export type UpdateInvoiceTemplateInput = {
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** Text at the foot of the invoice, with placeholders in double braces (Liquid): invoice.number, invoice.status, invoice.dateIssued, invoice.supplyDate, invoice.servicePeriod, invoice.tax, invoice.taxes, invoice.lines, invoice.total, invoice.amountDue, invoice.currency, invoice.dueDate, invoice.datePaid, invoice.description, invoice.paymentInstructions, invoice.viewOnlineUrl, workspace.name, client.name. A template that cannot be rendered is an error. */
  footer?: InputMaybe<Scalars['String']['input']>;
  /** The record to change. */
  id: Scalars['ID']['input'];
  /** The template of invoices that name none; takes that from the former one. Left out of a replace, it stays as it is. */
  isDefault?: InputMaybe<Scalars['Boolean']['input']>;
  /** Name, unique in the workspace. Left out of a replace, it stays as it is. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Payment instructions of new invoices, unless the invoice has its own, with placeholders in double braces (Liquid): workspace.name, client.name, invoice.number, invoice.supplyDate, invoice.servicePeriod, invoice.tax, invoice.total, invoice.currency, invoice.dueDate, invoice.description. A template that cannot be rendered is an error. They are rendered when the invoice is created, and again when a draft is changed or duplicated. */
  paymentInstructions?: InputMaybe<Scalars['String']['input']>;
};

/** Result of `updateInvoiceTemplate`: success, or the reason why nothing was done. */
export type UpdateInvoiceTemplateResult = ConflictError | InvalidInputError | NotDoneError | NotFoundError | UpdateInvoiceTemplateSuccess | VersionMismatchError;

/** Success of `updateInvoiceTemplate`. */
export type UpdateInvoiceTemplateSuccess = {
  __typename: 'UpdateInvoiceTemplateSuccess';
  /** The current record. Without `settings:read`, you can only select its id. */
  invoiceTemplate: InvoiceTemplate;
};

/** An opportunity’s fields. */
export type UpdateOpportunityInput = {
  /** When it was decided; moving it into a closed stage sets it to today when it is empty. */
  actualCloseDate?: InputMaybe<Scalars['Date']['input']>;
  /** Whether it is archived. Default on create: false. */
  archived?: InputMaybe<Scalars['Boolean']['input']>;
  /** The client or prospect. */
  clientId?: InputMaybe<Scalars['ID']['input']>;
  /** Values of custom fields. */
  customValues?: InputMaybe<Array<CustomValueInput>>;
  /** Subject. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** Expected close date. */
  estCloseDate?: InputMaybe<Scalars['Date']['input']>;
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** Id of the record in another system, unique in the workspace together with `source`. Left out of a replace, it stays as it is. */
  externalId?: InputMaybe<Scalars['String']['input']>;
  /** The record to change. */
  id: Scalars['ID']['input'];
  /** Name of the opportunity. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Sentiment score. */
  sentiment?: InputMaybe<Scalars['Int']['input']>;
  /** The system that `externalId` belongs to, for example "hubspot". Left out of a replace, it stays as it is. */
  source?: InputMaybe<Scalars['String']['input']>;
  /** Pipeline stage; another one moves the opportunity. Left out of a replace, it stays as it is. */
  statusId?: InputMaybe<Scalars['ID']['input']>;
  /** To-do items. The list replaces the previous one. Default on create: []. */
  toDos?: InputMaybe<Array<ToDoItemInput>>;
  /** Estimated value, in the client’s currency, or the workspace’s if the client has none. */
  value?: InputMaybe<Scalars['Decimal']['input']>;
};

/** Result of `updateOpportunity`: success, or the reason why nothing was done. */
export type UpdateOpportunityResult = ConflictError | InvalidInputError | NotDoneError | NotFoundError | UpdateOpportunitySuccess | VersionMismatchError;

/** Success of `updateOpportunity`. */
export type UpdateOpportunitySuccess = {
  __typename: 'UpdateOpportunitySuccess';
  /** The current record. Without `sales:read`, you can only select its id. */
  opportunity: Opportunity;
};

/** A stage’s fields. */
export type UpdatePipelineStageInput = {
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** Display colour, # followed by six hex digits. */
  hexColor?: InputMaybe<Scalars['HexColorCode']['input']>;
  /** The record to change. */
  id: Scalars['ID']['input'];
  /** Name of the stage, unique in the workspace. Left out of a replace, it stays as it is. */
  label?: InputMaybe<Scalars['String']['input']>;
  /** Place in the pipeline: stages go by it, then by age. Left out of a replace, it stays as it is. */
  position?: InputMaybe<Scalars['Int']['input']>;
  /** Meaning of the stage. Opportunities in a closed stage are decided. Default on create: "IN_PROGRESS". */
  stageType?: InputMaybe<StageType>;
};

/** Result of `updatePipelineStage`: success, or the reason why nothing was done. */
export type UpdatePipelineStageResult = ConflictError | InvalidInputError | NotDoneError | NotFoundError | UpdatePipelineStageSuccess | VersionMismatchError;

/** Success of `updatePipelineStage`. */
export type UpdatePipelineStageSuccess = {
  __typename: 'UpdatePipelineStageSuccess';
  /** The current record. Without `settings:read`, you can only select its id. */
  pipelineStage: PipelineStage;
};

/** A project’s fields. */
export type UpdateProjectInput = {
  /** Whether the project is active. Inactive projects are omitted from searches. Default on create: true. */
  active?: InputMaybe<Scalars['Boolean']['input']>;
  /** Id of the client; time entries and expenses follow the project. Left out of a replace, it stays as it is. */
  clientId?: InputMaybe<Scalars['ID']['input']>;
  /** Values of custom fields. */
  customValues?: InputMaybe<Array<CustomValueInput>>;
  /** Description of the project. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** Due date. */
  dueDate?: InputMaybe<Scalars['Date']['input']>;
  /** Do it although an invoice has charged it; the invoice stays as it is. Left out of a replace, it stays as it is. */
  evenIfBilled?: InputMaybe<Scalars['Boolean']['input']>;
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** Id of the record in another system, unique in the workspace together with `source`. Left out of a replace, it stays as it is. */
  externalId?: InputMaybe<Scalars['String']['input']>;
  /** Fee schedule of the project. */
  feeSchedule?: InputMaybe<FeeScheduleInput>;
  /** Display colour, # followed by six hex digits. */
  hexColor?: InputMaybe<Scalars['HexColorCode']['input']>;
  /** The record to change. */
  id: Scalars['ID']['input'];
  /** Name of the project, unique among its client’s. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** What the client sees in the portal. Default on create: "READ_ONLY". */
  portalAccess?: InputMaybe<PortalAccess>;
  /** Whether the client sees the tracked time in the portal. Default on create: false. */
  showTimeWorkedInPortal?: InputMaybe<Scalars['Boolean']['input']>;
  /** The system that `externalId` belongs to, for example "hubspot". Left out of a replace, it stays as it is. */
  source?: InputMaybe<Scalars['String']['input']>;
  /** Start date. */
  startDate?: InputMaybe<Scalars['Date']['input']>;
};

/** Result of `updateProject`: success, or the reason why nothing was done. */
export type UpdateProjectResult = ConflictError | InvalidInputError | NotDoneError | NotFoundError | UpdateProjectSuccess | VersionMismatchError;

/** Success of `updateProject`. */
export type UpdateProjectSuccess = {
  __typename: 'UpdateProjectSuccess';
  /** The current record. Without `projects:read`, you can only select its id. */
  project: Project;
};

/** A project template’s fields. */
export type UpdateProjectTemplateInput = {
  /** Its deliverables, in order. The list replaces the previous one. Default on create: []. */
  deliverables?: InputMaybe<Array<TemplateDeliverableInput>>;
  /** Description of projects that are created from it. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** Fee schedule of new projects. */
  feeSchedule?: InputMaybe<FeeScheduleInput>;
  /** The record to change. */
  id: Scalars['ID']['input'];
  /** Name, unique in the workspace. Left out of a replace, it stays as it is. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** What clients see of new projects. Default on create: "READ_ONLY". */
  portalAccess?: InputMaybe<PortalAccess>;
  /** Id of that project type, instead of or in addition to its name. */
  projectTypeId?: InputMaybe<Scalars['ID']['input']>;
  /** Name of the project type of new projects. Default: the default type. */
  projectTypeName?: InputMaybe<Scalars['String']['input']>;
  /** Whether clients see the tracked time in the portal. Default on create: false. */
  showTimeWorkedInPortal?: InputMaybe<Scalars['Boolean']['input']>;
};

/** Result of `updateProjectTemplate`: success, or the reason why nothing was done. */
export type UpdateProjectTemplateResult = ConflictError | InvalidInputError | NotDoneError | NotFoundError | UpdateProjectTemplateSuccess | VersionMismatchError;

/** Success of `updateProjectTemplate`. */
export type UpdateProjectTemplateSuccess = {
  __typename: 'UpdateProjectTemplateSuccess';
  /** The current record. Without `settings:read`, you can only select its id. */
  projectTemplate: ProjectTemplate;
};

/** A project type’s fields. */
export type UpdateProjectTypeInput = {
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** The record to change. */
  id: Scalars['ID']['input'];
  /** The type of projects that name none; takes that from the former one. Left out of a replace, it stays as it is. */
  isDefaultProjectType?: InputMaybe<Scalars['Boolean']['input']>;
  /** Name, unique in the workspace. Left out of a replace, it stays as it is. */
  name?: InputMaybe<Scalars['String']['input']>;
};

/** Result of `updateProjectType`: success, or the reason why nothing was done. */
export type UpdateProjectTypeResult = ConflictError | InvalidInputError | NotDoneError | NotFoundError | UpdateProjectTypeSuccess | VersionMismatchError;

/** Success of `updateProjectType`. */
export type UpdateProjectTypeSuccess = {
  __typename: 'UpdateProjectTypeSuccess';
  /** The current record. Without `settings:read`, you can only select its id. */
  projectType: ProjectType;
};

/** A status’s fields. */
export type UpdateTaskStageInput = {
  /** Whether deliverables in this status wait for the client’s approval. Default on create: false. */
  clientApproval?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether deliverables in this status are complete. Default on create: false. */
  complete?: InputMaybe<Scalars['Boolean']['input']>;
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** Display colour, # followed by six hex digits. */
  hexColor?: InputMaybe<Scalars['HexColorCode']['input']>;
  /** The record to change. */
  id: Scalars['ID']['input'];
  /** Name of the status, unique in the project type. Left out of a replace, it stays as it is. */
  label?: InputMaybe<Scalars['String']['input']>;
  /** Position among the statuses of the project type. Left out of a replace, it stays as it is. */
  position?: InputMaybe<Scalars['Int']['input']>;
};

/** Result of `updateTaskStage`: success, or the reason why nothing was done. */
export type UpdateTaskStageResult = ConflictError | InvalidInputError | NotDoneError | NotFoundError | UpdateTaskStageSuccess | VersionMismatchError;

/** Success of `updateTaskStage`. */
export type UpdateTaskStageSuccess = {
  __typename: 'UpdateTaskStageSuccess';
  /** The current record. Without `settings:read`, you can only select its id. */
  taskStage: TaskStage;
};

/** A tax rule’s fields. */
export type UpdateTaxRuleInput = {
  /** Its taxes; the list replaces the former one. Left out of a replace, it stays as it is. */
  components?: InputMaybe<Array<TaxComponentInput>>;
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** The record to change. */
  id: Scalars['ID']['input'];
  /** Name, unique in the workspace. Left out of a replace, it stays as it is. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** The provider’s id of the rule. */
  providerId?: InputMaybe<Scalars['String']['input']>;
  /** Whether the rule is defined here or by a provider. Default on create: "BUILT_IN". */
  source?: InputMaybe<TaxRuleSource>;
};

/** Result of `updateTaxRule`: success, or the reason why nothing was done. */
export type UpdateTaxRuleResult = ConflictError | InvalidInputError | NotDoneError | NotFoundError | UpdateTaxRuleSuccess | VersionMismatchError;

/** Success of `updateTaxRule`. */
export type UpdateTaxRuleSuccess = {
  __typename: 'UpdateTaxRuleSuccess';
  /** The current record. Without `settings:read`, you can only select its id. */
  taxRule: TaxRule;
};

/** The fields of a ticket. */
export type UpdateTicketInput = {
  /** Archived tickets are omitted from lists and searches. Default on create: false. */
  archived?: InputMaybe<Scalars['Boolean']['input']>;
  /** Due date of the ticket. */
  dueDate?: InputMaybe<Scalars['Date']['input']>;
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** The record to change. */
  id: Scalars['ID']['input'];
  /** Workflow status. Left out of a replace, it stays as it is. */
  status?: InputMaybe<TicketStatus>;
  /** Subject of the request. */
  subject?: InputMaybe<Scalars['String']['input']>;
  /** Label of its type, for example "Billing". */
  ticketType?: InputMaybe<Scalars['String']['input']>;
};

/** Result of `updateTicket`: success, or the reason why nothing was done. */
export type UpdateTicketResult = InvalidInputError | NotDoneError | NotFoundError | UpdateTicketSuccess | VersionMismatchError;

/** Success of `updateTicket`. */
export type UpdateTicketSuccess = {
  __typename: 'UpdateTicketSuccess';
  /** The current record. Without `tickets:read`, you can only select its id. */
  ticket: Ticket;
};

/** Fields of a time entry. A new client or project clears the project and deliverable below it, unless they are set too. */
export type UpdateTimeEntryInput = {
  /** Whether it is billable. Default on create: true. */
  billable?: InputMaybe<Scalars['Boolean']['input']>;
  /** Id of the client, instead of or in addition to its name. */
  clientId?: InputMaybe<Scalars['ID']['input']>;
  /** Name of the client. */
  clientName?: InputMaybe<Scalars['String']['input']>;
  /** Id of the deliverable. It implies the project and the client. */
  deliverableId?: InputMaybe<Scalars['ID']['input']>;
  /** Name of the deliverable, one of the project’s. */
  deliverableName?: InputMaybe<Scalars['String']['input']>;
  /** Do it although an invoice has charged it; the invoice stays as it is. Left out of a replace, it stays as it is. */
  evenIfBilled?: InputMaybe<Scalars['Boolean']['input']>;
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** Id of the record in another system, unique in the workspace together with `source`. Left out of a replace, it stays as it is. */
  externalId?: InputMaybe<Scalars['String']['input']>;
  /** Hourly rate in the client’s currency. Null: the rate of the user, project, client or workspace. Left out of a replace, it stays as it is. */
  hourlyAmount?: InputMaybe<Scalars['Decimal']['input']>;
  /** The record to change. */
  id: Scalars['ID']['input'];
  /** Notes on the work. */
  notes?: InputMaybe<Scalars['String']['input']>;
  /** Id of the project. It implies the client. */
  projectId?: InputMaybe<Scalars['ID']['input']>;
  /** Name of the project, one of the client’s. */
  projectName?: InputMaybe<Scalars['String']['input']>;
  /** The system that `externalId` belongs to, for example "hubspot". Left out of a replace, it stays as it is. */
  source?: InputMaybe<Scalars['String']['input']>;
  /** End, after timerStart. Left out of a replace, it stays as it is. */
  timerEnd?: InputMaybe<Scalars['DateTime']['input']>;
  /** Start. Left out of a replace, it stays as it is. */
  timerStart?: InputMaybe<Scalars['DateTime']['input']>;
  /** The user. If omitted, it stays. */
  userEmail?: InputMaybe<Scalars['EmailAddress']['input']>;
  /** Id of the user, instead of or in addition to the e-mail address. */
  userId?: InputMaybe<Scalars['ID']['input']>;
};

/** Result of `updateTimeEntry`: success, or the reason why nothing was done. */
export type UpdateTimeEntryResult = ConflictError | InvalidInputError | NotDoneError | NotFoundError | UpdateTimeEntrySuccess | VersionMismatchError;

/** Success of `updateTimeEntry`. */
export type UpdateTimeEntrySuccess = {
  __typename: 'UpdateTimeEntrySuccess';
  /** The current record. Without `time:read`, you can only select its id. */
  timeEntry: TimeEntry;
};

/** A user’s fields. */
export type UpdateUserInput = {
  /** Inactive users keep their records but get no new ones. Left out of a replace, it stays as it is. */
  active?: InputMaybe<Scalars['Boolean']['input']>;
  /** E-mail address, unique in the workspace, ignoring case. Left out of a replace, it stays as it is. */
  email?: InputMaybe<Scalars['EmailAddress']['input']>;
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** First name. */
  firstName?: InputMaybe<Scalars['String']['input']>;
  /** Hourly rate of the user in the workspace’s currency. Null: the rate of the project, the client or the workspace. Left out of a replace, it stays as it is. */
  hourlyAmount?: InputMaybe<Scalars['Decimal']['input']>;
  /** Hourly cost of the user in the workspace’s currency. Null if unknown. Left out of a replace, it stays as it is. */
  hourlyCost?: InputMaybe<Scalars['Decimal']['input']>;
  /** The record to change. */
  id: Scalars['ID']['input'];
  /** Last name. */
  lastName?: InputMaybe<Scalars['String']['input']>;
  /** Role of the user in the workspace. Left out of a replace, it stays as it is. */
  role?: InputMaybe<UserRole>;
};

/** Result of `updateUser`: success, or the reason why nothing was done. */
export type UpdateUserResult = ConflictError | InvalidInputError | NotDoneError | NotFoundError | UpdateUserSuccess | VersionMismatchError;

/** Success of `updateUser`. */
export type UpdateUserSuccess = {
  __typename: 'UpdateUserSuccess';
  /** The current record. Without `people:read`, you can only select its id. */
  user: User;
};

/** A vendor’s fields. */
export type UpdateVendorInput = {
  /** ISO 3166 code of the vendor’s country. */
  countryCode?: InputMaybe<Scalars['String']['input']>;
  /** E-mail address. */
  email?: InputMaybe<Scalars['EmailAddress']['input']>;
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** IBAN of the vendor’s account. */
  iban?: InputMaybe<Scalars['String']['input']>;
  /** The record to change. */
  id: Scalars['ID']['input'];
  /** The vendor’s number in the register of companies. */
  legalId?: InputMaybe<Scalars['String']['input']>;
  /** Name, unique in the workspace. Left out of a replace, it stays as it is. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Internal notes. */
  notes?: InputMaybe<Scalars['String']['input']>;
  /** Telephone number. */
  phone?: InputMaybe<Scalars['String']['input']>;
  /** The vendor’s tax registration number. */
  taxId?: InputMaybe<Scalars['String']['input']>;
  /** Web site. */
  website?: InputMaybe<Scalars['String']['input']>;
};

/** Result of `updateVendor`: success, or the reason why nothing was done. */
export type UpdateVendorResult = ConflictError | InvalidInputError | NotDoneError | NotFoundError | UpdateVendorSuccess | VersionMismatchError;

/** Success of `updateVendor`. */
export type UpdateVendorSuccess = {
  __typename: 'UpdateVendorSuccess';
  /** The current record. Without `expenses:read`, you can only select its id. */
  vendor: Vendor;
};

/** Fields of a webhook endpoint. */
export type UpdateWebhookEndpointInput = {
  /** Description for people. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** The record to change. */
  id: Scalars['ID']['input'];
  /** Order of the events. Default on create: "RECORD". */
  order?: InputMaybe<WebhookOrder>;
  /** Types of events, for example `invoice.paid`. `invoice` means all events of invoices, `*` all events. Left out of a replace, it stays as it is. */
  types?: InputMaybe<Array<Scalars['String']['input']>>;
  /** URL that receives the events. Left out of a replace, it stays as it is. */
  url?: InputMaybe<Scalars['String']['input']>;
  /** Filters by type of record, for example `{ "invoice": { "currency": { "equals": "EUR" } } }`. */
  where?: InputMaybe<Scalars['JSON']['input']>;
};

/** Result of `updateWebhookEndpoint`: success, or the reason why nothing was done. */
export type UpdateWebhookEndpointResult = InvalidInputError | NotDoneError | NotFoundError | UpdateWebhookEndpointSuccess | VersionMismatchError;

/** Success of `updateWebhookEndpoint`. */
export type UpdateWebhookEndpointSuccess = {
  __typename: 'UpdateWebhookEndpointSuccess';
  /** The current record. Without `webhooks:read`, you can only select its id. */
  webhookEndpoint: WebhookEndpoint;
};

/** The workspace’s settings. */
export type UpdateWorkspaceInput = {
  /** Accent colour of invoices, for example "#1d4ed8". It must be readable on white. Null: the default colour. */
  accentColor?: InputMaybe<Scalars['String']['input']>;
  /** Holder of the bank account. Null: the workspace’s name. */
  accountHolder?: InputMaybe<Scalars['String']['input']>;
  /** First line of the address. */
  address1?: InputMaybe<Scalars['String']['input']>;
  /** Second line of the address. */
  address2?: InputMaybe<Scalars['String']['input']>;
  /** BIC of the bank. */
  bic?: InputMaybe<Scalars['String']['input']>;
  /** City. */
  city?: InputMaybe<Scalars['String']['input']>;
  /** E-mail address of the contact on electronic invoices. Null: `mailReplyTo`. */
  contactEmail?: InputMaybe<Scalars['EmailAddress']['input']>;
  /** Name of the contact on electronic invoices: a person or a department. */
  contactName?: InputMaybe<Scalars['String']['input']>;
  /** Country. */
  country?: InputMaybe<Scalars['String']['input']>;
  /** ISO 3166 code of the country. Filled in from `country` if that names one country. */
  countryCode?: InputMaybe<Scalars['String']['input']>;
  /** How the next numbers of credit notes are written, likewise. Left out of a replace, it stays as it is. */
  creditNoteNumberPattern?: InputMaybe<Scalars['String']['input']>;
  /** Default currency (ISO 4217). Existing amounts keep theirs. Left out of a replace, it stays as it is. */
  currency?: InputMaybe<Scalars['Currency']['input']>;
  /** Default tax percentage, if neither client nor invoice has one. */
  defaultTaxRate?: InputMaybe<Scalars['Decimal']['input']>;
  /** Id of that tax rule, instead of or in addition to its name. */
  defaultTaxRuleId?: InputMaybe<Scalars['ID']['input']>;
  /** Name of the tax rule that applies where neither client nor invoice has a rule or rate. */
  defaultTaxRuleName?: InputMaybe<Scalars['String']['input']>;
  /** Number format of deposit invoices. Null: they share the series of other invoices. */
  depositNumberPattern?: InputMaybe<Scalars['String']['input']>;
  /** The workspace’s address for electronic invoices, for example its VAT number or an e-mail address. */
  electronicAddress?: InputMaybe<Scalars['String']['input']>;
  /** Scheme of `electronicAddress`, a code of the list EAS: 9930 German VAT number, 0088 GLN, EM e-mail. */
  electronicAddressScheme?: InputMaybe<Scalars['String']['input']>;
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** Default hourly rate in the workspace’s currency, if the time entry, user, project and client have none. */
  hourlyAmount?: InputMaybe<Scalars['Decimal']['input']>;
  /** IBAN of the bank account, printed on invoices. */
  iban?: InputMaybe<Scalars['String']['input']>;
  /** Layout of invoices. Left out of a replace, it stays as it is. */
  invoiceLayout?: InputMaybe<InvoiceLayout>;
  /** Invoice number format: text with a run of # or {SEQ:4} for the counter. It can contain {YYYY}, {YY}, {MM} and {CLIENT}. Left out of a replace, it stays as it is. */
  invoiceNumberPattern?: InputMaybe<Scalars['String']['input']>;
  /** Language for clients without one of their own. */
  language?: InputMaybe<Scalars['String']['input']>;
  /** Company registration number, for example a SIREN. */
  legalId?: InputMaybe<Scalars['String']['input']>;
  /** Register of `legalId`, a four-digit code of ISO 6523: 0002 SIREN, 0009 SIRET, 0106 KvK. */
  legalIdScheme?: InputMaybe<Scalars['String']['input']>;
  /** State, province or region. */
  locality?: InputMaybe<Scalars['String']['input']>;
  /** Position of the logo on invoices. Left out of a replace, it stays as it is. */
  logoPlace?: InputMaybe<LogoPlace>;
  /** BCC address of e-mails with invoices. */
  mailBcc?: InputMaybe<Scalars['EmailAddress']['input']>;
  /** Reply-to address of e-mails to customers. Null: the owner’s address. */
  mailReplyTo?: InputMaybe<Scalars['EmailAddress']['input']>;
  /** Trading name, printed on invoices. Left out of a replace, it stays as it is. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** When numbering restarts. All formats, also of credit notes, must then contain the year, and for MONTH the month. Left out of a replace, it stays as it is. */
  numberRestart?: InputMaybe<NumberRestart>;
  /** Paper size of invoices. Left out of a replace, it stays as it is. */
  pageSize?: InputMaybe<PageSize>;
  /** Payment instructions on invoices, unless the invoice, its template or the client has its own. */
  payInstructions?: InputMaybe<Scalars['String']['input']>;
  /** Telephone number. */
  phone?: InputMaybe<Scalars['String']['input']>;
  /** Postal code. */
  postal?: InputMaybe<Scalars['String']['input']>;
  /** The workspace’s own tax registration number. */
  taxId?: InputMaybe<Scalars['String']['input']>;
  /** Name of the tax on documents, for example "VAT". */
  taxLabel?: InputMaybe<Scalars['String']['input']>;
  /** Second tax number, in addition to `taxId`, for example that of the tax office or the QST number. */
  taxNumber?: InputMaybe<Scalars['String']['input']>;
  /** IANA time zone of the workspace. It determines the current day. Left out of a replace, it stays as it is. */
  timeZone?: InputMaybe<Scalars['TimeZone']['input']>;
  /** Web site. */
  website?: InputMaybe<Scalars['String']['input']>;
};

/** Result of `updateWorkspace`: success, or the reason why nothing was done. */
export type UpdateWorkspaceResult = InvalidInputError | NotDoneError | NotFoundError | UpdateWorkspaceSuccess | VersionMismatchError;

/** Success of `updateWorkspace`. */
export type UpdateWorkspaceSuccess = {
  __typename: 'UpdateWorkspaceSuccess';
  /** The current record. Without `settings:read`, you can only select its id. */
  workspace: Workspace;
};

/** An exchange rate that was used for a report. */
export type UsedRate = {
  __typename: 'UsedRate';
  /** Base currency. */
  baseCurrency: Scalars['Currency']['output'];
  /** Day of the rate. */
  day: Scalars['Date']['output'];
  /** Quote currency. */
  quoteCurrency: Scalars['Currency']['output'];
  /** Amount of quote currency for one unit of base currency. */
  rate: Scalars['Decimal']['output'];
};

/** A user of the workspace. */
export type User = Node & {
  __typename: 'User';
  /** Number of the record’s workspace. */
  accountId: Scalars['Int']['output'];
  /** Inactive users keep their records but get no new ones. */
  active: Scalars['Boolean']['output'];
  /** Calendar events of the user. Null with an error without `calendar:read`. */
  calendarEvents: Maybe<CalendarEventConnection>;
  /** Audit entries of the record, newest first: the actor, the operation, and the values before and after as long as they are stored. Null with an error for members and contacts of clients. */
  changes: Maybe<LogEntryConnection>;
  /** When the record was created. */
  createdAt: Scalars['DateTime']['output'];
  /** Deliverables of the user: the latest hundred, latest first. Null with an error without `projects:read`. */
  deliverables: Maybe<Array<Deliverable>>;
  /** E-mail address, unique in the workspace. */
  email: Scalars['EmailAddress']['output'];
  /** Expenses of the user. Null with an error without `expenses:read`. */
  expenses: Maybe<ExpenseConnection>;
  /** First name. */
  firstName: Maybe<Scalars['String']['output']>;
  /** Hourly rate of the user in the workspace’s currency. Null: the rate of the project, the client or the workspace. Null with an error for members. */
  hourlyAmount: Maybe<Scalars['Decimal']['output']>;
  /** Hourly cost of the user in the workspace’s currency. Null if unknown. Null with an error for members. */
  hourlyCost: Maybe<Scalars['Decimal']['output']>;
  /** The user’s id: `usr_` and the user’s number. */
  id: Scalars['ID']['output'];
  /** When the user’s invitation expires. Null if none is pending. */
  invitationExpiresAt: Maybe<Scalars['DateTime']['output']>;
  /** Last name. */
  lastName: Maybe<Scalars['String']['output']>;
  /** Projects that are assigned to the user: the latest hundred, latest first. Null with an error without `projects:read`. */
  projects: Maybe<Array<Project>>;
  /** Role of the user in the workspace. */
  role: UserRole;
  /** Sign-in status of the user. */
  signIn: UserSignIn;
  /** Time entries of the user. Null with an error without `time:read`. */
  timeEntries: Maybe<TimeEntryConnection>;
  /** When the record was last changed. */
  updatedAt: Scalars['DateTime']['output'];
  /** The user’s number, used as `userId` in time entries and calendar events. */
  userId: Scalars['Int']['output'];
  /** Version of the record. Each change increases it. */
  version: Scalars['Int']['output'];
};


/** A user of the workspace. */
export type UserCalendarEventsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<CalendarEventOrderBy>>;
  where?: InputMaybe<CalendarEventWhere>;
};


/** A user of the workspace. */
export type UserChangesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};


/** A user of the workspace. */
export type UserExpensesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<ExpenseOrderBy>>;
  where?: InputMaybe<ExpenseWhere>;
};


/** A user of the workspace. */
export type UserTimeEntriesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<TimeEntryOrderBy>>;
  where?: InputMaybe<TimeEntryWhere>;
};

/** A page of User records. */
export type UserConnection = {
  __typename: 'UserConnection';
  /** The records of this page, each with its cursor. */
  edges: Array<UserEdge>;
  /** The records of this page, without their cursors. */
  nodes: Array<User>;
  /** Whether there are more pages, and the first and last cursor of this page. */
  pageInfo: PageInfo;
  /** Number of matching records on all pages. It is only counted if you select it. */
  totalCount: Scalars['Int']['output'];
};

/** User of a page, with its cursor. */
export type UserEdge = {
  __typename: 'UserEdge';
  /** Cursor of the record, for `after` and `before`. */
  cursor: Scalars['String']['output'];
  /** The record. */
  node: User;
};

/** Condition on related User records. */
export type UserListWhere = {
  /** All of them match, or there are none. A record without the compared value does not match. */
  every?: InputMaybe<UserWhere>;
  /** None of them matches; with {}: there is none. */
  none?: InputMaybe<UserWhere>;
  /** At least one of them matches; with {}: there is one. */
  some?: InputMaybe<UserWhere>;
};

/** Order of User records: one field and its direction. */
export type UserOrderBy =
  /** When the record was created. */
  { createdAt: SortOrder; email?: never; firstName?: never; lastName?: never; updatedAt?: never; }
  |  /** E-mail address, unique in the workspace. */
  { createdAt?: never; email: SortOrder; firstName?: never; lastName?: never; updatedAt?: never; }
  |  /** First name. */
  { createdAt?: never; email?: never; firstName: SortOrder; lastName?: never; updatedAt?: never; }
  |  /** Last name. */
  { createdAt?: never; email?: never; firstName?: never; lastName: SortOrder; updatedAt?: never; }
  |  /** When the record was last changed. */
  { createdAt?: never; email?: never; firstName?: never; lastName?: never; updatedAt: SortOrder; };

/** Role of a user in the workspace. */
export type UserRole =
  /** Manages invoices, payments and expenses. Reads clients. */
  | 'ACCOUNTANT'
  /** Has the permissions of an owner, except for managing owners. */
  | 'ADMIN'
  /** Works in the whole workspace, except for its settings and users. */
  | 'MANAGER'
  /** Logs their own time and expenses on assigned projects. Sees no amounts. */
  | 'MEMBER'
  /** Owner of the workspace. Time without a user is logged for the owner. */
  | 'OWNER'
  /** Reads the same records as a manager and cannot write. */
  | 'VIEWER';

/** Condition on the UserRole. */
export type UserRoleFilter = {
  /** Is exactly this. Null: has no value. */
  equals?: InputMaybe<UserRole>;
  /** Is one of these. */
  in?: InputMaybe<Array<UserRole>>;
  /** At least one of these conditions is false. Records without a value do not match; `not: null` finds all records with a value. */
  not?: InputMaybe<UserRoleFilter>;
  /** Is none of these. Records without a value do not match. */
  notIn?: InputMaybe<Array<UserRole>>;
};

/** Sign-in status of a user. */
export type UserSignIn =
  /** Its invitation was not accepted in time. */
  | 'INVITATION_OVER'
  /** Its invitation waits to be accepted. */
  | 'INVITED'
  /** It was not invited. */
  | 'NOT_INVITED'
  /** A person signs in as the user. */
  | 'SIGNS_IN';

/** Tracked time of one user. */
export type UserTime = {
  __typename: 'UserTime';
  /** Number of time entries. */
  entries: Scalars['Int']['output'];
  /** Duration in whole minutes. */
  minutes: Scalars['Int']['output'];
  /** The user. Null for time without one. Null with an error without `people:read`. */
  user: Maybe<User>;
};

/** Filter for User records. All conditions have to match. Conditions without content are ignored on every level: {}, an empty AND, null for fields that cannot be null, and NOT or a related record without a condition. */
export type UserWhere = {
  /** All of these conditions match. */
  AND?: InputMaybe<Array<UserWhere>>;
  /** This condition does not match. Records without the compared value are omitted; `equals: null` finds them. */
  NOT?: InputMaybe<UserWhere>;
  /** At least one of these conditions matches. An empty list matches nothing. */
  OR?: InputMaybe<Array<UserWhere>>;
  /** Inactive users keep their records but get no new ones. */
  active?: InputMaybe<BooleanFilter>;
  /** Calendar events of the user. */
  calendarEvents?: InputMaybe<CalendarEventListWhere>;
  /** When the record was created. */
  createdAt?: InputMaybe<DateTimeFilter>;
  /** E-mail address, unique in the workspace. */
  email?: InputMaybe<StringFilter>;
  /** Expenses of the user. */
  expenses?: InputMaybe<ExpenseListWhere>;
  /** First name. */
  firstName?: InputMaybe<StringFilter>;
  /** Number of the user, used as `userId` in time entries and calendar events. */
  id?: InputMaybe<IdFilter>;
  /** Last name. */
  lastName?: InputMaybe<StringFilter>;
  /** Role of the user in the workspace. */
  role?: InputMaybe<UserRoleFilter>;
  /** Time entries of the user. */
  timeEntries?: InputMaybe<TimeEntryListWhere>;
  /** Changed after this time. Use it for polling. */
  updatedAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** When the record was last changed. */
  updatedAt?: InputMaybe<DateTimeFilter>;
};

/** A company or person that the workspace buys from. */
export type Vendor = Node & {
  __typename: 'Vendor';
  /** Number of the record’s workspace. */
  accountId: Scalars['Int']['output'];
  /** Audit entries of the record, newest first: the actor, the operation, and the values before and after as long as they are stored. Null with an error for members and contacts of clients. */
  changes: Maybe<LogEntryConnection>;
  /** ISO 3166 code of the vendor’s country. Null with an error for members. */
  countryCode: Maybe<Scalars['String']['output']>;
  /** When the record was created. */
  createdAt: Scalars['DateTime']['output'];
  /** E-mail address. Null with an error for members. */
  email: Maybe<Scalars['EmailAddress']['output']>;
  /** Expenses with this vendor. */
  expenses: ExpenseConnection;
  /** IBAN of the vendor’s account. Null with an error for members. */
  iban: Maybe<Scalars['String']['output']>;
  /** The record’s id, the same in all APIs. */
  id: Scalars['ID']['output'];
  /** The vendor’s number in the register of companies. Null with an error for members. */
  legalId: Maybe<Scalars['String']['output']>;
  /** Name, unique in the workspace. */
  name: Scalars['String']['output'];
  /** Internal notes. Null with an error for members. */
  notes: Maybe<Scalars['String']['output']>;
  /** Telephone number. Null with an error for members. */
  phone: Maybe<Scalars['String']['output']>;
  /** The vendor’s tax registration number. Null with an error for members. */
  taxId: Maybe<Scalars['String']['output']>;
  /** When the record was last changed. */
  updatedAt: Scalars['DateTime']['output'];
  /** Version of the record. Each change increases it. */
  version: Scalars['Int']['output'];
  /** Web site. Null with an error for members. */
  website: Maybe<Scalars['String']['output']>;
};


/** A company or person that the workspace buys from. */
export type VendorChangesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};


/** A company or person that the workspace buys from. */
export type VendorExpensesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<ExpenseOrderBy>>;
  where?: InputMaybe<ExpenseWhere>;
};

/** A page of Vendor records. */
export type VendorConnection = {
  __typename: 'VendorConnection';
  /** The records of this page, each with its cursor. */
  edges: Array<VendorEdge>;
  /** The records of this page, without their cursors. */
  nodes: Array<Vendor>;
  /** Whether there are more pages, and the first and last cursor of this page. */
  pageInfo: PageInfo;
  /** Number of matching records on all pages. It is only counted if you select it. */
  totalCount: Scalars['Int']['output'];
};

/** Vendor of a page, with its cursor. */
export type VendorEdge = {
  __typename: 'VendorEdge';
  /** Cursor of the record, for `after` and `before`. */
  cursor: Scalars['String']['output'];
  /** The record. */
  node: Vendor;
};

/** Order of Vendor records: one field and its direction. */
export type VendorOrderBy =
  /** When the record was created. */
  { createdAt: SortOrder; name?: never; updatedAt?: never; }
  |  /** Name, unique in the workspace. */
  { createdAt?: never; name: SortOrder; updatedAt?: never; }
  |  /** When the record was last changed. */
  { createdAt?: never; name?: never; updatedAt: SortOrder; };

/** Filter for Vendor records. All conditions have to match. Conditions without content are ignored on every level: {}, an empty AND, null for fields that cannot be null, and NOT or a related record without a condition. */
export type VendorWhere = {
  /** All of these conditions match. */
  AND?: InputMaybe<Array<VendorWhere>>;
  /** This condition does not match. Records without the compared value are omitted; `equals: null` finds them. */
  NOT?: InputMaybe<VendorWhere>;
  /** At least one of these conditions matches. An empty list matches nothing. */
  OR?: InputMaybe<Array<VendorWhere>>;
  /** When the record was created. */
  createdAt?: InputMaybe<DateTimeFilter>;
  /** E-mail address. */
  email?: InputMaybe<StringFilter>;
  /** Expenses with this vendor. */
  expenses?: InputMaybe<ExpenseListWhere>;
  /** The record’s id. */
  id?: InputMaybe<IdFilter>;
  /** Name, unique in the workspace. */
  name?: InputMaybe<StringFilter>;
  /** Internal notes. */
  notes?: InputMaybe<StringFilter>;
  /** The vendor’s tax registration number. */
  taxId?: InputMaybe<StringFilter>;
  /** Changed after this time. Use it for polling. */
  updatedAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** When the record was last changed. */
  updatedAt?: InputMaybe<DateTimeFilter>;
};

/** The record was changed and has another version than `expectedVersion`. Nothing was changed now. */
export type VersionMismatchError = ExpectedError & {
  __typename: 'VersionMismatchError';
  /** Names of the fields that changed since the expected version. Null if this is unknown: by default, changes are stored for 30 days. Only callers who can read such records get it. */
  changedFields: Maybe<Array<Scalars['String']['output']>>;
  /** Stable code in snake_case, the same as in the REST API. */
  code: Scalars['String']['output'];
  /** Current version of the record. */
  currentVersion: Scalars['Int']['output'];
  /** All invalid fields. */
  errors: Array<FieldError>;
  /** Message for people. */
  message: Scalars['String']['output'];
  /** Path of the invalid input field, if there is exactly one. */
  path: Maybe<Scalars['String']['output']>;
};

/** Who asks. */
export type Viewer = {
  __typename: 'Viewer';
  /** The contact of a client who signed in. Null for users and API keys. */
  contact: Maybe<ViewerContact>;
  /** Contacts of clients, in any workspace, that the person can act as with this sign-in: those whose address was verified by an e-mailed link or code since they have portal access. Empty for an API key. */
  contacts: Array<ViewerContactChoice>;
  /** The API key. Null for people who signed in. */
  key: Maybe<ViewerKey>;
  /** The person who signed in as a user. Null for API keys and contacts. */
  person: Maybe<ViewerPerson>;
  /** The user who signed in. Null for API keys and contacts. */
  user: Maybe<ViewerUser>;
  /** The workspace of the request. */
  workspace: ViewerWorkspace;
  /** Workspaces in which the person is an active user. Empty for an API key. */
  workspaces: Array<ViewerMembership>;
};

/** The contact of a client who signed in. */
export type ViewerContact = {
  __typename: 'ViewerContact';
  /** Id of the client it belongs to. */
  clientId: Scalars['ID']['output'];
  /** Its id, for `X-Contact`. */
  id: Scalars['ID']['output'];
  /** First and last name, otherwise the e-mail address. */
  name: Scalars['String']['output'];
};

/** A contact of a client that the person can act as. */
export type ViewerContactChoice = {
  __typename: 'ViewerContactChoice';
  /** Number of its workspace. */
  accountId: Scalars['Int']['output'];
  /** Id of the client it belongs to. */
  clientId: Scalars['ID']['output'];
  /** Name of that client. */
  clientName: Scalars['String']['output'];
  /** Its id, for `X-Contact`. */
  contactId: Scalars['ID']['output'];
  /** Name of the workspace. */
  name: Scalars['String']['output'];
};

/** The API key of the request. */
export type ViewerKey = {
  __typename: 'ViewerKey';
  /** Its id. */
  id: Scalars['ID']['output'];
  /** Its name. */
  name: Scalars['String']['output'];
  /** Scopes of the key. */
  scopes: Array<Scalars['String']['output']>;
};

/** A workspace in which a person is an active user. */
export type ViewerMembership = {
  __typename: 'ViewerMembership';
  /** Its number, for `X-Workspace`. */
  accountId: Scalars['Int']['output'];
  /** Its name. */
  name: Scalars['String']['output'];
  /** Role of that user. */
  role: UserRole;
  /** Number of the person’s user in the workspace. */
  userId: Scalars['Int']['output'];
};

/** A person, who can be a user of several workspaces. */
export type ViewerPerson = {
  __typename: 'ViewerPerson';
  /** Its id. */
  id: Scalars['ID']['output'];
  /** Name, as shown in histories. */
  name: Scalars['String']['output'];
};

/** The calling user in the workspace. */
export type ViewerUser = {
  __typename: 'ViewerUser';
  /** E-mail address. */
  email: Scalars['EmailAddress']['output'];
  /** First name. */
  firstName: Maybe<Scalars['String']['output']>;
  /** Id of the record. */
  id: Scalars['ID']['output'];
  /** Last name. */
  lastName: Maybe<Scalars['String']['output']>;
  /** Role in the workspace. */
  role: UserRole;
  /** Scopes of the role. */
  scopes: Array<Scalars['String']['output']>;
  /** Number, used as `userId` in time entries. */
  userId: Scalars['Int']['output'];
};

/** A workspace of the caller. */
export type ViewerWorkspace = {
  __typename: 'ViewerWorkspace';
  /** Its number. */
  accountId: Scalars['Int']['output'];
  /** Its currency. Null for a key without `settings:read`. */
  currency: Maybe<Scalars['Currency']['output']>;
  /** Id of the record. */
  id: Scalars['ID']['output'];
  /** Its name. Null for a key without `settings:read`. */
  name: Maybe<Scalars['String']['output']>;
  /** Its time zone. Null for a key without `settings:read`. */
  timeZone: Maybe<Scalars['TimeZone']['output']>;
};

/** Why an invoice is declared void. */
export type VoidInvoiceInput = {
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** The record to change. */
  id: Scalars['ID']['input'];
  /** The reason, for the invoice’s history. */
  reason?: InputMaybe<Scalars['String']['input']>;
};

/** Result of `voidInvoice`: success, or the reason why nothing was done. */
export type VoidInvoiceResult = ConflictError | InvalidInputError | NotDoneError | NotFoundError | VersionMismatchError | VoidInvoiceSuccess;

/** Success of `voidInvoice`. */
export type VoidInvoiceSuccess = {
  __typename: 'VoidInvoiceSuccess';
  /** The current record. Without `invoices:read`, you can only select its id. */
  invoice: Invoice;
};

/** The delivery of one event to one endpoint. Successful ones are kept for three days, others for 30. */
export type WebhookDelivery = Node & {
  __typename: 'WebhookDelivery';
  /** Number of the record’s workspace. */
  accountId: Scalars['Int']['output'];
  /** Number of attempts. */
  attempts: Scalars['Int']['output'];
  /** When the record was created. */
  createdAt: Scalars['DateTime']['output'];
  /** Duration of the last attempt in milliseconds. */
  durationMs: Scalars['Int']['output'];
  /** The endpoint. */
  endpoint: WebhookEndpoint;
  /** Id of the endpoint. */
  endpointId: Scalars['ID']['output'];
  /** Why the last attempt failed. Null if it succeeded. */
  error: Maybe<Scalars['String']['output']>;
  /** The record’s id, the same in all APIs. */
  id: Scalars['ID']['output'];
  /** Position of the event in the event log. Null for a test. */
  position: Maybe<Scalars['ID']['output']>;
  /** Id of the changed record. Null for a test. */
  recordId: Maybe<Scalars['ID']['output']>;
  /** The request as it would be sent now. Null for a test, if the event is no longer stored, or if you cannot read it. */
  request: Maybe<WebhookDeliveryRequest>;
  /** Time of the last attempt. */
  requestedAt: Scalars['DateTime']['output'];
  /** Beginning of the last response, at most 1 kB. Null for internal receivers and after an erasure. */
  responseExcerpt: Maybe<Scalars['String']['output']>;
  /** Status of the delivery. */
  status: WebhookDeliveryStatus;
  /** HTTP status of the last response. Null if there was none. */
  statusCode: Maybe<Scalars['Int']['output']>;
  /** Type of the event. */
  type: Scalars['String']['output'];
  /** When the record was last changed. */
  updatedAt: Scalars['DateTime']['output'];
  /** Version of the record. Each change increases it. */
  version: Scalars['Int']['output'];
};

/** A page of WebhookDelivery records. */
export type WebhookDeliveryConnection = {
  __typename: 'WebhookDeliveryConnection';
  /** The records of this page, each with its cursor. */
  edges: Array<WebhookDeliveryEdge>;
  /** The records of this page, without their cursors. */
  nodes: Array<WebhookDelivery>;
  /** Whether there are more pages, and the first and last cursor of this page. */
  pageInfo: PageInfo;
  /** Number of matching records on all pages. It is only counted if you select it. */
  totalCount: Scalars['Int']['output'];
};

/** WebhookDelivery of a page, with its cursor. */
export type WebhookDeliveryEdge = {
  __typename: 'WebhookDeliveryEdge';
  /** Cursor of the record, for `after` and `before`. */
  cursor: Scalars['String']['output'];
  /** The record. */
  node: WebhookDelivery;
};

/** Order of WebhookDelivery records: one field and its direction. */
export type WebhookDeliveryOrderBy =
  /** When the record was created. */
  { createdAt: SortOrder; requestedAt?: never; updatedAt?: never; }
  |  /** Time of the last attempt. */
  { createdAt?: never; requestedAt: SortOrder; updatedAt?: never; }
  |  /** When the record was last changed. */
  { createdAt?: never; requestedAt?: never; updatedAt: SortOrder; };

/** Request of a webhook delivery, without its signature. */
export type WebhookDeliveryRequest = {
  __typename: 'WebhookDeliveryRequest';
  /** Body. */
  body: Scalars['JSON']['output'];
  /** Headers. */
  headers: Scalars['JSON']['output'];
};

/** Status of a webhook delivery. */
export type WebhookDeliveryStatus =
  /** The receiver accepted the event. */
  | 'DELIVERED'
  /** The last attempt failed, and no other one follows. */
  | 'FAILED'
  /** The last attempt failed, and another one follows. */
  | 'RETRYING';

/** Condition on the WebhookDeliveryStatus. */
export type WebhookDeliveryStatusFilter = {
  /** Is exactly this. Null: has no value. */
  equals?: InputMaybe<WebhookDeliveryStatus>;
  /** Is one of these. */
  in?: InputMaybe<Array<WebhookDeliveryStatus>>;
  /** At least one of these conditions is false. Records without a value do not match; `not: null` finds all records with a value. */
  not?: InputMaybe<WebhookDeliveryStatusFilter>;
  /** Is none of these. Records without a value do not match. */
  notIn?: InputMaybe<Array<WebhookDeliveryStatus>>;
};

/** Filter for WebhookDelivery records. All conditions have to match. Conditions without content are ignored on every level: {}, an empty AND, null for fields that cannot be null, and NOT or a related record without a condition. */
export type WebhookDeliveryWhere = {
  /** All of these conditions match. */
  AND?: InputMaybe<Array<WebhookDeliveryWhere>>;
  /** This condition does not match. Records without the compared value are omitted; `equals: null` finds them. */
  NOT?: InputMaybe<WebhookDeliveryWhere>;
  /** At least one of these conditions matches. An empty list matches nothing. */
  OR?: InputMaybe<Array<WebhookDeliveryWhere>>;
  /** When the record was created. */
  createdAt?: InputMaybe<DateTimeFilter>;
  /** The endpoint. */
  endpoint?: InputMaybe<WebhookEndpointWhere>;
  /** Id of the endpoint. */
  endpointId?: InputMaybe<IdFilter>;
  /** The record’s id. */
  id?: InputMaybe<IdFilter>;
  /** Id of the changed record. Null for a test. */
  recordId?: InputMaybe<StringFilter>;
  /** Time of the last attempt. */
  requestedAt?: InputMaybe<DateTimeFilter>;
  /** Status of the delivery. */
  status?: InputMaybe<WebhookDeliveryStatusFilter>;
  /** Type of the event. */
  type?: InputMaybe<StringFilter>;
  /** Changed after this time. Use it for polling. */
  updatedAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** When the record was last changed. */
  updatedAt?: InputMaybe<DateTimeFilter>;
};

/** A URL that receives the events of the workspace. */
export type WebhookEndpoint = Node & {
  __typename: 'WebhookEndpoint';
  /** Number of the record’s workspace. */
  accountId: Scalars['Int']['output'];
  /** Audit entries of the record, newest first: the actor, the operation, and the values before and after as long as they are stored. Null with an error for members and contacts of clients. */
  changes: Maybe<LogEntryConnection>;
  /** Number of failures since the last success. */
  consecutiveFailures: Maybe<Scalars['Int']['output']>;
  /** When the record was created. */
  createdAt: Scalars['DateTime']['output'];
  /** Its deliveries. */
  deliveries: WebhookDeliveryConnection;
  /** Description for people. */
  description: Maybe<Scalars['String']['output']>;
  /** Time of the first failure since the last success. */
  firstFailureAt: Maybe<Scalars['DateTime']['output']>;
  /** Type of a REST hook. Null for other endpoints. */
  hookType: Maybe<Scalars['String']['output']>;
  /** The record’s id, the same in all APIs. */
  id: Scalars['ID']['output'];
  /** The key that created it. Null with an error without `keys:read`. */
  madeByKey: Maybe<ApiKey>;
  /** The user who created it. Null with an error without `people:read`. */
  madeByUser: Maybe<User>;
  /** Time of the next attempt while deliveries fail. */
  nextAttemptAt: Maybe<Scalars['DateTime']['output']>;
  /** Order of the events. */
  order: WebhookOrder;
  /** Content of a request. */
  payload: WebhookPayload;
  /** Position in the event log after which deliveries continue. */
  position: Maybe<Scalars['ID']['output']>;
  /** Reading scopes of its creator. They limit the data that it receives. */
  scopes: Array<Scope>;
  /** State of the endpoint. */
  state: WebhookEndpointState;
  /** Why the endpoint is disabled. Null while it is not. */
  stateReason: Maybe<WebhookStateReason>;
  /** Types of events, for example `invoice.paid`. `invoice` means all events of invoices, `*` all events. */
  types: Array<Scalars['String']['output']>;
  /** When the record was last changed. */
  updatedAt: Scalars['DateTime']['output'];
  /** URL that receives the events. */
  url: Scalars['String']['output'];
  /** Version of the record. Each change increases it. */
  version: Scalars['Int']['output'];
  /** Condition on the changed records, as the argument `where` of `recordChanged`. Null: all records. */
  where: Maybe<Scalars['JSON']['output']>;
};


/** A URL that receives the events of the workspace. */
export type WebhookEndpointChangesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};


/** A URL that receives the events of the workspace. */
export type WebhookEndpointDeliveriesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<WebhookDeliveryOrderBy>>;
  where?: InputMaybe<WebhookDeliveryWhere>;
};

/** A page of WebhookEndpoint records. */
export type WebhookEndpointConnection = {
  __typename: 'WebhookEndpointConnection';
  /** The records of this page, each with its cursor. */
  edges: Array<WebhookEndpointEdge>;
  /** The records of this page, without their cursors. */
  nodes: Array<WebhookEndpoint>;
  /** Whether there are more pages, and the first and last cursor of this page. */
  pageInfo: PageInfo;
  /** Number of matching records on all pages. It is only counted if you select it. */
  totalCount: Scalars['Int']['output'];
};

/** WebhookEndpoint of a page, with its cursor. */
export type WebhookEndpointEdge = {
  __typename: 'WebhookEndpointEdge';
  /** Cursor of the record, for `after` and `before`. */
  cursor: Scalars['String']['output'];
  /** The record. */
  node: WebhookEndpoint;
};

/** Order of WebhookEndpoint records: one field and its direction. */
export type WebhookEndpointOrderBy =
  /** When the record was created. */
  { createdAt: SortOrder; updatedAt?: never; url?: never; }
  |  /** When the record was last changed. */
  { createdAt?: never; updatedAt: SortOrder; url?: never; }
  |  /** URL that receives the events. */
  { createdAt?: never; updatedAt?: never; url: SortOrder; };

/** State of a webhook endpoint. */
export type WebhookEndpointState =
  /** It gets events. */
  | 'ACTIVE'
  /** It gets no events until it is enabled. */
  | 'DISABLED'
  /** Its deliveries fail. The oldest event is repeated until it succeeds. */
  | 'FAILING';

/** Condition on the WebhookEndpointState. */
export type WebhookEndpointStateFilter = {
  /** Is exactly this. Null: has no value. */
  equals?: InputMaybe<WebhookEndpointState>;
  /** Is one of these. */
  in?: InputMaybe<Array<WebhookEndpointState>>;
  /** At least one of these conditions is false. Records without a value do not match; `not: null` finds all records with a value. */
  not?: InputMaybe<WebhookEndpointStateFilter>;
  /** Is none of these. Records without a value do not match. */
  notIn?: InputMaybe<Array<WebhookEndpointState>>;
};

/** Filter for WebhookEndpoint records. All conditions have to match. Conditions without content are ignored on every level: {}, an empty AND, null for fields that cannot be null, and NOT or a related record without a condition. */
export type WebhookEndpointWhere = {
  /** All of these conditions match. */
  AND?: InputMaybe<Array<WebhookEndpointWhere>>;
  /** This condition does not match. Records without the compared value are omitted; `equals: null` finds them. */
  NOT?: InputMaybe<WebhookEndpointWhere>;
  /** At least one of these conditions matches. An empty list matches nothing. */
  OR?: InputMaybe<Array<WebhookEndpointWhere>>;
  /** When the record was created. */
  createdAt?: InputMaybe<DateTimeFilter>;
  /** Type of a REST hook. Null for other endpoints. */
  hookType?: InputMaybe<StringFilter>;
  /** The record’s id. */
  id?: InputMaybe<IdFilter>;
  /** Content of a request. */
  payload?: InputMaybe<WebhookPayloadFilter>;
  /** State of the endpoint. */
  state?: InputMaybe<WebhookEndpointStateFilter>;
  /** Changed after this time. Use it for polling. */
  updatedAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** When the record was last changed. */
  updatedAt?: InputMaybe<DateTimeFilter>;
  /** URL that receives the events. */
  url?: InputMaybe<StringFilter>;
};

/** A type of event that webhook endpoints can get. */
export type WebhookEventType = {
  __typename: 'WebhookEventType';
  /** What happened. */
  description: Scalars['String']['output'];
  /** Body of a request. */
  sample: Scalars['JSON']['output'];
  /** The type, for example `invoice.paid`. */
  type: Scalars['String']['output'];
};

/** Order in which an endpoint gets events. */
export type WebhookOrder =
  /** All events are in order, one at a time. A failure stops the following events. */
  | 'ALL'
  /** Events of one record are in order. */
  | 'RECORD';

/** Content of webhook requests. */
export type WebhookPayload =
  /** The event with the record. */
  | 'EVENT'
  /** The record alone, as for REST hooks. */
  | 'REST_HOOK';

/** Condition on the WebhookPayload. */
export type WebhookPayloadFilter = {
  /** Is exactly this. Null: has no value. */
  equals?: InputMaybe<WebhookPayload>;
  /** Is one of these. */
  in?: InputMaybe<Array<WebhookPayload>>;
  /** At least one of these conditions is false. Records without a value do not match; `not: null` finds all records with a value. */
  not?: InputMaybe<WebhookPayloadFilter>;
  /** Is none of these. Records without a value do not match. */
  notIn?: InputMaybe<Array<WebhookPayload>>;
};

/** Why a webhook endpoint is disabled. */
export type WebhookStateReason =
  /** The next events are no longer stored. */
  | 'EVENTS_EXPIRED'
  /** Its deliveries failed for three days. */
  | 'FAILED'
  /** It responded with the status 410. */
  | 'GONE'
  /** The key that created it ended. */
  | 'KEY_REVOKED'
  /** It was disabled or created by a caller. */
  | 'MANUAL'
  /** Its creator was deactivated or lost the role. */
  | 'PERMISSION_LOST'
  /** The workspace was restored or imported. */
  | 'RESTORED';

/** How time with the same rate is grouped into lines of an invoice. */
export type WorkGrouping =
  /** One line per day in the workspace’s time zone. Time past midnight belongs to the day on which it began. */
  | 'DAY'
  /** A line for each deliverable. */
  | 'DELIVERABLE'
  /** A line for each time entry. */
  | 'ENTRY'
  /** A line for each person. */
  | 'PERSON'
  /** A line for each project. */
  | 'PROJECT';

/** Kind of billable work. */
export type WorkKind =
  /** A deliverable that was approved, or that is complete and needs no approval. */
  | 'DELIVERABLE'
  /** An expense. */
  | 'EXPENSE'
  /** Tracked time. */
  | 'TIME';

/** The account of one company or freelancer. Every other record belongs to exactly one workspace. */
export type Workspace = Node & {
  __typename: 'Workspace';
  /** Accent colour of invoices, for example "#1d4ed8". It must be readable on white. Null: the default colour. Null with an error for members. */
  accentColor: Maybe<Scalars['String']['output']>;
  /** Holder of the bank account. Null: the workspace’s name. Null with an error for members. */
  accountHolder: Maybe<Scalars['String']['output']>;
  /** Number of the workspace, part of every record. */
  accountId: Scalars['Int']['output'];
  /** First line of the address. Null with an error for members. */
  address1: Maybe<Scalars['String']['output']>;
  /** Second line of the address. Null with an error for members. */
  address2: Maybe<Scalars['String']['output']>;
  /** BIC of the bank. Null with an error for members. */
  bic: Maybe<Scalars['String']['output']>;
  /** Audit entries of the record, newest first: the actor, the operation, and the values before and after as long as they are stored. Null with an error for members and contacts of clients. */
  changes: Maybe<LogEntryConnection>;
  /** City. Null with an error for members. */
  city: Maybe<Scalars['String']['output']>;
  /** E-mail address of the contact on electronic invoices. Null: `mailReplyTo`. Null with an error for members. */
  contactEmail: Maybe<Scalars['String']['output']>;
  /** Name of the contact on electronic invoices: a person or a department. Null with an error for members. */
  contactName: Maybe<Scalars['String']['output']>;
  /** Country. Null with an error for members. */
  country: Maybe<Scalars['String']['output']>;
  /** ISO 3166 code of the country. Filled in from `country` if that names one country. Null with an error for members. */
  countryCode: Maybe<Scalars['String']['output']>;
  /** When the record was created. */
  createdAt: Scalars['DateTime']['output'];
  /** Credit note number format. Credit notes have a series of their own. Null with an error for members. */
  creditNoteNumberPattern: Scalars['String']['output'];
  /** Default currency, an ISO 4217 code. */
  currency: Scalars['Currency']['output'];
  /** Default tax percentage, if neither the invoice nor the client has a rate or rule. Null with an error for members. */
  defaultTaxRate: Maybe<Scalars['Decimal']['output']>;
  /** Default tax rule, if neither the invoice nor the client has a rate or rule. */
  defaultTaxRule: Maybe<TaxRule>;
  /** Default tax rule, if neither the invoice nor the client has a rate or rule. Null with an error for members. */
  defaultTaxRuleId: Maybe<Scalars['ID']['output']>;
  /** Number format of deposit invoices, which then have a series of their own. Null: they share the series of other invoices. Null with an error for members. */
  depositNumberPattern: Maybe<Scalars['String']['output']>;
  /** What the settings lack for e-invoices to clients of its country. Default format: XRECHNUNG_UBL. */
  eInvoiceFaults: Array<EInvoiceFault>;
  /** The workspace’s address for electronic invoices, for example its VAT number or an e-mail address. Null with an error for members. */
  electronicAddress: Maybe<Scalars['String']['output']>;
  /** Scheme of `electronicAddress`, a code of the list EAS: 9930 German VAT number, 0088 GLN, EM e-mail. Null with an error for members. */
  electronicAddressScheme: Maybe<Scalars['String']['output']>;
  /** Default hourly rate in the workspace’s currency, if the time entry, user, project and client have none. Null with an error for members. */
  hourlyAmount: Maybe<Scalars['Decimal']['output']>;
  /** IBAN of the bank account, printed on invoices. Null with an error for members. */
  iban: Maybe<Scalars['String']['output']>;
  /** The workspace’s id: `wsp_` and its number. */
  id: Scalars['ID']['output'];
  /** Layout of invoices. Null with an error for members. */
  invoiceLayout: InvoiceLayout;
  /**
   * Invoice number format: text with a counter, which is a run of # or {SEQ:4}. It can contain {YYYY}, {YY}, {MM} and {CLIENT}, the first
   * letters of the client’s name. Examples: "INV-#####", "RE-{YYYY}-{SEQ:4}". Null with an error for members.
   */
  invoiceNumberPattern: Scalars['String']['output'];
  /** Default language of invoices and e-mails to clients. Null: English. Null with an error for members. */
  language: Maybe<Scalars['String']['output']>;
  /** Company registration number, for example a SIREN. Null with an error for members. */
  legalId: Maybe<Scalars['String']['output']>;
  /** Register of `legalId`, a four-digit code of ISO 6523: 0002 SIREN, 0009 SIRET, 0106 KvK. Null with an error for members. */
  legalIdScheme: Maybe<Scalars['String']['output']>;
  /** State, province or region. Null with an error for members. */
  locality: Maybe<Scalars['String']['output']>;
  /** The logo on its invoices. Null if they show its name. Changes are reported as changes of the workspace. */
  logo: Maybe<WorkspaceLogo>;
  /** Position of the logo on invoices. Null with an error for members. */
  logoPlace: LogoPlace;
  /** BCC address of e-mails with invoices. Null with an error for members. */
  mailBcc: Maybe<Scalars['String']['output']>;
  /** Reply-to address of e-mails to customers. Null: the owner’s address. Null with an error for members. */
  mailReplyTo: Maybe<Scalars['String']['output']>;
  /** Trading name, printed on invoices. */
  name: Scalars['String']['output'];
  /** When numbering restarts in all series. The formats must then contain the year, and the month. Null with an error for members. */
  numberRestart: NumberRestart;
  /** Paper size of invoices. Null with an error for members. */
  pageSize: PageSize;
  /** Payment instructions on invoices, unless the invoice, its template or the client has its own. Null with an error for members. */
  payInstructions: Maybe<Scalars['String']['output']>;
  /** Telephone number. Null with an error for members. */
  phone: Maybe<Scalars['String']['output']>;
  /** Postal code. Null with an error for members. */
  postal: Maybe<Scalars['String']['output']>;
  /** The workspace’s own tax registration number. Null with an error for members. */
  taxId: Maybe<Scalars['String']['output']>;
  /** Name of the tax on documents, for example "VAT". Null with an error for members. */
  taxLabel: Maybe<Scalars['String']['output']>;
  /** Second tax number, in addition to `taxId`, for example that of the tax office or the QST number. Null with an error for members. */
  taxNumber: Maybe<Scalars['String']['output']>;
  /** IANA time zone of the workspace. It determines the current day. */
  timeZone: Scalars['TimeZone']['output'];
  /** When the record was last changed. */
  updatedAt: Scalars['DateTime']['output'];
  /** Version of the record. Each change increases it. */
  version: Scalars['Int']['output'];
  /** Web site. Null with an error for members. */
  website: Maybe<Scalars['String']['output']>;
};


/** The account of one company or freelancer. Every other record belongs to exactly one workspace. */
export type WorkspaceChangesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};


/** The account of one company or freelancer. Every other record belongs to exactly one workspace. */
export type WorkspaceEInvoiceFaultsArgs = {
  format?: InputMaybe<EInvoiceFormat>;
};

/** Content of a deleted workspace. */
export type WorkspaceDeletion = {
  __typename: 'WorkspaceDeletion';
  /** The workspace’s name, as confirmation. */
  name: Scalars['String']['output'];
  /** Its records by type. */
  records: Array<CountedRecords>;
};

/** The logo on a workspace’s invoices. It has its own table because most reads of the workspace do not need it. */
export type WorkspaceLogo = {
  __typename: 'WorkspaceLogo';
  /** Number of the record’s workspace. */
  accountId: Scalars['Int']['output'];
  /** Audit entries of the record, newest first: the actor, the operation, and the values before and after as long as they are stored. Null with an error for members and contacts of clients. */
  changes: Maybe<LogEntryConnection>;
  /** When the record was created. */
  createdAt: Scalars['DateTime']['output'];
  /** The image for the `src` of an `img` element: up to 1.4 MB of text, so select it only where you show it. */
  dataUrl: Scalars['URL']['output'];
  /** Height in pixels. */
  height: Scalars['Int']['output'];
  /** Image type: image/png or image/jpeg. */
  mediaType: Scalars['String']['output'];
  /** Size of the file in bytes. */
  size: Scalars['Int']['output'];
  /** When the record was last changed. */
  updatedAt: Scalars['DateTime']['output'];
  /** Version of the record. Each change increases it. */
  version: Scalars['Int']['output'];
  /** Width in pixels. */
  width: Scalars['Int']['output'];
};


/** The logo on a workspace’s invoices. It has its own table because most reads of the workspace do not need it. */
export type WorkspaceLogoChangesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

/** Reason for the write-off. */
export type WriteOffInvoiceInput = {
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** The record to change. */
  id: Scalars['ID']['input'];
  /** The reason, for the invoice’s history. */
  reason?: InputMaybe<Scalars['String']['input']>;
};

/** Result of `writeOffInvoice`: success, or the reason why nothing was done. */
export type WriteOffInvoiceResult = ConflictError | InvalidInputError | NotDoneError | NotFoundError | VersionMismatchError | WriteOffInvoiceSuccess;

/** Success of `writeOffInvoice`. */
export type WriteOffInvoiceSuccess = {
  __typename: 'WriteOffInvoiceSuccess';
  /** The current record. Without `invoices:read`, you can only select its id. */
  invoice: Invoice;
};
