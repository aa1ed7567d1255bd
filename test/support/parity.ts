import type {
  GraphQLInputObjectType,
  GraphQLInputType,
  GraphQLNamedType,
  GraphQLObjectType,
} from 'graphql';
import {
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isObjectType,
} from 'graphql';
import { ticketStatusLabels } from '../../src/domain/tickets/fields.ts';
import { schema } from '../../src/schema/index.ts';
import type { Answer, TestWorkspace } from './api.ts';
import { nodeTypeOf } from './graphql.ts';
import { mutate, returnedRecord, successType } from './mutations.ts';

/** The comparison of the two APIs: the same command, written for each, and the same result in a common form. */

type Json = Record<string, unknown>;

interface OtherName {
  /** The field, and below it what is selected of it where it is an object that REST does not show. */
  path: readonly string[];
  /** Converts selected fields to the REST response. */
  read?: (value: unknown) => unknown;
}

const joined = (person: unknown) => {
  const { firstName, lastName } = person as Record<string, string | null>;
  return [firstName, lastName].filter(Boolean).join(' ') || null;
};

const lastComment = (comments: unknown) =>
  (comments as { nodes: { comment: string }[] }).nodes.at(-1)?.comment ?? null;

const asTasks = (toDos: unknown) =>
  (toDos as { id: string; item: string; complete: boolean }[]).map(({ id, item, complete }) => ({
    id,
    description: item,
    complete,
  }));

/** Fields of REST that GraphQL has under another name, or as a field of a related record. */
const otherNames: Readonly<Record<string, Record<string, OtherName>>> = {
  Client: { archive: { path: ['archived'] }, created: { path: ['createdAt'] } },
  Contact: { archive: { path: ['archived'] } },
  Deliverable: {
    client: { path: ['project', 'client'] },
    completed: { path: ['completedAt'] },
    created: { path: ['createdAt'] },
    isSubTask: { path: ['id'], read: () => false },
    parentTaskId: { path: ['id'], read: () => null },
    projectTypeId: { path: ['project', 'projectTypeId'] },
    tasks: { path: ['toDos', 'id item complete'], read: asTasks },
  },
  Opportunity: {
    archive: { path: ['archived'] },
    created: { path: ['createdAt'] },
    formData: { path: ['leadInfo'] },
    statusLabel: { path: ['stage', 'label'] },
  },
  CalendarEvent: { timezone: { path: ['timeZone'] } },
  Expense: { paidDate: { path: ['datePaid'] } },
  Invoice: { dateDue: { path: ['dueDate'] } },
  CreditNote: { invoiceNumberFormatted: { path: ['invoice', 'invoiceNumberFormatted'] } },
  Payment: {
    invoiceNumberFormatted: { path: ['invoice', 'invoiceNumberFormatted'] },
    clientId: { path: ['invoice', 'clientId'] },
    currency: { path: ['invoice', 'currency'] },
  },
  Ticket: {
    clientContactId: { path: ['contactId'] },
    closed: { path: ['closedAt'] },
    created: { path: ['createdAt'] },
    lastComment: { path: ['comments', 'nodes { comment }'], read: lastComment },
    status: {
      path: ['status'],
      read: (status) => ticketStatusLabels[status as keyof typeof ticketStatusLabels],
    },
    type: { path: ['ticketType'] },
    updated: { path: ['updatedAt'] },
  },
  TicketComment: {
    clientId: { path: ['ticket', 'clientId'] },
    commentBy: { path: ['userId'] },
    commentType: {
      path: ['privateComment'],
      read: (isPrivate) => (isPrivate ? 'PRIVATE' : 'PUBLIC'),
    },
    commentUserEmail: { path: ['authorEmail'] },
    commentUserName: { path: ['authorName'] },
    created: { path: ['createdAt'] },
    updated: { path: ['updatedAt'] },
  },
  WebhookDelivery: { webhookId: { path: ['endpointId'] } },
  WebhookEndpoint: { created: { path: ['createdAt'] } },
  TimeEntry: {
    clientName: { path: ['client', 'name'] },
    duration: { path: ['minutes'], read: (minutes) => Number(minutes) * 60 },
    projectName: { path: ['project', 'name'] },
    userFullName: { path: ['user', 'firstName lastName'], read: joined },
  },
};

