import type { DocumentNode, ExecutionResult, OperationDefinitionNode } from 'graphql';
import { GraphQLError } from 'graphql';
import { markReadOnly } from '../../database/statements/read-scope.ts';
import { withDeadline } from '../../database/statements/statement-deadline.ts';
import type { HttpRequest } from '../../http/http-request.ts';
import type { HttpResponse } from '../../http/http-response.ts';
import type { ActionError } from '../../platform/errors/action-error.ts';
import { callerPermissions, errorForCaller } from '../../platform/permissions/permissions.ts';
import {
  idempotencyKeyHeader,
  idempotencyReplayedHeader,
} from '../../write/idempotency/run-idempotent.ts';
import type { RequestLimits } from '../core/server-context.ts';
import { schema } from '../index.ts';
import { createDocumentParser } from './document-parser.ts';
import type {
  GraphQLEndpointDependencies,
  ReadJson,
  RequestContext,
} from './endpoint-dependencies.ts';
import { createExternalIdResolver } from './external-id-variables.ts';
import { createIdempotencyGuards } from './idempotency-guards.ts';
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

interface ExecutableOperation {
  document: DocumentNode;
  operation: OperationDefinitionNode;
  variables: Record<string, unknown>;
  params: GraphQLParams;
  cost: number;
  toCallerError: ToActionError;
}

/** Uses Yoga only to parse and validate: Yoga's request handling accepts more than the API allows. */
export function createGraphQLEndpoint(dependencies: GraphQLEndpointDependencies) {
  const { addLimits, asActionError, bodyLimitBytes, persisted } = dependencies;
  const limits: RequestLimits = {
    ...dependencies.limits,
    ...dependencies.rates,
    bodyBytes: bodyLimitBytes,
    bodyValues: dependencies.bodyValues,
    input: defaultInputLimits,
  };
  const openStream = createSubscriptionStreams(dependencies);
  acceptCoercedVariables(schema);
  const reader = createOperationReader();
  const parseAndValidate = createDocumentParser(limits);

  const responseHeadersOf = (request: HttpRequest, requestId: string) =>
    addLimits(request, { 'x-request-id': requestId });

  function respondWithErrors(
    faults: readonly GraphQLError[],
    request: HttpRequest,
    requestId: string,
    toCallerError: ToActionError,
  ): HttpResponse {
    const errors = faults.map((error) => toClientError(error, requestId, toCallerError));
    return createGraphQLResponse({ errors }, request, responseHeadersOf(request, requestId));
  }

  async function run(
    request: HttpRequest,
    requestId: string,
    readJson: ReadJson,
  ): Promise<HttpResponse> {
    const authenticated = await dependencies.authenticate(request, requestId, new Date(), {
      checksReads: true,
    });
    const context: RequestContext = { ...authenticated, limits };
    try {
      return await execute(request, requestId, readJson, context);
    } catch (error) {
      throw errorForCaller(context, error);
    }
  }

  async function execute(
    request: HttpRequest,
    requestId: string,
    readJson: ReadJson,
    context: RequestContext,
  ): Promise<HttpResponse> {
    const toCallerError: ToActionError = (error, id) =>
      errorForCaller(context, asActionError(error, id)) as ActionError;
    const params = await readGraphQLParams(request, { bodyLimitBytes, persisted, readJson });
    checkVariablesSize(params.variables, limits.input);
    const { document, faults } = withStackGuard(() => parseAndValidate(context, request, params));
    if (faults.length > 0) {
      const withLiteralErrors = validateLiterals(
        document,
        faults.slice(0, maxReportedErrors) as GraphQLError[],
      );
      return respondWithErrors(withLiteralErrors, request, requestId, toCallerError);
    }
    const operation = selectOperation(document, params);
    requirePostUnlessQuery(operation, params);
    const operationSuffix = operation.name ? ` ${operation.name.value}` : '';
    context.origin.operation = `${operation.operation}${operationSuffix}`;
    requireAnyPermission(callerPermissions(context), operation);
    const coerced = withStackGuard(() => coerceVariables(schema, operation, params.variables));
    if (coerced.faults.length > 0)
      return respondWithErrors(coerced.faults, request, requestId, toCallerError);
    const cost = withStackGuard(() =>
      checkOperationCost(limits, document, operation, coerced.values, context),
    );
    const waiting = dependencies.takeCost(request, cost);
    if (waiting !== undefined) await waiting;
    const coercedOperation = { document, operation, variables: coerced.values };
    const resolveExternalIds = withStackGuard(() =>
      createExternalIdResolver(schema, params.query, coercedOperation),
    );
    const executable = resolveExternalIds
      ? await withDeadline(limits.timeMs, () => resolveExternalIds(context))
      : coercedOperation;
    return executeOperation(request, requestId, context, {
      ...executable,
      params,
      cost,
      toCallerError,
    });
  }

  async function executeOperation(
    request: HttpRequest,
    requestId: string,
    context: RequestContext,
    { document, operation, variables, params, cost, toCallerError }: ExecutableOperation,
  ): Promise<HttpResponse> {
    const permissions = callerPermissions(context);
    const requestedCost = params.wantsCost ? { requested: cost, limit: limits.cost } : undefined;
    const toResult = (result: ExecutionResult) =>
      toClientResult(result, operation, requestId, toCallerError, requestedCost);
    const executable = withCoercedVariables(document, operation);
    if (operation.operation === 'subscription') {
      const onFault = (error: unknown) => toCallerError(error, requestId);
      const headers = responseHeadersOf(request, requestId);
      const stream = {
        request,
        about: headers,
        requestId,
        document: executable,
        variables,
        cost,
        context,
        present: toResult,
        onFault,
      };
      const response = await openStream(stream);
      return 'body' in response
        ? response
        : createSubscriptionErrorResponse(toResult(response), request, headers);
    }
    if (operation.operation === 'query') markReadOnly();
    const plan = withStackGuard(() =>
      reader.planOf({ document, operation, variables, permissions }),
    );
    const { query, operationName, variables: variablesInput } = params;
    const header = request.headers.get(idempotencyKeyHeader);
    const idempotency = createIdempotencyGuards({
      document,
      operation,
      query,
      operationName,
      given: variablesInput,
      variables,
      header,
    });
    const readOptions = { operation, query, ...(idempotency && { guards: idempotency.guards }) };
    const result = await withDeadline(limits.timeMs, () =>
      reader.answer(plan, readOptions, context),
    );
    const response = createGraphQLResponse(
      toResult(result),
      request,
      responseHeadersOf(request, requestId),
    );
    if (idempotency?.isReplayed()) response.headers[idempotencyReplayedHeader] = 'true';
    return response;
  }

  return async (request: HttpRequest): Promise<HttpResponse> => {
    const requestId = dependencies.requestId(request);
    try {
      rejectWebSocket(request);
      return await dependencies.admit(request, (readJson) => run(request, requestId, readJson));
    } catch (error) {
      const isWrongMethod = error instanceof GraphQLError && isMethodError(error);
      if (error instanceof GraphQLError && !isWrongMethod) {
        return respondWithErrors([error], request, requestId, asActionError);
      }
      const actionError = isWrongMethod
        ? postRequiredError('mutation')
        : asActionError(error, requestId);
      return createGraphQLResponse(
        { errors: [toClientError(actionError, requestId, asActionError)] },
        request,
        responseHeadersOf(request, requestId),
        actionError.status,
      );
    }
  };
}
