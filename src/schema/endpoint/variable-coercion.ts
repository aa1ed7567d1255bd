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

/** In addition to the body limit, since coercing objects takes time. */
export const defaultInputLimits: InputLimits = { objects: 5_000, depth: 40 };

export const maxReportedErrors = 20;

const maxValueLength = 60;

/**
 * Stops at the limit.
 * @throws ActionError invalid_operation
 */
export function checkVariablesSize(variables: Values, limits: InputLimits): void {
  let objects = 0;
  const waiting: [value: object, depth: number][] = [[variables, 0]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [value, depth] = next;
    const entries: unknown[] = Array.isArray(value) ? value : Object.values(value);
    objects += 1;
    if (objects > limits.objects) reject(`contain more than ${limits.objects} objects and lists`);
    if (depth > limits.depth) reject(`are nested too deeply: the limit is ${limits.depth} levels`);
    for (const entry of entries) {
      if (typeof entry === 'object' && entry !== null) waiting.push([entry, depth + 1]);
    }
  }
}

function reject(problem: string): never {
  throw new ActionError('invalid_operation', `The variables ${problem}.`);
}

class TooManyErrors extends Error {}

/**
 * Once per request; errors have the path and the start of each value. Invalid dates and decimals in mutation
 * inputs are kept: the command reports them, with the same words in both APIs and per item of a bulk.
 */
export function coerceVariables(
  schema: GraphQLSchema,
  { operation, variableDefinitions = [] }: OperationDefinitionNode,
  rawValues: Values,
): { values: Values; errors: readonly GraphQLError[] } {
  const values: Values = {};
  const errors: GraphQLError[] = [];
  let structuralErrorCount = 0;
  const restoreInvalidValues: (() => boolean)[] = [];
  const typesCheckedByCommands = operation === 'mutation' ? inputsOfMutations(schema) : undefined;
  const report = (definition: VariableDefinitionNode, message: string, restore?: () => boolean) => {
    if (restore) restoreInvalidValues.push(restore);
    else structuralErrorCount += 1;
    if (errors.length < maxReportedErrors)
      errors.push(new GraphQLError(message, { nodes: definition }));
    if (structuralErrorCount >= maxReportedErrors) throw new TooManyErrors();
  };
  try {
    for (const definition of variableDefinitions) {
      coerceVariable(
        { schema, typesCheckedByCommands, rawValues, values },
        definition,
        (message, restore) => report(definition, message, restore),
      );
    }
  } catch (error) {
    if (!(error instanceof TooManyErrors)) throw error;
  }
  const doCommandsReportErrors =
    structuralErrorCount === 0 && restoreInvalidValues.every((restore) => restore());
  return { values, errors: doCommandsReportErrors ? [] : errors };
}

interface Coercion {
  schema: GraphQLSchema;
  /** Types whose invalid scalars commands report. */
  typesCheckedByCommands: ReadonlySet<GraphQLNamedType> | undefined;
  rawValues: Values;
  values: Values;
}

/** Scalars that commands also accept as text. */
const scalarsValidatedByCommands = new Set(['Date', 'DateTime', 'Decimal']);

const inputsBySchema = new WeakMap<GraphQLSchema, ReadonlySet<GraphQLNamedType>>();

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

function typeAt(type: GraphQLInputType, path: readonly (string | number)[]): GraphQLNamedType {
  return path.reduce<GraphQLNamedType>((at, key) => {
    const field =
      typeof key === 'string' && isInputObjectType(at) ? at.getFields()[key] : undefined;
    return field ? getNamedType(field.type) : at;
  }, getNamedType(type));
}

type Container = Record<string | number, unknown>;

/** A single value can represent a list of one; then the path has no index. */
function containerOf(value: unknown, key: string | number): Container | undefined {
  let current = value;
  while (typeof key === 'string' && Array.isArray(current) && current.length === 1)
    [current] = current;
  const isContainer =
    typeof current === 'object' &&
    current !== null &&
    Array.isArray(current) === (typeof key === 'number');
  return isContainer ? (current as Container) : undefined;
}

/** False if the path has no missing value. */
function setMissingValue(
  value: unknown,
  path: readonly (string | number)[],
  newValue: unknown,
): boolean {
  let current = value;
  for (const key of path.slice(0, -1)) current = containerOf(current, key)?.[key];
  const last = path.at(-1) as string | number;
  const parent = containerOf(current, last);
  if (!parent || !Object.hasOwn(parent, last) || parent[last] !== undefined) return false;
  parent[last] = newValue;
  return true;
}

function coerceVariable(
  { schema, typesCheckedByCommands, rawValues, values }: Coercion,
  { variable, type: written, defaultValue }: VariableDefinitionNode,
  report: (message: string, restore?: () => boolean) => void,
): void {
  const name = variable.name.value;
  const type = typeFromAST(schema, written as never) as GraphQLInputType;
  if (!Object.hasOwn(rawValues, name) || rawValues[name] === undefined) {
    if (defaultValue) values[name] = valueFromAST(defaultValue, type);
    else if (isNonNullType(type)) {
      report(`Variable "$${name}" of required type "${type}" was not provided.`);
    }
    return;
  }
  if (isInputObjectType(getNamedType(type))) {
    try {
      values[name] = coerceValid(rawValues[name], type);
      return;
    } catch {
      // Coerced again below, to find all errors.
    }
  }
  values[name] = coerceInputValue(rawValues[name], type, (path, invalid, { message }) => {
    const dottedPath = path.reduce<string>((at, key) => `${at}.${key}`, name);
    const isJudged =
      path.length > 0 &&
      invalid !== null &&
      typesCheckedByCommands?.has(getNamedType(type)) &&
      scalarsValidatedByCommands.has(typeAt(type, path).name);
    report(
      `Variable "$${name}" got invalid value${formatValue(invalid)} at "${dottedPath}"; ${message}`,
      isJudged ? () => setMissingValue(values[name], path, invalid) : undefined,
    );
  });
}

function formatValue(value: unknown): string {
  if (typeof value === 'object' && value !== null) return '';
  return ` ${truncateText(JSON.stringify(value) ?? 'undefined', maxValueLength)}`;
}

/** A type that accepts any value. A symbol in the type map, so no operation or introspection can name it. */
const coerced = Symbol('a value that has been coerced');
const asItIs = new GraphQLScalarType({ name: 'Coerced' });

/** Call once per schema. */
export function acceptCoercedVariables(schema: GraphQLSchema): void {
  (schema.getTypeMap() as Record<PropertyKey, GraphQLNamedType>)[coerced] = asItIs;
}

const coercedType = {
  kind: Kind.NAMED_TYPE,
  name: { kind: Kind.NAME, value: coerced as never },
} satisfies TypeNode;

const rewritten = new WeakMap<OperationDefinitionNode, DocumentNode>();

/** Rewrites variable definitions to the type above, so that libraries do not coerce the variables again. */
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