const typeOf = (type: GraphQLObjectType, name: string) => {
  const field = type.getFields()[name];
  if (!field) throw new Error(`${type.name} has no field ${name}.`);
  return getNamedType(field.type);
};

/** A selection of exactly the fields that an answer of REST has. */
export function selectionOf(answer: unknown, type: GraphQLObjectType): string {
  const [sample] = Array.isArray(answer) ? answer : [answer];
  const fields = Object.entries((sample ?? {}) as Json).map(([name, value]) => {
    const [first = name, second] = otherNames[type.name]?.[name]?.path ?? [];
    const alias = first === name ? name : `${name}: ${first}`;
    const inner = typeOf(type, first);
    if (second === undefined) return `${alias} ${innerSelection(value, inner)}`;
    if (second.includes(' ')) return `${alias} { ${second} }`;
    const below = typeOf(inner as GraphQLObjectType, second);
    return `${alias} { own: ${second} ${innerSelection(value, below)} }`;
  });
  return `{ ${fields.length > 0 ? fields.join(' ') : '__typename'} }`;
}

function innerSelection(value: unknown, type: GraphQLNamedType): string {
  if (isLeafType(type)) return '';
  const node = nodeTypeOf(type);
  if (node) return `{ edges { node ${selectionOf(value, node)} } }`;
  return isObjectType(type) ? selectionOf(value, type) : '';
}

/** A value as REST writes it: its names, decimals as numbers, connections as lists. */
export function asRest(value: unknown, expected: unknown, type?: GraphQLNamedType): unknown {
  if (typeof expected === 'number' && typeof value === 'string') return Number(value);
  if (Array.isArray(expected)) {
    const rows = Array.isArray(value)
      ? value
      : (value as { edges: { node: unknown }[] }).edges.map(({ node }) => node);
    const inner = (type && nodeTypeOf(type)) ?? type;
    return rows.map((row, index) => asRest(row, expected[index], inner));
  }
  if (typeof expected !== 'object' || expected === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(expected).map(([name, inner]) => [
      name,
      fieldAsRest((value as Json)?.[name], inner, isObjectType(type) ? type : undefined, name),
    ]),
  );
}

function fieldAsRest(
  value: unknown,
  expected: unknown,
  type: GraphQLObjectType | undefined,
  name: string,
): unknown {
  const other = type && otherNames[type.name]?.[name];
  if (other?.read) return value === null ? null : other.read(value);
  const below = other?.path[1] !== undefined;
  const own = below ? ((value as { own: unknown } | null)?.own ?? null) : value;
  const first = type?.getFields()[other?.path[0] ?? name];
  const inner = first && !below ? getNamedType(first.type) : undefined;
  return asRest(own, expected, inner);
}

/** REST has its own spelling of two enumerations. */
export function withoutSpelling(answer: unknown): unknown {
  return JSON.parse(JSON.stringify(answer), (key, value) => {
    if (key === 'clientType') return String(value).toUpperCase();
    return key === 'scopes' ? value.map(enumName) : value;
  });
}

const enumName = (value: string) => value.toUpperCase().replace(/\W+/g, '_');

