import { enumOf } from '../../platform/input/field-types.ts';
import { required } from '../../platform/input/fields.ts';
import type { Permissions } from '../../platform/permissions/permissions.ts';
import { recordTypeNames } from '../record-types.ts';

/** Undefined if the caller can read no type. */
export function typeField(permissions: Permissions) {
  const names = recordTypeNames(permissions);
  return names.length === 0 ? undefined : required(enumOf('RecordType', names), 'Record type.');
}
