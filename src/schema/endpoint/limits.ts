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
import { Kind } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Context } from '../../domain/kernel/context.ts';
import { ActionError } from '../../domain/kernel/errors.ts';
import { schema } from '../index.ts';
import type { OperationLimits } from '../server-context.ts';

export type { OperationLimits } from '../server-context.ts';

/** What an operation may be when nothing else is configured. */
export const usualLimits: OperationLimits = {
  tokens: 2_000,
  depth: 12,
  aliases: 30,
  directives: 50,
  rootFields: 20,
  cost: 20_000,
  timeMs: 10_000,
};

const refusal = { exposeLimits: true };

/** The limits that the query's text alone decides, checked while it is parsed and validated. */
export function limitPlugins(limits: OperationLimits): Plugin[] {
  return [
    maxTokensPlugin({ n: limits.tokens, ...refusal }),
    maxDepthPlugin({ n: limits.depth, flattenFragments: true, ...refusal }),
    maxAliasesPlugin({ n: limits.aliases, allowList: [], ...refusal }),
    maxDirectivesPlugin({ n: limits.directives, ...refusal }),
  ] as Plugin[];
}

/** Costs of one document that are remembered, and how much may stand in its variables then. */
const mostRemembered = 100;
const longestRemembered = 1_000;

const costs = new WeakMap<DocumentNode, Map<string, number>>();

/**
 * The cost of an operation: what its fields cost, times the sizes of the pages they are in; known before any SQL runs.
 * @throws ActionError operation_too_costly where it is over the limit, or has too many root fields
 */
export function checkCost(
  limits: OperationLimits,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Record<string, unknown>,
  context: Context,
): number {
  const rootFields = fieldsOf(operation.selectionSet, document, new Set());
  if (rootFields > limits.rootFields) {
    throw new ActionError(
      'operation_too_costly',
      `The operation has ${rootFields} root fields; at most ${limits.rootFields} are allowed.`,
    );
  }
  const cost = costOf(document, operation, variables, context);
  if (cost > limits.cost) {
    throw new ActionError(
      'operation_too_costly',
      `The operation costs ${cost}; at most ${limits.cost} is allowed. Ask for smaller pages or fewer nested lists.`,
    );
  }
  return cost;
}

/** How many fields a selection has, those of its fragments included, each fragment once. */
function fieldsOf(
  { selections }: SelectionSetNode,
  document: DocumentNode,
  seen: Set<SelectionSetNode>,
): number {
  let fields = 0;
  for (const selection of selections) {
    if (selection.kind === Kind.FIELD) {
      fields += 1;
      continue;
    }
    const inside = fragmentOf(selection, document);
    if (!inside || seen.has(inside)) continue;
    seen.add(inside);
    fields += fieldsOf(inside, document, seen);
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

/** What of variables costs may depend on: numbers, and how long lists are; never what texts and entries of lists say. */
function countable(_name: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.length;
  return typeof value === 'string' ? '' : value;
}

/** The operation alone with the fragments: the library looks at the first one of a document, whichever is meant. */
function only(document: DocumentNode, operation: OperationDefinitionNode): DocumentNode {
  const fragments = document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
  return { ...document, definitions: [operation, ...fragments] };
}

/** Page sizes may come from variables, so a cost is remembered for a document and its variables together. */
function costOf(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Record<string, unknown>,
  context: Context,
): number {
  const key = `${operation.name?.value ?? ''}${JSON.stringify(variables, countable)}`;
  const known = costs.get(document) ?? new Map<string, number>();
  costs.set(document, known);
  const remembered = known.get(key);
  if (remembered !== undefined) return remembered;
  const { complexity } = complexityFromQuery(only(document, operation), {
    schema: schema as never,
    variables,
    ctx: context,
  });
  if (known.size > mostRemembered) known.clear();
  if (key.length <= longestRemembered) known.set(key, complexity);
  return complexity;
}
