import type {
  DocumentNode,
  ExecutionResult,
  GraphQLNamedType,
  GraphQLSchema,
  OperationDefinitionNode,
  SelectionNode,
  SelectionSetNode,
} from 'graphql';
import {
  getNamedType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  Kind,
} from 'graphql';
import { fragmentsOf } from '../planner/selection.ts';
import { SerializedData } from './response-body.ts';

/** The cost of introspection, and a cache of its results: the schema is constant. */

/** Introspection values that cost as much as one field, since they need no table. */
const valuesForOne = 4;

/** The average number of list and non-null wrappers around a type. */
const wrappers = 0.5;

type ListName = 'fields' | 'inputFields' | 'enumValues' | 'interfaces' | 'possibleTypes';
type Lengths = Record<ListName, number>;

const nothing: Lengths = {
  fields: 0,
  inputFields: 0,
  enumValues: 0,
  interfaces: 0,
  possibleTypes: 0,
};

/** Average lengths of lists by position, and those of the largest type. */
interface Extent {
  types: number;
  argumentsOfField: number;
  /** Types in `types`. */
  all: Lengths;
  /** Types of fields, arguments and input fields. */
  referred: Lengths;
  /** Object types. */
  objects: Lengths;
  largest: Lengths;
}

type Position = 'schema' | 'all' | 'referred' | 'objects' | 'largest' | 'field' | 'other';

function lengthsOf(type: GraphQLNamedType, schema: GraphQLSchema): Lengths {
  if (isObjectType(type) || isInterfaceType(type)) {
    const possible = isAbstractType(type) ? schema.getPossibleTypes(type).length : 0;
    return {
      ...nothing,
      fields: Object.keys(type.getFields()).length,
      interfaces: type.getInterfaces().length,
      possibleTypes: possible,
    };
  }
  if (isAbstractType(type)) {
    return { ...nothing, possibleTypes: schema.getPossibleTypes(type).length };
  }
  if (isInputObjectType(type)) {
    return { ...nothing, inputFields: Object.keys(type.getFields()).length };
  }
  return isEnumType(type) ? { ...nothing, enumValues: type.getValues().length } : nothing;
}

const listNames = Object.keys(nothing) as ListName[];

function combined(all: readonly Lengths[], of: (numbers: number[]) => number): Lengths {
  const entries = listNames.map((name) => [name, of(all.map((lengths) => lengths[name]))]);
  return Object.fromEntries(entries) as Lengths;
}

const average = (numbers: readonly number[]) =>
  numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length);

function extentOf(schema: GraphQLSchema): Extent {
  const types = Object.values(schema.getTypeMap());
  const objects = types.filter((type) => isObjectType(type));
  const outputs = types.filter((type) => isObjectType(type) || isInterfaceType(type));
  const fields = outputs.flatMap((type) => Object.values(type.getFields()));
  const inputs = types.flatMap((type) =>
    isInputObjectType(type) ? Object.values(type.getFields()) : [],
  );
  const typed = [...fields, ...inputs, ...fields.flatMap(({ args }) => args)];
  const referred = typed.map(({ type }) => getNamedType(type));
  const lengths = (of: readonly GraphQLNamedType[]) => of.map((type) => lengthsOf(type, schema));
  return {
    types: types.length,
    argumentsOfField: average(fields.map(({ args }) => args.length)),
    all: combined(lengths(types), average),
    referred: combined(lengths(referred), average),
    objects: combined(lengths(objects), average),
    largest: combined(lengths(types), (numbers) => Math.max(...numbers)),
  };
}

