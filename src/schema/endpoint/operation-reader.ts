import type { DocumentNode, ExecutionResult, OperationDefinitionNode } from 'graphql';
import type { Context } from '../../platform/context/context.ts';
import type { Permissions } from '../../platform/permissions/permissions.ts';
import { schema } from '../index.ts';
import type { CreateFieldGuards, OperationResult, RunOperation } from '../planner/index.ts';
import { createOperationPlanner } from '../planner/index.ts';
import { createIntrospectionCache } from './introspection.ts';
import { SerializedData } from './response-body.ts';

/** A field could not be planned although what was asked for is right. */
class PlanDefect extends Error {
  override readonly name = 'PlanDefect';
  /** How many there were since the service started, this one included. */
  readonly soFar: number;

  constructor(soFar: number, cause: unknown) {
    super('A field could not be planned.', { cause });
    this.soFar = soFar;
  }
}

/** An operation whose variables have been coerced. */
interface Prepared {
  document: DocumentNode;
  operation: OperationDefinitionNode;
  variables: Record<string, unknown>;
  /** What who asks may do. */
  permissions: Permissions;
}

/** An answer in the library's form. */
export function toExecutionResult({ data, errors }: OperationResult): ExecutionResult {
  return {
    data: data === null ? null : (new SerializedData(data) as never),
    ...(errors.length > 0 && { errors }),
  };
}

/** Plans operations, and answers them by their plans. */
export function createOperationReader() {
  const planner = createOperationPlanner(schema);
  const introspected = createIntrospectionCache();
  let defects = 0;
  const onDefect = (cause: unknown) => {
    defects += 1;
    return new PlanDefect(defects, cause);
  };

  return {
    /** @throws RangeError where the operation is nested deeper than the stack of calls */
    planOf: ({ document, operation, ...dependencies }: Prepared): RunOperation =>
      planner(document, operation, dependencies, onDefect),

    answer: (
      read: RunOperation,
      {
        operation,
        query,
        guards,
      }: Pick<Prepared, 'operation'> & { query: string; guards?: CreateFieldGuards },
      context: Context,
    ): Promise<ExecutionResult> =>
      introspected(operation, query, async () =>
        toExecutionResult(await read(context, undefined, guards)),
      ),
  };
}
