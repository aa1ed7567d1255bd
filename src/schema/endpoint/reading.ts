import type { DocumentNode, ExecutionResult, GraphQLError, OperationDefinitionNode } from 'graphql';
import type { Context } from '../../domain/kernel/context.ts';
import { schema } from '../index.ts';
import type { Read } from '../plans/index.ts';
import { createPlanner, isForExecution } from '../plans/index.ts';
import { Unplanned } from '../vocabulary/reads.ts';
import type { AsActionError } from './answers.ts';
import { WrittenData } from './body.ts';
import { createIntrospectionAnswers } from './introspection.ts';

/** A plan could not be made, or read something else than executing does; the operation is executed instead. */
class PlanDefect extends Error {
  override readonly name = 'PlanDefect';
  /** How many there were since the service started, this one included. */
  readonly soFar: number;

  constructor(soFar: number, cause: unknown) {
    super('A query that should have a plan was executed.', { cause });
    this.soFar = soFar;
  }
}

/** A query or mutation whose variables have been coerced. */
interface Prepared {
  document: DocumentNode;
  operation: OperationDefinitionNode;
  variables: Record<string, unknown>;
  requestId: string;
}

/** Answers queries by their plans, and executes what has none. */
export function createReader(asActionError: AsActionError) {
  const planner = createPlanner(schema);
  const introspected = createIntrospectionAnswers();
  let defects = 0;

  function noteDefect(error: unknown, requestId: string): void {
    defects += 1;
    asActionError(new PlanDefect(defects, error), requestId);
  }

  /**
   * Where a plan fails by what was asked for, executing the operation says so, each fault at its place; if it does not,
   * the plan is wrong. What else fails, a database that is away say, would fail again.
   */
  async function byPlan(
    read: () => Promise<string>,
    execute: () => Promise<ExecutionResult>,
    requestId: string,
  ): Promise<ExecutionResult> {
    try {
      return { data: new WrittenData(await read()) as never };
    } catch (error) {
      if (!isForExecution(error)) return { data: null, errors: [error as GraphQLError] };
      const result = await execute();
      if (!(result.errors || error instanceof Unplanned)) noteDefect(error, requestId);
      return result;
    }
  }

  return {
    /** @throws RangeError where the operation is nested deeper than the stack of calls */
    planOf: ({ document, operation, variables, requestId }: Prepared): Read | null =>
      planner(document, operation, variables, (error) => noteDefect(error, requestId)),

    answer: async (
      plan: Read | null,
      {
        operation,
        requestId,
        query,
      }: Pick<Prepared, 'operation' | 'requestId'> & { query: string },
      context: Context,
      execute: () => Promise<ExecutionResult>,
    ): Promise<ExecutionResult> =>
      plan
        ? byPlan(() => plan(context), execute, requestId)
        : introspected(operation, query, execute),
  };
}
