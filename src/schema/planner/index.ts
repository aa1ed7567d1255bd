import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import { GraphQLError } from 'graphql';
import { ActionError } from '../../platform/errors/action-error.ts';
import type { Permissions } from '../../platform/permissions/permissions.ts';
import type { Operation } from './operation.ts';
import { planVariablesOf } from './plan-variables.ts';
import { createRecordCompleter } from './records-by-key.ts';
import { isNullableField, planRootField } from './root-fields.ts';
import type { PlannedRootField, RunOperation } from './run-operation.ts';
import { createOperationRunner } from './run-operation.ts';
import { checkDeclarations } from './schema-checks.ts';
import type { SelectedField } from './selected-field.ts';
import { collectFields, fragmentsOf } from './selection.ts';

export type {
  CreateFieldGuards,
  FieldGuard,
  FieldOutcome,
  OperationResult,
  ReadAllFields,
  RootFieldToRead,
  RunOperation,
} from './run-operation.ts';

/** Plans of one operation that are kept, one for each set of variables that decide how records are read. */
const maxPlansPerOperation = 50;

/** How much may stand in those variables then. */
const maxPlanKeyLength = 1_000;

interface CachedPlans {
  /** The variables that plans depend on. */
  variables: readonly string[];
  plans: Map<string, readonly PlannedRootField[]>;
}

/** Whether something that was thrown is about what was asked, and no defect of the planner. */
function isExpected(error: unknown): boolean {
  const cause = error instanceof GraphQLError ? (error.originalError ?? error) : error;
  return cause instanceof ActionError || cause instanceof GraphQLError;
}

/**
 * Plans operations: each field at the root is read by itself, records by the statements of their plan, and what has a
 * resolver of its own by that. A field that cannot be planned fails when it is read, its siblings do not; where that is a
 * defect of the planner, `onDefect` is told of it and answers the error. What who asks may not see is planned as an error.
 * @throws Error where the schema cannot be read; of an operation: RangeError where it is nested deeper than the stack of calls
 */
export function createOperationPlanner(schema: GraphQLSchema) {
  checkDeclarations(schema);
  const cachedPlans = new WeakMap<OperationDefinitionNode, CachedPlans>();

  return (
    document: DocumentNode,
    definition: OperationDefinitionNode,
    { variables, permissions }: PlanDependencies,
    onDefect: (error: unknown) => unknown,
  ): RunOperation => {
    const entry = cachedPlans.get(definition) ?? {
      variables: planVariablesOf(schema, document, definition),
      plans: new Map(),
    };
    cachedPlans.set(definition, entry);
    // A variable that is absent is another one than null: a condition without it says nothing.
    const planVariables = entry.variables.flatMap((name) =>
      Object.hasOwn(variables, name) ? [[name, variables[name]] as const] : [],
    );
    // What may be seen is decided by the plan, so that no other key's plan may be taken.
    const key = `${permissions} ${JSON.stringify(planVariables)}`;
    let roots = entry.plans.get(key);
    if (roots === undefined) {
      const input = {
        document,
        definition,
        variables: Object.fromEntries(planVariables),
        permissions,
      };
      const planned = planOperation(schema, input, onDefect);
      ({ roots } = planned);
      if (planned.isSound && key.length <= maxPlanKeyLength) {
        if (entry.plans.size >= maxPlansPerOperation) entry.plans.clear();
        entry.plans.set(key, roots);
      }
    }
    return createOperationRunner(roots, variables, definition.operation === 'mutation');
  };
}

/** What plans depend on beside the operation. */
interface PlanDependencies {
  /** They have been coerced. */
  variables: Readonly<Record<string, unknown>>;
  permissions: Permissions;
}

interface PlannedOperation extends PlanDependencies {
  document: DocumentNode;
  definition: OperationDefinitionNode;
  variables: Record<string, unknown>;
}

function planOperation(
  schema: GraphQLSchema,
  { document, definition, variables, permissions }: PlannedOperation,
  onDefect: (error: unknown) => unknown,
): { roots: readonly PlannedRootField[]; isSound: boolean } {
  const root = schema.getRootType(definition.operation);
  if (!root) throw new TypeError(`The schema has no ${definition.operation}.`);
  const fragments = fragmentsOf(document);
  const shared = {
    schema,
    definition,
    fragments,
    variables,
    permissions,
    createRecordCompleter,
  };
  const rootOperation = () => ({
    ...shared,
    path: [],
    fieldDenials: new Map<string, never>(),
    lists: [],
    recordQueries: [],
  });
  let isSound = true;
  const planField = (
    selected: SelectedField,
    operation: Operation,
  ): PlannedRootField['prepare'] => {
    try {
      return planRootField(root, selected, operation);
    } catch (error) {
      if (error instanceof RangeError) throw error;
      isSound = false;
      const plannedError = isExpected(error) ? error : onDefect(error);
      return () => {
        throw plannedError;
      };
    }
  };
  const selection = collectFields(root, [definition], rootOperation());
  const roots = selection.map((selected) => ({
    name: selected.name,
    nodes: selected.nodes,
    mayBeNull: isNullableField(selected),
    prepare: planField(selected, rootOperation()),
  }));
  return { roots, isSound };
}
