import { getDatamodel } from '../../generated/pothos/types.ts';
import type { Prisma } from '../../generated/prisma/client.ts';

const { models } = getDatamodel().datamodel;

const referencedModels = (model: string): string[] =>
  (models[model]?.fields ?? [])
    .filter(({ relationFromFields }) => relationFromFields?.length)
    .map(({ type }) => type);

/** Referenced models first. */
export function sortModelsByForeignKey<M extends Prisma.ModelName>(all: readonly M[]): M[] {
  const sorted = all.filter((model) => model === 'Workspace');
  const add = (model: M) => {
    if (sorted.includes(model)) return;
    for (const referencedModel of referencedModels(model)) {
      if (referencedModel !== model && all.includes(referencedModel as M))
        add(referencedModel as M);
    }
    sorted.push(model);
  };
  for (const model of all) add(model);
  return sorted;
}

export const workspaceModels = (Object.keys(models) as Prisma.ModelName[]).filter((model) =>
  models[model]?.fields.some(({ name }) => name === 'accountId'),
);
