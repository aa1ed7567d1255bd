import type { Project } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { newId } from '../../platform/ids/record-ids.ts';
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
import { findOrCreateByName } from '../../platform/names/find-or-create-by-name.ts';
import type { WithCustomValues } from '../custom-fields/values.ts';
import { defaultProjectTypeId } from '../project-types/index.ts';
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
    'Whether work goes on; inactive projects are left out of searches.',
  ),
  feeSchedule: nullable(object(feeScheduleInput)),
  hexColor: nullable(hexColor),
};

/** What a name that is taken is answered with. */
export const projectNameTakenMessage = 'The client already has a project of this name.';

/**
 * The ids of projects by client and name, in the order asked for; missing ones are made with the default project type,
 * safely at any concurrency.
 * @throws ActionError conflicting_state where the workspace has no default project type
 */
export async function findOrCreateProjects(
  context: Context,
  wanted: readonly { clientId: string; name: string }[],
): Promise<string[]> {
  const names = wanted.map(({ clientId, name }) => ({ parent: clientId, name }));
  return findOrCreateByName(context, 'project', names, async (missing) => {
    const projectTypeId = await defaultProjectTypeId(context);
    const data = missing.map(({ parent = '', name }) => ({
      accountId: context.accountId,
      id: newId('Project'),
      clientId: parent,
      projectTypeId,
      name,
      dateCreated: context.now,
    }));
    await context.db.project.createMany({ data, skipDuplicates: true });
  });
}
