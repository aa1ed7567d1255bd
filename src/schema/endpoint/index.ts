import type { ExecutionResult } from 'graphql';
import { GraphQLError } from 'graphql';
import { markReadOnly } from '../../database/statements/read-scope.ts';
import type { HttpRequest } from '../../http/http-request.ts';
import type { HttpResponse } from '../../http/http-response.ts';
import { errorForCaller } from '../../platform/permissions/permissions.ts';
import type {
  GraphQLEndpointDependencies,
  ReadJson,
  RequestContext,
} from './endpoint-dependencies.ts';
import { createMutationGuards } from './idempotency-guards.ts';
import { isMethodError, postRequiredError } from './operation-checks.ts';
import type { CoercedOperation, PreparedOperation } from './operation-executor.ts';
import { OperationExecutor } from './operation-executor.ts';
import type { GraphQLParams } from './request-params.ts';
import { readGraphQLParams, rejectWebSocket } from './request-params.ts';
import type { ToActionError } from './responses.ts';
import {
  createGraphQLResponse,
  createSubscriptionErrorResponse,
  toClientError,
  toClientResult,
} from './responses.ts';
import { createSubscriptionStreams } from './subscription-streams.ts';
import { withCoercedVariables } from './variable-coercion.ts';

/** A request of an authenticated caller. */
interface Call {
  request: HttpRequest;
  requestId: string;
  context: RequestContext;
  toCallerError: ToActionError;
}

interface ExecutableOperation extends CoercedOperation {
  params: GraphQLParams;
  toResult: (result: ExecutionResult) => ExecutionResult;
}

class GraphQLEndpoint {
  readonly #dependencies: GraphQLEndpointDependencies;
  readonly #executor: OperationExecutor;
  readonly #openStream: ReturnType<typeof createSubscriptionStreams>;

  constructor(dependencies: GraphQLEndpointDependencies, executor: OperationExecutor) {
    this.#dependencies = dependencies;
    this.#executor = executor;
    this.#openStream = createSubscriptionStreams(dependencies);
  }

  async handle(request: HttpRequest): Promise<HttpResponse> {
    const { admit, toActionError } = this.#dependencies;
    const requestId = this.#dependencies.requestId(request);
    try {
      rejectWebSocket(request);
      return await admit(request, (readJson) => this.#run(request, requestId, readJson));
    } catch (error) {
      const isWrongMethod = error instanceof GraphQLError && isMethodError(error);
      if (error instanceof GraphQLError && !isWrongMethod) {
        return this.#respondWithErrors([error], {
          request,
          requestId,
          toCallerError: toActionError,
        });
      }
      const actionError = isWrongMethod
        ? postRequiredError('mutation')
        : toActionError(error, requestId);
      return createGraphQLResponse(
        { errors: [toClientError(actionError, requestId, toActionError)] },
        request,
        this.#headersOf(request, requestId),
        actionError.status,
      );
    }
  }

  #headersOf(request: HttpRequest, requestId: string): Record<string, string> {
    return this.#dependencies.addRateLimitHeaders(request, { 'x-request-id': requestId });
  }

  #respondWithErrors(
    errors: readonly GraphQLError[],
    { request, requestId, toCallerError }: Omit<Call, 'context'>,
  ): HttpResponse {
    const clientErrors = errors.map((error) => toClientError(error, requestId, toCallerError));
    const headers = this.#headersOf(request, requestId);
    return createGraphQLResponse({ errors: clientErrors }, request, headers);
  }

  async #run(request: HttpRequest, requestId: string, readJson: ReadJson): Promise<HttpResponse> {
    const { authenticate } = this.#dependencies;
    const authenticated = await authenticate(request, requestId, new Date(), { checksReads: true });
    const context: RequestContext = { ...authenticated, limits: this.#executor.limits };
    const toCallerError = this.#executor.toCallerError(context);
    try {
      return await this.#parseAndExecute({ request, requestId, context, toCallerError }, readJson);
    } catch (error) {
      throw errorForCaller(context, error);
    }
  }

  async #parseAndExecute(call: Call, readJson: ReadJson): Promise<HttpResponse> {
    const { request, context } = call;
    const { bodyLimitBytes, persisted } = this.#dependencies;
    const params = await readGraphQLParams(request, { bodyLimitBytes, persisted, readJson });
    const prepared = await this.#executor.prepare(request, context, params);
    return 'document' in prepared
      ? this.#execute(call, prepared, params)
      : this.#respondWithErrors(prepared, call);
  }

  #execute(
    call: Call,
    { cost, ...coerced }: PreparedOperation,
    params: GraphQLParams,
  ): Promise<HttpResponse> {
    const { requestId, toCallerError } = call;
    const { operation } = coerced;
    const requestedCost = params.wantsCost
      ? { requested: cost, limit: this.#executor.limits.cost }
      : undefined;
    const toResult = (result: ExecutionResult) =>
      toClientResult(result, operation, requestId, toCallerError, requestedCost);
    const executable = { ...coerced, params, toResult };
    return operation.operation === 'subscription'
      ? this.#subscribe(call, executable, cost)
      : this.#readOrWrite(call, executable);
  }

  async #subscribe(
    { request, requestId, context, toCallerError }: Call,
    { document, operation, variables, toResult }: ExecutableOperation,
    cost: number,
  ): Promise<HttpResponse> {
    const headers = this.#headersOf(request, requestId);
    const response = await this.#openStream({
      request,
      about: headers,
      requestId,
      document: withCoercedVariables(document, operation),
      variables,
      cost,
      context,
      present: toResult,
      onError: (error: unknown) => toCallerError(error, requestId),
    });
    return 'body' in response
      ? response
      : createSubscriptionErrorResponse(toResult(response), request, headers);
  }

  async #readOrWrite(
    { request, requestId, context }: Call,
    { document, operation, variables, params, toResult }: ExecutableOperation,
  ): Promise<HttpResponse> {
    if (operation.operation === 'query') markReadOnly();
    const { query, operationName } = params;
    const mutations = createMutationGuards(request, {
      ...{ document, operation, query, operationName, variables },
      rawVariables: params.variables,
    });
    const coerced = { document, operation, variables };
    const result = await this.#executor.execute(context, coerced, query, mutations?.guards);
    const headers = this.#headersOf(request, requestId);
    const response = createGraphQLResponse(toResult(result), request, headers);
    Object.assign(response.headers, mutations?.responseHeaders());
    return response;
  }
}

export function createGraphQLEndpoint(
  dependencies: GraphQLEndpointDependencies,
  executor = new OperationExecutor(dependencies),
) {
  const endpoint = new GraphQLEndpoint(dependencies, executor);
  return (request: HttpRequest): Promise<HttpResponse> => endpoint.handle(request);
}
