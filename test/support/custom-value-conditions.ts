import type { GraphQLInputObjectType } from 'graphql';
import { getNamedType, isInputObjectType } from 'graphql';
import type { CustomFieldType } from '../../src/generated/prisma/enums.ts';
import { newId } from '../../src/platform/ids/record-ids.ts';
import type { TestApi } from './api.ts';
import { comparisonsWith, filtersOf, withOpposites } from './filter-values.ts';

/** Conditions on custom values, and records that have some. Each field has the name of its filter as its key. */

interface SampleField {
  type: CustomFieldType;
  /** Of the records, one after the other. Undefined: no value. */
  stored: readonly unknown[];
  /** Conditions compare the values with these. */
  compared: unknown[];
}

const sampleFields: Readonly<Record<string, SampleField>> = {
  text: {
    type: 'TEXT',
    stored: ['Blue 50%', 'blue 50%', undefined, 'Größe_L', '', null, "it's"],
    compared: ['Blue 50%', "it's"],
  },
  number: {
    type: 'NUMERIC',
    stored: [12.5, '12.50', -3, undefined, 0, 'many', 1e300, null, 1_000, 0.001],
    compared: ['12.5', '0'],
  },
  date: {
    type: 'DATE',
    stored: ['2026-03-31', '2026-03-31T10:00:00Z', 'soon', '0001-01-01', undefined, '2027-01-01'],
    compared: ['2026-03-31', '2027-01-01'],
  },
  flag: { type: 'CHECKBOX', stored: [true, false, undefined, null], compared: [true] },
  choice: { type: 'SELECT', stored: ['Gold', undefined, 'Silver'], compared: ['Gold', 'Silver'] },
};

const modelsWithCustomValues = ['Client', 'Contact', 'Project', 'Deliverable', 'Opportunity'];

/** A field of each filter for each type of record, and values of all records of the workspace. */
export async function addCustomValues({ database, ours }: TestApi): Promise<void> {
  const { accountId } = ours;
  for (const model of modelsWithCustomValues) {
    const fields = Object.entries(sampleFields).map(([key, { type, stored }]) => ({
      data: {
        ...{ accountId, id: newId('CustomField'), type, name: `Any ${key}`, mappingKey: key },
        ...{ recordType: model.toUpperCase() as 'CLIENT', options: ['Gold', 'Silver'] },
      },
      stored,
    }));
    await database.prisma.customField.createMany({ data: fields.map(({ data }) => data) });
    const { rows } = await database.pool.query(
      `SELECT id FROM "${model}" WHERE "accountId" = $1 ORDER BY id`,
      [accountId],
    );
    for (const [index, { id }] of rows.entries()) {
      const values = Object.fromEntries(
        fields.map(({ data, stored }) => [data.id, stored[index % stored.length]]),
      );
      await database.pool.query(
        `UPDATE "${model}" SET "customValues" = $3 WHERE "accountId" = $1 AND id = $2`,
        [accountId, id, JSON.stringify(values)],
      );
    }
  }
}

/** The filters of a condition on custom values, by name. */
function filterTypes(customValues: GraphQLInputObjectType): Record<string, GraphQLInputObjectType> {
  const condition = getNamedType(customValues.getFields().some?.type);
  if (!isInputObjectType(condition)) throw new Error(`${customValues.name} has no conditions.`);
  const types = Object.entries(condition.getFields()).map(([name, { type }]) => [
    name,
    getNamedType(type),
  ]);
  return Object.fromEntries(types.filter(([, type]) => isInputObjectType(type as never)));
}

/** Every value of `customValues` that callers may send, however odd. */
export function customValueFilters(type: GraphQLInputObjectType): unknown[] {
  const filters = Object.entries(filterTypes(type));
  const entries = filters.flatMap(([name, filter]) => [
    ...filtersOf(filter).map((value) => ({ key: name, [name]: value })),
    ...filters.map(([key]) => ({ key, [name]: {} })),
    ...['', 'unknown', 'x\u0000', '\ud800'].map((key) => ({ key, [name]: { equals: null } })),
  ]);
  const odd = [null, {}, { key: null }, { key: 'text' }, { key: 'text', text: {}, flag: {} }];
  return [
    ...[null, {}, { some: null }, { some: [] }, { every: null, some: null }],
    { some: entries.slice(0, 300) },
    ...[...entries, ...odd].flatMap((entry) => [{ some: [entry] }, { every: [entry, entry] }]),
  ];
}

/** Conditions on `customValues` that some of the records fulfil. */
export function customValueConditions(type: GraphQLInputObjectType): object[] {
  const entries = Object.entries(filterTypes(type)).flatMap(([name, filter]) => {
    const { compared } = sampleFields[name] ?? {};
    if (compared === undefined) throw new Error(`There is no sample of the filter ${name}.`);
    return comparisonsWith(filter, compared).map((way) => ({ key: name, [name]: way }));
  });
  const joined = entries.flatMap((entry, index) => {
    const both = [entry, entries[(index * 7 + 3) % entries.length]];
    return [{ some: both }, { every: both }, { every: [entry], some: both }];
  });
  const single = entries.map((entry) => ({ some: [entry] }));
  const empty = [{}, { some: [] }, { every: [] }, { some: null }];
  return withOpposites([...single, ...joined, ...empty].map((customValues) => ({ customValues })));
}
