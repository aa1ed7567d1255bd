import {
  booleanType,
  enumOf,
  object,
  recordIdType,
  text,
} from '../../platform/input/field-types.ts';
import { inputObject, nullable, required, withDefault } from '../../platform/input/fields.ts';
import { maxUrlLength } from '../../platform/outbound-http/url-rules.ts';
import { hookTypeNames } from '../webhooks/hook-types.ts';

const hookTypeField = enumOf('RestHookType', hookTypeNames);

const url = text(maxUrlLength);

export const restHookInput = inputObject('RestHook', 'A REST hook.', {
  id: nullable(recordIdType, 'Id of an existing hook, which is changed. Default: a new hook.'),
  type: required(hookTypeField, 'Type of the hook.'),
  hookUrl: required(url, 'URL that receives the records.'),
  filters: nullable(
    object(
      inputObject('RestHookFilters', 'Which records a REST hook gets.', {
        clientId: nullable(recordIdType, 'Only records of this client.'),
      }),
      { isExact: true },
    ),
    'Default: all records.',
  ),
  enabled: withDefault(booleanType, true, 'Whether the hook gets records.'),
});

export const unsubscribeRestHookInput = inputObject(
  'UnsubscribeRestHook',
  'The hook by its id, or all hooks of a type and URL.',
  {
    id: nullable(recordIdType, 'Id of the hook.'),
    type: nullable(hookTypeField, 'Type of the hooks, without `id`.'),
    hookUrl: nullable(url, 'URL of the hooks, without `id`.'),
  },
);

export const sampleRestHookInput = inputObject('RestHookSample', 'The type of REST hook.', {
  ...restHookInput.partial().shape,
  type: required(hookTypeField, 'Type of the hook.'),
});
