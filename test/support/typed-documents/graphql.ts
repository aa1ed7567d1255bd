/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** Who pays what a card payment costs. */
export type CardFeePayer =
  /** The client. */
  | 'CLIENT'
  /** The workspace. */
  | 'FREELANCER'
  /** Both share it. */
  | 'SPLIT';

/** A contact of a new client. An entry without a name, an e-mail address or a telephone number is ignored. */
export type ClientContactInput = {
  /** Values of custom fields, keyed by field name. */
  customValues?: unknown;
  /** Makes it the client’s default contact in place of the former one; without a client it waits for one. Default: false. */
  defaultContact?: boolean | null | undefined;
  /** E-mail address. */
  email?: string | null | undefined;
  /** Id that the record has in another system, unique in the workspace together with `source`. */
  externalId?: string | null | undefined;
  /** First name. */
  firstName?: string | null | undefined;
  /** Included on invoices. Default: false. */
  invoiceContact?: boolean | null | undefined;
  /** Last name. */
  lastName?: string | null | undefined;
  /** Mobile telephone number. */
  mobile?: string | null | undefined;
  /** Notes for the workspace’s own eyes. */
  notes?: string | null | undefined;
  /** Telephone number. */
  phone?: string | null | undefined;
  /** Whether it may enter the client portal. Who lets it in has to be able to do what is seen and done there: `clients:read`, `projects:read`, `projects:write`, `time:read` and `invoices:read`. Default: false. */
  portalAccess?: boolean | null | undefined;
  /** Job title or role. */
  role?: string | null | undefined;
  /** The system whose id `externalId` is, "hubspot" say. */
  source?: string | null | undefined;
};

/** Whether somebody is a client yet. */
export type ClientType =
  /** A client. */
  | 'CLIENT'
  /** Not yet a client. */
  | 'PROSPECT';

/** A new client. */
export type CreateClientInput = {
  /** First line of the address. */
  address1?: string | null | undefined;
  /** Second line of the address. */
  address2?: string | null | undefined;
  /** Whether the client is archived: lists and searches leave it out, names do not find it, and it takes no new time; its name stays taken. Default on create: false. */
  archived?: boolean | null | undefined;
  /** City. */
  city?: string | null | undefined;
  /** Whether it is a client already or a prospect. Default on create: "CLIENT". */
  clientType?: ClientType | null | undefined;
  /** Display colour. */
  color?: string | null | undefined;
  /** Contacts to make with it. Of several default contacts the last one is. */
  contacts?: Array<ClientContactInput> | null | undefined;
  /** Country. */
  country?: string | null | undefined;
  /** Default currency of the client’s invoices, an ISO 4217 code. */
  currency?: string | null | undefined;
  /** Values of custom fields, keyed by field name. */
  customValues?: unknown;
  /** Default tax percentage of the client’s invoices. */
  defaultTaxRate?: string | number | null | undefined;
  /** Id that the record has in another system, unique in the workspace together with `source`. */
  externalId?: string | null | undefined;
  /** Usual price of an hour, in the client’s currency. */
  hourlyAmount?: string | number | null | undefined;
  /** Id of the new record, made by the caller: the prefix of its type, `_` and the 32 hexadecimal digits of a UUID. Sent again with the same input, the record that is there is answered, for seven days; with other input, or later, that is a conflict, `id_taken`. */
  id?: string | number | null | undefined;
  /** Initials that stand for the client where there is little room. */
  initials?: string | null | undefined;
  /** Language of the client’s invoices, pages and mails: German, English, Spanish, French, Italian, Dutch or Portuguese, with numbers and dates as its region has them; any other is English. */
  language?: string | null | undefined;
  /** Where the client comes from, "Newsletter" say. */
  leadSource?: string | null | undefined;
  /** The client’s number in the register of companies, a SIREN or company number say. */
  legalId?: string | null | undefined;
  /** The register of `legalId`, a code of four digits of ISO 6523: 0002 SIREN, 0009 SIRET, 0106 KvK. */
  legalIdScheme?: string | null | undefined;
  /** State, province or region. */
  locality?: string | null | undefined;
  /** Client or company name, unique in the workspace. */
  name: string;
  /** Notes for the workspace’s own eyes. */
  notes?: string | null | undefined;
  /** Payment instructions on the client’s invoices. */
  payInstructions?: string | null | undefined;
  /** Agreed terms of payment. */
  paymentTerms?: PaymentTermsInput | null | undefined;
  /** Telephone number. */
  phone?: string | null | undefined;
  /** Postal code. */
  postal?: string | null | undefined;
  /** Step in minutes to which each time entry is rounded up when it is charged; 0: as it was worked. */
  roundingIncrement?: number | null | undefined;
  /** The system whose id `externalId` is, "hubspot" say. */
  source?: string | null | undefined;
  /** The client’s tax registration number. */
  taxId?: string | null | undefined;
  /** Web site. */
  website?: string | null | undefined;
};

