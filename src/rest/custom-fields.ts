import { customFieldsOfInput, listCustomFieldsOf } from '../domain/custom-fields.ts';
import type { CustomFieldDefinition } from '../domain/kernel/custom-fields.ts';
import { readRoute } from './route.ts';
import { computed, described, listOf, text, wire } from './wire.ts';

const dynamicFieldWire = wire<CustomFieldDefinition>()(
  'DynamicField',
  'A custom field as platforms show it in their forms.',
  {
    key: computed(
      described(text, 'Its mapping key, by which `customValues` may name it.'),
      ({ mappingKey }) => mappingKey,
    ),
    label: computed(described(text, 'Its name.'), ({ name }) => name),
  },
);

export const customFieldRoutes = [
  readRoute({
    base: 'platform',
    path: 'customFields',
    operationId: 'listCustomFields',
    tag: 'Workspace',
    summary: 'List custom fields',
    description:
      'The custom fields of one type of record, in their order. `type` is required; `Task` is another word for DELIVERABLE and `Deal` for OPPORTUNITY, and plurals are taken.',
    input: customFieldsOfInput,
    output: listOf(dynamicFieldWire),
    errors: [],
    example: { input: { type: 'CLIENT' }, output: [{ key: 'referred_by', label: 'Referred by' }] },
    handle: listCustomFieldsOf,
  }),
];
