import type {
  GraphQLAbstractType,
  GraphQLObjectType,
  GraphQLOutputType,
  GraphQLResolveInfo,
} from 'graphql';
import {
  defaultFieldResolver,
  getNamedType,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  locatedError,
  responsePathAsArray,
} from 'graphql';
import type { ReadExtensions } from '../core/field-reads.ts';
import type { NestedQueries } from '../core/record-keys.ts';
import { UndeclaredFieldError } from '../core/undeclared-field-error.ts';
import { isFieldDenied, nestedOperation } from './field-permissions.ts';
import { catchMaybePromise, chainMaybePromise, mapMaybePromise } from './maybe-promise.ts';
import type { Operation } from './operation.ts';
import type { CompleteValue, Path, RootFieldRun } from './root-field-run.ts';
import { nestedPath, PendingRecord } from './root-field-run.ts';
import type { AnyField, FieldNodes, SelectedField } from './selected-field.ts';
import { argumentsOf, collectFields } from './selection.ts';

/** Completes values of resolvers by the rules of GraphQL execution. */

/** Keeps an existing location. */
export const locateError = (error: unknown, nodes: FieldNodes, path: Path) =>
  locatedError(error, nodes, responsePathAsArray(path));

/** An error makes a nullable field null and is located there. */
function settled(
  type: GraphQLOutputType,
  nodes: FieldNodes,
  run: RootFieldRun,
  path: Path,
  work: () => unknown,
): unknown {
  const isRequired = isNonNullType(type);
  return catchMaybePromise(work, (error) => {
    const located = locateError(error, nodes, path);
    if (isRequired) throw located;
    run.errors.push(located);
    return null;
  });
}

/**
 * Serializes scalars and visits lists and objects. A record becomes a {@link PendingRecord}.
 * @throws UndeclaredFieldError
 */
export function createValueCompleter(
  type: GraphQLOutputType,
  nodes: FieldNodes,
  operation: Operation,
): CompleteValue {
  if (!isNonNullType(type)) {
    const complete = ofPresent(type, nodes, operation);
    return (value, run, path) => (isAbsent(value) ? null : complete(value, run, path));
  }
  const complete = ofPresent(type.ofType, nodes, operation);
  const present = (value: unknown) => {
    if (isAbsent(value))
      throw new TypeError(
        'The resolver returned null for a non-null type. Make the GraphQL type nullable or return a value.',
      );
    if (value instanceof PendingRecord) value.isRequired = true;
    return value;
  };
  return (value, run, path) => chainMaybePromise(complete(present(value), run, path), present);
}

const isAbsent = (value: unknown) => value === null || value === undefined;

function ofPresent(
  type: GraphQLOutputType,
  nodes: FieldNodes,
  operation: Operation,
): CompleteValue {
  if (isListType(type)) return ofList(type.ofType, nodes, operation);
  if (isLeafType(type)) return (value) => type.serialize(value);
  if (isAbstractType(type)) return ofAbstract(type, nodes, operation);
  if (!isObjectType(type)) throw new UndeclaredFieldError(String(type));
  const isRecord = (type.extensions as ReadExtensions).pothosPrismaModel !== undefined;
  return isRecord
    ? operation.createRecordCompleter(type, nodes, operation)
    : ofObject(type, nodes, operation);
}

function ofList(type: GraphQLOutputType, nodes: FieldNodes, operation: Operation): CompleteValue {
  const complete = createValueCompleter(type, nodes, operation);
  return (value, run, path) =>
    mapMaybePromise(Array.from(value as Iterable<unknown>), (entry, index) => {
      const nested = nestedPath(path, index);
      return settled(type, nodes, run, nested, () => complete(entry, run, nested));
    });
}

/** Values of abstract types have `__typename`. */
function ofAbstract(
  type: GraphQLAbstractType,
  nodes: FieldNodes,
  operation: Operation,
): CompleteValue {
  const byName = new Map(
    operation.schema
      .getPossibleTypes(type)
      .map((possible) => [possible.name, ofPresent(possible, nodes, operation)]),
  );
  return (value, run, path) => {
    const { __typename: name } = value as { __typename: string };
    const complete = byName.get(name);
    if (!complete) throw new TypeError(`A value of ${type.name} is of no type: ${name}.`);
    return complete(value, run, path);
  };
}

function ofObject(type: GraphQLObjectType, nodes: FieldNodes, operation: Operation): CompleteValue {
  const fields = collectFields(type, nodes, operation).map((selected) => ({
    name: selected.name,
    read: fieldReader(type, selected, operation),
  }));
  const objectOf = (values: unknown) =>
    Object.fromEntries(
      fields.map(({ name }, index) => [name, (values as readonly unknown[])[index]]),
    );
  return (value, run, path) =>
    chainMaybePromise(
      mapMaybePromise(fields, ({ read }) => read(value, run, path)),
      objectOf,
    );
}

function fieldReader(
  type: GraphQLObjectType,
  { name, field, nodes }: SelectedField,
  operation: Operation,
): CompleteValue {
  if (field === undefined) return () => type.name;
  if (isFieldDenied(type, { name, nodes }, field, operation, getNamedType(field.type)))
    return () => null;
  const complete = createValueCompleter(field.type, nodes, nestedOperation(operation, name));
  const args = argumentsOf(field, nodes, operation);
  const resolve = createFieldResolver(type, field, nodes, operation);
  return (value, run, path) => {
    const nested = nestedPath(path, name, type.name);
    return settled(field.type, nodes, run, nested, () =>
      chainMaybePromise(resolve(value, args, run, nested), (own) => complete(own, run, nested)),
    );
  };
}

type Resolve = (value: unknown, args: object, run: RootFieldRun, path: Path) => unknown;

/** Builds `info` for the resolver. */
export function createFieldResolver(
  parentType: GraphQLObjectType,
  field: AnyField,
  nodes: FieldNodes,
  operation: Operation,
): Resolve {
  const { name, resolve, type: returnType } = field;
  if (!resolve || resolve === defaultFieldResolver) {
    return (value) => (value as Record<string, unknown>)[name];
  }
  const { collector, schema, definition, variables, fragments } = operation;
  const info: Omit<GraphQLResolveInfo, 'path'> & NestedQueries = {
    recordQueries: collector.recordQueries,
    fieldName: name,
    fieldNodes: nodes,
    returnType,
    parentType,
    schema,
    operation: definition,
    fragments: Object.fromEntries(fragments),
    rootValue: undefined,
    variableValues: variables,
  };
  return (value, args, { context }, path) =>
    resolve(value, args, context, { ...info, path } as GraphQLResolveInfo);
}
