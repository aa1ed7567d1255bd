/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** What became of a record. */
export type ChangeKind =
  /** It was made. */
  | 'CREATED'
  /** It is gone. */
  | 'DELETED'
  /** Something of it changed. */
  | 'UPDATED';

/** The value of one custom field. The field is found by fieldId, else mappingKey, else fieldName; a name that no field has defines one. */
export type CustomValueInput = {
  /** Id of the custom-field definition. */
  fieldId?: string | null | undefined;
  /** Human-readable name of the field. */
  fieldName?: string | null | undefined;
  /** Stable key of the field. */
  mappingKey?: string | null | undefined;
  /** String, number, boolean or any other JSON; null clears the value. */
  value?: unknown;
};

/** How a project is charged. */
export type FeeScheduleInput = {
  /** Price of an hour, of the project, of a period or of an item, as feeType says. */
  amount?: string | number | null | undefined;
  /** Upper end of the estimate. */
  estimateMax?: string | number | null | undefined;
  /** Lower end of the estimate. */
  estimateMin?: string | number | null | undefined;
  /** What the amount is charged for. */
  feeType?: FeeType | null | undefined;
  /** Price of an hour beyond the retainer. */
  retainerOverageRate?: string | number | null | undefined;
  /** Number of periods of the retainer; -1 for open-ended. */
  retainerPeriods?: number | null | undefined;
  /** How often a retainer is charged. */
  retainerSchedule?: RetainerSchedule | null | undefined;
  /** First day of the retainer. */
  retainerStart?: string | null | undefined;
  /** Whether a period is charged in advance or in arrears. */
  retainerTiming?: RetainerTiming | null | undefined;
  /** Whether what is charged is taxable. */
  taxable?: boolean | null | undefined;
};

/** What the amount of a fee schedule is charged for. */
export type FeeType =
  /** The whole project. */
  | 'FIXED_PRICE'
  /** Each hour worked. */
  | 'HOURLY'
  /** Each item. */
  | 'PER_ITEM'
  /** Each period of a retainer. */
  | 'RETAINER';

/** What a client sees of a project in its portal. */
export type PortalAccess =
  /** Everything, and may act on it. */
  | 'FULL'
  /** Nothing. */
  | 'NONE'
  /** An overview. */
  | 'OVERVIEW'
  /** Everything, without acting on it. */
  | 'READ_ONLY';

/** A type of record that `recordChanged` tells of. */
export type RecordType =
  /** A key that integrations send as X-API-KEY. Only its SHA-256 is kept. */
  | 'API_KEY'
  /** An event in a user’s calendar: wall-clock times in its own time zone. */
  | 'CALENDAR_EVENT'
  /** A company or person the workspace works for, or hopes to. */
  | 'CLIENT'
  /**
   * A change of a client’s credit: money that the workspace has and that no invoice needs yet. What a client has is the sum of its
   * changes, by currency.
   */
  | 'CLIENT_CREDIT'
  /** A person, usually at a client. */
  | 'CONTACT'
  /**
   * A document that takes an issued invoice back, wholly or in part. Amounts are in the invoice’s currency, rounded to its minor
   * unit; seller and client are those of the invoice, as they were when it was issued.
   */
  | 'CREDIT_NOTE'
  /** A line of a credit note: as much of a line of the invoice. */
  | 'CREDIT_NOTE_LINE'
  /** One component’s tax on a credit note. */
  | 'CREDIT_NOTE_TAX_LINE'
  /** Definition of a field that a workspace added to one type of record. */
  | 'CUSTOM_FIELD'
  /** A piece of a project that is delivered, and perhaps approved by the client. */
  | 'DELIVERABLE'
  /** The text of an e-mail to a customer about an invoice. */
  | 'EMAIL_TEMPLATE'
  /** What one currency was worth in another on a day, as somebody of the workspace said: 1 of `baseCurrency` was `rate` of `quoteCurrency`. */
  | 'EXCHANGE_RATE'
  /** Money the workspace spent, perhaps to be billed to a client. */
  | 'EXPENSE'
  /** A lead or discovery form, known by its name. */
  | 'FORM'
  /** What somebody sent in through a form. */
  | 'FORM_SUBMISSION'
  /** A bill to a client. Amounts are in `currency`, rounded to its minor unit. */
  | 'INVOICE'
  /** Something that happened to an invoice: a line of its history, written once. */
  | 'INVOICE_EVENT'
  /** A line of an invoice. */
  | 'INVOICE_LINE'
  /** One component’s tax on an invoice, a snapshot. */
  | 'INVOICE_TAX_LINE'
  /** How an invoice is laid out. */
  | 'INVOICE_TEMPLATE'
  /** A deal that may be won. */
  | 'OPPORTUNITY'
  /** A mail to a workspace’s customer. */
  | 'OUTBOX_MAIL'
  /** Money received for an invoice, in the invoice’s currency. */
  | 'PAYMENT'
  /** A column of the sales pipeline. */
  | 'PIPELINE_STAGE'
  /** A piece of work for one client. */
  | 'PROJECT'
  /** What a new project can be made from: fee schedule, portal access and deliverables. */
  | 'PROJECT_TEMPLATE'
  /** A deliverable that a template brings to a new project. */
  | 'PROJECT_TEMPLATE_DELIVERABLE'
  /** A kind of project: which statuses its deliverables pass through and which custom fields apply. */
  | 'PROJECT_TYPE'
  /** Money that was given back of a payment, in the invoice’s currency. */
  | 'REFUND'
  /** One status that deliverables of a project type can have. */
  | 'TASK_STAGE'
  /** One tax of a rule. */
  | 'TAX_COMPONENT'
  /** A named set of taxes, its components in order. */
  | 'TAX_RULE'
  /** A stretch of time that a user worked, a TimerEvent on the action surface. */
  | 'TIME_ENTRY'
  /** Somebody who works in the workspace. */
  | 'USER'
  /** Somebody the workspace buys from. */
  | 'VENDOR'
  /** One company’s or freelancer’s account: everything else belongs to exactly one workspace. */
  | 'WORKSPACE';

