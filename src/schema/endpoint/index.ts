import type { DocumentNode, ExecutionResult, OperationDefinitionNode } from 'graphql';
import { GraphQLError, getOperationAST } from 'graphql';
import { createYoga } from 'graphql-yoga';
import { withDeadline } from '../../database/deadline.ts';
import { outcomeUnknown } from '../../database/outcome.ts';
import type { Context } from '../../domain/kernel/context.ts';
import { ActionError } from '../../domain/kernel/errors.ts';
import { keyHeader, replayedHeader } from '../../domain/kernel/once.ts';
import type { Rights } from '../../domain/kernel/rights.ts';
import { allowsAny, missingScope, rightsIn, toldTo } from '../../domain/kernel/rights.ts';
import { schema } from '../index.ts';
import type {
  OperationLimits,
  RequestLimits,
  ServerContext,
} from '../vocabulary/server-context.ts';
import type { AsActionError } from './answers.ts';
import { answer, presentError } from './answers.ts';
import { KeptDocuments, keepsNothing } from './documents.ts';
import { guardsOf } from './idempotency.ts';
import { checkCost, limitPlugins } from './limits.ts';
import { literalFaults } from './literals.ts';
import type { GraphQLParams } from './params.ts';
import { readParams } from './params.ts';
import type { PersistedOperations } from './persisted.ts';
import { notePlaces } from './places.ts';
import { createReader } from './reading.ts';
import type { StreamDependencies } from './streams.ts';
import { createStreams } from './streams.ts';
import {
  acceptCoercedVariables,
  checkExtent,
  coerceVariables,
  inputLimits,
  mostFaults,
  withCoercedVariables,
} from './variables.ts';

export interface EndpointDependencies extends StreamDependencies {
  /** Runs the work of a request that is admitted. @throws ActionError database_unavailable where it is not */
  admit: <T>(request: Request, work: (readJson: ReadJson) => Promise<T>) => Promise<T>;
  /** @throws ActionError invalid_api_key, too_many_requests */
  authenticate: (request: Request, requestId: string, now: Date) => Promise<Context>;
  requestId: (request: Request) => string;
  asActionError: AsActionError;
  bodyLimitBytes: number;
  /** Values that a body may hold, of which `readJson` sees. */
  bodyValues: number;
  rateLimitPerMinute: number;
  limits: OperationLimits;
  persisted: PersistedOperations;
}

/** @throws ActionError unsupported_media_type, body_too_large, malformed_json */
type ReadJson = (request: Request, limitBytes: number) => Promise<unknown>;

type RequestContext = Omit<ServerContext, 'follow'>;

/**
 * The GraphQL endpoint, the one place where operations are answered: POSTed JSON goes straight through Yoga's parse and
 * validate, once for each text that is kept, and not through its handling of requests, which takes more than this door lets in.
 */
export function createEndpoint(dependencies: EndpointDependencies) {
  const { asActionError, bodyLimitBytes, rateLimitPerMinute } = dependencies;
  const limits: RequestLimits = {
    ...dependencies.limits,
    bodyBytes: bodyLimitBytes,
    bodyValues: dependencies.bodyValues,
    input: inputLimits,
    requestsPerMinute: rateLimitPerMinute,
  };
  const openStream = createStreams(dependencies);
  acceptCoercedVariables(schema);
  const reader = createReader();
  const documents = new KeptDocuments();
  /** Those of the kept ones that were found to be valid. */
  const valid = new WeakSet<DocumentNode>();
  const yoga = createYoga<RequestContext & { request: Request }>({
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

  async function run(request: Request, requestId: string, readJson: ReadJson): Promise<Response> {
    const authenticated = await dependencies.authenticate(request, requestId, new Date());
    const context: RequestContext = { ...authenticated, limits };
    return execute(request, requestId, readJson, context).catch((error) => {
      throw toldTo(context, error);
    });
  }

  async function execute(
    request: Request,
    requestId: string,
    readJson: ReadJson,
    context: RequestContext,
  ): Promise<Response> {
    const asTold: AsActionError = (error, id) =>
      toldTo(context, asActionError(error, id)) as ActionError;
    const params = await readParams(request, { ...dependencies, readJson });
    checkExtent(params.variables, limits.input);
    const { document, faults } = bounded(() => documentOf({ ...context, request, params }));
    if (faults.length > 0) {
      const named = literalFaults(document, faults.slice(0, mostFaults) as GraphQLError[]);
      return refuse(named, request, requestId, asTold);
    }
    const operation = operationOf(document, params);
    requireMethod(operation, params);
    const rights = rightsIn(context);
    requireAnyRight(rights, operation);
    const coerced = bounded(() => coerceVariables(schema, operation, params.variables));
    if (coerced.faults.length > 0) return refuse(coerced.faults, request, requestId, asTold);
    const { values: variables } = coerced;
    const cost = bounded(() => checkCost(limits, document, operation, variables, context));
    const present = (result: ExecutionResult) =>
      presented(result, params, cost, requestId, operation, asTold);
    const executable = withCoercedVariables(document, operation);
    if (operation.operation === 'subscription') {
      const onFault = (error: unknown) => asTold(error, requestId);
      const stream = {
        request,
        requestId,
        document: executable,
        variables,
        cost,
        context,
        present,
        onFault,
      };
      const opened = await openStream(stream);
      return opened instanceof Response ? opened : notOpened(present(opened), request, requestId);
    }
    const plan = bounded(() => reader.planOf({ document, operation, variables, rights }));
    const { query, operationName, variables: given } = params;
    const header = request.headers.get(keyHeader);
    const once = guardsOf({ document, operation, query, operationName, given, variables, header });
    const result = await withDeadline(limits.timeMs, async () => {
      const asked = { operation, query, ...(once && { guards: once.guards }) };
      return reader.answer(plan, asked, { ...context });
    });
    const response = answer(present(result), request, requestId);
    if (once?.isReplayed()) response.headers.set(replayedHeader, 'true');
    return response;
  }

  /** The document of an operation, and what is wrong with it: nothing of one that was found to be valid before. */
  function documentOf(asked: RequestContext & { request: Request; params: GraphQLParams }) {
    const { query } = asked.params;
    const known = documents.get(query);
    if (known && valid.has(known)) return { document: known, faults: [] };
    const { parse, schema: asSchema, validate } = yoga.getEnveloped(asked as never);
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

  return async (request: Request): Promise<Response> => {
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
        requestId,
        expected.status,
      );
    }
  };
}

/**
 * A key that may write nothing is refused a mutation as a whole, and one that may read nothing everything else; what they
 * may of the rest is decided field by field, by the plan.
 * @throws ActionError missing_scope
 */
function requireAnyRight(rights: Rights, { operation }: OperationDefinitionNode): void {
  const needed = operation === 'mutation' ? 'write' : 'read';
  if (!allowsAny(rights, needed)) throw missingScope([needed]);
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

/** @throws ActionError method_not_allowed where a URL names what does more than read. */
function requireMethod({ operation }: OperationDefinitionNode, { readsOnly }: GraphQLParams): void {
  if (readsOnly && operation !== 'query') throw onlyByPost(operation);
}

const onlyByPost = (operation: string) =>
  new ActionError('method_not_allowed', `A ${operation} is sent by POST.`, { allow: 'POST' });

/** Yoga looks at the method of a mutation by itself, as it parses, and says so as a fault of the operation. */
function isOfMethod({ extensions }: GraphQLError): boolean {
  return (extensions.http as { status?: number } | undefined)?.status === 405;
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
