import type { DocumentNode, ExecutionResult, OperationDefinitionNode } from 'graphql';
import { GraphQLError, getOperationAST } from 'graphql';
import { createYoga } from 'graphql-yoga';
import type { Context } from '../../domain/kernel/context.ts';
import { ActionError } from '../../domain/kernel/errors.ts';
import { requireScope } from '../../domain/workspaces/api-keys.ts';
import { schema } from '../index.ts';
import type { AsActionError } from './answers.ts';
import { answer, presentError } from './answers.ts';
import type { OperationLimits } from './limits.ts';
import { checkCost, limitPlugins } from './limits.ts';
import type { GraphQLParams } from './params.ts';
import { readParams } from './params.ts';
import type { PersistedOperations } from './persisted.ts';

export interface EndpointDependencies {
  /** @throws ActionError invalid_api_key, too_many_requests */
  authenticate: (request: Request, requestId: string, now: Date) => Promise<Context>;
  requestId: (request: Request) => string;
  asActionError: AsActionError;
  bodyLimitBytes: number;
  /** @throws ActionError unsupported_media_type, body_too_large, malformed_json */
  readJson: (request: Request, limitBytes: number) => Promise<unknown>;
  limits: OperationLimits;
  persisted: PersistedOperations;
}

/** What the plugins of Yoga see: the domain's context, and the request. */
type ServerContext = Context & { request: Request };

/**
 * The GraphQL endpoint, the one place where an operation is executed. Queries and mutations as POSTed JSON go straight
 * through Yoga's parse, validate and context; subscriptions, which stream, through Yoga's own request handling.
 */
export function createEndpoint(dependencies: EndpointDependencies) {
  const { limits, asActionError } = dependencies;
  const yoga = createYoga<ServerContext>({
    schema: schema as never,
    graphqlEndpoint: '/graphql',
    graphiql: false,
    landingPage: false,
    batching: false,
    multipart: false,
    cors: false,
    logging: false,
    plugins: limitPlugins(limits),
    maskedErrors: false,
  });

  async function run(request: Request, requestId: string): Promise<Response> {
    const context = await dependencies.authenticate(request, requestId, new Date());
    const params = await readParams(request, dependencies);
    const enveloped = yoga.getEnveloped({ ...context, request, params } as never);
    const document = enveloped.parse(params.query) as DocumentNode;
    const faults = enveloped.validate(enveloped.schema, document) as readonly GraphQLError[];
    if (faults.length > 0) return refuse(faults, request, requestId, asActionError);
    const operation = operationOf(document, params);
    requireScope(context.actor.scopes, operation.operation === 'mutation' ? 'write' : 'read');
    const cost = checkCost(limits, document, operation, params.variables, context);
    if (operation.operation === 'subscription') return stream(request, params, context);
    const result = (await enveloped.execute({
      schema: enveloped.schema,
      document,
      contextValue: await enveloped.contextFactory(),
      variableValues: params.variables,
      operationName: params.operationName,
    })) as ExecutionResult;
    return answer(presented(result, params, cost, requestId), request, requestId);
  }

  function presented(
    { data, errors }: ExecutionResult,
    params: GraphQLParams,
    cost: number,
    requestId: string,
  ): ExecutionResult {
    return {
      ...(errors && { errors: errors.map((e) => presentError(e, requestId, asActionError)) }),
      ...(data === undefined ? {} : { data }),
      ...(params.wantsCost && { extensions: { cost: { requested: cost, limit: limits.cost } } }),
    };
  }

  function stream(request: Request, params: GraphQLParams, context: Context): Promise<Response> {
    const { query, variables, operationName } = params;
    const copy = new Request(request.url, {
      method: 'POST',
      headers: request.headers,
      body: JSON.stringify({ query, variables, operationName }),
      signal: request.signal,
    });
    return Promise.resolve(yoga.fetch(copy, { ...context, request: copy } as never));
  }

  return async (request: Request): Promise<Response> => {
    const requestId = dependencies.requestId(request);
    try {
      return await run(request, requestId);
    } catch (error) {
      if (error instanceof GraphQLError) return refuse([error], request, requestId, asActionError);
      const expected = asActionError(error, requestId);
      return answer(
        { errors: [presentError(expected, requestId, asActionError)] },
        request,
        requestId,
        expected.status,
      );
    }
  };
}

function refuse(
  faults: readonly GraphQLError[],
  request: Request,
  requestId: string,
  asActionError: AsActionError,
): Response {
  const errors = faults.map((fault) => presentError(fault, requestId, asActionError));
  return answer({ errors }, request, requestId);
}

function operationOf(document: DocumentNode, { operationName }: GraphQLParams) {
  const operation = getOperationAST(document, operationName);
  if (operation) return operation satisfies OperationDefinitionNode;
  throw new ActionError(
    'invalid_operation',
    operationName === undefined
      ? 'The document has several operations; operationName has to say which.'
      : `The document has no operation named "${operationName}".`,
  );
}
