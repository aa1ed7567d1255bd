import { getDatamodel } from '../../generated/pothos/types.ts';
import type { Prisma } from '../../generated/prisma/client.ts';

const { models } = getDatamodel().datamodel;

/** The models that a model's rows refer to. */
const referredBy = (model: string): string[] =>
  (models[model]?.fields ?? [])
    .filter(({ relationFromFields }) => relationFromFields?.length)
    .map(({ type }) => type);

/**
 * Models in an order in which their rows can be inserted, those that others refer to first, and removed in the reverse one. The
 * workspace comes first, whatever it refers to.
 */
export function sortModelsByForeignKey<M extends Prisma.ModelName>(all: readonly M[]): M[] {
  const sorted = all.filter((model) => model === 'Workspace');
  const add = (model: M) => {
    if (sorted.includes(model)) return;
    for (const referred of referredBy(model)) {
      if (referred !== model && all.includes(referred as M)) add(referred as M);
    }
    sorted.push(model);
  };
  for (const model of all) add(model);
  return sorted;
}

/** Every model with rows of workspaces. */
export const workspaceModels = (Object.keys(models) as Prisma.ModelName[]).filter((model) =>
  models[model]?.fields.some(({ name }) => name === 'accountId'),
);
