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
export const leaveMissingWork = () => async () => undefined;

interface MissingWork {
  name: string;
  /** Id of the record above. */
  parent: string;
}

/** Batches the records of a kind into one statement. */
export function createMissingWorkIn(tx: WriteContext): (kind: WorkLevel) => CreateMissingWork {
  const creators: Record<WorkLevel, (all: readonly MissingWork[]) => Promise<string[]>> = {
    client: (all) =>
      findOrCreateClients(
        tx,
        all.map(({ name }) => name),
      ),
    project: (all) =>
      findOrCreateProjects(
        tx,
        all.map(({ name, parent }) => ({ clientId: parent, name })),
      ),
    deliverable: (all) =>
      findOrCreateDeliverables(
        tx,
        all.map(({ name, parent }) => ({ projectId: parent, name })),
      ),
  };
  const loaderFor = (kind: WorkLevel) =>
    new DataLoader<MissingWork, string, string>(creators[kind], {
      cacheKeyFn: ({ name, parent }) => `${parent} ${name}`,
    });
  const loaders = {
    ...{ client: loaderFor('client'), project: loaderFor('project') },
    deliverable: loaderFor('deliverable'),
  };
  return (kind) =>
    (name, parent = '') =>
      loaders[kind].load({ name, parent });
}

const missingParent = '-';

/**
 * Checks that every record below a missing one has a create flag.
 * @throws ActionError name_not_found, record_not_found, invalid_input
 */
export async function requireCreatableWork({ names }: Context, entry: NewTimeEntry): Promise<void> {
  let parent = '';
  let isMissing = false;
  for (const [flagField, nameField, kind] of createFlagFields) {
    const idField = `${kind}Id` as const;
    const [name, id] = [entry[nameField], entry[idField]];
    if (name === null && id === null) continue;
    if (!isMissing) {
      const found: string | undefined = id ?? (await names.find(kind, name ?? '', parent));
      isMissing = found === undefined;
      parent = found ?? missingParent;
    } else if (id !== null || !entry[flagField]) {
      await resolveReference(names, kind, { name, id, nameField, idField, parentId: parent });
    }
  }
}