/** What GraphQL calls fields of inputs, as records do; REST has the specification's words for them. */
const recordNames: Readonly<Record<string, string>> = {
  archive: 'archived',
  busy: 'busyEvent',
  date: 'dateCreated',
  dateDue: 'dueDate',
  paidDate: 'datePaid',
  timezone: 'timeZone',
  endTime: 'endsAt',
  first: 'firstName',
  items: 'lineItems',
  last: 'lastName',
  markupPercentage: 'markupPercent',
  rate: 'unitPrice',
  stageId: 'statusId',
  stageName: 'statusName',
  startTime: 'startsAt',
  taxRate: 'taxPercentage',
  templateId: 'invoiceTemplateId',
  templateName: 'invoiceTemplateName',
};

/** What an input of GraphQL calls a field of REST. */
function nameIn(type: GraphQLInputObjectType, name: string): string {
  const fields = type.getFields();
  const other = recordNames[name];
  return !(name in fields) && other !== undefined && other in fields ? other : name;
}

/** A path of REST in the words of an input of GraphQL. */
function pathIn(type: GraphQLInputType, path: string): string {
  let at: GraphQLNamedType = getNamedType(type);
  const segments = path.split('.').map((segment) => {
    if (/^\d+$/.test(segment) || !isInputObjectType(at)) return segment;
    const name = nameIn(at, segment);
    at = getNamedType(at.getFields()[name]?.type) ?? at;
    return name;
  });
  return segments.join('.');
}

/** The REST response, with the error names of a mutation. */
export function inWordsOf(mutation: string, outcome: Outcome): Outcome {
  const { args } = schema.getMutationType()?.getFields()[mutation] ?? { args: [] };
  const input = args.find(({ name }) => name === 'input');
  if (!input || !outcome.errors) return outcome;
  const errors = outcome.errors.map((error) => ({
    ...error,
    path: pathIn(input.type, error.path),
  }));
  const start = outcome.message?.indexOf(': ') ?? -1;
  const isAboutFields = outcome.code === 'invalid_input' && start >= 0;
  const paths = [...new Set(errors.map(({ path }) => path || 'body'))];
  const reported =
    paths.length === 1
      ? `${paths[0]}${outcome.message?.slice(start)}`
      : `${paths.length} fields are invalid: ${paths.join(', ')}.`;
  return { ...outcome, errors, ...(isAboutFields && { message: reported }) };
}

/** A body of REST as an input of GraphQL: only its fields, enumerations by their values' names. */
function asInput(body: unknown, type: GraphQLInputType): unknown {
  const inner = getNullableType(type);
  if (isListType(inner) && Array.isArray(body)) {
    return body.map((entry) => asInput(entry, inner.ofType));
  }
  if (isEnumType(inner) && typeof body === 'string') return enumName(body);
  if (!isInputObjectType(inner) || typeof body !== 'object' || body === null) return body;
  const filterInput = Object.fromEntries(
    Object.entries(withDomainNames(body as Json, inner.name)).map(([name, value]) => [
      nameIn(inner, name),
      value,
    ]),
  );
  const fields = Object.values(inner.getFields()).filter(({ name }) =>
    Object.hasOwn(filterInput, name),
  );
  return Object.fromEntries(
    fields.map(({ name, type: of }) => [name, asInput(filterInput[name], of)]),
  );
}

/** Inputs of clients and contacts have `archived` where REST has `archive`. */
function withDomainNames({ archive, ...body }: Json, input: string): Json {
  if (!/(Client|Contact)Input$/.test(input))
    return archive === undefined ? body : { archive, ...body };
  const { archived: _, ...rest } = body;
  return archive === undefined ? rest : { ...rest, archived: archive };
}

/** A body of REST as the input of a type of GraphQL. */
export function inputFor(typeName: string, body: object): unknown {
  const type = schema.getType(typeName);
  if (!isInputObjectType(type)) throw new Error(`There is no input ${typeName}.`);
  return asInput(body, type);
}

/** What one door answered: the record, or why there is none. */
export interface Outcome {
  record?: unknown;
  code?: string;
  message?: string;
  errors?: { path: string; code: string; message: string }[];
}

