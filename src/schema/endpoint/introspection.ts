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

/** Introspection values that cost as much as one field, since they need no table. */
const valuesPerFieldCost = 4;

/** The average number of list and non-null wrappers around a type. */
const averageTypeWrappers = 0.5;

type ListName = 'fields' | 'inputFields' | 'enumValues' | 'interfaces' | 'possibleTypes';
type Lengths = Record<ListName, number>;

const emptyLengths: Lengths = {
  fields: 0,
  inputFields: 0,
  enumValues: 0,
  interfaces: 0,
  possibleTypes: 0,
};

/** Average lengths of lists by position, and those of the largest type. */
interface SchemaStatistics {
  types: number;
  argumentsOfField: number;
  allTypes: Lengths;
  /** Types of fields, arguments and input fields. */
  referencedTypes: Lengths;
  objects: Lengths;
  largest: Lengths;
}

type Position =
  | 'schema'
  | 'allTypes'
  | 'referencedTypes'
  | 'objects'
  | 'largest'
  | 'field'
  | 'other';

function lengthsOf(type: GraphQLNamedType, schema: GraphQLSchema): Lengths {
  if (isObjectType(type) || isInterfaceType(type)) {
    const possible = isAbstractType(type) ? schema.getPossibleTypes(type).length : 0;
    return {
      ...emptyLengths,
      fields: Object.keys(type.getFields()).length,
      interfaces: type.getInterfaces().length,
      possibleTypes: possible,
    };
  }
  if (isAbstractType(type)) {
    return { ...emptyLengths, possibleTypes: schema.getPossibleTypes(type).length };
  }
  if (isInputObjectType(type)) {
    return { ...emptyLengths, inputFields: Object.keys(type.getFields()).length };
  }
  return isEnumType(type) ? { ...emptyLengths, enumValues: type.getValues().length } : emptyLengths;
}

const listNames = Object.keys(emptyLengths) as ListName[];

function combineLengths(all: readonly Lengths[], of: (numbers: number[]) => number): Lengths {
  const entries = listNames.map((name) => [name, of(all.map((lengths) => lengths[name]))]);
  return Object.fromEntries(entries) as Lengths;
}

const average = (numbers: readonly number[]) =>
  numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length);

function schemaStatisticsOf(schema: GraphQLSchema): SchemaStatistics {
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
    allTypes: combineLengths(lengths(types), average),
    referencedTypes: combineLengths(lengths(referred), average),
    objects: combineLengths(lengths(objects), average),
    largest: combineLengths(lengths(types), (numbers) => Math.max(...numbers)),
  };
}

/** The average number of values of an introspection field, and the position below it. */
function multiplierOf(
  name: string,
  position: Position,
  statistics: SchemaStatistics,
): [multiplier: number, position: Position] {
  switch (name) {
    case '__schema':
      return [1, 'schema'];
    case '__type':
    case 'queryType':
    case 'mutationType':
    case 'subscriptionType':
      return [1, 'largest'];
    case 'types':
      return [statistics.types, 'allTypes'];
    case 'args':
      return [position === 'field' ? statistics.argumentsOfField : 1, 'other'];
    case 'directives':
      return [10, 'other'];
    case 'type':
      return [1, 'referencedTypes'];
    case 'ofType':
      return [averageTypeWrappers, 'referencedTypes'];
    case 'interfaces':
    case 'possibleTypes':
      return [averageListLength(name, position, statistics), 'objects'];
    case 'fields':
      return [averageListLength(name, position, statistics), 'field'];
    case 'inputFields':
    case 'enumValues':
      return [averageListLength(name, position, statistics), 'other'];
    default:
      return [1, 'other'];
  }
}

function averageListLength(
  name: ListName,
  position: Position,
  statistics: SchemaStatistics,
): number {
  const isType =
    position === 'allTypes' || position === 'referencedTypes' || position === 'objects';
  return statistics[isType ? position : 'largest'][name];
}

type Fragments = ReturnType<typeof fragmentsOf>;

function selectionOf(selection: SelectionNode, fragments: Fragments): SelectionSetNode | undefined {
  if (selection.kind !== Kind.FRAGMENT_SPREAD) return selection.selectionSet;
  return fragments.get(selection.name.value)?.selectionSet;
}

const isIntrospectionField = (name: string) => name === '__schema' || name === '__type';

/** 0 without introspection. */
export function createIntrospectionCostCalculator(schema: GraphQLSchema) {
  const statistics = schemaStatisticsOf(schema);
  return (document: DocumentNode, operation: OperationDefinitionNode): number => {
    const fragments = fragmentsOf(document);
    const valuesBySelection = new Map<SelectionSetNode, Map<Position | 'root', number>>();

    function countValues(set: SelectionSetNode, position: Position | 'root'): number {
      const valuesByPosition = valuesBySelection.get(set) ?? new Map<Position | 'root', number>();
      valuesBySelection.set(set, valuesByPosition);
      const cachedValues = valuesByPosition.get(position);
      if (cachedValues !== undefined) return cachedValues;
      let values = 0;
      for (const selection of set.selections) {
        const subselection = selectionOf(selection, fragments);
        if (selection.kind !== Kind.FIELD)
          values += subselection ? countValues(subselection, position) : 0;
        else if (position !== 'root' || isIntrospectionField(selection.name.value)) {
          const [multiplier, nextPosition] = multiplierOf(
            selection.name.value,
            position as Position,
            statistics,
          );
          values += multiplier * (1 + (subselection ? countValues(subselection, nextPosition) : 0));
        }
      }
      valuesByPosition.set(position, values);
      return values;
    }

    return Math.ceil(countValues(operation.selectionSet, 'root') / valuesPerFieldCost);
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
    (selection) => selection.kind === Kind.FIELD && isIntrospectionField(selection.name.value),
  );
}

const maxResults = 10;
const maxLengths = { query: 20_000, result: 2_000_000 };

/** Caches introspection results as JSON by the operation's text. */
export function createIntrospectionCache() {
  const results = new Map<string, string>();
  const readCached = async (
    operation: OperationDefinitionNode,
    query: string,
    read: () => Promise<ExecutionResult>,
  ): Promise<ExecutionResult> => {
    const key = `${operation.name?.value ?? ''} ${query}`;
    const cachedJson = results.get(key);
    if (cachedJson !== undefined) return { data: new SerializedData(cachedJson) as never };
    const result = await read();
    if (result.errors || !result.data) return result;
    const { json } = result.data as unknown as SerializedData;
    if (results.size >= maxResults) results.clear();
    if (json.length <= maxLengths.result) results.set(key, json);
    return result;
  };
  return (...parameters: Parameters<typeof readCached>): Promise<ExecutionResult> => {
    const [operation, query, read] = parameters;
    const isCacheable = isIntrospection(operation) && query.length <= maxLengths.query;
    return isCacheable ? readCached(...parameters) : read();
  };
}
