import type { DocumentNode, ExecutionResult, OperationDefinitionNode } from 'graphql';
import { GraphQLError } from 'graphql';
import { createYoga } from 'graphql-yoga';
import { withDeadline } from '../../database/statements/statement-deadline.ts';
import { outcomeUnknown } from '../../write/write-outcome.ts';
import { onlyReads } from '../../database/statements/read-scope.ts';
import type { Context } from '../../platform/context/context.ts';
import type { ActionError } from '../../platform/errors/action-error.ts';
import { keyHeader, replayedHeader } from '../../write/idempotency/run-idempotent.ts';
import { rightsIn, toldTo } from '../../platform/permissions/permissions.ts';
import type { DoorAnswer } from '../../http/http-response.ts';
import type { DoorRequest } from '../../http/http-request.ts';
import { schema } from '../index.ts';
import type {
  OperationLimits,
  RequestLimits,
  ServerContext,
} from '../core/server-context.ts';
import type { AsActionError } from './responses.ts';
import { answer, presentError } from './responses.ts';
import { KeptDocuments, keepsNothing } from './document-cache.ts';
import { guardsOf } from './idempotency-guards.ts';
import { checkCost, limitPlugins } from './operation-limits.ts';
import { literalFaults } from './literal-validation.ts';
import {
  bounded,
  isOfMethod,
  onlyByPost,
  operationOf,
  requireAnyRight,
  requireMethod,
} from './operation-checks.ts';
import type { GraphQLParams } from './request-params.ts';
import { readParams } from './request-params.ts';
import type { PersistedOperations } from './persisted-operations.ts';
import { notePlaces } from './source-locations.ts';
import { createReader } from './operation-reader.ts';
import { replacingReferences } from './external-id-variables.ts';
import type { StreamDependencies } from './subscription-streams.ts';
import { createStreams } from './subscription-streams.ts';
import {
  acceptCoercedVariables,
  checkExtent,
  coerceVariables,
  inputLimits,
  mostFaults,
  withCoercedVariables,
} from './variable-coercion.ts';

export interface EndpointDependencies extends StreamDependencies {
  /** Runs the work of a request that is admitted. @throws ActionError database_unavailable where it is not */
  admit: <T>(request: DoorRequest, work: (readJson: ReadJson) => Promise<T>) => Promise<T>;
  /** @throws ActionError invalid_api_key, too_many_requests */
  authenticate: (request: DoorRequest, requestId: string, now: Date) => Promise<Context>;
  requestId: (request: DoorRequest) => string;
  asActionError: AsActionError;
  bodyLimitBytes: number;
  /** Values that a body may hold, of which `readJson` sees. */
  bodyValues: number;
  rates: Pick<RequestLimits, 'requestsPerMinute' | 'costPerMinute'>;
  /** Counts what an operation costs. @throws ActionError too_many_requests */
  takeCost: (request: DoorRequest, cost: number) => Promise<void> | undefined;
  /** Adds to headers those that tell what is left of the caller's limits. */
  addLimits: (request: DoorRequest, headers: Record<string, string>) => Record<string, string>;
  limits: OperationLimits;
  persisted: PersistedOperations;
}

/** @throws ActionError unsupported_media_type, body_too_large, malformed_json */
type ReadJson = (request: DoorRequest, limitBytes: number) => Promise<unknown>;

type RequestContext = Omit<ServerContext, 'follow'>;

/** An operation that may be answered. */
interface Asked {
  document: DocumentNode;
  operation: OperationDefinitionNode;
  variables: Record<string, unknown>;
  params: GraphQLParams;
  cost: number;
  asTold: AsActionError;
}

/**
 * The GraphQL endpoint, the one place where operations are answered: POSTed JSON goes straight through Yoga's parse and
 * validate, once for each text that is kept, and not through its handling of requests, which takes more than this door lets in.
 */
