import type { DocumentNode, ExecutionResult, OperationDefinitionNode } from 'graphql';
import { GraphQLError, getOperationAST } from 'graphql';
import { createYoga } from 'graphql-yoga';
import { withDeadline } from '../../database/deadline.ts';
import type { Context } from '../../domain/kernel/context.ts';
import { ActionError } from '../../domain/kernel/errors.ts';
import { requireScope } from '../../domain/workspaces/api-keys.ts';
import { schema } from '../index.ts';
import { createPlanner } from '../plans/index.ts';
import { Unplanned } from '../plans/selection.ts';
import type { OperationLimits, RequestLimits, ServerContext } from '../server-context.ts';
import type { AsActionError } from './answers.ts';
import { answer, presentError } from './answers.ts';
import { WrittenData } from './body.ts';
import { checkCost, limitPlugins } from './limits.ts';
import type { GraphQLParams } from './params.ts';
import { readParams } from './params.ts';
import type { PersistedOperations } from './persisted.ts';
import type { StreamDependencies } from './streams.ts';
import { createStreams } from './streams.ts';

export interface EndpointDependencies extends StreamDependencies {
  /** @throws ActionError invalid_api_key, too_many_requests */
  authenticate: (request: Request, requestId: string, now: Date) => Promise<Context>;
  requestId: (request: Request) => string;
  asActionError: AsActionError;
  bodyLimitBytes: number;
  rateLimitPerMinute: number;
  /** @throws ActionError unsupported_media_type, body_too_large, malformed_json */
  readJson: (request: Request, limitBytes: number) => Promise<unknown>;
  limits: OperationLimits;
  persisted: PersistedOperations;
}

type RequestContext = Omit<ServerContext, 'follow'>;

/**
 * The GraphQL endpoint, the one place where operations are answered: POSTed JSON goes straight through Yoga's parse,
 * validate and context, and not through its handling of requests, which takes more than this door lets in.
 */
export function createEndpoint(dependencies: EndpointDependencies) {
  const { asActionError, bodyLimitBytes, rateLimitPerMinute } = dependencies;
  const limits: RequestLimits = {
    ...dependencies.limits,
    bodyBytes: bodyLimitBytes,
    requestsPerMinute: rateLimitPerMinute,
  };
  const openStream = createStreams(dependencies);
  const planOf = createPlanner(schema);
  const yoga = createYoga<RequestContext & { request: Request }>({
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
    const authenticated = await dependencies.authenticate(request, requestId, new Date());
    const context: RequestContext = { ...authenticated, limits };
    const params = await readParams(request, dependencies);
    const enveloped = yoga.getEnveloped({ ...context, request, params } as never);
    const { document, faults } = bounded(() => {
      const parsed = enveloped.parse(params.query) as DocumentNode;
      return { document: parsed, faults: enveloped.validate(enveloped.schema, parsed) };
    });
    if (faults.length > 0)
      return refuse(faults as GraphQLError[], request, requestId, asActionError);
    const operation = operationOf(document, params);
    requireScope(context.actor.scopes, operation.operation === 'mutation' ? 'write' : 'read');
    const cost = bounded(() => checkCost(limits, document, operation, params.variables, context));
    const present = (result: ExecutionResult) => presented(result, params, cost, requestId);
    if (operation.operation === 'subscription') {
      const onFault = (error: unknown) => asActionError(error, requestId);
      const stream = { request, requestId, document, params, context, present, onFault };
      const opened = await openStream(stream);
      return opened instanceof Response ? opened : notOpened(present(opened), request, requestId);
    }
    const read = bounded(() => planOf(document, operation, params.variables));
    const result = await withDeadline(limits.timeMs, async () => {
      const contextValue = await enveloped.contextFactory();
      const { variables: variableValues, operationName } = params;
      const { schema: enveloping } = enveloped;
      const operationOnly = { document, contextValue, variableValues, operationName };
      const execute = () => enveloped.execute({ schema: enveloping, ...operationOnly });
      return read ? planned(() => read(contextValue as Context), execute, requestId) : execute();
    });
    return answer(present(result as ExecutionResult), request, requestId);
  }

  /** Where a plan fails, executing the operation says why, each fault at its place; if it does not, the plan is wrong. */
  async function planned(
    read: () => Promise<string>,
    execute: () => unknown,
    requestId: string,
  ): Promise<ExecutionResult> {
    try {
      return { data: new WrittenData(await read()) as never };
    } catch (error) {
      const result = (await execute()) as ExecutionResult;
      if (!(result.errors || error instanceof Unplanned)) asActionError(error, requestId);
      return result;
    }
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
      ...(params.wantsCost && {
        extensions: { cost: { requested: cost, limit: limits.cost } },
      }),
    };
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

/** What cannot be streamed now has a status, upon which clients try again; what is wrong with it has not. */
function notOpened(result: ExecutionResult, request: Request, requestId: string): Response {
  const { status } = (result.errors?.[0]?.extensions.http ?? {}) as { status?: number };
  return answer(
    result,
    request,
    requestId,
    status !== undefined && status >= 500 ? status : undefined,
  );
}

/**
 * Reads an operation, or its variables, which may be nested deeper than the stack of calls.
 * @throws ActionError invalid_operation where they are
 */
function bounded<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new ActionError('invalid_operation', 'The operation is nested too deeply.');
  }
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
