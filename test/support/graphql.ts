import type { ExecutionResult, GraphQLNamedType, GraphQLObjectType } from 'graphql';
import {
  getNamedType,
  getOperationAST,
  graphql,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  parse,
  validate,
} from 'graphql';
import { countStatements } from '../../src/database/pool.ts';
import type { Context } from '../../src/domain/kernel/context.ts';
import { coerceVariables } from '../../src/schema/endpoint/variables.ts';
import { schema } from '../../src/schema/index.ts';
import { createPlanner } from '../../src/schema/plans/index.ts';

/** An answer of the GraphQL door, its data of any shape. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
export type GraphQLAnswer = ExecutionResult<any>;

const planner = createPlanner(schema);

/** How a query is read by its plan; null where it has none. */
export function planOf(source: string, variables: Record<string, unknown> = {}) {
  const document = parse(source);
  const operation = getOperationAST(document);
  if (!operation) throw new Error(`Not one operation: ${source}`);
  const { values, faults } = coerceVariables(schema, operation, variables);
  if (faults.length > 0) return null;
  return planner(document, operation, values, (error) => {
    throw error;
  });
}

/** Executes an operation field by field as one request of a workspace, whether or not it has a plan. */
export async function execute(
  context: Context,
  source: string,
  variableValues: Record<string, unknown> = {},
): Promise<GraphQLAnswer> {
  return graphql({ schema, source, variableValues, contextValue: { ...context } });
}

/** Answers an operation as the endpoint does, as one request of a workspace: by its plan, else executed. */
export async function ask(
  context: Context,
  source: string,
  variables: Record<string, unknown> = {},
): Promise<GraphQLAnswer> {
  const document = parse(source);
  const faults = validate(schema, document);
  if (faults.length > 0) return { errors: faults };
  try {
    const json = await planOf(source, variables)?.({ ...context });
    if (json !== undefined) return { data: JSON.parse(json) };
  } catch {
    // As the endpoint: executing it says what is wrong.
  }
  return execute(context, source, variables);
}

/** As {@link ask}, for operations that have to succeed; answers the data, and the SQL that they took. */
export async function askFor(
  context: Context,
  source: string,
  variableValues: Record<string, unknown> = {},
): Promise<{ data: NonNullable<GraphQLAnswer['data']>; statements: string[] }> {
  const { result, statements } = await countStatements(() => ask(context, source, variableValues));
  if (result.errors) throw new Error(`${result.errors.map(String).join('\n')}\n${source}`);
  return { data: result.data, statements };
}

type Field = ReturnType<GraphQLObjectType['getFields']>[string];

/** The fields of a type that can be asked for without arguments. */
export function fieldsOf(type: GraphQLNamedType): Field[] {
  if (!isObjectType(type)) return [];
  return Object.values(type.getFields()).filter((field) => !field.args.some(isRequiredArgument));
}

const isLeaf = (field: Field) => isLeafType(getNamedType(field.type));

/** The object type of a connection's records; undefined for any other type. */
export function nodeTypeOf(type: GraphQLNamedType): GraphQLObjectType | undefined {
  if (!isObjectType(type) || !type.name.endsWith('Connection')) return undefined;
  const edge = getNamedType(type.getFields().edges?.type);
  const node = isObjectType(edge) ? getNamedType(edge.getFields().node?.type) : undefined;
  return isObjectType(node) ? node : undefined;
}

/** A selection of everything a type has, so many levels of objects deep; through connections no level is counted. */
export function everythingOf(type: GraphQLNamedType, levels: number): string {
  const node = nodeTypeOf(type);
  if (node) return `{ totalCount edges { cursor node ${everythingOf(node, levels)} } }`;
  const fields = fieldsOf(type).filter((field) => isLeaf(field) || levels > 0);
  const selected = fields.map((field) =>
    isLeaf(field)
      ? field.name
      : `${field.name} ${everythingOf(getNamedType(field.type), levels - 1)}`,
  );
  return `{ ${selected.length > 0 ? selected.join(' ') : '__typename'} }`;
}

/** A selection of nothing but ids. */
export function idsOf(type: GraphQLNamedType): string {
  const node = nodeTypeOf(type);
  if (node) return '{ edges { node { id } } }';
  return isObjectType(type) && type.getFields().id ? '{ id }' : '{ __typename }';
}

/** The lists at the root that page through records of one model, with the type of their records. */
export function rootLists(): { field: Field; node: GraphQLObjectType }[] {
  const fields = Object.values(schema.getQueryType()?.getFields() ?? {});
  return fields.flatMap((field) => {
    const node = nodeTypeOf(getNamedType(field.type));
    return node ? [{ field, node }] : [];
  });
}

/** Every type of record that has an id. */
export function nodeTypes(): GraphQLObjectType[] {
  return Object.values(schema.getTypeMap()).filter(
    (type) => isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Node'),
  ) as GraphQLObjectType[];
}
