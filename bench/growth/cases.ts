import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GraphQLField, GraphQLType } from 'graphql';
import {
  buildSchema,
  getNamedType,
  isInputObjectType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { packageRoot } from '../../src/config/package-root.ts';
import type { BenchRequest } from '../workloads.ts';

/** What is asked of workspaces of every size. */
export interface GrowthCase {
  name: string;
  /** Of the page after a cursor: the first page is asked for its end before. */
  request(key: string, after?: string): BenchRequest;
  isLater?: boolean;
  /** A list that has no pages costs what its records cost: its time is counted for each of them. */
  isWhole?: boolean;
}

const pageSize = 25;

/** Words of which at most one record is found, however many there are. */
const rareWords = 'person17@example.com';

/** The name of one client: what belongs to it is looked for by it. */
const clientName = 'Cedar Group 17';

const graphql = (query: string) => (key: string, after?: string) => ({
  method: 'POST' as const,
  path: '/graphql',
  headers: { 'x-api-key': key, 'content-type': 'application/json' },
  body: JSON.stringify({ query, variables: after === undefined ? {} : { after } }),
});

const readText = (name: string) => readFileSync(join(packageRoot, name), 'utf8');

/** Every list in every order, both ways, its first page and a later one; its end, and its count. */
export function listCases(): GrowthCase[] {
  const fields = buildSchema(readText('schema.graphql')).getQueryType()?.getFields() ?? {};
  return Object.values(fields).flatMap((field) => {
    if (!getNamedType(field.type).name.endsWith('Connection')) return [];
    const { name } = field;
    const columns = ordersOf(field);
    const orders = columns.flatMap((column) => [`${column}: ASC`, `${column}: DESC`]);
    const own = fieldsOf(fieldsOf(field.type).nodes?.type).id ? 'id' : '__typename';
    const page = `{ nodes { ${own} } pageInfo { hasNextPage endCursor } }`;
    return [
      ...['', ...orders.map((order) => `, orderBy: [{ ${order} }]`)].flatMap((order, index) => {
        const list = index === 0 ? name : `${name} by ${orders[index - 1]}`;
        const args = `first: ${pageSize}, after: $after${order}`;
        const request = graphql(`query ($after: String) { list: ${name}(${args}) ${page} }`);
        return [
          { name: list, request },
          { name: `${list}, later page`, request, isLater: true },
        ];
      }),
      {
        name: `${name}, from the end`,
        request: graphql(`{ list: ${name}(last: ${pageSize}) ${page} }`),
      },
      { name: `${name}, counted`, request: graphql(`{ list: ${name}(first: 1) { totalCount } }`) },
    ];
  });
}

function fieldsOf(type: GraphQLType | undefined): Record<string, GraphQLField<unknown, unknown>> {
  const named = getNamedType(type);
  return isObjectType(named) ? named.getFields() : {};
}

/** The arguments that a figure cannot do without, as they are written. */
function requiredOf({ args, name }: GraphQLField<unknown, unknown>): string {
  const required = args.filter(isRequiredArgument).map((argument) => {
    const value = samples[argument.name];
    if (value === undefined) throw new Error(`${name} needs ${argument.name}.`);
    return `${argument.name}: ${value}`;
  });
  return required.length === 0 ? '' : `(${required.join(', ')})`;
}

const samples: Record<string, string> = { currency: '"CAD"' };

function ordersOf({ args }: GraphQLField<unknown, unknown>): string[] {
  const type = getNamedType(args.find(({ name }) => name === 'orderBy')?.type);
  return isInputObjectType(type)
    ? Object.keys(type.getFields()).filter((name) => name !== 'customValue')
    : [];
}

/** Every figure of the workspace; those that are lists of the most, as long as they are at most. */
export function figureCases(): GrowthCase[] {
  const figures = buildSchema(readText('schema.graphql')).getType('Figures');
  if (!isObjectType(figures)) throw new Error('There are no figures.');
  return Object.values(figures.getFields()).map((figure) => ({
    name: `figures, ${figure.name}`,
    request: graphql(`{ figures { ${figure.name}${requiredOf(figure)} { __typename } } }`),
  }));
}

/** Searches by words that find little, and such that find much and answer the first ten. */
export function searchCases(): GrowthCase[] {
  const search = (words: string) => ({
    name: `searchClients "${words}", first 10`,
    request: graphql(`{ searchClients(query: "${words}", first: 10) { id name } }`),
  });
  const filtered = (what: string, where: string, list: string) => ({
    name: `${list} where ${what}`,
    request: graphql(`{ list: ${list}(first: ${pageSize}, where: ${where}) { nodes { id } } }`),
  });
  return [
    ...['a', 'am', 'amb', 'north works 1', rareWords].map(search),
    filtered('name starts', '{ name: { startsWith: "Amber" } }', 'clients'),
    filtered('name has', '{ name: { contains: "udio 77" } }', 'clients'),
    filtered('email is', `{ email: { equals: "${rareWords}" } }`, 'contacts'),
    filtered(
      'a contact has an address',
      `{ contacts: { some: { email: { equals: "${rareWords}" } } } }`,
      'clients',
    ),
    filtered(
      'a contact’s address starts',
      '{ contacts: { some: { email: { startsWith: "person17@" } } } }',
      'clients',
    ),
    filtered(
      'one of two names starts',
      '{ OR: [{ name: { startsWith: "Cedar Group 17" } }, { name: { startsWith: "Amber Works 15" } }] }',
      'clients',
    ),
    filtered('there is no invoice', '{ invoices: { none: {} } }', 'clients'),
    filtered(
      'name starts, in any case',
      '{ name: { startsWith: "amber st", mode: INSENSITIVE } }',
      'clients',
    ),
    filtered('the client is named', '{ client: { name: { startsWith: "Cedar" } } }', 'projects'),
    filtered('it was changed lately', '{ updatedAfter: "2026-12-31T12:00:00Z" }', 'timeEntries'),
    filtered(
      'it is due soon',
      '{ dueDate: { lt: "2026-02-01" }, status: { equals: SENT } }',
      'invoices',
    ),
  ];
}

interface Document {
  paths: Record<
    string,
    {
      get?: {
        parameters?: { name: string }[];
        responses: Record<string, { content?: Record<string, { schema?: { type?: string } }> }>;
      };
    }
  >;
}

/** Every list of the action surface: searches by words that find little, and all the others as a whole. */
export function restCases(): GrowthCase[] {
  const { paths } = JSON.parse(readText('openapi.json')) as Document;
  return Object.entries(paths).flatMap(([path, { get }]) => {
    const isList = get?.responses['200']?.content?.['application/json']?.schema?.type === 'array';
    if (!isList || path.includes('{')) return [];
    const hasQuery = get?.parameters?.some(({ name }) => name === 'query') ?? false;
    const needed = path.endsWith('customFields') ? `${path}?type=CLIENT` : path;
    const asked = hasQuery
      ? `${path}?query=${encodeURIComponent(/projects|Invoices/.test(path) ? clientName : rareWords)}`
      : needed;
    const request = (key: string) => ({
      method: 'GET' as const,
      path: asked,
      headers: { 'x-api-key': key },
    });
    return [
      {
        name: `GET ${path}${hasQuery ? ' by words' : ', each record'}`,
        request,
        isWhole: !hasQuery,
      },
    ];
  });
}
