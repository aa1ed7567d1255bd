import type { DocumentNode, ExecutionResult, OperationDefinitionNode } from 'graphql';
import type { Context } from '../../platform/context/context.ts';
import type { Permissions } from '../../platform/permissions/permissions.ts';
import { schema } from '../index.ts';
import type { CreateFieldGuards, OperationResult, RunOperation } from '../planner/index.ts';
import { createOperationPlanner } from '../planner/index.ts';
import { createIntrospectionCache } from './introspection.ts';
import { SerializedData } from './response-body.ts';

/** A valid field that the planner could not plan. */
class PlanDefect extends Error {
  override readonly name = 'PlanDefect';
  /** Defects since the start of the service, including this one. */
  readonly soFar: number;

  constructor(soFar: number, cause: unknown) {
    super('A field could not be planned.', { cause });
    this.soFar = soFar;
  }
}

interface Prepared {
  document: DocumentNode;
  operation: OperationDefinitionNode;
  variables: Record<string, unknown>;
  permissions: Permissions;
}

export function toExecutionResult({ data, errors }: OperationResult): ExecutionResult {
  return {
    data: data === null ? null : (new SerializedData(data) as never),
    ...(errors.length > 0 && { errors }),
  };
}

export function createOperationReader() {
  const planner = createOperationPlanner(schema);
  const introspected = createIntrospectionCache();
  let defects = 0;
  const onDefect = (cause: unknown) => {
    defects += 1;
    return new PlanDefect(defects, cause);
  };

  return {
    /** @throws RangeError if the operation is nested deeper than the call stack allows */
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
