import type { DocumentNode, FieldNode, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import { GraphQLError, locatedError } from 'graphql';
import type { Context } from '../../domain/kernel/context.ts';
import { ActionError } from '../../domain/kernel/errors.ts';
import { Unplanned } from '../vocabulary/reads.ts';
import type { PrepareRoot } from './root-fields.ts';
import { planRoot } from './root-fields.ts';
import type { Operation } from './selection.ts';
import { fragmentsOf, selectedOn, variablesBelowRoot } from './selection.ts';
import { allOf } from './values.ts';

/** Plans of one operation that are kept, one for each set of variables that decide how records are read. */
const mostPlans = 50;

/** How much may stand in those variables then. */
const longestKept = 1_000;

interface PlannedRoot {
  name: string;
  nodes: readonly FieldNode[];
  prepare: PrepareRoot;
}

interface Known {
  /** The variables that plans depend on. */
  variables: readonly string[];
  plans: Map<string, readonly PlannedRoot[] | null>;
}

/**
 * Answers the JSON of an operation's data.
 * @throws Unplanned, or a GraphQLError that says at which field at the root what was thrown
 */
export type Read = (context: Context) => Promise<string>;

/** Whether executing an operation says more of an error than its plan: at which place it is, or that there is none. */
export function isForExecution(error: unknown): boolean {
  const cause = error instanceof GraphQLError ? (error.originalError ?? error) : error;
  if (cause instanceof ActionError) return cause.status < 500;
  return cause instanceof Unplanned || cause instanceof GraphQLError;
}

/** A root's failure, with its place; what is to be executed says that by itself. */
function failure(error: unknown, { name, nodes }: PlannedRoot): unknown {
  return error instanceof Unplanned ? error : locatedError(error, nodes, [name]);
}

/**
 * Plans queries so that each field at the root is read by one statement that answers JSON. Null for operations that have
 * to be executed field by field: mutations, queries that ask for what no plan knows, and those whose arguments are
 * wrong, of which executing tells each fault at its place. `variables` have been coerced. A planner that fails for any
 * other reason has a defect: `onDefect` is told of it, and the operation is executed.
 * @throws RangeError where the operation is nested deeper than the stack of calls
 */
export function createPlanner(schema: GraphQLSchema) {
  const known = new WeakMap<OperationDefinitionNode, Known>();

  function planned(
    document: DocumentNode,
    definition: OperationDefinitionNode,
    variables: Record<string, unknown>,
    onDefect: (error: unknown) => void,
  ): readonly PlannedRoot[] | null {
    const root = schema.getQueryType();
    if (!root) return null;
    const fragments = fragmentsOf(document);
    try {
      const operation: Operation = { schema, fragments, variables, places: new Set() };
      return selectedOn(root, [definition], operation).map((selected) => ({
        name: selected.name,
        nodes: selected.nodes,
        prepare: planRoot(root, selected, { ...operation, places: new Set() }),
      }));
    } catch (error) {
      if (error instanceof RangeError) throw error;
      if (!isForExecution(error)) onDefect(error);
      return null;
    }
  }

  return (
    document: DocumentNode,
    definition: OperationDefinitionNode,
    variables: Readonly<Record<string, unknown>>,
    onDefect: (error: unknown) => void,
  ): Read | null => {
    if (definition.operation !== 'query') return null;
    const entry = known.get(definition) ?? {
      variables: variablesBelowRoot(document, definition),
      plans: new Map(),
    };
    known.set(definition, entry);
    // A variable that is absent is another one than null: a condition without it says nothing.
    const deciding = entry.variables.flatMap((name) =>
      Object.hasOwn(variables, name) ? [[name, variables[name]] as const] : [],
    );
    const key = JSON.stringify(deciding);
    const remembered = entry.plans.get(key);
    const roots: readonly PlannedRoot[] | null =
      remembered === undefined
        ? planned(document, definition, Object.fromEntries(deciding), onDefect)
        : remembered;
    if (remembered === undefined && key.length <= longestKept) {
      if (entry.plans.size >= mostPlans) entry.plans.clear();
      entry.plans.set(key, roots);
    }
    if (roots === null) return null;
    return (context) => read(roots, variables, context);
  };
}

async function read(
  roots: readonly PlannedRoot[],
  variables: Readonly<Record<string, unknown>>,
  context: Context,
): Promise<string> {
  // All that is asked for is checked before anything of it is read.
  const reads = roots.map((root) => {
    try {
      return root.prepare(variables);
    } catch (error) {
      throw failure(error, root);
    }
  });
  const values = await allOf(
    reads.map((readRoot, index) =>
      readRoot(context).catch((error: unknown) => {
        throw failure(error, roots[index] as PlannedRoot);
      }),
    ),
  );
  return `{${roots.map(({ name }, index) => `"${name}":${values[index]}`).join(',')}}`;
}
