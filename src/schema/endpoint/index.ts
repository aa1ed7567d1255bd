import type { DocumentNode, ExecutionResult, OperationDefinitionNode } from 'graphql';
import { GraphQLError } from 'graphql';
import { createYoga } from 'graphql-yoga';
import type { OperationLimits } from '../../config/operation-settings.ts';
import { markReadOnly } from '../../database/statements/read-scope.ts';
import { withDeadline } from '../../database/statements/statement-deadline.ts';
import type { HttpRequest } from '../../http/http-request.ts';
import type { HttpResponse } from '../../http/http-response.ts';
import type { Context } from '../../platform/context/context.ts';
import type { ActionError } from '../../platform/errors/action-error.ts';
import { callerPermissions, errorForCaller } from '../../platform/permissions/permissions.ts';
import {
  idempotencyKeyHeader,
  idempotencyReplayedHeader,
} from '../../write/idempotency/run-idempotent.ts';
import { outcomeUnknownError } from '../../write/write-outcome.ts';
import type { RequestLimits, ServerContext } from '../core/server-context.ts';
import { schema } from '../index.ts';
import { DocumentCache, noDocumentCache } from './document-cache.ts';
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
import { checkOperationCost, createLimitPlugins } from './operation-limits.ts';
import { createOperationReader } from './operation-reader.ts';
import type { PersistedOperations } from './persisted-operations.ts';
import type { GraphQLParams } from './request-params.ts';
import { readGraphQLParams } from './request-params.ts';
import type { ToActionError } from './responses.ts';
import { createGraphQLResponse, toClientError } from './responses.ts';
import { attachSourceLocations } from './source-locations.ts';
import type { StreamDependencies } from './subscription-streams.ts';
import { createSubscriptionStreams } from './subscription-streams.ts';
import {
  acceptCoercedVariables,
  checkVariablesSize,
  coerceVariables,
  defaultInputLimits,
  maxReportedErrors,
  withCoercedVariables,
} from './variable-coercion.ts';

export interface GraphQLEndpointDependencies extends StreamDependencies {
  /** Runs the work of a request that is admitted. @throws ActionError database_unavailable where it is not */
  admit: <T>(request: HttpRequest, work: (readJson: ReadJson) => Promise<T>) => Promise<T>;
  /** @throws ActionError invalid_api_key, too_many_requests */
  authenticate: (request: HttpRequest, requestId: string, now: Date) => Promise<Context>;
  requestId: (request: HttpRequest) => string;
  asActionError: ToActionError;
  bodyLimitBytes: number;
  /** Values that a body may hold, of which `readJson` sees. */
  bodyValues: number;
  rates: Pick<RequestLimits, 'requestsPerMinute' | 'costPerMinute'>;
  /** Counts what an operation costs. @throws ActionError too_many_requests */
  takeCost: (request: HttpRequest, cost: number) => Promise<void> | undefined;
  /** Adds to headers those that tell what is left of the caller's limits. */
  addLimits: (request: HttpRequest, headers: Record<string, string>) => Record<string, string>;
  limits: OperationLimits;
  persisted: PersistedOperations;
}

/** @throws ActionError unsupported_media_type, body_too_large, malformed_json */
type ReadJson = (request: HttpRequest, limitBytes: number) => Promise<unknown>;

type RequestContext = Omit<ServerContext, 'follow'>;

/** An operation that may be answered. */
interface Asked {
  document: DocumentNode;
  operation: OperationDefinitionNode;
  variables: Record<string, unknown>;
  params: GraphQLParams;
  cost: number;
  asTold: ToActionError;
}

