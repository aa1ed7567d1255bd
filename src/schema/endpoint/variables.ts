import type {
  DocumentNode,
  GraphQLInputType,
  GraphQLNamedType,
  GraphQLSchema,
  OperationDefinitionNode,
  TypeNode,
  VariableDefinitionNode,
} from 'graphql';
import {
  coerceInputValue,
  GraphQLError,
  GraphQLScalarType,
  isNonNullType,
  Kind,
  typeFromAST,
  valueFromAST,
} from 'graphql';
import { ActionError, shortened } from '../../domain/kernel/errors.ts';
import type { InputLimits } from '../vocabulary/server-context.ts';

type Values = Record<string, unknown>;

/** How large the variables of one request may be, beside the limits of its body: coercing an object takes its time. */
export const inputLimits: InputLimits = { objects: 5_000, depth: 40 };

/** Faults of an operation, or of its variables, that are told at once. */
export const mostFaults = 20;

/** How much of a wrong value is shown: enough to know it by. */
const longestShown = 60;

/**
 * Refuses variables that hold more than a request may, whatever they are for; looks at no more of them than that.
 * @throws ActionError invalid_operation
 */
export function checkExtent(variables: Values, limits: InputLimits): void {
  let objects = 0;
  const waiting: [value: object, depth: number][] = [[variables, 0]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [value, depth] = next;
    const entries: unknown[] = Array.isArray(value) ? value : Object.values(value);
    objects += 1;
    if (objects > limits.objects) refuse(`hold more than ${limits.objects} objects and lists`);
    if (depth > limits.depth) refuse(`are nested too deeply: at most ${limits.depth} levels`);
    for (const entry of entries) {
      if (typeof entry === 'object' && entry !== null) waiting.push([entry, depth + 1]);
    }
  }
}

function refuse(what: string): never {
  throw new ActionError('invalid_operation', `The variables ${what}.`);
}

/** Ends the coercion of variables that have more faults than are told. */
class EnoughFaults extends Error {}

/**
 * The variables of a valid operation as resolvers get them. Done once for a request, by this function alone: whoever needs
 * their values is given these. The faults name the place of each wrong value, and show no more than the start of it.
 */
export function coerceVariables(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  given: Values,
): { values: Values; faults: readonly GraphQLError[] } {
  const values: Values = {};
  const faults: GraphQLError[] = [];
  const report = (definition: VariableDefinitionNode, message: string) => {
    faults.push(new GraphQLError(message, { nodes: definition }));
    if (faults.length >= mostFaults) throw new EnoughFaults();
  };
  try {
    for (const definition of variableDefinitions) {
      coerceVariable(schema, definition, given, values, (message) => report(definition, message));
    }
  } catch (error) {
    if (!(error instanceof EnoughFaults)) throw error;
  }
  return { values, faults };
}

function coerceVariable(
  schema: GraphQLSchema,
  { variable, type: written, defaultValue }: VariableDefinitionNode,
  given: Values,
  values: Values,
  report: (message: string) => void,
): void {
  const name = variable.name.value;
  const type = typeFromAST(schema, written as never) as GraphQLInputType;
  if (!Object.hasOwn(given, name) || given[name] === undefined) {
    if (defaultValue) values[name] = valueFromAST(defaultValue, type);
    else if (isNonNullType(type)) {
      report(`Variable "$${name}" of required type "${type}" was not provided.`);
    }
    return;
  }
  values[name] = coerceInputValue(given[name], type, (path, invalid, { message }) => {
    const place = path.reduce<string>((at, key) => `${at}.${key}`, name);
    report(`Variable "$${name}" got invalid value${shown(invalid)} at "${place}"; ${message}`);
  });
}

function shown(value: unknown): string {
  if (typeof value === 'object' && value !== null) return '';
  return ` ${shortened(JSON.stringify(value) ?? 'undefined', longestShown)}`;
}

/**
 * A type that takes values as they are. The schema knows it by a symbol, so that neither its text, nor introspection,
 * nor any operation can name it.
 */
const coerced = Symbol('a value that has been coerced');
const asItIs = new GraphQLScalarType({ name: 'Coerced' });

/** Lets the variables of {@link withCoercedVariables} be what they are. To be called once for a schema. */
export function acceptCoercedVariables(schema: GraphQLSchema): void {
  (schema.getTypeMap() as Record<PropertyKey, GraphQLNamedType>)[coerced] = asItIs;
}

const coercedType = {
  kind: Kind.NAMED_TYPE,
  name: { kind: Kind.NAME, value: coerced as never },
} satisfies TypeNode;

const rewritten = new WeakMap<OperationDefinitionNode, DocumentNode>();

/**
 * An operation with its fragments, to be run with variables that have been coerced before. Every library that runs
 * operations, or looks at their arguments, coerces variables by itself; of this document it takes them as they are.
 */
export function withCoercedVariables(
  { definitions, ...document }: DocumentNode,
  operation: OperationDefinitionNode,
): DocumentNode {
  const known = rewritten.get(operation);
  if (known) return known;
  const variableDefinitions = operation.variableDefinitions?.map(({ kind, variable }) => ({
    kind,
    variable,
    type: coercedType,
  }));
  const made = {
    ...document,
    definitions: [
      { ...operation, variableDefinitions },
      ...definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION),
    ],
  } as DocumentNode;
  rewritten.set(operation, made);
  return made;
}