/** How often a retainer is charged. */
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

/** When a period of a retainer is charged. */
export type RetainerTiming =
  /** Before it begins. */
  | 'ADVANCED'
  /** When it is over. */
  | 'ARREARS';

/** A project’s fields. */
export type UpdateProjectInput = {
  /** Whether work goes on; inactive projects are left out of searches. Default on create: true. */
  active?: boolean | null | undefined;
  /** Id of the client; time entries and expenses follow the project. Left out of a replace, it stays as it is. */
  clientId?: string | number | null | undefined;
  /** Values of custom fields. */
  customValues?: Array<CustomValueInput> | null | undefined;
  /** What the work is about. */
  description?: string | null | undefined;
  /** Day by which it is to be done. */
  dueDate?: string | null | undefined;
  /** Do it although an invoice has charged it; the invoice stays as it is. Left out of a replace, it stays as it is. */
  evenIfBilled?: boolean | null | undefined;
  /** The `version` of the record that was read: where it has another one by now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: number | null | undefined;
  /** Id that the record has in another system, unique in the workspace together with `source`. Left out of a replace, it stays as it is. */
  externalId?: string | null | undefined;
  /** How the project is charged. */
  feeSchedule?: FeeScheduleInput | null | undefined;
  /** Display colour, # followed by six hex digits. */
  hexColor?: string | null | undefined;
  /** The record to change. */
  id: string | number;
  /** Name of the project, unique among its client’s. */
  name?: string | null | undefined;
  /** What the client sees in the portal. Default on create: "READ_ONLY". */
  portalAccess?: PortalAccess | null | undefined;
  /** The client sees the time worked in the portal. Default on create: false. */
  showTimeWorkedInPortal?: boolean | null | undefined;
  /** The system whose id `externalId` is, "hubspot" say. Left out of a replace, it stays as it is. */
  source?: string | null | undefined;
  /** First day of the work. */
  startDate?: string | null | undefined;
};

export type DashboardQueryVariables = Exact<{ [key: string]: never; }>;


export type DashboardQuery = { workspace: { name: string, currency: string } | null, figures: { receivablesByAge: Array<{ currency: string, invoices: number, notDue: string, days1To30: string, days31To60: string, days61To90: string, over90Days: string, total: string }> | null, pipelineByStage: Array<{ opportunities: number, value: string, stage: { id: string, label: string, hexColor: string | null } | null }> | null } | null, projects: { totalCount: number, edges: Array<{ node: { id: string, name: string, dueDate: string | null, trackedMinutes: number | null, budgetUsed: string | null, client: { name: string } | null } }> } | null };

export type UpdateProjectMutationVariables = Exact<{
  input: UpdateProjectInput;
}>;