export function createEndpoint(dependencies: EndpointDependencies) {
  const { addLimits, asActionError, bodyLimitBytes, persisted } = dependencies;
  const limits: RequestLimits = {
    ...dependencies.limits,
    ...dependencies.rates,
    bodyBytes: bodyLimitBytes,
    bodyValues: dependencies.bodyValues,
    input: inputLimits,
  };
  const openStream = createStreams(dependencies);
  acceptCoercedVariables(schema);
  const reader = createReader();
  const documents = new KeptDocuments();
  /** Those of the kept ones that were found to be valid. */
  const valid = new WeakSet<DocumentNode>();
  const yoga = createYoga<RequestContext & { request: DoorRequest }>({
    schema: schema as never,
    graphqlEndpoint: '/graphql',
    graphiql: false,
    landingPage: false,
    batching: false,
    multipart: false,
    parserAndValidationCache: { documentCache: documents, errorCache: keepsNothing },
    cors: false,
    logging: false,
    plugins: limitPlugins(limits),
    maskedErrors: false,
  });

  /** The headers of an answer that tell of its request. */
  const aboutOf = (request: DoorRequest, requestId: string) =>
    addLimits(request, { 'x-request-id': requestId });

  function refuse(
    faults: readonly GraphQLError[],
    request: DoorRequest,
    requestId: string,
    asTold: AsActionError,
  ): DoorAnswer {
    const errors = faults.map((fault) => presentError(fault, requestId, asTold));
    return answer({ errors }, request, aboutOf(request, requestId));
  }

  async function run(
    request: DoorRequest,
    requestId: string,
    readJson: ReadJson,
  ): Promise<DoorAnswer> {
    const authenticated = await dependencies.authenticate(request, requestId, new Date());
    const context: RequestContext = { ...authenticated, limits };
    try {
      return await execute(request, requestId, readJson, context);
    } catch (error) {
      throw toldTo(context, error);
    }
  }

  async function execute(
    request: DoorRequest,
    requestId: string,
    readJson: ReadJson,
    context: RequestContext,
  ): Promise<DoorAnswer> {
    const asTold: AsActionError = (error, id) =>
      toldTo(context, asActionError(error, id)) as ActionError;
    const params = await readParams(request, { bodyLimitBytes, persisted, readJson });
    checkExtent(params.variables, limits.input);
    const { document, faults } = bounded(() => documentOf(context, request, params));
    if (faults.length > 0) {
      const named = literalFaults(document, faults.slice(0, mostFaults) as GraphQLError[]);
      return refuse(named, request, requestId, asTold);
    }
    const operation = operationOf(document, params);
    requireMethod(operation, params);
    const called = operation.name ? ` ${operation.name.value}` : '';
    context.origin.operation = `${operation.operation}${called}`;
    requireAnyRight(rightsIn(context), operation);
    const coerced = bounded(() => coerceVariables(schema, operation, params.variables));
    if (coerced.faults.length > 0) return refuse(coerced.faults, request, requestId, asTold);
    const cost = bounded(() => checkCost(limits, document, operation, coerced.values, context));
    const taken = dependencies.takeCost(request, cost);
    if (taken !== undefined) await taken;
    const written = { document, operation, variables: coerced.values };
    const replaced = bounded(() => replacingReferences(schema, params.query, written));
    const asked = replaced ? await withDeadline(limits.timeMs, () => replaced(context)) : written;
    return answered(request, requestId, context, { ...asked, params, cost, asTold });
  }

  async function answered(
    request: DoorRequest,
    requestId: string,
    context: RequestContext,
    { document, operation, variables, params, cost, asTold }: Asked,
  ): Promise<DoorAnswer> {
    const rights = rightsIn(context);
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
    if (operation.operation === 'query') onlyReads();
    const plan = bounded(() => reader.planOf({ document, operation, variables, rights }));
    const { query, operationName, variables: given } = params;
    const header = request.headers.get(keyHeader);
    const once = guardsOf({ document, operation, query, operationName, given, variables, header });
    const asked = { operation, query, ...(once && { guards: once.guards }) };
    const result = await withDeadline(limits.timeMs, () => reader.answer(plan, asked, context));
    const response = answer(present(result), request, aboutOf(request, requestId));
    if (once?.isReplayed()) response.headers[replayedHeader] = 'true';
    return response;
  }

  /** The document of an operation, and what is wrong with it: nothing of one that was found to be valid before. */
  function documentOf(context: RequestContext, request: DoorRequest, params: GraphQLParams) {
    const { query } = params;
    const known = documents.get(query);
    if (known && valid.has(known)) return { document: known, faults: [] };
    const {
      parse,
      schema: asSchema,
      validate,
    } = yoga.getEnveloped({ ...context, request, params } as never);
    const document = parse(query) as DocumentNode;
    notePlaces(document, query);
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
    asTold: AsActionError,
  ): ExecutionResult {
    const asDone: AsActionError = (error, id) => {
      const told = asTold(error, id);
      return told.status === 503 ? outcomeUnknown(id, false, told) : told;
    };
    // Below a mutation that was done, nobody is to be told to try again.
    const told = (error: GraphQLError) =>
      operation === 'mutation' && (error.path?.length ?? 0) > 1 ? asDone : asTold;
    return {
      ...(errors && { errors: errors.map((e) => presentError(e, requestId, told(e))) }),
      ...(data === undefined ? {} : { data }),
      ...(params.wantsCost && {
        extensions: { cost: { requested: cost, limit: limits.cost } },
      }),
    };
  }

  return async (request: DoorRequest): Promise<DoorAnswer> => {
    const requestId = dependencies.requestId(request);
    try {
      return await dependencies.admit(request, (readJson) => run(request, requestId, readJson));
    } catch (error) {
      const ofMethod = error instanceof GraphQLError && isOfMethod(error);
      if (error instanceof GraphQLError && !ofMethod) {
        return refuse([error], request, requestId, asActionError);
      }
      const expected = ofMethod ? onlyByPost('mutation') : asActionError(error, requestId);
      return answer(
        { errors: [presentError(expected, requestId, asActionError)] },
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
  request: DoorRequest,
  about: Readonly<Record<string, string>>,
): DoorAnswer {
  const { status } = (result.errors?.[0]?.extensions.http ?? {}) as { status?: number };
  return answer(result, request, about, status !== undefined && status >= 500 ? status : undefined);
}
