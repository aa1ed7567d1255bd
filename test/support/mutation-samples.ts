import type { GraphQLArgument, GraphQLInputField, GraphQLInputType } from 'graphql';
import {
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import { Prisma } from '../../src/generated/prisma/client.ts';
import type { ListableModel } from '../../src/query/list-queries.ts';
import { schema } from '../../src/schema/index.ts';
import { returnedRecord } from './mutations.ts';
import { operationCases } from './operation-cases.ts';
import { ublFile } from './received-files.ts';
import type { FilledWorkspace } from './records.ts';

/** Arguments for every mutation, read from the schema, and the places in them that take an id. */

export type Values = Record<string, unknown>;
type Field = GraphQLArgument | GraphQLInputField;

let serial = 0;

/** A value that a field takes; of objects just what is required. */
function sample(name: string, type: GraphQLInputType): unknown {
  const inner = getNullableType(type);
  if (isListType(inner)) return [sample(name, inner.ofType)];
  if (isInputObjectType(inner)) return required(Object.values(inner.getFields()));
  if (isEnumType(inner)) return inner.getValues()[0]?.name;
  serial += 1;
  const values: Values = {
    String: `Sample ${serial}`,
    Int: 1,
    Boolean: true,
    Decimal: '1',
    DateTime: name === 'timerEnd' ? '2026-03-02T10:00:00Z' : '2026-03-02T09:00:00Z',
    EmailAddress: `sample-${serial}@example.org`,
    Currency: 'EUR',
    TimeZone: 'UTC',
  };
  return values[inner.name];
}

function required(fields: readonly Field[]): Values {
  const needed = fields.filter(({ type }) => isNonNullType(type));
  return Object.fromEntries(needed.map(({ name, type }) => [name, sample(name, type)]));
}

/** What an invoice is adjusted by is a percentage or an amount. */
const adjusted = { allowances: [{ percent: '1' }], charges: [{ percent: '1' }] };

/** What a mutation needs besides to get as far as the place in question. */
const besides: Record<string, (ours: FilledWorkspace) => Values> = {
  createExchangeRate: () => {
    serial += 1;
    const day = new Date(Date.UTC(2020, 0, serial)).toISOString().slice(0, 10);
    return { day, quoteCurrency: 'USD' };
  },
  createExpense: () => ({ amount: '1' }),
  createExpenseFromFile: () => {
    serial += 1;
    const file = Buffer.from(ublFile({ number: `RE-${serial}` })).toString('base64');
    return { file: `data:application/xml;base64,${file}` };
  },
  createExpenses: () => ({ items: [{ amount: '1' }] }),
  replaceExpense: () => ({ amount: '1', lines: [] }),
  createProject: (ours) => ({ clientId: ours.id('Client', 0) }),
  createTaskStage: (ours) => ({ projectTypeId: ours.id('ProjectType', 0) }),
  createDeliverable: (ours) => ({ projectId: ours.id('Project', 0) }),
  createInvoice: (ours) => ({ clientId: ours.id('Client', 0), ...adjusted }),
  createInvoiceFromWork: (ours) => ({ clientId: ours.id('Client', 0), ...adjusted }),
  createSimpleInvoice: (ours) => ({ clientId: ours.id('Client', 0), ...adjusted }),
  updateInvoice: (ours) => ({
    id: ours.id('Invoice', 3),
    lineItems: [{ unitPrice: 1 }],
    ...adjusted,
  }),
  replaceInvoice: (ours) => ({
    id: ours.id('Invoice', 3),
    lineItems: [{ unitPrice: 1 }],
    ...adjusted,
  }),
  createWebhookEndpoint: () => ({ url: 'https://receiver.example/', types: ['client'] }),
  createCustomField: () => ({ recordType: 'PROJECT' }),
  mergeClients: (ours) => ({ keep: ours.id('Client', 0), merge: ours.id('Client', 1) }),
  mergeContacts: (ours) => ({ keep: ours.id('Contact', 0), merge: ours.id('Contact', 1) }),
  createContact: () => ({ firstName: 'Somebody' }),
  createContacts: () => ({ items: [{ firstName: 'Somebody' }] }),
  replaceContact: () => ({ firstName: 'Somebody' }),
  approveDeliverable: (ours) => ({ deliverableId: ours.id('Deliverable', 0) }),
  refundPayment: () => ({ amount: '0.5' }),
  applyCredit: () => ({ amount: '0.01' }),
  // Refunded payments cannot be reversed, so that only the first half of the payments are.
  reversePayment: (ours) => ({ id: ours.id('Payment', 3) }),
  recordPayment: () => ({ invoiceNumber: 'INV-0' }),
  createCreditNote: (ours) => ({ invoiceId: ours.id('Invoice', 1), excess: 'REFUND' }),
};

/** The one place that is called an id and refers to nothing: to-do items bring their own. */
const noReference = /toDos\.0\.id$/;

/** The id that a new record is given names none that is there. */
const isOfNew = (mutation: string, path: readonly string[]) =>
  mutation.startsWith('create') && /^input\.(items\.0\.)?id$/.test(path.join('.'));

/** Records that are deleted are not those that other mutations look for. */
export const ownId = (ours: FilledWorkspace, mutation: string, model: ListableModel) => {
  // A line of the invoice that is credited.
  if (mutation === 'createCreditNote') return ours.id(model, 1);
  return ours.id(model, mutation.startsWith('delete') ? 2 : 0);
};

/** Names that are not their model's. */
const models: Record<string, ListableModel> = {
  defaultTaxRuleId: 'TaxRule',
  assigneeIds: 'User',
  memberIds: 'User',
  timeEntryIds: 'TimeEntry',
  expenseIds: 'Expense',
  deliverableIds: 'Deliverable',
  lineId: 'InvoiceLine',
  depositIds: 'Invoice',
};

function namedModel(name: string): ListableModel | undefined {
  const model = `${name.charAt(0).toUpperCase()}${name.slice(1).replace(/Id$/, '')}`;
  return Object.hasOwn(Prisma.ModelName, model) ? (model as ListableModel) : undefined;
}

export interface Position {
  mutation: string;
  /** Where it is in the arguments. */
  path: string[];
  model: ListableModel;
}

export const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});

