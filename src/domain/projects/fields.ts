import type { Project } from '../../generated/prisma/client.ts';
import {
  booleanType,
  date,
  enumOf,
  hexColor,
  multilineText,
  object,
  text,
} from '../../platform/input/field-types.ts';
import { nullable, required, withDefault } from '../../platform/input/fields.ts';
import type { WithCustomValues } from '../custom-fields/values.ts';
import type { FeeSchedule } from './fee-schedule.ts';
import { feeScheduleInput } from './fee-schedule.ts';

export type ProjectRecord = Omit<WithCustomValues<Project>, 'feeSchedule'> & {
  feeSchedule: FeeSchedule | null;
};

export const portalAccessLevels = ['FULL', 'READ_ONLY', 'OVERVIEW', 'NONE'] as const;

export const portalAccessField = enumOf('PortalAccess', portalAccessLevels, {
  'Full access': 'FULL',
  'Read only access': 'READ_ONLY',
  'Overview only': 'OVERVIEW',
  'No access': 'NONE',
});

export const projectFields = {
  name: required(text(), 'Name of the project, unique among its client’s.'),
  description: nullable(multilineText()),
  startDate: nullable(date),
  dueDate: nullable(date),
  active: withDefault(
    booleanType,
    true,
    'Whether the project is active. Inactive projects are omitted from searches.',
  ),
  feeSchedule: nullable(object(feeScheduleInput)),
  hexColor: nullable(hexColor),
};
