import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import { GraphQLError } from 'graphql';
import { ActionError } from '../../platform/errors/action-error.ts';
import type { Permissions } from '../../platform/permissions/permissions.ts';
import type { Operation } from './operation.ts';
import { PlanCollector } from './plan-collector.ts';
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

/** One plan per set of variables that affect the plan. */
const maxPlansPerOperation = 50;

const maxPlanKeyLength = 1_000;

interface CachedPlans {
  variables: readonly string[];
  plans: Map<string, readonly PlannedRootField[]>;
}

/** Errors of the request; others are defects of the planner. */
function isExpected(error: unknown): boolean {
  const cause = error instanceof GraphQLError ? (error.originalError ?? error) : error;
  return cause instanceof ActionError || cause instanceof GraphQLError;
}

/**
 * Plans each root field separately. An unplannable field fails alone when it is read; `onDefect` converts defects.
 * @throws Error for an invalid schema; RangeError for operations nested deeper than the call stack allows
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
    // An absent variable differs from null: a filter without it restricts nothing.
    const planVariables = entry.variables.flatMap((name) =>
      Object.hasOwn(variables, name) ? [[name, variables[name]] as const] : [],
    );
    // The plan depends on the permissions, so callers share plans only with equal ones.
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

/** What a plan depends on in addition to the operation. */
interface PlanDependencies {
  /** Coerced. */
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
    collector: new PlanCollector(),
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
