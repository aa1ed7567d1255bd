/* eslint-disable */
import * as types from './graphql.ts';
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';

/**
 * Map of all GraphQL operations in the project.
 *
 * This map has several performance disadvantages:
 * 1. It is not tree-shakeable, so it will include all operations in the project.
 * 2. It is not minifiable, so the string of a GraphQL query will be multiple times inside the bundle.
 * 3. It does not support dead code elimination, so it will add unused operations.
 *
 * Therefore it is highly recommended to use the babel or swc plugin for production.
 * Learn more about it here: https://the-guild.dev/graphql/codegen/plugins/presets/preset-client#reducing-bundle-size
 */
type Documents = {
    "\n  query Dashboard {\n    workspace {\n      name\n      currency\n    }\n    figures {\n      receivablesByAge {\n        currency\n        invoices\n        notDue\n        days1To30\n        days31To60\n        days61To90\n        over90Days\n        total\n      }\n      pipelineByStage {\n        currency\n        opportunities\n        value\n        stage {\n          id\n          label\n          hexColor\n        }\n      }\n    }\n    projects(first: 12, orderBy: [{ updatedAt: DESC }]) {\n      totalCount\n      edges {\n        node {\n          id\n          name\n          dueDate\n          trackedMinutes\n          budgetUsed\n          client {\n            name\n          }\n        }\n      }\n    }\n  }\n": typeof types.DashboardDocument,
    "\n  mutation UpdateProject($input: UpdateProjectInput!) {\n    updateProject(input: $input) {\n      __typename\n      ... on UpdateProjectSuccess {\n        project {\n          id\n          name\n          dueDate\n        }\n      }\n      ... on ExpectedError {\n        code\n        message\n        errors {\n          path\n          code\n          message\n        }\n      }\n    }\n  }\n": typeof types.UpdateProjectDocument,
    "\n  subscription RecordChanged {\n    recordChanged(\n      types: [CLIENT, PROJECT, DELIVERABLE, TIME_ENTRY, INVOICE, PAYMENT, EXPENSE, OPPORTUNITY]\n    ) {\n      id\n      kind\n      type\n      node {\n        __typename\n        ... on Client {\n          name\n        }\n        ... on Project {\n          name\n        }\n        ... on Deliverable {\n          name\n        }\n        ... on Invoice {\n          invoiceNumberFormatted\n        }\n        ... on Opportunity {\n          name\n        }\n        ... on TimeEntry {\n          client {\n            name\n          }\n          project {\n            name\n          }\n        }\n        ... on Payment {\n          invoice {\n            invoiceNumberFormatted\n          }\n        }\n      }\n    }\n  }\n": typeof types.RecordChangedDocument,
};
const documents: Documents = {
    "\n  query Dashboard {\n    workspace {\n      name\n      currency\n    }\n    figures {\n      receivablesByAge {\n        currency\n        invoices\n        notDue\n        days1To30\n        days31To60\n        days61To90\n        over90Days\n        total\n      }\n      pipelineByStage {\n        currency\n        opportunities\n        value\n        stage {\n          id\n          label\n          hexColor\n        }\n      }\n    }\n    projects(first: 12, orderBy: [{ updatedAt: DESC }]) {\n      totalCount\n      edges {\n        node {\n          id\n          name\n          dueDate\n          trackedMinutes\n          budgetUsed\n          client {\n            name\n          }\n        }\n      }\n    }\n  }\n": types.DashboardDocument,
    "\n  mutation UpdateProject($input: UpdateProjectInput!) {\n    updateProject(input: $input) {\n      __typename\n      ... on UpdateProjectSuccess {\n        project {\n          id\n          name\n          dueDate\n        }\n      }\n      ... on ExpectedError {\n        code\n        message\n        errors {\n          path\n          code\n          message\n        }\n      }\n    }\n  }\n": types.UpdateProjectDocument,
    "\n  subscription RecordChanged {\n    recordChanged(\n      types: [CLIENT, PROJECT, DELIVERABLE, TIME_ENTRY, INVOICE, PAYMENT, EXPENSE, OPPORTUNITY]\n    ) {\n      id\n      kind\n      type\n      node {\n        __typename\n        ... on Client {\n          name\n        }\n        ... on Project {\n          name\n        }\n        ... on Deliverable {\n          name\n        }\n        ... on Invoice {\n          invoiceNumberFormatted\n        }\n        ... on Opportunity {\n          name\n        }\n        ... on TimeEntry {\n          client {\n            name\n          }\n          project {\n            name\n          }\n        }\n        ... on Payment {\n          invoice {\n            invoiceNumberFormatted\n          }\n        }\n      }\n    }\n  }\n": types.RecordChangedDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 *
 *
 * @example
 * ```ts
 * const query = graphql(`query GetUser($id: ID!) { user(id: $id) { name } }`);
 * ```
 *
 * The query argument is unknown!
 * Please regenerate the types.
 */
export function graphql(source: string): unknown;

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Dashboard {\n    workspace {\n      name\n      currency\n    }\n    figures {\n      receivablesByAge {\n        currency\n        invoices\n        notDue\n        days1To30\n        days31To60\n        days61To90\n        over90Days\n        total\n      }\n      pipelineByStage {\n        currency\n        opportunities\n        value\n        stage {\n          id\n          label\n          hexColor\n        }\n      }\n    }\n    projects(first: 12, orderBy: [{ updatedAt: DESC }]) {\n      totalCount\n      edges {\n        node {\n          id\n          name\n          dueDate\n          trackedMinutes\n          budgetUsed\n          client {\n            name\n          }\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  query Dashboard {\n    workspace {\n      name\n      currency\n    }\n    figures {\n      receivablesByAge {\n        currency\n        invoices\n        notDue\n        days1To30\n        days31To60\n        days61To90\n        over90Days\n        total\n      }\n      pipelineByStage {\n        currency\n        opportunities\n        value\n        stage {\n          id\n          label\n          hexColor\n        }\n      }\n    }\n    projects(first: 12, orderBy: [{ updatedAt: DESC }]) {\n      totalCount\n      edges {\n        node {\n          id\n          name\n          dueDate\n          trackedMinutes\n          budgetUsed\n          client {\n            name\n          }\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UpdateProject($input: UpdateProjectInput!) {\n    updateProject(input: $input) {\n      __typename\n      ... on UpdateProjectSuccess {\n        project {\n          id\n          name\n          dueDate\n        }\n      }\n      ... on ExpectedError {\n        code\n        message\n        errors {\n          path\n          code\n          message\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation UpdateProject($input: UpdateProjectInput!) {\n    updateProject(input: $input) {\n      __typename\n      ... on UpdateProjectSuccess {\n        project {\n          id\n          name\n          dueDate\n        }\n      }\n      ... on ExpectedError {\n        code\n        message\n        errors {\n          path\n          code\n          message\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  subscription RecordChanged {\n    recordChanged(\n      types: [CLIENT, PROJECT, DELIVERABLE, TIME_ENTRY, INVOICE, PAYMENT, EXPENSE, OPPORTUNITY]\n    ) {\n      id\n      kind\n      type\n      node {\n        __typename\n        ... on Client {\n          name\n        }\n        ... on Project {\n          name\n        }\n        ... on Deliverable {\n          name\n        }\n        ... on Invoice {\n          invoiceNumberFormatted\n        }\n        ... on Opportunity {\n          name\n        }\n        ... on TimeEntry {\n          client {\n            name\n          }\n          project {\n            name\n          }\n        }\n        ... on Payment {\n          invoice {\n            invoiceNumberFormatted\n          }\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  subscription RecordChanged {\n    recordChanged(\n      types: [CLIENT, PROJECT, DELIVERABLE, TIME_ENTRY, INVOICE, PAYMENT, EXPENSE, OPPORTUNITY]\n    ) {\n      id\n      kind\n      type\n      node {\n        __typename\n        ... on Client {\n          name\n        }\n        ... on Project {\n          name\n        }\n        ... on Deliverable {\n          name\n        }\n        ... on Invoice {\n          invoiceNumberFormatted\n        }\n        ... on Opportunity {\n          name\n        }\n        ... on TimeEntry {\n          client {\n            name\n          }\n          project {\n            name\n          }\n        }\n        ... on Payment {\n          invoice {\n            invoiceNumberFormatted\n          }\n        }\n      }\n    }\n  }\n"];

export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}

export type DocumentType<TDocumentNode extends DocumentNode<any, any>> = TDocumentNode extends DocumentNode<  infer TType,  any>  ? TType  : never;