/** The written record without its secret and the warnings of the operation; the ticket or the comment, of a response that contains the ticket with all its comments. */
function writtenPart({ secret: _, ...written }: Answer['body']) {
  // Invoices have a field of this name.
  const { warnings: __, ...expense } = written;
  const body = 'billNo' in written ? expense : written;
  if (!body.ticket || !body.comments) return body;
  return [body.ticket, ...body.comments].find(({ id }: { id: string }) => id === body.id);
}

/** What REST answered. */
export function restOutcome({ status, body }: Answer): Outcome {
  if (status === 200) return body === '' ? {} : { record: withoutSpelling(writtenPart(body)) };
  const { code, message, errors } = body;
  return { code, message, errors };
}

/**
 * Calls a mutation with a body of REST, and selects the fields of the REST response.
 * @throws Error if the operation itself is rejected: its body has values that the types do not allow
 */
export async function graphqlOutcome(
  workspace: TestWorkspace,
  name: string,
  body: unknown,
  { record }: Outcome,
): Promise<Outcome> {
  const mutation = schema.getMutationType()?.getFields()[name];
  const argument = mutation?.args.find((arg) => arg.name === 'input');
  const returned = returnedRecord(name);
  if (!argument || !returned) return deletionOutcome(workspace, name, body as Json);
  const { field, type } = returned;
  const success = successType(name).name;
  const selection = record ? `... on ${success} { ${field} ${selectionOf(record, type)} }` : '';
  const source = `mutation ($input: ${argument.type}) { result: ${name}(input: $input) {
    __typename ${selection}
    ... on ExpectedError { code message errors { path code message } } } }`;
  const { body: answer } = await workspace.gql(source, { input: asInput(body, argument.type) });
  if (answer.errors) throw new Error(JSON.stringify(answer.errors));
  const { __typename, ...result } = answer.data.result;
  if (__typename !== success) return withoutActions(result);
  return { record: record ? asRest(result[field], record, type) : result };
}

/** What can be done instead each door calls by its own names, if it can do it at all. */
const withoutActions = <T extends Outcome>(outcome: T): T => ({
  ...outcome,
  ...(outcome.message && {
    message: outcome.message.replace(/ Possible actions: [A-Z_, ]+\.$/, ''),
  }),
});

/** GraphQL returns the id of the deleted record. REST has no body. */
async function deletionOutcome(
  workspace: TestWorkspace,
  name: string,
  body: Json,
): Promise<Outcome> {
  const { __typename, code, message, errors } = await mutate(workspace, name, body);
  return __typename === successType(name).name ? {} : withoutActions({ code, message, errors });
}

const idText = /\b[a-z]{3}_[0-9a-f]{32}\b/g;
const momentText = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/**
 * Makes returns of a workspace comparable with those of another one in which the same was done: ids and numbers become
 * the order in which they were first seen, this very moment becomes "now".
 */
export function createAnonymizer(): (value: unknown) => unknown {
  const found = new Map<string, string>();
  const alias = (kind: string, value: string) => {
    const known = found.get(value) ?? `${kind}#${found.size + 1}`;
    found.set(value, known);
    return known;
  };
  const text = (value: string) => {
    if (momentText.test(value) && Date.now() - Date.parse(value) < 3_600_000) return 'now';
    return value
      .replace(/\/invoices\/view\/\d+-[\w-]+/, '/invoices/view/…')
      .replace(idText, (id) => alias(id.slice(0, 3), id));
  };
  const walk = (value: unknown, key = ''): unknown => {
    if (typeof value === 'string') return text(value);
    if (key === 'accountId') return 'own';
    if (key === 'durationMs') return 'measured';
    if (typeof value === 'number' && /^(userId|assignedToList)$/.test(key)) {
      return alias('usr', `user ${value}`);
    }
    if (Array.isArray(value)) return value.map((entry) => walk(entry, key));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, v]) => [name, walk(v, name)]));
  };
  return walk;
}
