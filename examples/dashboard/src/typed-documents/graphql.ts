/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** Kind of change of a record. */
export type ChangeKind =
  /** It was created. */
  | 'CREATED'
  /** The record was deleted. */
  | 'DELETED'
  /** The record was changed. */
  | 'UPDATED';

/** Value of a custom field. The field is found by fieldId, otherwise by mappingKey, otherwise by fieldName. An unknown name creates a field. */
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

/** A fee schedule. */
export type FeeScheduleInput = {
  /** Amount per hour, project, period or item, depending on feeType. */
  amount?: string | number | null | undefined;
  /** Upper end of the estimate. */
  estimateMax?: string | number | null | undefined;
  /** Lower end of the estimate. */
  estimateMin?: string | number | null | undefined;
  /** Basis of the amount. */
  feeType?: FeeType | null | undefined;
  /** Hourly rate beyond the retainer. */
  retainerOverageRate?: string | number | null | undefined;
  /** Number of periods of the retainer; -1 for open-ended. */
  retainerPeriods?: number | null | undefined;
  /** Billing period of a retainer. */
  retainerSchedule?: RetainerSchedule | null | undefined;
  /** First day of the retainer. */
  retainerStart?: string | null | undefined;
  /** Whether a period is billed in advance or in arrears. */
  retainerTiming?: RetainerTiming | null | undefined;
  /** Whether the amount is taxable. */
  taxable?: boolean | null | undefined;
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

/** A project’s fields. */
export type UpdateProjectInput = {
  /** Whether the project is active. Inactive projects are omitted from searches. Default on create: true. */
  active?: boolean | null | undefined;
  /** Id of the client; time entries and expenses follow the project. Left out of a replace, it stays as it is. */
  clientId?: string | number | null | undefined;
  /** Values of custom fields. */
  customValues?: Array<CustomValueInput> | null | undefined;
  /** Description of the project. */
  description?: string | null | undefined;
  /** Due date. */
  dueDate?: string | null | undefined;
  /** Do it although an invoice has charged it; the invoice stays as it is. Left out of a replace, it stays as it is. */
  evenIfBilled?: boolean | null | undefined;
  /** The `version` of the record that you read. If the record has another version now, nothing is changed, and the result is a `VersionMismatchError`. */
  expectedVersion?: number | null | undefined;
  /** Id of the record in another system, unique in the workspace together with `source`. Left out of a replace, it stays as it is. */
  externalId?: string | null | undefined;
  /** Fee schedule of the project. */
  feeSchedule?: FeeScheduleInput | null | undefined;
  /** Display colour, # followed by six hex digits. */
  hexColor?: string | null | undefined;
  /** The record to change. */
  id: string | number;
  /** Name of the project, unique among its client’s. */
  name?: string | null | undefined;
  /** What the client sees in the portal. Default on create: "READ_ONLY". */
  portalAccess?: PortalAccess | null | undefined;
  /** Whether the client sees the tracked time in the portal. Default on create: false. */
  showTimeWorkedInPortal?: boolean | null | undefined;
  /** The system that `externalId` belongs to, for example "hubspot". Left out of a replace, it stays as it is. */
  source?: string | null | undefined;
  /** Start date. */
  startDate?: string | null | undefined;
};

export type DashboardQueryVariables = Exact<{ [key: string]: never; }>;


export type DashboardQuery = { workspace: { name: string, currency: string } | null, figures: { receivablesByAge: Array<{ currency: string, invoices: number, notDue: string, days1To30: string, days31To60: string, days61To90: string, over90Days: string, total: string }> | null, pipelineByStage: Array<{ currency: string, opportunities: number, value: string, stage: { id: string, label: string, hexColor: string | null } | null }> | null } | null, projects: { totalCount: number, edges: Array<{ node: { id: string, name: string, dueDate: string | null, trackedMinutes: number | null, budgetUsed: string | null, client: { name: string } | null } }> } | null };

export type UpdateProjectMutationVariables = Exact<{
  input: UpdateProjectInput;
}>;


export type UpdateProjectMutation = { updateProject:
    | { __typename: 'ConflictError', code: string, message: string, errors: Array<{ path: string, code: string, message: string }> }
    | { __typename: 'InvalidInputError', code: string, message: string, errors: Array<{ path: string, code: string, message: string }> }
    | { __typename: 'NotDoneError', code: string, message: string, errors: Array<{ path: string, code: string, message: string }> }
    | { __typename: 'NotFoundError', code: string, message: string, errors: Array<{ path: string, code: string, message: string }> }
    | { __typename: 'UpdateProjectSuccess', project: { id: string, name: string, dueDate: string | null } }
    | { __typename: 'VersionMismatchError', code: string, message: string, errors: Array<{ path: string, code: string, message: string }> }
   | null };

export type RecordChangedSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type RecordChangedSubscription = { recordChanged: { id: string, kind: ChangeKind, type: RecordType, node:
      | { __typename: 'ApiKey' }
      | { __typename: 'Attachment' }
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
      | { __typename: 'ExpenseLine' }
      | { __typename: 'Form' }
      | { __typename: 'FormSubmission' }
      | { __typename: 'Invoice', invoiceNumberFormatted: string }
      | { __typename: 'InvoiceEvent' }
      | { __typename: 'InvoiceLine' }
      | { __typename: 'InvoiceTaxLine' }
      | { __typename: 'InvoiceTemplate' }
      | { __typename: 'MailSuppression' }
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
      | { __typename: 'Ticket' }
      | { __typename: 'TicketComment' }
      | { __typename: 'TimeEntry', client: { name: string } | null, project: { name: string } | null }
      | { __typename: 'User' }
      | { __typename: 'Vendor' }
      | { __typename: 'WebhookDelivery' }
      | { __typename: 'WebhookEndpoint' }
      | { __typename: 'Workspace' }
     | null } };


export const DashboardDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Dashboard"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"workspace"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}}]}},{"kind":"Field","name":{"kind":"Name","value":"figures"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"receivablesByAge"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"invoices"}},{"kind":"Field","name":{"kind":"Name","value":"notDue"}},{"kind":"Field","name":{"kind":"Name","value":"days1To30"}},{"kind":"Field","name":{"kind":"Name","value":"days31To60"}},{"kind":"Field","name":{"kind":"Name","value":"days61To90"}},{"kind":"Field","name":{"kind":"Name","value":"over90Days"}},{"kind":"Field","name":{"kind":"Name","value":"total"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pipelineByStage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"opportunities"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"stage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"hexColor"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"projects"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"12"}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"ListValue","values":[{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"updatedAt"},"value":{"kind":"EnumValue","value":"DESC"}}]}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"dueDate"}},{"kind":"Field","name":{"kind":"Name","value":"trackedMinutes"}},{"kind":"Field","name":{"kind":"Name","value":"budgetUsed"}},{"kind":"Field","name":{"kind":"Name","value":"client"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}}]}}]}}]} as unknown as DocumentNode<DashboardQuery, DashboardQueryVariables>;
export const UpdateProjectDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateProject"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateProjectInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateProject"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateProjectSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"project"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"dueDate"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ExpectedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]}}]} as unknown as DocumentNode<UpdateProjectMutation, UpdateProjectMutationVariables>;
export const RecordChangedDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"RecordChanged"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"recordChanged"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"types"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"CLIENT"},{"kind":"EnumValue","value":"PROJECT"},{"kind":"EnumValue","value":"DELIVERABLE"},{"kind":"EnumValue","value":"TIME_ENTRY"},{"kind":"EnumValue","value":"INVOICE"},{"kind":"EnumValue","value":"PAYMENT"},{"kind":"EnumValue","value":"EXPENSE"},{"kind":"EnumValue","value":"OPPORTUNITY"}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Client"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Project"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Deliverable"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Invoice"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"invoiceNumberFormatted"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Opportunity"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TimeEntry"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"client"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"project"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Payment"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"invoice"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"invoiceNumberFormatted"}}]}}]}}]}}]}}]}}]} as unknown as DocumentNode<RecordChangedSubscription, RecordChangedSubscriptionVariables>;