/** What a deposit is. */
export type DepositType =
  /** An amount. */
  | 'FIXED_AMOUNT'
  /** None is asked. */
  | 'NO_DEPOSIT'
  /** A percentage of the price. */
  | 'PERCENTAGE';

/** Terms of payment, as agreed with a client. Invoices do not follow them by themselves. */
export type PaymentTermsInput = {
  /** Deposit, as depositType says. */
  depositAmount?: string | number | null | undefined;
  /** What the deposit is. */
  depositType?: DepositType | null | undefined;
  /** Agreed price of an hour. */
  hourlyAmount?: string | number | null | undefined;
  /** Fee for paying late. */
  latePaymentFee?: string | number | null | undefined;
  /** Days that the client has to pay. */
  paymentDays?: number | null | undefined;
  /** Who pays what a card payment costs. */
  whoPaysCardFees?: CardFeePayer | null | undefined;
};

export type CreateClientMutationVariables = Exact<{
  input: CreateClientInput;
}>;


export type CreateClientMutation = { createClient:
    | { __typename: 'ConflictError', code: string, message: string, path: string | null, errors: Array<{ path: string, code: string }> }
    | { __typename: 'CreateClientSuccess', client: { id: string, name: string, archived: boolean, clientType: ClientType } }
    | { __typename: 'InvalidInputError', code: string, message: string, path: string | null, errors: Array<{ path: string, code: string }> }
    | { __typename: 'NotDoneError', code: string, message: string, path: string | null, errors: Array<{ path: string, code: string }> }
   | null };

export type ProjectsOfQueryVariables = Exact<{
  client: string;
  first: number;
}>;


export type ProjectsOfQuery = { projects: { totalCount: number, pageInfo: { hasNextPage: boolean }, edges: Array<{ cursor: string, node: { id: string, name: string, budgetUsed: string | null, trackedMinutes: number | null, client: { name: string } | null } }> } | null };

export type ReceivablesQueryVariables = Exact<{ [key: string]: never; }>;


export type ReceivablesQuery = { figures: { receivablesByAge: Array<{ currency: string, invoices: number, days1To30: string, days31To60: string, days61To90: string, over90Days: string, notDue: string, total: string }> | null } | null };


export const CreateClientDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateClient"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateClientInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createClient"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CreateClientSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"client"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"archived"}},{"kind":"Field","name":{"kind":"Name","value":"clientType"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ExpectedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"code"}}]}}]}}]}}]}}]} as unknown as DocumentNode<CreateClientMutation, CreateClientMutationVariables>;
export const ProjectsOfDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ProjectsOf"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"client"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"projects"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"where"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"client"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"name"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"equals"},"value":{"kind":"Variable","name":{"kind":"Name","value":"client"}}}]}}]}}]}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}}]}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"budgetUsed"}},{"kind":"Field","name":{"kind":"Name","value":"trackedMinutes"}},{"kind":"Field","name":{"kind":"Name","value":"client"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}}]}}]}}]} as unknown as DocumentNode<ProjectsOfQuery, ProjectsOfQueryVariables>;
export const ReceivablesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Receivables"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"figures"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"receivablesByAge"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"invoices"}},{"kind":"Field","name":{"kind":"Name","value":"days1To30"}},{"kind":"Field","name":{"kind":"Name","value":"days31To60"}},{"kind":"Field","name":{"kind":"Name","value":"days61To90"}},{"kind":"Field","name":{"kind":"Name","value":"over90Days"}},{"kind":"Field","name":{"kind":"Name","value":"notDue"}},{"kind":"Field","name":{"kind":"Name","value":"total"}}]}}]}}]}}]} as unknown as DocumentNode<ReceivablesQuery, ReceivablesQueryVariables>;