import type { GraphQLArgument, GraphQLInputField, GraphQLInputType } from 'graphql';
import {
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ListedModel } from '../../src/domain/reader/lists.ts';
import { Prisma } from '../../src/generated/prisma/client.ts';
import { schema } from '../../src/schema/index.ts';
import { useTestApi } from '../support/api.ts';
import { answeredRecord, mutate } from '../support/mutations.ts';
import { useFilledWorkspaces } from '../support/records.ts';
import { snapshot } from '../support/snapshot.ts';

/** Every place of every mutation that takes an id answers another workspace's id like one that nobody has. */

const api = useTestApi();
const { ours, theirs } = useFilledWorkspaces(api, { ours: 3, theirs: 3 });
let untouched: Record<string, string>;

beforeAll(async () => {
  // What an invoice has charged takes no change at all.
  await api.database.prisma.timeEntry.updateMany({ data: { invoiceId: null } });
  // Only drafts can be changed.
  const draft = { id: ours.id('Invoice', 3), accountId: api.ours.accountId };
  await api.database.prisma.invoice.updateMany({ where: draft, data: { status: 'DRAFT' } });
  untouched = await snapshot(api.database.pool, api.theirs.accountId);
}, 60_000);

type Values = Record<string, unknown>;
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

/** What a mutation needs besides to get as far as the place in question. */
const besides: Record<string, () => Values> = {
  createProject: () => ({ clientId: ours.id('Client', 0) }),
  createTaskStage: () => ({ projectTypeId: ours.id('ProjectType', 0) }),
  createDeliverable: () => ({ projectId: ours.id('Project', 0) }),
  createInvoice: () => ({ clientId: ours.id('Client', 0) }),
  createSimpleInvoice: () => ({ clientId: ours.id('Client', 0) }),
  updateInvoice: () => ({ id: ours.id('Invoice', 3), lineItems: [{ unitPrice: 1 }] }),
  replaceInvoice: () => ({ id: ours.id('Invoice', 3), lineItems: [{ unitPrice: 1 }] }),
  createCustomField: () => ({ recordType: 'PROJECT' }),
  createContact: () => ({ firstName: 'Somebody' }),
  createContacts: () => ({ items: [{ firstName: 'Somebody' }] }),
  replaceContact: () => ({ firstName: 'Somebody' }),
  approveDeliverable: () => ({ deliverableId: ours.id('Deliverable', 0) }),
  recordPayment: () => ({ invoiceNumber: 'INV-0' }),
};

/** The one place that is called an id and refers to nothing: to-do items bring their own. */
const noReference = /toDos\.0\.id$/;

/** Records that are deleted are not those that other mutations look for. */
const ownId = (mutation: string, model: ListedModel) =>
  ours.id(model, mutation.startsWith('delete') ? 2 : 0);

/** Names that are not their model's. */
const models: Record<string, ListedModel> = {
  defaultTaxRuleId: 'TaxRule',
  assigneeIds: 'User',
  memberIds: 'User',
};

function namedModel(name: string): ListedModel | undefined {
  const model = `${name.charAt(0).toUpperCase()}${name.slice(1).replace(/Id$/, '')}`;
  return Object.hasOwn(Prisma.ModelName, model) ? (model as ListedModel) : undefined;
}

interface Place {
  mutation: string;
  /** Where it is in the arguments. */
  path: string[];
  model: ListedModel;
}

const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});

function modelOf(mutation: string, name: string): ListedModel {
  const record = answeredRecord(mutation)?.type.name;
  if (name === 'templateId') return 'ProjectTemplate';
  if (name === 'statusId') return record === 'Deliverable' ? 'TaskStage' : 'PipelineStage';
  if (name === 'id') return (record ?? mutation.replace(/^[a-z]+/, '')) as ListedModel;
  const model = models[name] ?? namedModel(name);
  if (!model) throw new Error(`${mutation} takes an id called ${name}: of what?`);
  return model;
}

function placesIn(mutation: string, fields: readonly Field[], at: string[] = []): Place[] {
  return fields.flatMap(({ name, type }) => {
    const path = [...at, name, ...(isListType(getNullableType(type)) ? ['0'] : [])];
    const inner = getNamedType(type);
    if (isInputObjectType(inner)) {
      return placesIn(mutation, Object.values(inner.getFields()), path);
    }
    if (inner.name !== 'ID' || noReference.test(path.join('.'))) return [];
    return [{ mutation, path, model: modelOf(mutation, name) }];
  });
}

const places = mutations.flatMap(({ name, args }) => placesIn(name, args));

/** Puts a value where a path leads, through objects and lists that are made on the way. */
function put(into: Values, [key = '', ...rest]: string[], value: unknown): Values {
  if (rest.length === 0) return { ...into, [key]: value };
  if (rest[0] !== '0') return { ...into, [key]: put((into[key] ?? {}) as Values, rest, value) };
  const [first = {}] = (into[key] ?? []) as Values[];
  const below = rest.slice(1);
  return { ...into, [key]: [below.length === 0 ? value : put(first, below, value)] };
}

/** The arguments of a mutation that is in order but for the id in question. */
function argumentsOf({ mutation, path }: Place, id: string): Values {
  const args = mutations.find(({ name }) => name === mutation)?.args ?? [];
  const given = required(args);
  const { input } = given as { input?: Values & { id?: unknown } };
  if (input && 'id' in input) input.id = ownId(mutation, modelOf(mutation, 'id'));
  const extra = besides[mutation]?.();
  return put(extra ? { ...given, input: { ...input, ...extra } } : given, path, id);
}

const withoutId = (result: unknown, id: string) =>
  JSON.parse(JSON.stringify(result).replaceAll(id, '…').replaceAll(id.replace(/^usr_/, ''), '…'));

describe.each(places.map((place) => [place.mutation, place.path.join('.'), place] as const))(
  '%s: %s',
  (mutation, _path, place) => {
    const call = (id: string) => mutate(api.ours, mutation, argumentsOf(place, id), '__typename');

    test('answers a foreign id like a missing one, and leaves the other workspace alone', async () => {
      const foreignId = theirs.id(place.model, 1);
      const missingId = ours.id(place.model, 99_999);
      const foreign = await call(foreignId);
      expect(foreign).toMatchObject({ __typename: 'NotFoundError', code: 'record_not_found' });
      expect(withoutId(foreign, foreignId)).toEqual(withoutId(await call(missingId), missingId));
      expect(await snapshot(api.database.pool, api.theirs.accountId)).toEqual(untouched);
    });

    test('finds one of the workspace’s own', async () => {
      expect((await call(ownId(mutation, place.model))).__typename).not.toBe('NotFoundError');
    });
  },
);

test('there are many such places', () => {
  expect(places.length).toBeGreaterThan(120);
});
