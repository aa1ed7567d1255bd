import { ActiongraphError, type ErrorOf } from './errors.ts';
import { type DocumentLike, printDocument } from './print-document.ts';
import {
  type OutgoingRequest,
  type Transport,
  type WriteOptions,
  writeRequestOf,
} from './transport.ts';

/** The types that graphql-codegen, gql.tada and others attach to a document. */
interface DocumentTypes<Result, Variables> {
  __apiType?: (variables: Variables) => Result;
}

/** A document as a text, as a `TypedDocumentNode` or as a `TypedDocumentString`. */
export type GraphQLDocument<Result, Variables> =
  | string
  | (DocumentTypes<Result, Variables> & object);

/** Variables can be omitted if none is required. */
export type GraphQLArguments<Variables, Options> =
  Record<never, never> extends Variables
    ? [variables?: Variables, options?: Options]
    : [variables: Variables, options?: Options];

export const textOf = (document: GraphQLDocument<unknown, never>): string =>
  typeof document === 'object' && 'definitions' in document
    ? printDocument(document as DocumentLike)
    : String(document);

export function graphqlRequest(query: string, variables: object | undefined): OutgoingRequest {
  return {
    method: 'POST',
    path: '/graphql',
    isRepeatable: true,
    body: { query, variables },
    headers: { accept: 'application/graphql-response+json, application/json;q=0.9' },
    // Errors can have the status 200.
    hasError: (data) => typeof data !== 'object' || data === null || 'errors' in data,
  };
}

/** @throws ActiongraphError */
export async function execute<Result>(
  transport: Transport,
  document: GraphQLDocument<Result, never>,
  variables?: object,
  options: WriteOptions = {},
): Promise<Result> {
  const request = graphqlRequest(textOf(document), variables);
  // The service ignores the key of a query.
  const { headers, isRepeatable } = writeRequestOf(options);
  const { data } = await transport.request<{ data: Result }>(
    { ...request, headers: { ...request.headers, ...headers }, isRepeatable },
    options,
  );
  return data.data;
}

/** A page of a connection. */
export interface Connection<Item> {
  nodes: readonly Item[];
  pageInfo: { hasNextPage: boolean; endCursor?: string | null };
}

export async function* paginate<Result, Item>(
  readPage: (after: string | undefined) => Promise<Result>,
  connectionOf: (result: Result) => Connection<Item> | null | undefined,
): AsyncGenerator<Item, void, undefined> {
  for (let after: string | undefined; ; ) {
    const connection = connectionOf(await readPage(after));
    if (!connection) return;
    yield* connection.nodes;
    const { endCursor, hasNextPage } = connection.pageInfo;
    if (!hasNextPage || !endCursor) return;
    after = endCursor;
  }
}

type ExpectedErrorOf<Result> = Extract<Result, { code: string }>;

/** Never if the document does not select the code of errors, so that it is not overlooked. */
export type SuccessOf<Result> = [ExpectedErrorOf<Result>] extends [never]
  ? never
  : Exclude<Result, ExpectedErrorOf<Result>>;

/**
 * The success of a mutation's result. The document selects `... on ExpectedError { code message errors { path code message } }`.
 * @throws ActiongraphError with the code of the expected error
 */
export function unwrap<Result extends object>(
  result: Result | null | undefined,
): SuccessOf<Result> {
  if (result && !('code' in result)) return result as SuccessOf<Result>;
  const { code, errors, message } = (result ?? {}) as Partial<ErrorOf>;
  throw new ActiongraphError(code ?? 'invalid_response', message ?? 'The mutation has no result.', {
    errors,
  });
}
