import type { DocumentNode, ExecutionResult, OperationDefinitionNode } from 'graphql';
import { GraphQLError } from 'graphql';
import { withDeadline } from '../../database/statements/statement-deadline.ts';
import type { HttpRequest } from '../../http/http-request.ts';
import type { Context } from '../../platform/context/context.ts';
import type { ActionError } from '../../platform/errors/action-error.ts';
import { callerPermissions, errorForCaller } from '../../platform/permissions/permissions.ts';
import { dryRunHeader } from '../../write/dry-run.ts';
import {
  idempotencyKeyHeader,
  idempotencyReplayedHeader,
} from '../../write/idempotency/run-idempotent.ts';
import type { RequestLimits } from '../core/server-context.ts';
import { schema } from '../index.ts';
import type { CreateFieldGuards } from '../planner/index.ts';
import { createDocumentParser } from './document-parser.ts';
import type { GraphQLEndpointDependencies, RequestContext } from './endpoint-dependencies.ts';
import { createExternalIdResolver } from './external-id-variables.ts';
import type { MutationGuards } from './idempotency-guards.ts';
import { createMutationGuards } from './idempotency-guards.ts';
import { validateLiterals } from './literal-validation.ts';
import {
  requireAnyPermission,
  requirePostUnlessQuery,
  selectOperation,
  withStackGuard,
} from './operation-checks.ts';
import { checkOperationCost } from './operation-limits.ts';
import { createOperationReader } from './operation-reader.ts';
import type { GraphQLParams } from './request-params.ts';
import { serializeResult } from './response-body.ts';
import type { ToActionError } from './responses.ts';
import { toClientError, toClientResult } from './responses.ts';
import {
  acceptCoercedVariables,
  checkVariablesSize,
  coerceVariables,
  defaultInputLimits,
  maxReportedErrors,
} from './variable-coercion.ts';

export interface CoercedOperation {
  document: DocumentNode;
  operation: OperationDefinitionNode;
  variables: Record<string, unknown>;
}

export type PreparedOperation = CoercedOperation & { cost: number };

export interface QueryText {
  query: string;
  variables?: Record<string, unknown>;
}

export interface QueryResult {
  data?: Record<string, unknown> | null;
  errors?: readonly { message: string; extensions: { code: string } & Record<string, unknown> }[];
}

type Dependencies = Pick<
  GraphQLEndpointDependencies,
  'bodyLimitBytes' | 'bodyValues' | 'limits' | 'rates' | 'takeCost' | 'toActionError'
>;

export interface MutationText extends QueryText {
  idempotencyKey?: string | undefined;
  isDryRun?: boolean;
}

export interface MutationResult extends QueryResult {
  isReplayed: boolean;
}

