import type { DocumentNode, ExecutionResult, OperationDefinitionNode } from 'graphql';
import { GraphQLError } from 'graphql';
import { markReadOnly } from '../../database/statements/read-scope.ts';
import { withDeadline } from '../../database/statements/statement-deadline.ts';
import type { HttpRequest } from '../../http/http-request.ts';
import type { HttpResponse } from '../../http/http-response.ts';
import type { ActionError } from '../../platform/errors/action-error.ts';
import { callerPermissions, errorForCaller } from '../../platform/permissions/permissions.ts';
import type { RequestLimits } from '../core/server-context.ts';
import { schema } from '../index.ts';
import { createDocumentParser } from './document-parser.ts';
import type {
  GraphQLEndpointDependencies,
  ReadJson,
  RequestContext,
} from './endpoint-dependencies.ts';
import { createExternalIdResolver } from './external-id-variables.ts';
import { createMutationGuards } from './idempotency-guards.ts';
import { validateLiterals } from './literal-validation.ts';
import {
  isMethodError,
  postRequiredError,
  requireAnyPermission,
  requirePostUnlessQuery,
  selectOperation,
  withStackGuard,
} from './operation-checks.ts';
import { checkOperationCost } from './operation-limits.ts';
import { createOperationReader } from './operation-reader.ts';
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
import {
  acceptCoercedVariables,
  checkVariablesSize,
  coerceVariables,
  defaultInputLimits,
  maxReportedErrors,
  withCoercedVariables,
} from './variable-coercion.ts';

/** A request of an authenticated caller. */
interface Call {
  request: HttpRequest;
  requestId: string;
  context: RequestContext;
  toCallerError: ToActionError;
}

interface CoercedOperation {
  document: DocumentNode;
  operation: OperationDefinitionNode;
  variables: Record<string, unknown>;
}

interface ExecutableOperation extends CoercedOperation {
  params: GraphQLParams;
  toResult: (result: ExecutionResult) => ExecutionResult;
}

/** Uses Yoga only to parse and validate: Yoga's request handling accepts more than the API allows. */
class GraphQLEndpoint {
  readonly #dependencies: GraphQLEndpointDependencies;
  readonly #limits: RequestLimits;
  readonly #openStream: ReturnType<typeof createSubscriptionStreams>;
  readonly #reader = createOperationReader();
  readonly #parse: ReturnType<typeof createDocumentParser>;

  constructor(dependencies: GraphQLEndpointDependencies) {
    this.#dependencies = dependencies;
    this.#limits = {
      ...dependencies.limits,
      ...dependencies.rates,
      bodyBytes: dependencies.bodyLimitBytes,
      bodyValues: dependencies.bodyValues,
      input: defaultInputLimits,
    };
    this.#openStream = createSubscriptionStreams(dependencies);
    acceptCoercedVariables(schema);
    this.#parse = createDocumentParser(this.#limits);
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
    const { toActionError, authenticate } = this.#dependencies;
    const authenticated = await authenticate(request, requestId, new Date(), { checksReads: true });
    const context: RequestContext = { ...authenticated, limits: this.#limits };
    const toCallerError: ToActionError = (error, id) =>
      errorForCaller(context, toActionError(error, id)) as ActionError;
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
    checkVariablesSize(params.variables, this.#limits.input);
    const { document, errors } = withStackGuard(() => this.#parse(context, request, params));
    if (errors.length > 0) {
      const reported = errors.slice(0, maxReportedErrors) as GraphQLError[];
      return this.#respondWithErrors(validateLiterals(document, reported), call);
    }
    const operation = selectOperation(document, params);
    requirePostUnlessQuery(operation, params);
    const operationSuffix = operation.name ? ` ${operation.name.value}` : '';
    context.origin.operation = `${operation.operation}${operationSuffix}`;
    requireAnyPermission(callerPermissions(context), operation);
    const coerced = withStackGuard(() => coerceVariables(schema, operation, params.variables));
    if (coerced.errors.length > 0) return this.#respondWithErrors(coerced.errors, call);
    const cost = withStackGuard(() =>
      checkOperationCost(this.#limits, document, operation, coerced.values, context),
    );
    const waiting = this.#dependencies.takeCost(request, cost);
    if (waiting !== undefined) await waiting;
    const coercedOperation = { document, operation, variables: coerced.values };
    const resolveExternalIds = withStackGuard(() =>
      createExternalIdResolver(schema, params.query, coercedOperation),
    );
    const resolved = resolveExternalIds
      ? await withDeadline(this.#limits.timeMs, () => resolveExternalIds(context))
      : coercedOperation;
    return this.#execute(call, resolved, params, cost);
  }

  #execute(
    call: Call,
    coerced: CoercedOperation,
    params: GraphQLParams,
    cost: number,
  ): Promise<HttpResponse> {
    const { requestId, toCallerError } = call;
    const { operation } = coerced;
    const requestedCost = params.wantsCost
      ? { requested: cost, limit: this.#limits.cost }
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
    const permissions = callerPermissions(context);
    const plan = withStackGuard(() =>
      this.#reader.planOf({ document, operation, variables, permissions }),
    );
    const { query, operationName } = params;
    const mutations = createMutationGuards(request, {
      ...{ document, operation, query, operationName, variables },
      rawVariables: params.variables,
    });
    const readOptions = { operation, query, ...(mutations && { guards: mutations.guards }) };
    const result = await withDeadline(this.#limits.timeMs, () =>
      this.#reader.answer(plan, readOptions, context),
    );
    const headers = this.#headersOf(request, requestId);
    const response = createGraphQLResponse(toResult(result), request, headers);
    Object.assign(response.headers, mutations?.responseHeaders());
    return response;
  }
}

export function createGraphQLEndpoint(dependencies: GraphQLEndpointDependencies) {
  const endpoint = new GraphQLEndpoint(dependencies);
  return (request: HttpRequest): Promise<HttpResponse> => endpoint.handle(request);
}
