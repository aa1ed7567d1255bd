import { externalIdTypes } from '../../platform/external-ids/external-ids.ts';
import { modelFieldOf } from '../../query/model-columns.ts';
import { builder } from './builder.ts';
import { filterOf, filters, membershipOperators } from './column-filters.ts';
import type { ModelName } from './model-names.ts';

interface WhereFields {
  field(options: { type: string | object; description: string }): unknown;
}

export interface FilterAndOrderFields {
  /** Relations, and columns with an index or that are cheap to scan within one workspace. */
  where: readonly string[];
  orderBy: readonly string[];
}

const sortOrder = builder.enumType('SortOrder', {
  description: 'Direction of an order.',
  values: {
    ASC: {
      value: 'asc',
      description: 'Ascending. Records without a value are last.',
    },
    DESC: {
      value: 'desc',
      description: 'Descending. Records without a value are first.',
    },
  } as const,
});

const choiceFilter = builder.prismaFilter('String', {
  name: 'ChoiceFilter',
  description: 'Condition on a choice of a custom field.',
  ops: membershipOperators,
});

const customFieldKey = 'Key of the custom field (`mappingKey`).';

const customValueCondition = builder.inputType('CustomValueCondition', {
  description:
    'Condition on the value in a custom field. It has exactly one filter, that of the type of the field. A value of another type is no value.',
  fields: (t) => ({
    key: t.string({ required: true, description: customFieldKey }),
    text: t.field({
      type: filters.String,
      description:
        'For fields of the types TEXT, EMAIL, LINK and PHONE. Compares stored spaces and accents.',
    }),
    number: t.field({
      type: filters.Decimal,
      description: 'For fields of the types NUMERIC and CURRENCY.',
    }),
    date: t.field({ type: filters.Date, description: 'For fields of the type DATE.' }),
    flag: t.field({ type: filters.Boolean, description: 'For fields of the type CHECKBOX.' }),
    choice: t.field({
      type: choiceFilter,
      description: 'For fields of the types SELECT and RADIO.',
    }),
  }),
});

const customValuesFilter = builder.inputType('CustomValuesFilter', {
  description: 'Conditions on the values in custom fields.',
  fields: (t) => ({
    some: t.field({
      type: [customValueCondition],
      description: 'One of these conditions matches. An empty list matches nothing.',
    }),
    every: t.field({ type: [customValueCondition], description: 'All of these conditions match.' }),
  }),
});

const customValueOrder = builder.inputType('CustomValueOrder', {
  description:
    'Order by the value in a custom field: numbers by size, other values as text (false before true).',
  fields: (t) => ({
    key: t.string({ required: true, description: customFieldKey }),
    direction: t.field({ type: sortOrder, required: true, description: 'Direction of the order.' }),
  }),
});

const hasCustomFields = (model: ModelName): boolean =>
  modelFieldOf(model, 'customValues') !== undefined;

export function filterInputTypes(model: ModelName, { where, orderBy }: FilterAndOrderFields) {
  const whereInput = builder.prismaWhere(model, {
    name: `${model}Where`,
    description: `Filter for ${model} records. All conditions have to match. Conditions without content are ignored on every level: {}, an empty AND, null for fields that cannot be null, and NOT or a related record without a condition.`,
    fields: ((t: WhereFields) => whereFields(t, model, where)) as never,
  });
  const orderInput = builder.inputType(`${model}OrderBy`, {
    isOneOf: true,
    description: `Order of ${model} records: one field and its direction.`,
    fields: (t) =>
      Object.fromEntries([
        ...[...orderBy, 'createdAt', 'updatedAt'].map((name) => [
          name,
          t.field({ type: sortOrder }),
        ]),
        ...(hasCustomFields(model)
          ? [
              [
                'customValue',
                t.field({ type: customValueOrder, description: 'Value in a custom field.' }),
              ],
            ]
          : []),
      ]),
  });
  return { where: whereInput, orderBy: orderInput };
}

function whereFields(
  t: WhereFields,
  model: ModelName,
  where: FilterAndOrderFields['where'],
): Record<string, unknown> {
  const own = where.map((name) => [name, filterOf(model, name)]);
  return {
    id: filters.ID,
    createdAt: filters.DateTime,
    updatedAt: filters.DateTime,
    updatedAfter: t.field({
      type: 'DateTime',
      description: 'Changed after this time. Use it for polling.',
    }),
    AND: true,
    OR: true,
    NOT: true,
    ...Object.fromEntries(own),
    ...(hasCustomFields(model) && {
      customValues: t.field({
        type: customValuesFilter,
        description: 'Conditions on the values in custom fields.',
      }),
    }),
    ...((externalIdTypes as readonly string[]).includes(model) && {
      externalId: filters.String,
      source: filters.String,
    }),
  };
}
