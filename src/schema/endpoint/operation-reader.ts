import type { DocumentNode, ExecutionResult, OperationDefinitionNode } from 'graphql';
import type { Context } from '../../platform/context/context.ts';
import type { Rights } from '../../platform/permissions/permissions.ts';
import { schema } from '../index.ts';
import type { Answered, Guards, Read } from '../planner/index.ts';
import { createPlanner } from '../planner/index.ts';
import { WrittenData } from './response-body.ts';
import { createIntrospectionAnswers } from './introspection.ts';

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
  rights: Rights;
}

/** An answer in the library's form. */
export function resultOf({ data, errors }: Answered): ExecutionResult {
  return {
    data: data === null ? null : (new WrittenData(data) as never),
    ...(errors.length > 0 && { errors }),
  };
}

/** Plans operations, and answers them by their plans. */
export function createReader() {
  const planner = createPlanner(schema);
  const introspected = createIntrospectionAnswers();
  let defects = 0;
  const onDefect = (cause: unknown) => {
    defects += 1;
    return new PlanDefect(defects, cause);
  };

  return {
    /** @throws RangeError where the operation is nested deeper than the stack of calls */
    planOf: ({ document, operation, ...asker }: Prepared): Read =>
      planner(document, operation, asker, onDefect),

    answer: (
      read: Read,
      {
        operation,
        query,
        guards,
      }: Pick<Prepared, 'operation'> & { query: string; guards?: Guards },
      context: Context,
    ): Promise<ExecutionResult> =>
      introspected(operation, query, async () => resultOf(await read(context, undefined, guards))),
  };
}
