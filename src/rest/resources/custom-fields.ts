import type { CustomFieldDefinition } from '../../domain/custom-fields/field-definitions.ts';
import {
  listCustomFieldsByType,
  listCustomFieldsByTypeInput,
} from '../../domain/custom-fields/list.ts';
import { defineListRoute } from '../core/list-routes.ts';
import { defineSerializer, renamedProperty, text, withDescription } from '../core/serializer.ts';

const dynamicFieldSerializer = defineSerializer<CustomFieldDefinition>()(
  'DynamicField',
  'A custom field, in the form that automation platforms use.',
  {
    key: renamedProperty(
      'mappingKey',
      withDescription(text, 'Mapping key, which `customValues` accepts.'),
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
      'Custom fields of one type of record, in order. `type` is required. `Task` is accepted for DELIVERABLE, `Deal` for OPPORTUNITY, and plurals too.',
    input: listCustomFieldsByTypeInput,
    model: 'CustomField',
    record: dynamicFieldSerializer,
    errors: [],
    example: { input: { type: 'CLIENT' }, output: [{ key: 'referred_by', label: 'Referred by' }] },
    handle: listCustomFieldsByType,
  }),
];