/**
 * The GraphQL endpoint, the one place where operations are answered: POSTed JSON goes straight through Yoga's parse and
 * validate, once for each text that is kept, and not through its handling of requests, which takes more than this door lets in.
 */
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
  const documents = new DocumentCache();
  /** Those of the kept ones that were found to be valid. */
  const valid = new WeakSet<DocumentNode>();
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

  /** The headers of an answer that tell of its request. */
  const aboutOf = (request: HttpRequest, requestId: string) =>
    addLimits(request, { 'x-request-id': requestId });

  function refuse(
    faults: readonly GraphQLError[],
    request: HttpRequest,
    requestId: string,
    asTold: ToActionError,
  ): HttpResponse {
    const errors = faults.map((fault) => toClientError(fault, requestId, asTold));
    return createGraphQLResponse({ errors }, request, aboutOf(request, requestId));
  }

  async function run(
    request: HttpRequest,
    requestId: string,
    readJson: ReadJson,
  ): Promise<HttpResponse> {
    const authenticated = await dependencies.authenticate(request, requestId, new Date());
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
    const asTold: ToActionError = (error, id) =>
      errorForCaller(context, asActionError(error, id)) as ActionError;
    const params = await readGraphQLParams(request, { bodyLimitBytes, persisted, readJson });
    checkVariablesSize(params.variables, limits.input);
    const { document, faults } = withStackGuard(() => documentOf(context, request, params));
    if (faults.length > 0) {
      const named = validateLiterals(
        document,
        faults.slice(0, maxReportedErrors) as GraphQLError[],
      );
      return refuse(named, request, requestId, asTold);
    }
    const operation = selectOperation(document, params);
    requirePostUnlessQuery(operation, params);
    const called = operation.name ? ` ${operation.name.value}` : '';
    context.origin.operation = `${operation.operation}${called}`;
    requireAnyPermission(callerPermissions(context), operation);
    const coerced = withStackGuard(() => coerceVariables(schema, operation, params.variables));
    if (coerced.faults.length > 0) return refuse(coerced.faults, request, requestId, asTold);
    const cost = withStackGuard(() =>
      checkOperationCost(limits, document, operation, coerced.values, context),
    );
    const taken = dependencies.takeCost(request, cost);
    if (taken !== undefined) await taken;
    const written = { document, operation, variables: coerced.values };
    const replaced = withStackGuard(() => createExternalIdResolver(schema, params.query, written));
    const asked = replaced ? await withDeadline(limits.timeMs, () => replaced(context)) : written;
    return answered(request, requestId, context, { ...asked, params, cost, asTold });
  }

  async function answered(
    request: HttpRequest,
    requestId: string,
    context: RequestContext,
    { document, operation, variables, params, cost, asTold }: Asked,
  ): Promise<HttpResponse> {
    const rights = callerPermissions(context);
    const present = (result: ExecutionResult) =>
      presented(result, params, cost, requestId, operation, asTold);
    const executable = withCoercedVariables(document, operation);
    if (operation.operation === 'subscription') {
      const onFault = (error: unknown) => asTold(error, requestId);
      const about = aboutOf(request, requestId);
      const stream = {
        request,
        about,
        requestId,
        document: executable,
        variables,
        cost,
        context,
        present,
        onFault,
      };
      const opened = await openStream(stream);
      return 'body' in opened ? opened : notOpened(present(opened), request, about);
    }
    if (operation.operation === 'query') markReadOnly();
    const plan = withStackGuard(() =>
      reader.planOf({ document, operation, variables, permissions: rights }),
    );
    const { query, operationName, variables: given } = params;
    const header = request.headers.get(idempotencyKeyHeader);
    const once = createIdempotencyGuards({
      document,
      operation,
      query,
      operationName,
      given,
      variables,
      header,
    });
    const asked = { operation, query, ...(once && { guards: once.guards }) };
    const result = await withDeadline(limits.timeMs, () => reader.answer(plan, asked, context));
    const response = createGraphQLResponse(present(result), request, aboutOf(request, requestId));
    if (once?.isReplayed()) response.headers[idempotencyReplayedHeader] = 'true';
    return response;
  }

  /** The document of an operation, and what is wrong with it: nothing of one that was found to be valid before. */
  function documentOf(context: RequestContext, request: HttpRequest, params: GraphQLParams) {
    const { query } = params;
    const known = documents.get(query);
    if (known && valid.has(known)) return { document: known, faults: [] };
    const {
      parse,
      schema: asSchema,
      validate,
    } = yoga.getEnveloped({ ...context, request, params } as never);
    const document = parse(query) as DocumentNode;
    attachSourceLocations(document, query);
    const faults = validate(asSchema, document);
    if (faults.length === 0) valid.add(document);
    return { document, faults };
  }

  function presented(
    { data, errors }: ExecutionResult,
    params: GraphQLParams,
    cost: number,
    requestId: string,
    { operation }: OperationDefinitionNode,
    asTold: ToActionError,
  ): ExecutionResult {
    const asDone: ToActionError = (error, id) => {
      const told = asTold(error, id);
      return told.status === 503 ? outcomeUnknownError(id, false, told) : told;
    };
    // Below a mutation that was done, nobody is to be told to try again.
    const told = (error: GraphQLError) =>
      operation === 'mutation' && (error.path?.length ?? 0) > 1 ? asDone : asTold;
    return {
      ...(errors && { errors: errors.map((e) => toClientError(e, requestId, told(e))) }),
      ...(data === undefined ? {} : { data }),
      ...(params.wantsCost && {
        extensions: { cost: { requested: cost, limit: limits.cost } },
      }),
    };
  }

  return async (request: HttpRequest): Promise<HttpResponse> => {
    const requestId = dependencies.requestId(request);
    try {
      return await dependencies.admit(request, (readJson) => run(request, requestId, readJson));
    } catch (error) {
      const ofMethod = error instanceof GraphQLError && isMethodError(error);
      if (error instanceof GraphQLError && !ofMethod) {
        return refuse([error], request, requestId, asActionError);
      }
      const expected = ofMethod ? postRequiredError('mutation') : asActionError(error, requestId);
      return createGraphQLResponse(
        { errors: [toClientError(expected, requestId, asActionError)] },
        request,
        aboutOf(request, requestId),
        expected.status,
      );
    }
  };
}

/** What cannot be streamed now has a status, upon which clients try again; what is wrong with it has not. */
function notOpened(
  result: ExecutionResult,
  request: HttpRequest,
  about: Readonly<Record<string, string>>,
): HttpResponse {
  const { status } = (result.errors?.[0]?.extensions.http ?? {}) as { status?: number };
  return createGraphQLResponse(
    result,
    request,
    about,
    status !== undefined && status >= 500 ? status : undefined,
  );
}
