import type { DocumentNode, GraphQLError } from 'graphql';
import { createYoga } from 'graphql-yoga';
import type { HttpRequest } from '../../http/http-request.ts';
import type { RequestLimits } from '../core/server-context.ts';
import { schema } from '../index.ts';
import { DocumentCache, noDocumentCache } from './document-cache.ts';
import type { RequestContext } from './endpoint-dependencies.ts';
import { createLimitPlugins } from './operation-limits.ts';
import type { GraphQLParams } from './request-params.ts';
import { attachSourceLocations } from './source-locations.ts';

/** Validates each cached text only once. */
export function createDocumentParser(limits: RequestLimits) {
  const documents = new DocumentCache();
  const validDocuments = new WeakSet<DocumentNode>();
  const yoga = createYoga<RequestContext & { request: HttpRequest }>({
    schema: schema as never,
    graphqlEndpoint: '/graphql',
    graphiql: false,
    landingPage: false,
    batching: false,
    multipart: false,
    parserAndValidationCache: { documentCache: documents, errorCache: noDocumentCache },
    cors: false,
    logging: false,
    plugins: createLimitPlugins(limits),
    maskedErrors: false,
  });

  return (context: RequestContext, request: HttpRequest, params: GraphQLParams) => {
    const { query } = params;
    const cached = documents.get(query);
    if (cached && validDocuments.has(cached))
      return { document: cached, errors: [] as readonly GraphQLError[] };
    const {
      parse,
      schema: yogaSchema,
      validate,
    } = yoga.getEnveloped({ ...context, request, params } as never);
    const document = parse(query) as DocumentNode;
    attachSourceLocations(document, query);
    const errors: readonly GraphQLError[] = validate(yogaSchema, document);
    if (errors.length === 0) validDocuments.add(document);
    return { document, errors };
  };
}
