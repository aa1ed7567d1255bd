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

/** A project as it is shown: custom values named, exact amounts in its fee schedule. */
export type ProjectRecord = Omit<WithCustomValues<Project>, 'feeSchedule'> & {
  feeSchedule: FeeSchedule | null;
};

/** What a project's client sees of it in the portal (decisions, "Enumerations and nested shapes"). */
export const portalAccessLevels = ['FULL', 'READ_ONLY', 'OVERVIEW', 'NONE'] as const;

export const portalAccessField = enumOf('PortalAccess', portalAccessLevels, {
  'Full access': 'FULL',
  'Read only access': 'READ_ONLY',
  'Overview only': 'OVERVIEW',
  'No access': 'NONE',
});

/** The fields that a project has from the start and that updates set. */
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
