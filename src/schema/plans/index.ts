import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import { getVariableValues } from 'graphql';
import type { Context } from '../../domain/kernel/context.ts';
import type { PrepareRoot } from './roots.ts';
import { planRoot } from './roots.ts';
import type { Operation } from './selection.ts';
import { fragmentsOf, selectedOn, variablesBelowRoot } from './selection.ts';
import { allOf } from './values.ts';

/** Plans of one operation that are kept, one for each set of variables that decide how records are read. */
const mostPlans = 50;

/** How much may stand in those variables then. */
const longestKept = 1_000;

interface PlannedRoot {
  name: string;
  prepare: PrepareRoot;
}

interface Known {
  /** The variables that plans depend on. */
  variables: readonly string[];
  plans: Map<string, readonly PlannedRoot[] | null>;
}

/** Answers the JSON of an operation's data. */
export type Read = (context: Context) => Promise<string>;

/**
 * Plans queries so that each field at the root is read by one statement that answers JSON. Null for operations that have
 * to be executed field by field: mutations, and queries that ask for what no plan knows. A plan that fails says nothing of
 * why: whatever is wrong, executing the operation tells it, each fault at its place.
 * @throws RangeError where variables are nested deeper than the stack of calls
 */
export function createPlanner(schema: GraphQLSchema) {
  const known = new WeakMap<OperationDefinitionNode, Known>();

  function planned(
    document: DocumentNode,
    definition: OperationDefinitionNode,
    variables: Record<string, unknown>,
  ): readonly PlannedRoot[] | null {
    const root = schema.getQueryType();
    if (!root) return null;
    const operation: Operation = { schema, fragments: fragmentsOf(document), variables };
    try {
      return selectedOn(root, [definition], operation).map((selected) => ({
        name: selected.name,
        prepare: planRoot(root, selected, operation),
      }));
    } catch {
      return null;
    }
  }

  return (
    document: DocumentNode,
    definition: OperationDefinitionNode,
    given: Readonly<Record<string, unknown>>,
  ): Read | null => {
    if (definition.operation !== 'query') return null;
    const { coerced: variables, errors } = getVariableValues(
      schema,
      definition.variableDefinitions ?? [],
      given,
    );
    const tooDeep: Error | undefined = errors?.find((error: Error) => error instanceof RangeError);
    if (tooDeep) throw tooDeep;
    if (!variables) return null;
    const entry = known.get(definition) ?? {
      variables: variablesBelowRoot(document, definition),
      plans: new Map(),
    };
    known.set(definition, entry);
    // A variable that is absent is another one than null: a condition without it says nothing.
    const deciding = entry.variables.flatMap((name) =>
      name in variables ? [[name, variables[name]] as const] : [],
    );
    const key = JSON.stringify(deciding);
    const remembered = entry.plans.get(key);
    const roots: readonly PlannedRoot[] | null =
      remembered === undefined
        ? planned(document, definition, Object.fromEntries(deciding))
        : remembered;
    if (remembered === undefined && key.length <= longestKept) {
      if (entry.plans.size >= mostPlans) entry.plans.clear();
      entry.plans.set(key, roots);
    }
    if (roots === null) return null;
    return async (context) => {
      // All that is asked for is checked before anything of it is read.
      const reads = roots.map(({ prepare }) => prepare(variables));
      const values = await allOf(reads.map((read) => read(context)));
      return `{${roots.map(({ name }, index) => `"${name}":${values[index]}`).join(',')}}`;
    };
  };
}
