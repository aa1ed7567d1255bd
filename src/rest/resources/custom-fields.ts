import type { CustomFieldDefinition } from '../../domain/custom-fields/field-definitions.ts';
import {
  listCustomFieldsByType,
  listCustomFieldsByTypeInput,
} from '../../domain/custom-fields/list.ts';
import { defineListRoute } from '../core/list-routes.ts';
import { defineSerializer, renamedProperty, text, withDescription } from '../core/serializer.ts';

const dynamicFieldSerializer = defineSerializer<CustomFieldDefinition>()(
  'DynamicField',
  'A custom field as platforms show it in their forms.',
  {
    key: renamedProperty(
      'mappingKey',
      withDescription(text, 'Its mapping key, by which `customValues` may name it.'),
    ),
    label: renamedProperty('name', withDescription(text, 'Its name.')),
  },
);

export const customFieldRoutes = [
  defineListRoute({
    base: 'platform',
    path: 'customFields',
    operationId: 'listCustomFields',
    tag: 'Workspace',
    summary: 'List custom fields',
    description:
      'The custom fields of one type of record, in their order. `type` is required; `Task` is another word for DELIVERABLE and `Deal` for OPPORTUNITY, and plurals are taken.',
    input: listCustomFieldsByTypeInput,
    model: 'CustomField',
    record: dynamicFieldSerializer,
    errors: [],
    example: { input: { type: 'CLIENT' }, output: [{ key: 'referred_by', label: 'Referred by' }] },
    handle: listCustomFieldsByType,
  }),
];
