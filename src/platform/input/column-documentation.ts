import { getDatamodel } from '../../generated/pothos/types.ts';

const { models } = getDatamodel().datamodel;

/** Returns the `///` comment in the Prisma schema. */
export function documentationOf(model: string, column: string): string | undefined {
  return models[model]?.fields.find(({ name }) => name === column)?.documentation;
}
