import type { FieldMap, InputFieldMap } from '@pothos/core';
import type { CustomValue } from '../../domain/custom-fields/field-definitions.ts';
import {
  hasCustomValues,
  presentCustomValues,
} from '../../domain/custom-fields/field-definitions.ts';
import { customFieldOperations } from '../../operations/custom-fields.ts';
import type { Context } from '../../platform/context/context.ts';
import type { ListableModel } from '../../query/list-queries.ts';
import { builder } from '../core/builder.ts';
import { defineRecordQueries } from '../core/connections.ts';
import { enums } from '../core/enums.ts';
import { loadCustomFields } from '../core/loaders.ts';
import { defineOperationMutations } from '../core/operation-mutations.ts';
import type { FieldBuilder } from '../core/record-fields.ts';
import {
  columnFields,
  computedField,
  recordNodeOptions,
  relationField,
} from '../core/record-fields.ts';
import { inheritedPermissions } from '../core/required-permissions.ts';

builder.prismaNode('CustomField', {
  ...recordNodeOptions,
  fields: (t) => ({
    ...columnFields(t, 'CustomField', ['options']),
    projectType: relationField(t, 'projectType', { nullable: true }),
  }),
});

defineRecordQueries('CustomField', {
  field: 'customFields',
  description: 'Custom fields of the workspace, in order.',
  where: ['recordType', 'type', 'name', 'mappingKey', 'projectTypeId', 'projectType'],
  orderBy: ['recordType', 'position', 'name'],
  defaultOrder: [{ recordType: 'asc' }, { position: 'asc' }],
});

const customValue = builder.objectRef<CustomValue>('CustomValue').implement({
  description: 'The value of a record in a custom field.',
  extensions: inheritedPermissions,
  fields: (t) => ({
    fieldId: t.exposeID('fieldId', { description: 'Id of the custom field.' }),
    mappingKey: t.exposeString('mappingKey', {
      description: 'Stable key of the field for integrations.',
    }),
    fieldName: t.exposeString('fieldName', { description: 'Name of the field.' }),
    type: t.expose('type', {
      type: enums.CustomFieldType,
      description: 'Type of the field’s values.',
    }),
    value: t.field({
      type: 'JSON',
      nullable: true,
      description: 'The value: text, a number, true or false, or any other JSON.',
      resolve: ({ value }) => value,
    }),
  }),
});

export function customValueFields(t: FieldBuilder, model: ListableModel): FieldMap {
  const from = { customValues: true };
  return {
    customValues: computedField<{ customValues: unknown }>(t, {
      type: [customValue],
      description:
        'The record’s custom field values, in the order of the fields. Fields without a value are omitted.',
      from,
      value: ({ customValues: stored }, context) => named(context, stored),
    }),
    customValue: computedField<{ customValues: unknown }>(t, {
      type: customValue,
      nullable: true,
      description: 'The record’s value in a custom field. Null without a value.',
      args: builder.args((arg) => ({
        key: arg.string({ required: true, description: 'Key of the custom field (`mappingKey`).' }),
      })) as InputFieldMap,
      customFields: ({ key }) => [
        { recordType: model.toUpperCase(), key: String(key), path: 'key' },
      ],
      from,
      value: async ({ customValues: stored }, context, { key }) =>
        (await named(context, stored)).find(({ mappingKey }) => mappingKey === key) ?? null,
    }),
  };
}

/** Records store values by field id. */
function named(context: Context, stored: unknown): CustomValue[] | Promise<CustomValue[]> {
  if (!hasCustomValues(stored)) return [];
  return loadCustomFields(context).then((fields) => presentCustomValues(fields, stored));
}

defineOperationMutations(customFieldOperations);
