import type { CustomFieldDefinition } from '../../domain/custom-fields/field-definitions.ts';
import { customFieldsOfInput, listCustomFieldsOf } from '../../domain/custom-fields/index.ts';
import { listRoute } from '../core/list-routes.ts';
import { described, renamed, text, wire } from '../core/serializer.ts';

const dynamicFieldWire = wire<CustomFieldDefinition>()(
  'DynamicField',
  'A custom field as platforms show it in their forms.',
  {
    key: renamed(
      'mappingKey',
      described(text, 'Its mapping key, by which `customValues` may name it.'),
    ),
    label: renamed('name', described(text, 'Its name.')),
  },
);

export const customFieldRoutes = [
  listRoute({
    base: 'platform',
    path: 'customFields',
    operationId: 'listCustomFields',
    tag: 'Workspace',
    summary: 'List custom fields',
    description:
      'The custom fields of one type of record, in their order. `type` is required; `Task` is another word for DELIVERABLE and `Deal` for OPPORTUNITY, and plurals are taken.',
    input: customFieldsOfInput,
    model: 'CustomField',
    record: dynamicFieldWire,
    errors: [],
    example: { input: { type: 'CLIENT' }, output: [{ key: 'referred_by', label: 'Referred by' }] },
    handle: listCustomFieldsOf,
  }),
];
