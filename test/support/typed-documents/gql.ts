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
    "\n  mutation CreateClient($input: CreateClientInput!) {\n    createClient(input: $input) {\n      __typename\n      ... on CreateClientSuccess { client { id name archived clientType } }\n      ... on ExpectedError { code message path errors { path code } }\n    }\n  }\n": typeof types.CreateClientDocument,
    "\n  query ProjectsOf($client: String!, $first: Int!) {\n    projects(where: { client: { name: { equals: $client } } }, first: $first) {\n      totalCount\n      pageInfo { hasNextPage }\n      edges {\n        cursor\n        node { id name budgetUsed trackedMinutes client { name } }\n      }\n    }\n  }\n": typeof types.ProjectsOfDocument,
    "\n  query Receivables {\n    figures { receivablesByAge { currency invoices days1To30 days31To60 days61To90 over90Days notDue total } }\n  }\n": typeof types.ReceivablesDocument,
};
const documents: Documents = {
    "\n  mutation CreateClient($input: CreateClientInput!) {\n    createClient(input: $input) {\n      __typename\n      ... on CreateClientSuccess { client { id name archived clientType } }\n      ... on ExpectedError { code message path errors { path code } }\n    }\n  }\n": types.CreateClientDocument,
    "\n  query ProjectsOf($client: String!, $first: Int!) {\n    projects(where: { client: { name: { equals: $client } } }, first: $first) {\n      totalCount\n      pageInfo { hasNextPage }\n      edges {\n        cursor\n        node { id name budgetUsed trackedMinutes client { name } }\n      }\n    }\n  }\n": types.ProjectsOfDocument,
    "\n  query Receivables {\n    figures { receivablesByAge { currency invoices days1To30 days31To60 days61To90 over90Days notDue total } }\n  }\n": types.ReceivablesDocument,
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
export function graphql(source: "\n  mutation CreateClient($input: CreateClientInput!) {\n    createClient(input: $input) {\n      __typename\n      ... on CreateClientSuccess { client { id name archived clientType } }\n      ... on ExpectedError { code message path errors { path code } }\n    }\n  }\n"): (typeof documents)["\n  mutation CreateClient($input: CreateClientInput!) {\n    createClient(input: $input) {\n      __typename\n      ... on CreateClientSuccess { client { id name archived clientType } }\n      ... on ExpectedError { code message path errors { path code } }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ProjectsOf($client: String!, $first: Int!) {\n    projects(where: { client: { name: { equals: $client } } }, first: $first) {\n      totalCount\n      pageInfo { hasNextPage }\n      edges {\n        cursor\n        node { id name budgetUsed trackedMinutes client { name } }\n      }\n    }\n  }\n"): (typeof documents)["\n  query ProjectsOf($client: String!, $first: Int!) {\n    projects(where: { client: { name: { equals: $client } } }, first: $first) {\n      totalCount\n      pageInfo { hasNextPage }\n      edges {\n        cursor\n        node { id name budgetUsed trackedMinutes client { name } }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Receivables {\n    figures { receivablesByAge { currency invoices days1To30 days31To60 days61To90 over90Days notDue total } }\n  }\n"): (typeof documents)["\n  query Receivables {\n    figures { receivablesByAge { currency invoices days1To30 days31To60 days61To90 over90Days notDue total } }\n  }\n"];

export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}

export type DocumentType<TDocumentNode extends DocumentNode<any, any>> = TDocumentNode extends DocumentNode<  infer TType,  any>  ? TType  : never;