/** The average number of values of an introspection field, and the position below it. */
function below(name: string, place: Position, extent: Extent): [times: number, place: Position] {
  switch (name) {
    case '__schema':
      return [1, 'schema'];
    case '__type':
    case 'queryType':
    case 'mutationType':
    case 'subscriptionType':
      return [1, 'largest'];
    case 'types':
      return [extent.types, 'all'];
    case 'args':
      return [place === 'field' ? extent.argumentsOfField : 1, 'other'];
    case 'directives':
      return [10, 'other'];
    case 'type':
      return [1, 'referred'];
    case 'ofType':
      return [wrappers, 'referred'];
    case 'interfaces':
    case 'possibleTypes':
      return [lengthAt(name, place, extent), 'objects'];
    case 'fields':
      return [lengthAt(name, place, extent), 'field'];
    case 'inputFields':
    case 'enumValues':
      return [lengthAt(name, place, extent), 'other'];
    default:
      return [1, 'other'];
  }
}

function lengthAt(name: ListName, place: Position, extent: Extent): number {
  const isType = place === 'all' || place === 'referred' || place === 'objects';
  return extent[isType ? place : 'largest'][name];
}

type Fragments = ReturnType<typeof fragmentsOf>;

function selectionOf(selection: SelectionNode, fragments: Fragments): SelectionSetNode | undefined {
  if (selection.kind !== Kind.FRAGMENT_SPREAD) return selection.selectionSet;
  return fragments.get(selection.name.value)?.selectionSet;
}

const isOfSchema = (name: string) => name === '__schema' || name === '__type';

/** 0 without introspection. */
export function createIntrospectionCostCalculator(schema: GraphQLSchema) {
  const extent = extentOf(schema);
  return (document: DocumentNode, operation: OperationDefinitionNode): number => {
    const fragments = fragmentsOf(document);
    const known = new Map<SelectionSetNode, Map<Position | 'root', number>>();

    function valuesOf(set: SelectionSetNode, place: Position | 'root'): number {
      const byPlace = known.get(set) ?? new Map<Position | 'root', number>();
      known.set(set, byPlace);
      const before = byPlace.get(place);
      if (before !== undefined) return before;
      let values = 0;
      for (const selection of set.selections) {
        const inside = selectionOf(selection, fragments);
        if (selection.kind !== Kind.FIELD) values += inside ? valuesOf(inside, place) : 0;
        else if (place !== 'root' || isOfSchema(selection.name.value)) {
          const [times, next] = below(selection.name.value, place as Position, extent);
          values += times * (1 + (inside ? valuesOf(inside, next) : 0));
        }
      }
      byPlace.set(place, values);
      return values;
    }

    return Math.ceil(valuesOf(operation.selectionSet, 'root') / valuesForOne);
  };
}

function isIntrospection({
  operation,
  variableDefinitions = [],
  directives = [],
  selectionSet,
}: OperationDefinitionNode): boolean {
  if (operation !== 'query' || variableDefinitions.length > 0 || directives.length > 0)
    return false;
  return selectionSet.selections.every(
    (selection) => selection.kind === Kind.FIELD && isOfSchema(selection.name.value),
  );
}

const maxResults = 10;
const maxLengths = { query: 20_000, answer: 2_000_000 };

/** Caches introspection results as JSON by the operation's text. */
export function createIntrospectionCache() {
  const results = new Map<string, string>();
  const readCached = async (
    operation: OperationDefinitionNode,
    query: string,
    read: () => Promise<ExecutionResult>,
  ): Promise<ExecutionResult> => {
    const key = `${operation.name?.value ?? ''} ${query}`;
    const known = results.get(key);
    if (known !== undefined) return { data: new SerializedData(known) as never };
    const result = await read();
    if (result.errors || !result.data) return result;
    const { json } = result.data as unknown as SerializedData;
    if (results.size >= maxResults) results.clear();
    if (json.length <= maxLengths.answer) results.set(key, json);
    return result;
  };
  return (...asked: Parameters<typeof readCached>): Promise<ExecutionResult> => {
    const [operation, query, read] = asked;
    const isCacheable = isIntrospection(operation) && query.length <= maxLengths.query;
    return isCacheable ? readCached(...asked) : read();
  };
}