export type UpdateProjectMutation = { updateProject:
    | { __typename: 'ConflictError', message: string, errors: Array<{ path: string, message: string }> }
    | { __typename: 'InvalidInputError', message: string, errors: Array<{ path: string, message: string }> }
    | { __typename: 'NotDoneError', message: string, errors: Array<{ path: string, message: string }> }
    | { __typename: 'NotFoundError', message: string, errors: Array<{ path: string, message: string }> }
    | { __typename: 'UpdateProjectSuccess', project: { id: string, name: string, dueDate: string | null } }
    | { __typename: 'VersionMismatchError', message: string, errors: Array<{ path: string, message: string }> }
   | null };

export type RecordChangedSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type RecordChangedSubscription = { recordChanged: { id: string, kind: ChangeKind, type: RecordType, node:
      | { __typename: 'ApiKey' }
      | { __typename: 'CalendarEvent' }
      | { __typename: 'Client', name: string }
      | { __typename: 'ClientCredit' }
      | { __typename: 'Contact' }
      | { __typename: 'CreditNote' }
      | { __typename: 'CreditNoteLine' }
      | { __typename: 'CreditNoteTaxLine' }
      | { __typename: 'CustomField' }
      | { __typename: 'Deliverable', name: string }
      | { __typename: 'EmailTemplate' }
      | { __typename: 'ExchangeRate' }
      | { __typename: 'Expense' }
      | { __typename: 'Form' }
      | { __typename: 'FormSubmission' }
      | { __typename: 'Invoice', invoiceNumberFormatted: string }
      | { __typename: 'InvoiceEvent' }
      | { __typename: 'InvoiceLine' }
      | { __typename: 'InvoiceTaxLine' }
      | { __typename: 'InvoiceTemplate' }
      | { __typename: 'Opportunity', name: string }
      | { __typename: 'OutboxMail' }
      | { __typename: 'Payment', invoice: { invoiceNumberFormatted: string } }
      | { __typename: 'PipelineStage' }
      | { __typename: 'Project', name: string }
      | { __typename: 'ProjectTemplate' }
      | { __typename: 'ProjectTemplateDeliverable' }
      | { __typename: 'ProjectType' }
      | { __typename: 'Refund' }
      | { __typename: 'TaskStage' }
      | { __typename: 'TaxComponent' }
      | { __typename: 'TaxRule' }
      | { __typename: 'TimeEntry', client: { name: string } | null, project: { name: string } | null }
      | { __typename: 'User' }
      | { __typename: 'Vendor' }
      | { __typename: 'Workspace' }
     | null } };


export const DashboardDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Dashboard"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"workspace"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}}]}},{"kind":"Field","name":{"kind":"Name","value":"figures"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"receivablesByAge"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"invoices"}},{"kind":"Field","name":{"kind":"Name","value":"notDue"}},{"kind":"Field","name":{"kind":"Name","value":"days1To30"}},{"kind":"Field","name":{"kind":"Name","value":"days31To60"}},{"kind":"Field","name":{"kind":"Name","value":"days61To90"}},{"kind":"Field","name":{"kind":"Name","value":"over90Days"}},{"kind":"Field","name":{"kind":"Name","value":"total"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pipelineByStage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"opportunities"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"stage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"hexColor"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"projects"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"12"}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"ListValue","values":[{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"updatedAt"},"value":{"kind":"EnumValue","value":"DESC"}}]}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"dueDate"}},{"kind":"Field","name":{"kind":"Name","value":"trackedMinutes"}},{"kind":"Field","name":{"kind":"Name","value":"budgetUsed"}},{"kind":"Field","name":{"kind":"Name","value":"client"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}}]}}]}}]} as unknown as DocumentNode<DashboardQuery, DashboardQueryVariables>;
export const UpdateProjectDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateProject"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateProjectInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateProject"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateProjectSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"project"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"dueDate"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ExpectedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]}}]} as unknown as DocumentNode<UpdateProjectMutation, UpdateProjectMutationVariables>;
export const RecordChangedDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"RecordChanged"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"recordChanged"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"types"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"CLIENT"},{"kind":"EnumValue","value":"PROJECT"},{"kind":"EnumValue","value":"DELIVERABLE"},{"kind":"EnumValue","value":"TIME_ENTRY"},{"kind":"EnumValue","value":"INVOICE"},{"kind":"EnumValue","value":"PAYMENT"},{"kind":"EnumValue","value":"EXPENSE"},{"kind":"EnumValue","value":"OPPORTUNITY"}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Client"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Project"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Deliverable"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Invoice"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"invoiceNumberFormatted"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Opportunity"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TimeEntry"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"client"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"project"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Payment"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"invoice"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"invoiceNumberFormatted"}}]}}]}}]}}]}}]}}]} as unknown as DocumentNode<RecordChangedSubscription, RecordChangedSubscriptionVariables>;