import DataLoader from 'dataloader';
import type { Context } from '../../platform/context/context.ts';
import { resolveReference } from '../../platform/names/resolve-reference.ts';
import type { WriteContext } from '../../write/unit-of-work.ts';
import { findOrCreateClients } from '../clients/find-or-create.ts';
import { findOrCreateDeliverables } from '../deliverables/find-or-create.ts';
import type { CreateMissingWork, WorkLevel } from '../deliverables/work-references.ts';
import { findOrCreateProjects } from '../projects/find-or-create.ts';
import type { NewTimeEntry } from './fields.ts';
import { createFlagFields } from './rules.ts';

export function missingWorkCreators(
  entry: NewTimeEntry,
  createMissing: (kind: WorkLevel) => CreateMissingWork,
): Partial<Record<WorkLevel, CreateMissingWork>> {
  const requestedFlags = createFlagFields.filter(([flagField]) => entry[flagField]);
  return Object.fromEntries(requestedFlags.map(([, , kind]) => [kind, createMissing(kind)]));
}

/** For look-ups that only find out which records are missing. */
export const skipMissingWork = () => async () => undefined;

interface MissingWork {
  name: string;
  /** Id of the record above. */
  parentId: string;
}

/** Batches the records of a kind into one statement. */
export function createMissingWorkIn(tx: WriteContext): (kind: WorkLevel) => CreateMissingWork {
  const creators: Record<WorkLevel, (missingWork: readonly MissingWork[]) => Promise<string[]>> = {
    client: (missingWork) =>
      findOrCreateClients(
        tx,
        missingWork.map(({ name }) => name),
      ),
    project: (missingWork) =>
      findOrCreateProjects(
        tx,
        missingWork.map(({ name, parentId }) => ({ clientId: parentId, name })),
      ),
    deliverable: (missingWork) =>
      findOrCreateDeliverables(
        tx,
        missingWork.map(({ name, parentId }) => ({ projectId: parentId, name })),
      ),
  };
  const createLoader = (kind: WorkLevel) =>
    new DataLoader<MissingWork, string, string>(creators[kind], {
      cacheKeyFn: ({ name, parentId }) => `${parentId} ${name}`,
    });
  const loaders = {
    ...{ client: createLoader('client'), project: createLoader('project') },
    deliverable: createLoader('deliverable'),
  };
  return (kind) =>
    (name, parentId = '') =>
      loaders[kind].load({ name, parentId });
}

const missingParent = '-';

/**
 * Checks that every record below a missing one has a create flag.
 * @throws ActionError name_not_found, record_not_found, invalid_input
 */
export async function requireCreatableWork({ names }: Context, entry: NewTimeEntry): Promise<void> {
  let parentId = '';
  let isMissing = false;
  for (const [flagField, nameField, kind] of createFlagFields) {
    const idField = `${kind}Id` as const;
    const [name, id] = [entry[nameField], entry[idField]];
    if (name === null && id === null) continue;
    if (!isMissing) {
      const foundId: string | undefined = id ?? (await names.find(kind, name ?? '', parentId));
      isMissing = foundId === undefined;
      parentId = foundId ?? missingParent;
    } else if (id !== null || !entry[flagField]) {
      await resolveReference(names, kind, { name, id, nameField, idField, parentId });
    }
  }
}
