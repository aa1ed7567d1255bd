import { maxAliasesPlugin } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthPlugin } from '@escape.tech/graphql-armor-max-depth';
import { maxDirectivesPlugin } from '@escape.tech/graphql-armor-max-directives';
import { maxTokensPlugin } from '@escape.tech/graphql-armor-max-tokens';
import { complexityFromQuery } from '@pothos/plugin-complexity';
import type {
  DocumentNode,
  FragmentDefinitionNode,
  FragmentSpreadNode,
  InlineFragmentNode,
  OperationDefinitionNode,
  SelectionSetNode,
} from 'graphql';
import { GraphQLError, Kind } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { OperationLimits } from '../../config/operation-settings.ts';
import type { Context } from '../../platform/context/context.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import { schema } from '../index.ts';
import { createIntrospectionCostCalculator } from './introspection.ts';
import { withCoercedVariables } from './variable-coercion.ts';

/** The libraries report exceeded limits as syntax errors. */
const throwWithoutPrefix = (_context: unknown, { message }: GraphQLError): never => {
  throw new GraphQLError(message.replace(/^Syntax Error: /, ''));
};

const rejection = { exposeLimits: true, onReject: [throwWithoutPrefix] };

/** Limits of the query's text, checked during parsing and validation. */
export function createLimitPlugins(limits: OperationLimits): Plugin[] {
  return [
    maxTokensPlugin({ n: limits.tokens, ...rejection }),
    maxDepthPlugin({ n: limits.depth, flattenFragments: true, ...rejection }),
    maxAliasesPlugin({ n: limits.aliases, allowList: [], ...rejection }),
    maxDirectivesPlugin({ n: limits.directives, ...rejection }),
  ] as Plugin[];
}

/** Cached costs of a document, and the maximum length of their keys. */
const maxCachedCosts = 100;
const maxKeyLength = 1_000;

const costs = new WeakMap<DocumentNode, Map<string, number>>();
const rootFieldsOf = new WeakMap<OperationDefinitionNode, number>();

/**
 * The sum of field costs times page sizes, before any SQL. `variables` are coerced.
 * @throws ActionError operation_too_costly
 */
export function checkOperationCost(
  limits: OperationLimits,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Record<string, unknown>,
  context: Context,
): number {
  const rootFields =
    rootFieldsOf.get(operation) ?? fieldsOf(operation.selectionSet, document, new Set());
  rootFieldsOf.set(operation, rootFields);
  if (rootFields > limits.rootFields) {
    throw new ActionError(
      'operation_too_costly',
      `The operation has ${rootFields} root fields; the limit is ${limits.rootFields}.`,
    );
  }
  const cost = costOf(document, operation, variables, context);
  if (cost > limits.cost) {
    throw new ActionError(
      'operation_too_costly',
      `The cost of the operation is ${cost}; the limit is ${limits.cost}. Request smaller pages, fewer nested lists, or fewer items at once.`,
    );
  }
  return cost;
}

function fieldsOf(
  { selections }: SelectionSetNode,
  document: DocumentNode,
  counted: Set<SelectionSetNode>,
): number {
  let fields = 0;
  for (const selection of selections) {
    if (selection.kind === Kind.FIELD) {
      fields += 1;
      continue;
    }
    const inside = fragmentOf(selection, document);
    if (!inside || counted.has(inside)) continue;
    counted.add(inside);
    fields += fieldsOf(inside, document, counted);
  }
  return fields;
}

function fragmentOf(
  selection: FragmentSpreadNode | InlineFragmentNode,
  { definitions }: DocumentNode,
): SelectionSetNode | undefined {
  if (selection.kind === Kind.INLINE_FRAGMENT) return selection.selectionSet;
  const named = definitions.find(
    (definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION &&
      definition.name.value === selection.name.value,
  ) as FragmentDefinitionNode | undefined;
  return named?.selectionSet;
}

/** Costs depend only on numbers and list lengths of variables. */
function countable(_name: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.length;
  return typeof value === 'string' ? '' : value;
}

const costOfIntrospection = createIntrospectionCostCalculator(schema);

/** Page sizes can be variables, so the key includes them. */
function costOf(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Record<string, unknown>,
  context: Context,
): number {
  const hasVariables = (operation.variableDefinitions?.length ?? 0) > 0;
  const counted = hasVariables ? JSON.stringify(variables, countable) : '';
  const key = `${operation.name?.value ?? ''}${counted}`;
  const known = costs.get(document) ?? new Map<string, number>();
  costs.set(document, known);
  const cached = known.get(key);
  if (cached !== undefined) return cached;
  const { complexity: ofFields } = complexityFromQuery(withCoercedVariables(document, operation), {
    schema: schema as never,
    variables,
    ctx: context,
  });
  const complexity = ofFields + costOfIntrospection(document, operation);
  if (known.size > maxCachedCosts) known.clear();
  if (key.length <= maxKeyLength) known.set(key, complexity);
  return complexity;
}
