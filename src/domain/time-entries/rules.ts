import type { Context } from '../../platform/context/context.ts';
import type { FieldError } from '../../platform/errors/action-error.ts';
import { ActionError, invalidInputError } from '../../platform/errors/action-error.ts';
import { lookUpOrCollectErrors } from '../../platform/errors/collect-lookup-errors.ts';
import { parseInput } from '../../platform/input/fields.ts';
import { requireIdsBelowLevel, validateWorkReference } from '../deliverables/work-references.ts';
import {
  type createProjectFinder,
  isProjectWithoutClient,
} from '../projects/unique-project-names.ts';
import type { NewTimeEntry } from './fields.ts';
import { createTimeEntryInput } from './fields.ts';

function validateTimeEntry(entry: Partial<NewTimeEntry>): FieldError[] {
  const errors = validateWorkReference(entry).filter(
    ({ path }) => path !== 'clientName' || !isProjectWithoutClient(entry),
  );
  return [...errors, ...validateEndAfterStart(entry)];
}

/**
 * Ignores a create flag if its name field is empty, because integrations always send the flags.
 * @throws ActionError invalid_input
 */
export function parseTimeEntry(input: unknown): NewTimeEntry {
  const entry = parseInput(createTimeEntryInput, input, validateTimeEntry);
  for (const [flagField, nameField] of createFlagFields) {
    if (!entry[nameField]) entry[flagField] = false;
  }
  return entry;
}

/**
 * Resolves a project that is named without its client.
 * @throws ActionError as {@link createProjectFinder}, combined with errors of the deliverable id
 * @throws ActionError invalid_input if the project must be created, because that requires a client
 */
export async function resolveProjectByName(
  { names }: Context,
  entry: NewTimeEntry,
  findProject: ReturnType<typeof createProjectFinder>,
): Promise<NewTimeEntry> {
  if (!entry.projectName || !isProjectWithoutClient(entry)) return entry;
  try {
    const projectId = await lookUpOrCollectErrors(findProject(entry.projectName), () =>
      requireIdsBelowLevel(names, entry, 'project'),
    );
    return { ...entry, projectId, projectName: null };
  } catch (error) {
    const isMissing = error instanceof ActionError && error.code === 'name_not_found';
    if (!isMissing || !entry.createProject) throw error;
    const message = 'is required because there is no such project yet';
    throw invalidInputError([{ path: 'clientName', code: 'required', message }]);
  }
}

export function validateEndAfterStart({
  timerStart,
  timerEnd,
}: Partial<Pick<NewTimeEntry, 'timerStart' | 'timerEnd'>>): FieldError[] {
  if (!timerStart || !timerEnd || timerEnd > timerStart) return [];
  return [{ path: 'timerEnd', code: 'not_after_start', message: 'must be after timerStart' }];
}

export const createFlagFields = [
  ['createClient', 'clientName', 'client'],
  ['createProject', 'projectName', 'project'],
  ['createDeliverable', 'deliverableName', 'deliverable'],
] as const;
