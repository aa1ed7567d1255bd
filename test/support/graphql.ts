import type { DocumentNode, ExecutionResult, GraphQLNamedType, GraphQLObjectType } from 'graphql';
import {
  GraphQLError,
  getNamedType,
  getOperationAST,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  parse,
  validate,
} from 'graphql';
import { recordStatements } from '../../src/database/statements/statement-recorder.ts';
import type { Context } from '../../src/platform/context/context.ts';
import {
  fullAccessScopes,
  grantedPermissions,
} from '../../src/platform/permissions/permissions.ts';
import { coerceVariables } from '../../src/schema/endpoint/variable-coercion.ts';
import { schema } from '../../src/schema/index.ts';
import { createOperationPlanner } from '../../src/schema/planner/index.ts';

/** An answer of GraphQL, its data of any shape. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into returns of every shape
export type GraphQLAnswer = ExecutionResult<any>;

const planner = createOperationPlanner(schema);
const rights = grantedPermissions(fullAccessScopes);

interface Text {
  source: string;
  document: DocumentNode;
  faults: readonly GraphQLError[];
}

let last: Text | undefined;

/** An operation's text, parsed and validated; once, where it is asked many times in a row with other variables. */
function textOf(source: string): Text {
  if (last?.source === source) return last;
  const document = parse(source);
  last = { source, document, faults: validate(schema, document) };
  return last;
}

/** How an operation is read; nothing where its variables are wrong. A defect of the planner is thrown. */
function readerOf({ source, document }: Text, variables: Record<string, unknown>) {
  const operation = getOperationAST(document);
  if (!operation) throw new Error(`Not one operation: ${source}`);
  const { values, errors } = coerceVariables(schema, operation, variables);
  if (errors.length > 0) return undefined;
  return planner(document, operation, { variables: values, permissions: rights }, (error) => {
    throw error;
  });
}

/** Reads an operation, time and again: the JSON of its data. @throws the first of its errors */
export function planOf(source: string, variables: Record<string, unknown> = {}) {
  const read = readerOf(textOf(source), variables);
  if (!read) throw new Error(`The variables of ${source} are wrong.`);
  return async (context: Context): Promise<string> => {
    const { data, errors } = await read(context);
    if (errors[0]) throw errors[0];
    return data ?? 'null';
  };
}

/** Executes an operation like the endpoint, as one request of a workspace. */
export async function ask(
  context: Context,
  source: string,
  variables: Record<string, unknown> = {},
): Promise<GraphQLAnswer> {
  const text = textOf(source);
  if (text.faults.length > 0) return { errors: text.faults };
  const read = readerOf(text, variables);
  if (!read) return { errors: [new GraphQLError('The variables are wrong.')] };
  const { data, errors } = await read({ ...context });
  return { data: data && JSON.parse(data), ...(errors.length > 0 && { errors }) };
}

/** As {@link ask}, for operations that have to succeed; returns the data, and the SQL that they took. */
export async function askFor(
  context: Context,
  source: string,
  variableValues: Record<string, unknown> = {},
): Promise<{ data: NonNullable<GraphQLAnswer['data']>; statements: string[] }> {
  const { result, statements } = await recordStatements(() => ask(context, source, variableValues));
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

/** The same of a page, in four parts: together they may be more than one operation may ask for. */
export function everythingInParts(type: GraphQLNamedType, levels: number): string[] {
  const node = nodeTypeOf(type);
  if (!node) return [everythingOf(type, levels)];
  const parts: string[][] = [[], [], [], []];
  for (const [at, field] of fieldsOf(node).entries()) {
    const below = isLeaf(field) ? '' : everythingOf(getNamedType(field.type), levels - 1);
    parts[at % parts.length]?.push(`${field.name} ${below}`);
  }
  return parts.map(
    (part) => `{ totalCount edges { cursor node { __typename ${part.join(' ')} } } }`,
  );
}

/** A selection of nothing but ids. */
export function idsOf(type: GraphQLNamedType): string {
  const node = nodeTypeOf(type);
  if (node) return `{ edges { node ${idsOf(node)} } }`;
  return isObjectType(type) && type.getFields().id ? '{ id }' : '{ __typename }';
}

/** Whether a type's records have ids, by which they can be asked for: entries of the log have none. */
export const isNode = (type: GraphQLNamedType): type is GraphQLObjectType =>
  isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Node');

/** The lists at the root that page through records of one model, with the type of their records. */
export function rootLists(): { field: Field; node: GraphQLObjectType }[] {
  const fields = Object.values(schema.getQueryType()?.getFields() ?? {});
  return fields.flatMap((field) => {
    const node = nodeTypeOf(getNamedType(field.type));
    return node && isNode(node) ? [{ field, node }] : [];
  });
}

/** Every type of record that has an id. */
export function nodeTypes(): GraphQLObjectType[] {
  return Object.values(schema.getTypeMap()).filter(isNode);
}
