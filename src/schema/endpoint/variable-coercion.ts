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
  getNamedType,
  isInputObjectType,
  isNonNullType,
  Kind,
  typeFromAST,
  valueFromAST,
} from 'graphql';
import { ActionError, truncateText } from '../../platform/errors/action-error.ts';
import type { InputLimits } from '../core/server-context.ts';
import { coerceValid } from './input-coercers.ts';

type Values = Record<string, unknown>;

/** How large the variables of one request may be, beside the limits of its body: coercing an object takes its time. */
export const defaultInputLimits: InputLimits = { objects: 5_000, depth: 40 };

/** Faults of an operation, or of its variables, that are told at once. */
export const maxReportedErrors = 20;

/** How much of a wrong value is shown: enough to know it by. */
const longestShown = 60;

/**
 * Refuses variables that hold more than a request may, whatever they are for; looks at no more of them than that.
 * @throws ActionError invalid_operation
 */
export function checkVariablesSize(variables: Values, limits: InputLimits): void {
  let objects = 0;
  const waiting: [value: object, depth: number][] = [[variables, 0]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [value, depth] = next;
    const entries: unknown[] = Array.isArray(value) ? value : Object.values(value);
    objects += 1;
    if (objects > limits.objects) refuse(`contain more than ${limits.objects} objects and lists`);
    if (depth > limits.depth) refuse(`are nested too deeply: the limit is ${limits.depth} levels`);
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
 * A date, an instant or a decimal that cannot be read is no fault where an input of a mutation has it: the verb is given it
 * as it came and judges it like everything else in its input, in the words of both doors and for each entry of a bulk.
 */
export function coerceVariables(
  schema: GraphQLSchema,
  { operation, variableDefinitions = [] }: OperationDefinitionNode,
  given: Values,
): { values: Values; faults: readonly GraphQLError[] } {
  const values: Values = {};
  const faults: GraphQLError[] = [];
  let structural = 0;
  const unread: (() => boolean)[] = [];
  const judged = operation === 'mutation' ? inputsOfMutations(schema) : undefined;
  const report = (definition: VariableDefinitionNode, message: string, keep?: () => boolean) => {
    if (keep) unread.push(keep);
    else structural += 1;
    if (faults.length < maxReportedErrors)
      faults.push(new GraphQLError(message, { nodes: definition }));
    if (structural >= maxReportedErrors) throw new EnoughFaults();
  };
  try {
    for (const definition of variableDefinitions) {
      coerceVariable({ schema, judged, given, values }, definition, (message, keep) =>
        report(definition, message, keep),
      );
    }
  } catch (error) {
    if (!(error instanceof EnoughFaults)) throw error;
  }
  const areJudged = structural === 0 && unread.every((keep) => keep());
  return { values, faults: areJudged ? [] : faults };
}

interface Coercion {
  schema: GraphQLSchema;
  /** Types of which verbs judge the scalars; undefined where none does. */
  judged: ReadonlySet<GraphQLNamedType> | undefined;
  given: Values;
  values: Values;
}

/** Scalars whose values verbs can judge: what they take as text, REST takes as well. */
const judgedByVerbs = new Set(['Date', 'DateTime', 'Decimal']);

const inputsBySchema = new WeakMap<GraphQLSchema, ReadonlySet<GraphQLNamedType>>();

/** The types of what mutations take, and of what is in them: none of a list below what they answer. */
function inputsOfMutations(schema: GraphQLSchema): ReadonlySet<GraphQLNamedType> {
  const known = inputsBySchema.get(schema);
  if (known) return known;
  const found = new Set<GraphQLNamedType>();
  const add = (type: GraphQLNamedType) => {
    if (found.has(type) || !isInputObjectType(type)) return;
    found.add(type);
    for (const field of Object.values(type.getFields())) add(getNamedType(field.type));
  };
  for (const { args } of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    for (const { type } of args) add(getNamedType(type));
  }
  inputsBySchema.set(schema, found);
  return found;
}

/** The type of what stands at a path below a value of a type. */
function typeAt(type: GraphQLInputType, path: readonly (string | number)[]): GraphQLNamedType {
  return path.reduce<GraphQLNamedType>((at, key) => {
    const field =
      typeof key === 'string' && isInputObjectType(at) ? at.getFields()[key] : undefined;
    return field ? getNamedType(field.type) : at;
  }, getNamedType(type));
}

type Place = Record<string | number, unknown>;

/** What a path leads to next; a single value that stands for a list of one has no index in it. */
function within(value: unknown, key: string | number): Place | undefined {
  let at = value;
  while (typeof key === 'string' && Array.isArray(at) && at.length === 1) [at] = at;
  const isPlace =
    typeof at === 'object' && at !== null && Array.isArray(at) === (typeof key === 'number');
  return isPlace ? (at as Place) : undefined;
}

/** Puts a value where coercing left none; false where there is no such place, so that nothing is lost without a word. */
function putAt(value: unknown, path: readonly (string | number)[], given: unknown): boolean {
  let at = value;
  for (const key of path.slice(0, -1)) at = within(at, key)?.[key];
  const last = path.at(-1) as string | number;
  const parent = within(at, last);
  if (!parent || !Object.hasOwn(parent, last) || parent[last] !== undefined) return false;
  parent[last] = given;
  return true;
}

function coerceVariable(
  { schema, judged, given, values }: Coercion,
  { variable, type: written, defaultValue }: VariableDefinitionNode,
  report: (message: string, keep?: () => boolean) => void,
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
  if (isInputObjectType(getNamedType(type))) {
    try {
      values[name] = coerceValid(given[name], type);
      return;
    } catch {
      // Read once more below, which tells every place at which something is wrong.
    }
  }
  values[name] = coerceInputValue(given[name], type, (path, invalid, { message }) => {
    const place = path.reduce<string>((at, key) => `${at}.${key}`, name);
    const isJudged =
      path.length > 0 &&
      invalid !== null &&
      judged?.has(getNamedType(type)) &&
      judgedByVerbs.has(typeAt(type, path).name);
    report(
      `Variable "$${name}" got invalid value${shown(invalid)} at "${place}"; ${message}`,
      isJudged ? () => putAt(values[name], path, invalid) : undefined,
    );
  });
}

function shown(value: unknown): string {
  if (typeof value === 'object' && value !== null) return '';
  return ` ${truncateText(JSON.stringify(value) ?? 'undefined', longestShown)}`;
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
  whole: DocumentNode,
  operation: OperationDefinitionNode,
): DocumentNode {
  const known = rewritten.get(operation);
  if (known) return known;
  const { definitions, ...document } = whole;
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
