import type { FieldNode, GraphQLOutputType } from 'graphql';
import { isLeafType, isListType, isNonNullType, isObjectType } from 'graphql';
import type { Context } from '../../domain/kernel/context.ts';
import type { ReadExtensions } from '../vocabulary/reads.ts';
import { Unplanned } from '../vocabulary/reads.ts';
import type { AnyField, Operation } from './selection.ts';
import { argumentsOf, selectedOn } from './selection.ts';

/** Makes of a value what stands in the answer, or a promise of it where resolvers below it promise. */
export type Complete = (value: unknown, context: Context) => unknown;

const isPromise = (value: unknown): value is Promise<unknown> => value instanceof Promise;

function then(value: unknown, next: (value: unknown) => unknown): unknown {
  return isPromise(value) ? value.then(next) : next(value);
}

/** What all promise, or the first failure, but not before all have ended: nothing runs on behind the answer. */
export async function allOf<T>(promises: readonly (T | Promise<T>)[]): Promise<T[]> {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}

/**
 * What several reads answer, or a promise of it. A read that throws counts as a promise that was broken, so that those
 * of its siblings are never left alone.
 */
export function together<T>(
  of: readonly T[],
  read: (one: T) => unknown,
): readonly unknown[] | Promise<readonly unknown[]> {
  const values = of.map((one) => {
    try {
      return read(one);
    } catch (error) {
      return Promise.reject(error);
    }
  });
  return values.some(isPromise) ? allOf(values) : values;
}

/**
 * How values of a type are answered: scalars written, lists and plain objects gone through, as GraphQL executes them.
 * @throws Unplanned for types of records, and for interfaces and unions
 */
export function completer(
  type: GraphQLOutputType,
  nodes: readonly FieldNode[],
  operation: Operation,
): Complete {
  if (isNonNullType(type)) {
    const complete = completer(type.ofType, nodes, operation);
    return (value, context) => then(complete(value, context), present);
  }
  const complete = ofPresent(type, nodes, operation);
  return (value, context) =>
    value === null || value === undefined ? null : complete(value, context);
}

function present(value: unknown): unknown {
  if (value === null) throw new Unplanned('a null where none may be');
  return value;
}

function ofPresent(
  type: GraphQLOutputType,
  nodes: readonly FieldNode[],
  operation: Operation,
): Complete {
  if (isListType(type)) {
    const complete = completer(type.ofType, nodes, operation);
    return (value, context) => {
      const entries = Array.from(value as Iterable<unknown>);
      return together(entries, (entry) => complete(entry, context));
    };
  }
  if (isLeafType(type)) return (value) => type.serialize(value);
  const isPlain = isObjectType(type) && !(type.extensions as ReadExtensions).pothosPrismaModel;
  if (!isPlain) throw new Unplanned(String(type));
  const fields = selectedOn(type, nodes, operation).map(({ name, field, nodes: below }) => {
    if (field === undefined) return { name, read: () => type.name };
    const complete = completer(field.type, below, operation);
    const given = argumentsOf(field, below, operation);
    const resolve = resolverOf(field);
    const read: Complete = (value, context) =>
      then(resolve(value, given, context), (own) => complete(own, context));
    return { name, read };
  });
  const objectOf = (values: unknown) =>
    Object.fromEntries(
      fields.map(({ name }, index) => [name, (values as readonly unknown[])[index]]),
    );
  return (value, context) =>
    then(
      together(fields, ({ read }) => read(value, context)),
      objectOf,
    );
}

/**
 * How a field's value is found without being executed.
 * @throws Unplanned where its resolver asks what is being executed, its fourth argument
 */
function resolverOf({ name, resolve }: AnyField): PlainResolver {
  if (!resolve) return readProperty(name);
  if (resolve.length > 3) throw new Unplanned(name);
  return (value, given, context) => resolve(value, given, context, undefined as never);
}

type PlainResolver = (value: unknown, given: object, context: Context) => unknown;

const readProperty = (name: string) => (value: unknown) => (value as Record<string, unknown>)[name];