/** The fields of a mutation's input; none where it takes nothing. */
export function inputFieldsOf(mutation: string): string[] {
  const [input] = mutations.find(({ name }) => name === mutation)?.args ?? [];
  const type = input && getNamedType(input.type);
  return isInputObjectType(type) ? Object.keys(type.getFields()) : [];
}

function modelOf(mutation: string, name: string): ListableModel {
  const record = returnedRecord(mutation)?.type.name;
  if (name === 'templateId') return 'ProjectTemplate';
  if (name === 'statusId') return record === 'Deliverable' ? 'TaskStage' : 'PipelineStage';
  if (name === 'keep' || name === 'merge')
    return mutation.replace(/^merge|s$/g, '') as ListableModel;
  if (name === 'id' && /^(rotateWebhookSecret|sendTestWebhook)$/.test(mutation))
    return 'WebhookEndpoint';
  if (name === 'id') return (record ?? mutation.replace(/^[a-z]+/, '')) as ListableModel;
  const model = models[name] ?? namedModel(name);
  if (!model) throw new Error(`${mutation} takes an id called ${name}: of what?`);
  return model;
}

function positionsIn(mutation: string, fields: readonly Field[], at: string[] = []): Position[] {
  return fields.flatMap(({ name, type }) => {
    const path = [...at, name, ...(isListType(getNullableType(type)) ? ['0'] : [])];
    const inner = getNamedType(type);
    if (isInputObjectType(inner)) {
      return positionsIn(mutation, Object.values(inner.getFields()), path);
    }
    if (inner.name !== 'ID' || noReference.test(path.join('.'))) return [];
    if (isOfNew(mutation, path)) return [];
    return [{ mutation, path, model: modelOf(mutation, name) }];
  });
}

export const positions = mutations.flatMap(({ name, args }) => positionsIn(name, args));

/** Puts a value where a path leads, through objects and lists that are made on the way. */
function put(into: Values, [key = '', ...rest]: string[], value: unknown): Values {
  if (rest.length === 0) return { ...into, [key]: value };
  if (rest[0] !== '0') return { ...into, [key]: put((into[key] ?? {}) as Values, rest, value) };
  const [first = {}] = (into[key] ?? []) as Values[];
  const below = rest.slice(1);
  return { ...into, [key]: [below.length === 0 ? value : put(first, below, value)] };
}

/** The arguments of a mutation, with no more than it needs. */
export function argumentsFor(mutation: string, ours: FilledWorkspace): Values {
  const args = mutations.find(({ name }) => name === mutation)?.args ?? [];
  const argument = required(args);
  const { input } = argument as { input?: Values & { id?: unknown } };
  if (input && 'id' in input) input.id = ownId(ours, mutation, modelOf(mutation, 'id'));
  const extra = (besides[mutation] ?? operationCases.get(mutation)?.besides)?.(ours);
  return extra ? { ...argument, input: { ...input, ...extra } } : argument;
}

/** The arguments of a mutation that is in order but for the id in question. */
export const argumentsAt = (
  { mutation, path }: Position,
  id: string,
  ours: FilledWorkspace,
): Values => put(argumentsFor(mutation, ours), path, id);

/** The arguments of a mutation with the name or the address of a record, judged by their names. */
const namesIn = (fields: readonly Field[], at: string[] = []): string[][] =>
  fields.flatMap(({ name, type }) => {
    const path = [...at, name, ...(isListType(getNullableType(type)) ? ['0'] : [])];
    const inner = getNamedType(type);
    if (isInputObjectType(inner)) return namesIn(Object.values(inner.getFields()), path);
    return /[a-z](Name|Emails?)$/.test(name) ? [path] : [];
  });

/** The places of a mutation that may name other records, by their ids and otherwise. */
export function namePositions(mutation: string): string[][] {
  const args = mutations.find(({ name }) => name === mutation)?.args ?? [];
  const byId = positions
    .filter((position) => position.mutation === mutation)
    .map(({ path }) => path);
  return [...byId, ...namesIn(args)].filter((path) => path.join('.') !== 'input.id');
}

/** The arguments of a mutation that is valid except for some positions. */
export const argumentsWith = (
  mutation: string,
  filterInput: readonly { path: string[]; value: unknown }[],
  ours: FilledWorkspace,
): Values =>
  filterInput.reduce(
    (args, { path, value }) => put(args, path, value),
    argumentsFor(mutation, ours),
  );