/** Uses Yoga only to parse and validate: Yoga's request handling accepts more than the API allows. */
export class OperationExecutor {
  readonly limits: RequestLimits;
  readonly #dependencies: Dependencies;
  readonly #reader = createOperationReader();
  readonly #parse: ReturnType<typeof createDocumentParser>;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    this.limits = {
      ...dependencies.limits,
      ...dependencies.rates,
      bodyBytes: dependencies.bodyLimitBytes,
      bodyValues: dependencies.bodyValues,
      input: defaultInputLimits,
    };
    acceptCoercedVariables(schema);
    this.#parse = createDocumentParser(this.limits);
  }

  /** Parses, validates and limits an operation, and resolves the external ids in its variables. */
  async prepare(
    request: HttpRequest,
    context: RequestContext,
    params: GraphQLParams,
  ): Promise<PreparedOperation | readonly GraphQLError[]> {
    checkVariablesSize(params.variables, this.limits.input);
    const { document, errors } = withStackGuard(() => this.#parse(context, request, params));
    if (errors.length > 0) {
      const reported = errors.slice(0, maxReportedErrors) as GraphQLError[];
      return validateLiterals(document, reported);
    }
    const operation = selectOperation(document, params);
    requirePostUnlessQuery(operation, params);
    const operationSuffix = operation.name ? ` ${operation.name.value}` : '';
    context.origin.operation = `${operation.operation}${operationSuffix}`;
    requireAnyPermission(callerPermissions(context), operation);
    const coerced = withStackGuard(() => coerceVariables(schema, operation, params.variables));
    if (coerced.errors.length > 0) return coerced.errors;
    const cost = withStackGuard(() =>
      checkOperationCost(this.limits, document, operation, coerced.values, context),
    );
    const waiting = this.#dependencies.takeCost(request, cost);
    if (waiting !== undefined) await waiting;
    const coercedOperation = { document, operation, variables: coerced.values };
    const resolveExternalIds = withStackGuard(() =>
      createExternalIdResolver(schema, params.query, coercedOperation),
    );
    const resolved = resolveExternalIds
      ? await withDeadline(this.limits.timeMs, () => resolveExternalIds(context))
      : coercedOperation;
    return { ...resolved, cost };
  }

  execute(
    context: RequestContext,
    { document, operation, variables }: CoercedOperation,
    query: string,
    guards?: CreateFieldGuards,
  ): Promise<ExecutionResult> {
    const permissions = callerPermissions(context);
    const plan = withStackGuard(() =>
      this.#reader.planOf({ document, operation, variables, permissions }),
    );
    const readOptions = { operation, query, ...(guards && { guards }) };
    return withDeadline(this.limits.timeMs, () => this.#reader.answer(plan, readOptions, context));
  }

  toCallerError(context: Context): ToActionError {
    const { toActionError } = this.#dependencies;
    return (error, id) => errorForCaller(context, toActionError(error, id)) as ActionError;
  }

  /** Runs a query for another API. */
  runQuery(request: HttpRequest, caller: Context, query: QueryText): Promise<QueryResult> {
    return this.#run(request, caller, { ...query, readsOnly: true }, () => undefined);
  }

  /** Runs a mutation for another API, with an idempotency key or as a dry run. */
  async runMutation(
    request: HttpRequest,
    caller: Context,
    { idempotencyKey, isDryRun = false, ...text }: MutationText,
  ): Promise<MutationResult> {
    const headers = new Headers({
      ...(isDryRun && { [dryRunHeader]: 'true' }),
      ...(idempotencyKey !== undefined && { [idempotencyKeyHeader]: idempotencyKey }),
    });
    let guards: MutationGuards | undefined;
    const params = { ...text, readsOnly: false };
    const result = await this.#run(request, caller, params, (prepared) => {
      const { query, variables: rawVariables = {} } = text;
      const requested = { ...prepared, query, operationName: undefined, rawVariables };
      guards = createMutationGuards({ headers }, requested);
      return guards?.guards;
    });
    const isReplayed = guards?.responseHeaders()[idempotencyReplayedHeader] !== undefined;
    return { ...result, isReplayed };
  }

  async #run(
    request: HttpRequest,
    caller: Context,
    { query, readsOnly, variables = {} }: QueryText & { readsOnly: boolean },
    guardsOf: (prepared: PreparedOperation) => CreateFieldGuards | undefined,
  ): Promise<QueryResult> {
    const { requestId } = caller;
    // The name of the document is not the caller's operation.
    const context = { ...caller, origin: { ...caller.origin }, limits: this.limits };
    const toCallerError = this.toCallerError(context);
    const toErrors = (errors: readonly GraphQLError[]) => ({
      errors: errors.map((error) => toClientError(error, requestId, toCallerError)),
    });
    const run = async (): Promise<ExecutionResult> => {
      const params = { query, variables, readsOnly, operationName: undefined, wantsCost: false };
      const prepared = await this.prepare(request, context, params);
      if (!('document' in prepared)) return toErrors(prepared);
      const result = await this.execute(context, prepared, query, guardsOf(prepared));
      return toClientResult(result, prepared.operation, requestId, toCallerError, undefined);
    };
    const result = await run().catch((error) => {
      if (error instanceof GraphQLError) return toErrors([error]);
      throw error;
    });
    return JSON.parse(serializeResult(result)) as QueryResult;
  }
}
